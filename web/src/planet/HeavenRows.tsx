import { linear } from "../form/numbers";
import { prefer, preferences } from "../preferences";
import { IconButton, Row, Switch } from "../ui/Button";
import { Sliding } from "../ui/Sliding";
import { say } from "../words";
import { FRESH_HEAVEN, type HeavenChoice, heavenOf } from "./heaven";
import { planet } from "./state";

/** Sun, air, clouds and stars in the panel of the view. */
export default function HeavenRows() {
  const { heaven, exaggeration, map } = preferences.value;
  const shown = heavenOf(heaven, planet.value?.model.header);
  const set = (change: Partial<HeavenChoice>): void => prefer({ heaven: { ...preferences.value.heaven, ...change } });
  return (
    <>
      <Row label={say("view.map")}>
        <Switch label={say("view.map")} checked={map} onChange={(on) => prefer({ map: on })} />
      </Row>
      <Sliding id="view-exaggeration" label={say("view.exaggeration")} value={exaggeration} track={linear(0.5, 5, 0.1)} unit="times" onChange={(next) => prefer({ exaggeration: next })} />
      <Sliding id="heaven-longitude" label={say("heaven.longitude")} value={heaven.longitude} track={linear(-180, 180, 1)} unit="degrees" onChange={(longitude) => set({ longitude })} />
      <Sliding id="heaven-latitude" label={say("heaven.latitude")} value={heaven.latitude} track={linear(-60, 60, 1)} unit="degrees" onChange={(latitude) => set({ latitude })} />
      <Sliding id="heaven-air" label={say("heaven.air")} value={shown.air} track={linear(0, 2, 0.05)} unit="1" onChange={(air) => set({ air })} />
      <Sliding id="heaven-clouds" label={say("heaven.clouds")} value={shown.clouds} track={linear(0, 1, 0.02)} unit="1" onChange={(clouds) => set({ clouds })} />
      <Row label={say("heaven.stars")}>
        <Switch label={say("heaven.stars")} checked={heaven.stars} onChange={(stars) => set({ stars })} />
      </Row>
      <Row label={say("heaven.reset")}>
        <IconButton class="small" icon="reset" label={say("heaven.reset")} onClick={() => set(FRESH_HEAVEN)} />
      </Row>
    </>
  );
}
