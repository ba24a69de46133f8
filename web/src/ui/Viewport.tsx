import { effect, signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { distance, plain } from "../form/numbers";
import { machineQuality, preferences, quality, reducedMotion } from "../preferences";
import { isLook, type LookName } from "../scene/looks";
import type { Probe, ScaleBar, View } from "../scene/view";
import { say as send } from "../session";
import { act, connection, frame, shell, view } from "../state";
import { drawn } from "../timings";
import { say } from "../words";
import { rendererName } from "./device";
import { Legend } from "./Legend";

const probed = signal<Probe | null>(null);
const bar = signal<ScaleBar | null>(null);
const broken = signal<string | null>(null);

/** Layers that the picture needs beside elevation: weights of materials, and what an overlay shows. */
function wanted(): string[] {
  const available = frame.value?.header.available ?? [];
  const overlay = preferences.value.overlay;
  return available.filter((layer) => layer.mask || (overlay.kind === "layer" && layer.name === overlay.name)).map((layer) => layer.name);
}

/** The natural colors that hold: what the person chose, or those of the recipe's pictures. */
function look(): LookName {
  const { look: chosen } = preferences.value;
  if (chosen !== "recipe") return chosen;
  const told = frame.value?.header.look ?? "";
  return isLook(told) ? told : "temperate";
}

/** Share of the picture's width that the panels leave free. */
function free(): number {
  const whole = document.querySelector(".viewport")?.clientWidth ?? 0;
  const panels = [...document.querySelectorAll<HTMLElement>(".panel")].filter((panel) => panel.clientWidth < 0.6 * whole);
  return whole === 0 ? 1 : 1 - panels.reduce((sum, panel) => sum + panel.clientWidth, 0) / whole;
}

/** Follow what the person chose and what the server sends. */
function follow(made: View): () => void {
  let said = "";
  let shown: unknown = null;
  const stops = [
    effect(() => {
      const next = frame.value;
      if (next && next !== shown) made.setWorld(next.header, next.arrays);
      shown = next;
    }),
    effect(() => made.setQuality(quality.value)),
    effect(() => made.setSun(preferences.value.sun)),
    effect(() => made.setExaggeration(preferences.value.exaggeration)),
    effect(() => made.setCamera(preferences.value.camera)),
    effect(() => made.setLook(look())),
    effect(() => made.setOverlay(preferences.value.overlay)),
    effect(() => made.setPaused(shell.value.paused || shell.value.screen !== "landscape")),
    effect(() => made.setReducedMotion(reducedMotion())),
    effect(() => {
      const layers = wanted();
      const text = layers.join();
      if (connection.value !== "open") said = "";
      else if (text !== said) {
        said = text;
        send({ type: "want", layers });
      }
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** The picture, and what it says about the point under the pointer. */
export function Viewport() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const land = useRef<View | null>(null);
  useEffect(() => {
    let stop: (() => void) | null = null;
    let gone = false;
    const { sun, exaggeration, camera } = preferences.value;
    void Promise.all([import("../scene/view"), import("../scene/quality")]).then(([{ createView }, { qualityFor }]) => {
      if (gone || !canvas.current) return;
      machineQuality.value = qualityFor(rendererName(), navigator.hardwareConcurrency, devicePixelRatio);
      try {
        const made = createView(canvas.current, {
          quality: quality.value,
          sun,
          exaggeration,
          camera,
          look: look(),
          free,
          reducedMotion: reducedMotion(),
          onScale: (next) => {
            bar.value = next;
          },
          onDrawn: drawn,
          onRelease: () => act({ type: "key", code: "Escape", repeat: false }),
        });
        view.value = land.current = made;
        stop = follow(made);
      } catch (error) {
        broken.value = error instanceof Error ? error.message : String(error);
      }
    });
    return () => {
      gone = true;
      stop?.();
      land.current?.dispose();
      view.value = land.current = null;
    };
  }, []);
  const waiting = useRef(0);
  const probe = (event: PointerEvent): void => {
    if (waiting.current !== 0 || !canvas.current) return;
    const box = canvas.current.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    waiting.current = requestAnimationFrame(() => {
      waiting.current = 0;
      probed.value = event.buttons === 0 ? (land.current?.probe(x, y) ?? null) : null;
    });
  };
  return (
    <div class="viewport">
      <canvas
        ref={canvas}
        class="canvas"
        tabIndex={0}
        role="img"
        aria-label={say("view.canvas")}
        onPointerMove={probe}
        onPointerLeave={() => {
          probed.value = null;
        }}
      />
      {broken.value ? <p class="broken">{say("view.nothing", { reason: broken.value })}</p> : null}
    </div>
  );
}

/** Elevation, slope and place under the pointer, and the scale bar. */
export function Readout() {
  const point = probed.value;
  const scale = bar.value;
  return (
    <div class="readout">
      {scale ? (
        <span class="scale" style={{ width: `${scale.pixels}px` }}>
          {distance(scale.metres)}
        </span>
      ) : null}
      <Legend />
      {point ? (
        <dl class="probe">
          <div>
            <dt>{say("probe.elevation")}</dt>
            <dd>{`${plain(Number(point.elevation.toFixed(1)))}\u202fm`}</dd>
          </div>
          <div>
            <dt>{say("probe.slope")}</dt>
            <dd>{`${Math.round(point.slope)}°`}</dd>
          </div>
          <div>
            <dt>{say("probe.place")}</dt>
            <dd>{`${Math.round(point.x)}, ${Math.round(point.y)}\u202fm`}</dd>
          </div>
          {preferences.value.overlay.kind === "layer"
            ? point.layers
                .filter((layer) => preferences.value.overlay.kind === "layer" && layer.name === preferences.value.overlay.name)
                .map((layer) => (
                  <div key={layer.name}>
                    <dt>{layer.name}</dt>
                    <dd>{plain(Number(layer.value.toPrecision(4)))}</dd>
                  </div>
                ))
            : null}
        </dl>
      ) : null}
    </div>
  );
}
