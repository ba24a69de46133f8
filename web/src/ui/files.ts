import type { Json } from "../protocol";
import { hello, tell } from "../state";
import { say } from "../words";

async function reason(answer: Response): Promise<string> {
  try {
    const body = (await answer.json()) as Json;
    if (typeof body === "object" && body !== null && !Array.isArray(body) && typeof body["error"] === "string") return body["error"];
  } catch {
    // No sentence came with it.
  }
  return `${answer.status} ${answer.statusText}`.trim();
}

export const session = (): string => encodeURIComponent(hello.value?.session ?? "");

/** Open a file of the person's: a recipe, or any heightmap the library reads. */
export async function openFile(file: File): Promise<void> {
  const most = hello.value?.limits.upload_bytes;
  if (most !== undefined && file.size > most) {
    return tell("error", say("open.large", { name: file.name, size: Math.ceil(file.size / 1e6), most: Math.floor(most / 1e6) }));
  }
  tell("info", say("open.working", { name: file.name }));
  try {
    const answer = await fetch(`/api/open?session=${session()}&name=${encodeURIComponent(file.name)}`, { method: "POST", body: file });
    if (!answer.ok) tell("error", say("open.failed", { name: file.name, reason: await reason(answer) }));
  } catch (error) {
    tell("error", say("open.failed", { name: file.name, reason: String(error) }));
  }
}

/** Ask the browser for a file. */
export function chooseFile(): void {
  const input = document.createElement("input");
  input.type = "file";
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) void openFile(file);
  });
  input.click();
}

/** Give bytes to the person as a file. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const anchor = document.createElement("a");
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Start an export; answers with its job and the name of the file. */
export async function startExport(kind: string, options: Json, output: number | null): Promise<{ job: number; name: string }> {
  const answer = await fetch(`/api/export?session=${session()}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ kind, options, output }),
  });
  if (!answer.ok) throw new Error(await reason(answer));
  return (await answer.json()) as { job: number; name: string };
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Wait until an export is done, then take it. */
export async function takeExport(job: number): Promise<Blob> {
  for (let wait = 60; ; wait = Math.min(wait * 1.5, 1000)) {
    const answer = await fetch(`/api/export/${job}`);
    if (answer.status === 200) return answer.blob();
    if (answer.status !== 202) throw new Error(await reason(answer));
    await pause(wait);
  }
}
