import { useEffect, useState } from "preact/hooks";
import { Choice, NumberEntry } from "../form/controls";
import { linear } from "../form/numbers";
import { titleOf } from "../form/schema";
import { type Preferences, prefer, preferences, QUALITIES, quality, reducedMotion } from "../preferences";
import { LOOK_NAMES } from "../scene/looks";
import type { Overlay, Quality } from "../scene/view";
import { doc, frame } from "../state";
import { say, type Word } from "../words";
import { Row, Segments, Switch } from "./Button";
import { later } from "./later";
import { Popover } from "./Popover";
import { Sliding } from "./Sliding";

const HeavenRows = later(() => import("../planet/HeavenRows"));

const LOOKS = ["recipe", ...LOOK_NAMES] as const;

function overlayOf(value: string): Overlay {
  if (value === "slope" || value === "elevation") return { kind: value };
  if (value === "contours") return { kind: "contours", interval: interval() };
  return value.startsWith("layer:") ? { kind: "layer", name: value.slice(6) } : { kind: "none" };
}

/** A round interval that gives about twenty lines. */
function interval(): number {
  const header = frame.value?.header;
  const rough = header ? (header.high - header.low) / 20 : 50;
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 0.1)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? power;
}

/** How the landscape is shown: overlay, sun, quality, and the look of the page. */
export function ViewPanel() {
  return (
    <Popover icon="view" label={say("view.title")} text={say("bar.view")} class="view-panel">
      {() => <Panel />}
    </Popover>
  );
}

/** The switch follows the browser, which Esc and F11 can change as well. */
function FullScreen() {
  const [on, setOn] = useState(document.fullscreenElement !== null);
  useEffect(() => {
    const look = (): void => setOn(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", look);
    return () => document.removeEventListener("fullscreenchange", look);
  }, []);
  const turn = (next: boolean): void => void (next ? document.documentElement.requestFullscreen() : document.exitFullscreen()).catch(() => undefined);
  return <Switch label={say("view.fullscreen")} checked={on} onChange={turn} />;
}

/** What a landscape shows, and its sun. */
function LandRows() {
  const { overlay, exaggeration, sun, look, map } = preferences.value;
  const layers = (frame.value?.header.available ?? []).filter((layer) => layer.name !== "elevation");
  const kinds = ["contours", "elevation", "slope"].map((kind) => ({ value: kind, label: say(`view.overlay.${kind}` as Word) }));
  const options = [...kinds, ...layers.map((layer) => ({ value: `layer:${layer.name}`, label: say("view.overlay.layer", { name: titleOf(layer.name) }) }))];
  return (
    <>
      <Row label={say("view.overlay")}>
        <Choice id="view-overlay" label={say("view.overlay")} value={overlay.kind === "none" ? "" : overlay.kind === "layer" ? `layer:${overlay.name}` : overlay.kind} none={say("view.overlay.none")} options={options} onChange={(value) => prefer({ overlay: overlayOf(value) })} />
      </Row>
      {overlay.kind === "contours" ? (
        <Row label={say("view.interval")}>
          <NumberEntry id="view-interval" label={say("view.interval")} value={overlay.interval} unit="m" step={1} onCommit={(next) => next > 0 && prefer({ overlay: { kind: "contours", interval: next } })} />
        </Row>
      ) : null}
      <Row label={say("view.look")}>
        <Choice id="view-look" label={say("view.look")} value={look} options={LOOKS.map((value) => ({ value, label: say(`view.look.${value}`) }))} onChange={(value) => prefer({ look: LOOKS.find((known) => known === value) ?? "recipe" })} />
      </Row>
      <Row label={say("view.map")}>
        <Switch label={say("view.map")} checked={map} onChange={(on) => prefer({ map: on })} />
      </Row>
      <Sliding id="view-exaggeration" label={say("view.exaggeration")} value={exaggeration} track={linear(0.5, 5, 0.1)} unit="times" onChange={(next) => prefer({ exaggeration: next })} />
      <Sliding id="view-azimuth" label={say("view.sun")} value={sun.azimuth} track={linear(0, 360, 1)} unit="degrees" onChange={(azimuth) => prefer({ sun: { ...sun, azimuth } })} />
      <Sliding id="view-height" label={say("view.height")} value={sun.elevation} track={linear(2, 88, 1)} unit="degrees" onChange={(elevation) => prefer({ sun: { ...sun, elevation } })} />
    </>
  );
}

function Panel() {
  const { theme, contrast, timings } = preferences.value;
  const held = quality.value;
  const setQuality = (change: Partial<Quality>): void => prefer({ quality: { ...held, ...change } });
  const presets = (["low", "medium", "high"] as const).map((preset) => ({ value: preset, label: say(`view.${preset}`) }));
  const themes = (["system", "dark", "light"] as const).map((value) => ({ value, label: say(`view.theme.${value}`) }));
  return (
    <>
      {doc.value?.recipe.planet != null ? <HeavenRows /> : <LandRows />}
      <hr />
      <Row label={say("view.quality")}>
        <Segments label={say("view.quality")} value={held.preset} options={presets} onChange={(preset) => prefer({ quality: QUALITIES[preset] })} />
      </Row>
      <Sliding id="view-scale" label={say("view.resolution")} value={Math.round(held.scale * 100) / 100} track={linear(0.25, 2, 0.05)} unit="times" onChange={(scale) => setQuality({ scale })} />
      {(["shadows", "water", "haze"] as const).map((part) => (
        <Row key={part} label={say(`view.${part}`)}>
          <Switch label={say(`view.${part}`)} checked={held[part]} onChange={(on) => setQuality({ [part]: on })} />
        </Row>
      ))}
      <Row label={say("view.fullscreen")}>
        <FullScreen />
      </Row>
      <hr />
      <Row label={say("view.theme")}>
        <Segments label={say("view.theme")} value={theme} options={themes} onChange={(next: Preferences["theme"]) => prefer({ theme: next })} />
      </Row>
      <Row label={say("view.contrast")}>
        <Switch label={say("view.contrast")} checked={contrast} onChange={(on) => prefer({ contrast: on })} />
      </Row>
      <Row label={say("view.motion")}>
        <Switch label={say("view.motion")} checked={reducedMotion()} onChange={(on) => prefer({ reducedMotion: on })} />
      </Row>
      <Row label={say("view.timings")}>
        <Switch label={say("view.timings")} checked={timings} onChange={(on) => prefer({ timings: on })} />
      </Row>
    </>
  );
}
