import type { ComponentChildren } from "preact";
import { Slider } from "../form/controls";
import { linear } from "../form/numbers";
import { say } from "../words";
import { Row, Segments, Switch } from "../ui/Button";
import { Icon, type IconName } from "../ui/icons";
import { type Brush, DRAWN, type Drawn, HIGHEST, type Level, MODES, TERRAINS, type Tool, WIDEST } from "./brush";
import { brush, grid, labels, measured, tool } from "./state";

const set = (change: Partial<Brush>): void => {
  brush.value = { ...brush.value, ...change };
};

/** What the brush sets, and what is written on the map. */
export default function HexPanel() {
  const tools = (["paint", "look", "measure"] as const).map((value) => ({ value, label: say(`hex.tool.${value}`), icon: TOOL_ICONS[value] }));
  return (
    <>
      <div class="hex-tools">
        <Segments label={say("hex.tool")} value={tool.value} options={tools} onChange={(next: Tool) => (tool.value = next)} />
      </div>
      <div class="panel-scroll hex-panel">
        {tool.value === "measure" ? <Measure /> : tool.value === "look" ? <p class="muted hex-hint">{say("hex.look.help")}</p> : <Painting />}
        <Section title={say("hex.show")}>
          <Row label={say("hex.grid")}>
            <Switch label={say("hex.grid")} checked={grid.value} onChange={(on) => (grid.value = on)} />
          </Row>
          <Row label={say("hex.labels")}>
            <select class="choice" aria-label={say("hex.labels")} value={labels.value} onChange={(event) => (labels.value = event.currentTarget.value as typeof labels.value)}>
              {(["none", "coordinates", "distance"] as const).map((value) => (
                <option key={value} value={value} selected={labels.value === value}>
                  {say(`hex.labels.${value}`)}
                </option>
              ))}
            </select>
          </Row>
          {labels.value === "distance" && measured.value === null ? <p class="muted hex-hint">{say("hex.labels.distance.help")}</p> : null}
        </Section>
      </div>
    </>
  );
}

const TOOL_ICONS: Readonly<Record<Tool, IconName>> = { paint: "pencil", look: "free", measure: "way" };

function Section({ title, class: also = "", children }: { title: string; class?: string; children: ComponentChildren }) {
  return (
    <section class={`hex-section ${also}`} aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Painting() {
  const { radius, terrain, levels } = brush.value;
  const sizes = Array.from({ length: WIDEST + 1 }, (_, k) => ({ value: String(k), label: String(k) }));
  return (
    <>
      <Section title={say("hex.brush")}>
        <Row label={say("hex.radius")}>
          <Segments label={say("hex.radius")} value={String(radius)} options={sizes} onChange={(next) => set({ radius: Number(next) })} />
        </Row>
      </Section>
      <Section title={say("hex.heights")}>
        <LevelRow level="elevation" />
        <LevelRow level="water_level" />
      </Section>
      <Section title={say("hex.ground")}>
        <div class="swatches" role="radiogroup" aria-label={say("hex.ground")}>
          {[-1, 0, 1, 2, 3, 4].map((kind) => {
            const label = kind < 0 ? say("hex.ground.leave") : say(`hex.ground.${TERRAINS[kind]!}`);
            return (
              <button key={kind} type="button" role="radio" class={`swatch swatch-${kind}`} aria-checked={terrain === kind} aria-label={label} title={label} onClick={() => set({ terrain: kind })}>
                <span />
                <em>{label}</em>
              </button>
            );
          })}
        </div>
      </Section>
      <Section title={say("hex.features")}>
        <LevelRow level="urban" />
        <LevelRow level="farm" />
        <LevelRow level="plant" />
        <div class="hex-level">
          <Switch label={say("hex.special")} checked={levels.special.on} onChange={(on) => setLevel("special", { on })} />
          <span class="row-label">{say("hex.special")}</span>
          <select class="choice" aria-label={say("hex.special")} disabled={!levels.special.on} value={String(levels.special.value)} onChange={(event) => setLevel("special", { value: Number(event.currentTarget.value) })}>
            {([0, 1, 2, 3] as const).map((value) => (
              <option key={value} value={String(value)} selected={levels.special.value === value}>
                {say(`hex.special.${value}`)}
              </option>
            ))}
          </select>
        </div>
      </Section>
      <Section title={say("hex.lines")} class="hex-lines">
        {DRAWN.map((drawn) => (
          <ModeRow key={drawn} drawn={drawn} />
        ))}
        <p class="muted hex-hint">{say("hex.lines.help")}</p>
      </Section>
    </>
  );
}

function setLevel(level: Level, change: Partial<Brush["levels"][Level]>): void {
  const held = brush.value.levels;
  set({ levels: { ...held, [level]: { ...held[level], ...change } } });
}

function LevelRow({ level }: { level: Level }) {
  const { on, value } = brush.value.levels[level];
  const label = say(`hex.${level}`);
  const turn = (next: number): void => setLevel(level, { on: true, value: Math.round(next) });
  return (
    <div class={`hex-level${on ? "" : " is-off"}`}>
      <Switch label={say("hex.sets", { what: label })} checked={on} onChange={(next) => setLevel(level, { on: next })} />
      <span class="row-label">{label}</span>
      <Slider id={`hex-${level}`} label={label} value={value} track={linear(0, HIGHEST[level], 1)} unit="1" onDrag={turn} onDrop={turn} />
      <output>{value}</output>
    </div>
  );
}

function ModeRow({ drawn }: { drawn: Drawn }) {
  const options = MODES.map((value) => ({ value, label: say(`hex.mode.${value}`) }));
  const label = say(`hex.${drawn}`);
  return (
    <Row label={label}>
      <Segments label={label} value={brush.value.modes[drawn]} options={options} onChange={(next) => set({ modes: { ...brush.value.modes, [drawn]: next } })} />
    </Row>
  );
}

function Measure() {
  const found = measured.value;
  const [column, row] = found?.start ?? [0, 0];
  const goal = found?.goal ?? null;
  const last = found?.turns.at(-1) ?? 0;
  return (
    <Section title={say("hex.tool.measure")}>
      <p class="muted hex-hint">{say(found === null ? "hex.measure.help" : goal === null ? "hex.measure.goal" : "hex.measure.again")}</p>
      {found === null ? null : (
        <dl class="measure" aria-live="polite">
          <div>
            <dt>{say("hex.measure.from")}</dt>
            <dd>{`${column}, ${row}`}</dd>
          </div>
          {goal === null ? null : (
            <div>
              <dt>{say("hex.measure.to")}</dt>
              <dd>{goal.join(", ")}</dd>
            </div>
          )}
          {goal === null ? null : found.way.length === 0 ? (
            <p class="refusal">{say("hex.measure.none")}</p>
          ) : (
            <>
              <div>
                <dt>{say("hex.measure.steps")}</dt>
                <dd>{found.way.length - 1}</dd>
              </div>
              <div>
                <dt>{say("hex.measure.cost")}</dt>
                <dd>{found.cost}</dd>
              </div>
              <div>
                <dt>{say("hex.measure.turns")}</dt>
                <dd>{last + 1}</dd>
              </div>
            </>
          )}
        </dl>
      )}
    </Section>
  );
}

/** Keys and buttons of the mouse, in short. */
export function HexKeys() {
  return (
    <p class="hex-keys">
      <Icon name="pencil" size={14} />
      {say("hex.keys")}
    </p>
  );
}
