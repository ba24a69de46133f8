import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

/**
 * A component whose code is loaded when it is first shown.
 *
 * preact/compat has the same, but with it `onChange` of every entry means `onInput`, and a slider could not tell that it was let go.
 */
export function later<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  let held: ComponentType<P> | null = null;
  return function Later(props: P) {
    const [, setLoaded] = useState(held !== null);
    useEffect(() => {
      let gone = false;
      if (held === null) {
        void load().then((module) => {
          held = module.default;
          if (!gone) setLoaded(true);
        });
      }
      return () => {
        gone = true;
      };
    }, []);
    const Held = held;
    return Held ? <Held {...props} /> : null;
  };
}
