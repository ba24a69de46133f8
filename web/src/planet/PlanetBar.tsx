import { Slider } from "../form/controls";
import { distance, linear } from "../form/numbers";
import { prefer, preferences } from "../preferences";
import { view } from "../state";
import { Icon } from "../ui/icons";
import { say } from "../words";
import { above, near, probed } from "./state";
import { PlanetView } from "./view";

/** Down to the ground and back, and the sun's place; what lies under the pointer. */
export default function PlanetBar() {
  const { heaven } = preferences.value;
  const low = near.value;
  const go = (): void => {
    if (view.value instanceof PlanetView) view.value.descend(!low);
  };
  const sun = (longitude: number): void => prefer({ heaven: { ...preferences.value.heaven, longitude } });
  return (
    <>
      <div class="planet-bar" role="toolbar" aria-label={say("planet.bar")}>
        <button type="button" class="quiet" title={say("planet.descend.help")} aria-keyshortcuts="G" onClick={go}>
          <Icon name={low ? "world" : "mountain"} size={18} /> {say(low ? "planet.ascend" : "planet.descend")}
        </button>
        <span class="planet-sun" title={say("planet.sun.help")}>
          <Icon name="sun" size={16} />
          <Slider id="planet-sun" label={say("planet.sun")} value={heaven.longitude} track={linear(-180, 180, 1)} unit="degrees" onDrag={sun} onDrop={sun} />
        </span>
      </div>
      <Readout />
    </>
  );
}

/** Degrees with a letter: 12.3° N. */
export function degrees(value: number, letters: string): string {
  return `${Math.abs(value).toFixed(1)}° ${letters[value < 0 ? 1 : 0]}`;
}

function Readout() {
  const point = probed.value;
  return (
    <div class="readout">
      <dl class="probe">
        <div>
          <dt>{say("planet.above")}</dt>
          <dd>{distance(above.value)}</dd>
        </div>
        {point ? (
          <>
            <div>
              <dt>{say("probe.elevation")}</dt>
              <dd>{`${point.elevation < 0 ? "−" : ""}${distance(Math.abs(point.elevation))}`}</dd>
            </div>
            <div>
              <dt>{say("planet.place")}</dt>
              <dd>{`${degrees(point.latitude, "NS")}, ${degrees(point.longitude, "EW")}`}</dd>
            </div>
          </>
        ) : null}
      </dl>
    </div>
  );
}
