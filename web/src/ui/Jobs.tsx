import { duration } from "../form/numbers";
import type { Progress } from "../protocol";
import { say as send } from "../session";
import { planet } from "../planet/state";
import { failure, frame, jobs, lastBuild, recipe, selected } from "../state";
import { say } from "../words";
import { Icon } from "./icons";

function Job({ job }: { job: Progress }) {
  const percent = Math.round(job.fraction * 100);
  return (
    <div class="job">
      <div class="job-line" role="progressbar" aria-label={say("jobs.progress", { title: job.title })} aria-valuemin={0} aria-valuemax={100} aria-valuenow={percent} style={{ "--done": `${percent}%` }} />
      <span class="job-title">
        {say(`jobs.${job.kind}`)} · {job.title}
      </span>
      <span class="job-left">
        {percent}
        {"\u202f%"}
        {job.remaining_s === null ? null : ` · ${say("jobs.left", { time: duration(job.remaining_s) })}`}
      </span>
      <button type="button" class="quiet" onClick={() => send({ type: "cancel", job: job.job })}>
        {say("dialog.cancel")}
      </button>
    </div>
  );
}

/** What is being built, or how the last build went. */
export function Jobs() {
  const running = [...jobs.value.values()];
  const failed = failure.value;
  const built = lastBuild.value;
  const header = frame.value?.header;
  const grid = recipe.value?.grid;
  const globe = planet.value?.model.header;
  const size = header ? say("jobs.size", { rows: header.shape[0], cols: header.shape[1] }) : globe ? say("jobs.globe", { side: globe.side }) : null;
  const coarse = globe ? globe.side < globe.full_side : header && grid && header.level === "preview" ? true : header && grid ? header.shape[0] < header.full_shape[0] : false;
  return (
    <div class="jobs">
      {running.map((job) => (
        <Job key={job.job} job={job} />
      ))}
      {running.length === 0 && failed ? (
        <button type="button" class="status failed" onClick={() => failed.stage && (selected.value = failed.stage)}>
          {say("jobs.failed")}: {failed.message}
        </button>
      ) : null}
      {running.length === 0 && !failed && built && size !== null ? (
        <p class="status">
          <Icon name="check" size={14} />
          {say(built.kind === "preview" ? "jobs.previewed" : "jobs.built", { time: duration(built.seconds) })} · {size}
          {coarse ? (
            <button type="button" class="quiet" title={say("jobs.refine.help")} onClick={() => send({ type: "refine" })}>
              {say("jobs.refine")}
            </button>
          ) : null}
        </p>
      ) : null}
    </div>
  );
}
