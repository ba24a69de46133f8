import { useEffect, useRef } from "preact/hooks";
import { view } from "../state";
import { say } from "../words";

/** The land from above, beside the picture; a click turns the camera to a place. */
export function MiniMap() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const held = view.value;
  useEffect(() => (held && canvas.current ? held.attachMap(canvas.current) : undefined), [held]);
  return (
    <div class="mini-map">
      <canvas ref={canvas} role="img" aria-label={say("view.map.canvas")} />
    </div>
  );
}
