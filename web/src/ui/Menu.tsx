import { useEffect, useRef } from "preact/hooks";
import { prefer, preferences } from "../preferences";
import { quit, say as send } from "../session";
import { act, connection, doc, hello, recent, shell } from "../state";
import { say } from "../words";
import { Segments } from "./Button";
import { chooseFile } from "./files";
import { GeneratorPanel } from "./GeneratorPanel";
import { Icon, type IconName } from "./icons";
import { dialog } from "./open";
import { save } from "./Save";

/** The menu, the landscape generator's panel, or the last page. */
export function Menu() {
  const { screen } = shell.value;
  const root = useRef<HTMLDivElement>(null);
  const first = useRef(true);
  useEffect(() => {
    // The page's first screen leaves the focus where the browser begins.
    if (first.current && !shell.value.open && screen === "menu") {
      first.current = false;
      return;
    }
    first.current = false;
    root.current?.querySelector<HTMLElement>("[data-first]")?.focus({ preventScroll: true });
  }, [screen]);
  return (
    <div class="menu" ref={root}>
      {screen === "ended" ? <Ended /> : screen === "generator" ? <GeneratorPanel /> : <Main />}
    </div>
  );
}

function Brand() {
  return (
    <div class="brand">
      <svg width="44" height="44" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" class="brand-ground" />
        <path class="brand-hill" d="M4 24 12 10l5 8 3-4 8 10z" />
        <path class="brand-snow" d="m12 10 3 4.800-2.300 1.600L10 13.600z" />
      </svg>
      <div>
        <h1>{say("app.name")}</h1>
        <p class="muted">{say("app.tagline")}</p>
      </div>
    </div>
  );
}

function Item({ icon, label, help, onClick, disabled, first }: { icon: IconName; label: string; help?: string; onClick: () => void; disabled?: boolean; first?: boolean }) {
  return (
    <button type="button" class="menu-item" disabled={disabled} onClick={onClick} aria-label={label} {...(first ? { "data-first": "" } : {})}>
      <Icon name={icon} />
      <span>
        <span class="menu-label">{label}</span>
        {help ? <span class="muted">{help}</span> : null}
      </span>
    </button>
  );
}

function Main() {
  const open = shell.value.open;
  const there = connection.value === "open";
  const unsaved = doc.value !== null && !doc.value.saved;
  const { theme } = preferences.value;
  const themes = (["system", "dark", "light"] as const).map((value) => ({ value, label: say(`view.theme.${value}`) }));
  return (
    <div class="menu-card">
      <nav class="menu-nav" aria-label={say("menu.title")}>
        <Brand />
        {open ? <Item first icon="play" label={say("menu.continue")} help={doc.value?.recipe.name || doc.value?.name || ""} onClick={() => act({ type: "resume" })} /> : null}
        <Item first={!open} icon="mountain" label={say("menu.generate")} help={say("menu.generate.help")} onClick={() => act({ type: "go", to: "generator" })} />
        <Item icon="hex" label={say("menu.hexmap")} help={say("menu.hexmap.help")} onClick={() => (dialog.value = "hexmap")} />
        <Item icon="world" label={say("menu.planet")} help={say("menu.planet.help")} onClick={() => (dialog.value = "planet")} />
        <Item icon="open" label={say("menu.file")} help={say("menu.file.help")} disabled={!there} onClick={chooseFile} />
        {open ? <Item icon="save" label={say("menu.save")} {...(unsaved ? { help: say("bar.unsaved") } : {})} onClick={save} /> : null}
        {open ? <Item icon="close" label={say("menu.close")} onClick={() => send({ type: "close" })} /> : null}
        <Item icon="power" label={say("menu.exit")} help={say("menu.exit.help")} disabled={!there} onClick={quit} />
        <section class="menu-later" aria-label={say("menu.later")}>
          <h2>{say("menu.later")}</h2>
          <div>
            {(
              [
                ["pencil", "menu.drawing"],
              ] as const
            ).map(([icon, word]) => (
              <button type="button" class="chip" key={word} disabled>
                <Icon name={icon} size={16} /> {say(word)}
              </button>
            ))}
          </div>
        </section>
        <footer class="menu-foot">
          <Segments label={say("view.theme")} value={theme} options={themes} onChange={(next) => prefer({ theme: next })} />
        </footer>
      </nav>
      <div class="menu-side">
        <Templates />
        <Recents />
        <p class="muted menu-keys">{say("menu.keys")}</p>
      </div>
    </div>
  );
}

/** `Alps: massifs between valleys.` under the title `Alps` is `Massifs between valleys.` */
function withoutName(summary: string, name: string): string {
  const prefix = `${name.replace(/_/g, " ")}:`;
  if (!summary.toLowerCase().startsWith(prefix.toLowerCase())) return summary;
  const rest = summary.slice(prefix.length).trim();
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

function Templates() {
  const all = hello.value?.templates ?? [];
  const templates = [...all.filter((template) => template.world === "grid"), ...all.filter((template) => template.world === "hexmap")];
  return (
    <section aria-labelledby="menu-new">
      <h2 id="menu-new">{say("menu.new")}</h2>
      {hello.value === null ? <p class="muted">{say("link.connecting")}</p> : null}
      <ul class="templates">
        {templates.map(({ name, summary }) => (
          <li key={name}>
            <button type="button" class="template" aria-labelledby={`template-name-${name}`} aria-describedby={`template-${name}`} onClick={() => send({ type: "new", template: name })}>
              <span class="thumb">
                <img src={`/api/templates/${encodeURIComponent(name)}.jpg`} alt="" loading="lazy" width={320} height={180} onLoad={(event) => event.currentTarget.classList.add("loaded")} />
              </span>
              <span class="template-name" id={`template-name-${name}`}>{name.replace(/_/g, " ")}</span>
              <span class="muted" id={`template-${name}`}>
                {withoutName(summary, name)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Recents() {
  return (
    <section aria-labelledby="menu-recent">
      <h2 id="menu-recent">{say("menu.recent")}</h2>
      {recent.value.length === 0 ? <p class="muted">{say("menu.recent.none")}</p> : null}
      <ul class="recents">
        {recent.value.slice(0, 6).map(({ path, name, unsaved }) => (
          <li key={path}>
            <button type="button" class="recent" title={path} onClick={() => send({ type: "open_recent", path })}>
              <Icon name="file" size={16} />
              <span class="recent-name">{name}</span>
              <span class="muted recent-path">{unsaved ? say("menu.unsaved") : path.slice(0, path.length - name.length)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Ended() {
  return (
    <div class="menu-card small ended" role="status">
      <Brand />
      <h2>{say("ended.title")}</h2>
      <p class="muted">{say("ended.help")}</p>
      <button type="button" class="button" data-first onClick={() => location.reload()}>
        {say("ended.reload")}
      </button>
    </div>
  );
}
