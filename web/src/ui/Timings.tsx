import { preferences } from "../preferences";
import { partsOf, timings } from "../timings";
import { say } from "../words";

/** What the newest picture took, part by part. */
export function Timings() {
  if (!preferences.value.timings) return null;
  const newest = [...timings.value].reverse().find((timing) => partsOf(timing) !== null);
  const parts = newest ? partsOf(newest) : null;
  if (!newest || !parts) return <p class="timings muted">{say("timings.none")}</p>;
  const { server, transfer, draw, total } = parts;
  const [a, b, c, d] = [server, transfer, draw, total].map((ms) => String(Math.round(ms)));
  const size = say("jobs.size", { rows: newest.rows, cols: newest.cols });
  return <p class="timings muted">{say("timings.line", { size, server: a ?? "", transfer: b ?? "", draw: c ?? "", total: d ?? "" })}</p>;
}
