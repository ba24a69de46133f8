import { useState } from "preact/hooks";
import { localBinding } from "../form/binding";
import { NumberEntry } from "../form/controls";
import { fits } from "../form/fits";
import { Fields } from "../form/Form";
import { firstSentence, kindTitle, type Node, type Schema } from "../form/schema";
import { say as send } from "../session";
import { exported, jobs, recipe, schema as known, tell, view } from "../state";
import { say } from "../words";
import { Row } from "./Button";
import { Dialog } from "./Dialog";
import { download, startExport, takeExport } from "./files";
import { Icon } from "./icons";
import { closeDialog } from "./open";
import { fileName } from "./Save";
import { zip } from "./zip";

interface Picture {
  width: number;
  height: number;
  count: number;
}

const stem = (): string => fileName(recipe.value?.name ?? "").replace(/\.toml$/, "");

async function screenshot({ width, height }: Picture): Promise<string> {
  if (!view.value) throw new Error(say("export.noview"));
  const name = `${stem()}-${width}x${height}.png`;
  download(name, await view.value.screenshot(width, height));
  return name;
}

async function turntable({ width, height, count }: Picture, onFrame: (share: number) => void): Promise<string> {
  if (!view.value) throw new Error(say("export.noview"));
  const files: { name: string; data: Uint8Array }[] = [];
  await view.value.turntable(width, height, count, async (index, image) => {
    files.push({ name: `${stem()}-${String(index).padStart(4, "0")}.png`, data: new Uint8Array(await image.arrayBuffer()) });
    onFrame(files.length / count);
  });
  const name = `${stem()}-turntable.zip`;
  download(name, new Blob([zip(files)], { type: "application/zip" }));
  return name;
}

/** Everything that can be taken along, each with its form. */
export default function ExportDialog() {
  const schema = known.value;
  const [kind, setKind] = useState("all");
  const [options, setOptions] = useState<ReadonlyMap<string, Node>>(new Map());
  const [picture, setPicture] = useState<Picture>({ width: 1920, height: 1080, count: 48 });
  const [busy, setBusy] = useState(false);
  const [job, setJob] = useState<number | null>(null);
  const [share, setShare] = useState(0);
  if (!schema) return null;
  const kinds = schema.kinds("outputs").filter((variant) => fits(variant.node, recipe.value));
  const chosen = kinds.find((variant) => variant.kind === kind);
  const fields = chosen ? schema.fields(chosen.node).filter((field) => field.name !== "path") : [];
  const blank = (): Node => Object.fromEntries(fields.map((field) => [field.name, field.fallback ?? null]));
  const values = options.get(kind) ?? blank();
  const binding = localBinding(`export-${kind}`, () => values, (next) => setOptions(new Map(options).set(kind, next)));
  const start = async (): Promise<void> => {
    setBusy(true);
    setShare(0);
    try {
      let name: string;
      if (kind === "screenshot") name = await screenshot(picture);
      else if (kind === "turntable") name = await turntable(picture, setShare);
      else {
        const begun = await startExport(kind, chosen ? values : {}, null);
        setJob(begun.job);
        exported.value = new Map(exported.value).set(begun.job, "running");
        name = begun.name;
        download(name, await takeExport(begun.job));
      }
      tell("info", say("export.done", { name }));
    } catch (error) {
      tell("error", say("export.failed", { reason: error instanceof Error ? error.message : String(error) }));
    }
    setJob(null);
    setBusy(false);
  };
  const progress = job === null ? share : (jobs.value.get(job)?.fraction ?? 0);
  const none = kind === "all" && (recipe.value?.outputs.length ?? 0) === 0;
  const option = (value: string, label: string) => (
    <button type="button" key={value} role="tab" aria-selected={kind === value} class="export-kind" data-kind={value} disabled={busy} onClick={() => setKind(value)}>
      {label}
    </button>
  );
  return (
    <Dialog title={say("export.title")} onClose={closeDialog} wide class="export-dialog">
      <div class="export">
        <div class="export-list" role="tablist" aria-label={say("export.title")} aria-orientation="vertical">
          <h3>{say("export.whole")}</h3>
          {option("all", say("export.all"))}
          {option("recipe", say("export.recipe"))}
          <h3>{say("export.view")}</h3>
          {option("screenshot", say("export.screenshot"))}
          {option("turntable", say("export.turntable"))}
          <h3>{say("export.file")}</h3>
          {kinds.map((variant) => option(variant.kind, variant.title))}
        </div>
        <div class="export-form" role="tabpanel">
          <p class="about">{none ? say("export.nothing") : about(schema, kind)}</p>
          {kind === "all" ? (
            <ul class="export-files">
              {(recipe.value?.outputs ?? []).map((output) => (
                <li key={output.path}>
                  <Icon name="file" size={16} /> {output.path} <span class="muted">{kindTitle(output.kind)}</span>
                </li>
              ))}
            </ul>
          ) : null}
          {kind === "screenshot" || kind === "turntable" ? <PictureForm picture={picture} turning={kind === "turntable"} onChange={setPicture} /> : null}
          {chosen ? <Fields fields={fields} path={[]} binding={binding} schema={schema} key={kind} /> : null}
        </div>
      </div>
      <footer class="dialog-foot">
        {busy ? (
          <div class="job-line" role="progressbar" aria-label={say("export.working")} aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(progress * 100)} style={{ "--done": `${progress * 100}%` }} />
        ) : null}
        <button type="button" class="button" onClick={() => (job === null ? closeDialog() : send({ type: "cancel", job }))}>
          {say(job === null ? "dialog.close" : "dialog.cancel")}
        </button>
        <button type="button" class="button primary" disabled={busy || none} onClick={() => void start()}>
          {say(busy ? "export.working" : "export.start")}
        </button>
      </footer>
    </Dialog>
  );
}

function about(schema: Schema, kind: string): string {
  if (kind === "all" || kind === "recipe" || kind === "screenshot" || kind === "turntable") return say(`export.${kind}.help`);
  const description = schema.kinds("outputs").find((variant) => variant.kind === kind)?.node["description"];
  return firstSentence(typeof description === "string" ? description : "");
}

function PictureForm({ picture, turning, onChange }: { picture: Picture; turning: boolean; onChange: (picture: Picture) => void }) {
  const part = (name: keyof Picture, most: number) => (
    <Row label={say(`export.${name}`)} key={name}>
      <NumberEntry id={`export-${name}`} label={say(`export.${name}`)} value={picture[name]} unit={name === "count" ? "count" : "px"} step={name === "count" ? 1 : 16} onCommit={(next) => onChange({ ...picture, [name]: Math.min(Math.max(Math.round(next), 1), most) })} />
    </Row>
  );
  return (
    <div class="fields">
      {part("width", 16_384)}
      {part("height", 16_384)}
      {turning ? part("count", 720) : null}
    </div>
  );
}
