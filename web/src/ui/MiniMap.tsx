import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { preferences } from "../preferences";
import type { Pose } from "../scene/view";
import { frame, view } from "../state";
import { say } from "../words";

/** Where the camera is, as the view tells it. */
export const pose = signal<Pose | null>(null);

/** Samples along a side of what the map is drawn from. */
const SIDE = 257;

/** The land from above, beside the picture; a click turns the camera to a place. */
export function MiniMap() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let stop: (() => void) | null = null;
    let gone = false;
    void Promise.all([import("../scene/flatmap"), import("../scene/world")]).then(([{ createFlatMap }, { worldOf }]) => {
      if (gone || !canvas.current) return;
      const map = createFlatMap(canvas.current, (x, y) => view.value?.lookAt(x, y));
      const stops = [
        effect(() => {
          const held = frame.value;
          if (!held) return;
          const header = { ...held.header, layers: held.header.layers.filter((layer) => layer.name === "elevation") };
          map.setWorld(worldOf(header, held.arrays, SIDE), preferences.value.look);
        }),
        effect(() => {
          if (pose.value) map.setPose(pose.value);
        }),
      ];
      stop = () => {
        for (const task of stops) task();
        map.dispose();
      };
    });
    return () => {
      gone = true;
      stop?.();
    };
  }, []);
  return (
    <div class="mini-map">
      <canvas ref={canvas} role="img" aria-label={say("view.map.canvas")} />
    </div>
  );
}
