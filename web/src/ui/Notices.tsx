import { useEffect } from "preact/hooks";
import type { Shown } from "../state";
import { connection, dismiss, notices, pending, shell } from "../state";
import { say } from "../words";
import { IconButton } from "./Button";

const STAYS = { info: 5000, warning: 10_000, error: 0 } as const;

function Notice({ notice }: { notice: Shown }) {
  useEffect(() => {
    const wait = STAYS[notice.level];
    if (wait === 0) return;
    const timer = setTimeout(() => dismiss(notice.id), wait);
    return () => clearTimeout(timer);
  }, [notice.id]);
  return (
    <div class={`notice notice-${notice.level}`} role={notice.level === "error" ? "alert" : "status"}>
      <span>{notice.message}</span>
      <IconButton class="small" icon="close" label={say("notice.dismiss")} onClick={() => dismiss(notice.id)} />
    </div>
  );
}

/** Sentences for the person, newest last; above all whether the server is there. */
export function Notices() {
  const waiting = pending.value.size;
  return (
    <div class="notices">
      {connection.value === "lost" && shell.value.screen !== "ended" ? (
        <div class="notice notice-warning" role="status">
          <span>{waiting > 0 ? say("link.waiting", { count: waiting }) : say("link.lost")}</span>
        </div>
      ) : null}
      {notices.value.map((notice) => (
        <Notice key={notice.id} notice={notice} />
      ))}
    </div>
  );
}
