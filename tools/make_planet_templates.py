"""Write the recipe templates of planets from the presets; ``--check`` only says whether they are fresh."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from landwright.planet import PRESETS, Planet, Stop
from landwright.settings import Settings

FOLDER = Path(__file__).parent.parent / "src" / "landwright" / "recipe" / "templates"
RESOLUTION = 257
COLUMN = 34

# preset: name of the template, first line, settings of the view, what to try
ABOUT: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "published": (
        "planet",
        "Planet: the one people learn from, continents and ranges from two layers of noise, a sea, three belts of color.",
        {"longitude": 152.0, "latitude": 12.0, "air": 1.0},
        "--set planet.resolution=513 --set colors.blend=0.5",
    ),
    "earth": (
        "planet-earth",
        "Planet like the Earth: continents on drifting plates, deserts and forests by climate, caps of ice.",
        {"longitude": 118.0, "latitude": 14.0, "air": 1.0, "clouds": 0.45},
        "--set continents.plates=30 --set climate.equator=33",
    ),
    "mars": (
        "planet-mars",
        "Planet like Mars: dry and red, cratered highlands, a bulge, canyons, caps of frost.",
        {"longitude": 200.0, "latitude": 10.0, "air": 0.25},
        "--set craters.cover=0.1",
    ),
    "moon": (
        "planet-moon",
        "Moon: no air and no water, highlands full of craters, dark seas of old lava.",
        {"longitude": 30.0, "latitude": 8.0, "air": 0.0},
        "--set craters.smallest=1500 --set planet.resolution=513",
    ),
    "ice": (
        "planet-ice",
        "Frozen planet: white plains, blue cracks and ridges, a last open sea about the equator.",
        {"longitude": 60.0, "latitude": 20.0, "air": 1.0, "clouds": 0.25},
        "--set climate.equator=-10",
    ),
    "archipelago": (
        "planet-archipelago",
        "Planet of islands: a warm sea with thousands of them, turquoise shallows.",
        {"longitude": 250.0, "latitude": 12.0, "air": 1.0, "clouds": 0.4},
        "--set climate.moisture=0.5",
    ),
    "volcanic": (
        "planet-volcanic",
        "Young planet: black basalt, ranges of ash, seas of lava.",
        {"longitude": 330.0, "latitude": 10.0, "air": 0.7},
        "--set colors.smoothness=0.6",
    ),
}
TITLES = {
    "continents": "Plates that drift",
    "shape": "Layers of noise",
    "craters": "What fell from the sky",
    "climate": "Warmth, rain, biomes",
    "colors": "Colors",
}


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(_value(one) for one in value)}]"
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _beside(text: str, comment: str) -> str:
    return f"{text:<{COLUMN}} # {comment}"


def _line(name: str, value: Any, help: str, unit: str = "") -> str:
    said = re.split(r"(?<=[a-z0-9)])[.;:](?:\s|$)", help)[0]
    said = f"{said[:1].lower()}{said[1:]}" if not said[:2].isupper() else said
    unit = f"{unit}; " if unit in ("m", "degC", "K", "K/m") else ""
    return _beside(f"{name} = {_value(value)}", unit + said)


def _noun(noun: Settings, table: str, everything: bool) -> list[str]:
    """Return the lines of a noun: what differs from the defaults, or also the lists that do not."""
    plain, tables = [], []
    for name, info in type(noun).model_fields.items():
        value = getattr(noun, name)
        listed = isinstance(value, tuple) and bool(value) and isinstance(value[0], Settings)
        if name == "kind":
            if table.count(".") and not table.endswith("colors"):
                plain.append(f'kind = "{value}"')
            continue
        if value == info.get_default(call_default_factory=True) and not (everything and listed):
            continue
        if listed and isinstance(value[0], Stop):
            stops = ",\n".join(f'    {{ at = {stop.at!r}, color = "{stop.color}" }}' for stop in value)
            plain.append(f"{name} = [\n{stops},\n]")
        elif listed:
            for one in value:
                tables += ["", f"[[{table}.{name}]]", *_noun(one, f"{table}.{name}", everything)]
        elif isinstance(value, Settings):
            tables += ["", f"[{table}.{name}]", *_noun(value, f"{table}.{name}", everything)]
        else:
            extra = info.json_schema_extra
            unit = str(extra.get("unit", "")) if isinstance(extra, dict) else ""
            plain.append(_line(name, value, info.description or "", unit))
    return [*plain, *tables]


def _rule(text: str) -> str:
    return f"# --- {text} {'-' * (110 - len(text))}"


def template(preset: str, planet: Planet) -> str:
    """Return the text of a template."""
    name, about, view, attempt = ABOUT[preset]
    lines = [
        f"# {about}",
        "#",
        f"# Build it:    landwright build {name}.toml -o {name}",
        f"# Play with it: landwright build {name}.toml -o other --seed 8 {attempt}",
        "format = 1",
        f'name = "{name}"',
        _beside(f"seed = {_value(planet.seed)}", "any whole number or text: another seed is another planet"),
        "",
        "[planet]",
        _beside(f"radius = {_value(planet.radius)}", "m"),
        _beside(f"resolution = {RESOLUTION}", "nodes along an edge of each of the six faces, up to 4097"),
    ]
    if planet.mapping != "normalized":
        lines.append(f'mapping = "{planet.mapping}"')
    for stream, noun in planet.stages:
        kind = str(getattr(noun, "kind", ""))
        lines += ["", _rule(TITLES[stream]), "", "[[stages]]", f'id = "{stream}"', f'kind = "{kind}"']
        lines += _noun(noun, "stages", preset == "published")
    lines += [
        "",
        _rule("Files"),
        "",
        "[[outputs]]",
        _beside('kind = "orbit"', "a picture from space"),
        'path = "preview.png"',
    ]
    about_view = {
        "air": "strength of the air, 0 is none",
        "clouds": "share of the sky that clouds cover",
        "longitude": "degrees, another one shows another side",
        "latitude": "degrees",
    }
    lines += [_line(key, value, about_view[key]) for key, value in view.items()]
    lines += [
        "",
        "[[outputs]]",
        _beside('kind = "worldmap"', "colors by latitude and longitude"),
        'path = "colors.png"',
        'content = "color"',
        "",
        "[[outputs]]",
        _beside('kind = "cubemap"', "heights on the six sides of a cube, 16 bits"),
        'path = "heights.png"',
        "",
        "[[outputs]]",
        _beside('kind = "planetglb"', "for engines and viewers: ground, and the ocean as a mesh of its own"),
        'path = "planet.glb"',
    ]
    if planet.radius > 1e5:
        lines.append(
            _beside("radius = 1000.0", "m: the file is scaled, for many programs see no thousands of kilometres")
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write every template, or with ``--check`` name those that are stale and exit with 1."""
    stale = []
    for preset, planet in PRESETS.items():
        path, text = FOLDER / f"{ABOUT[preset][0]}.toml", template(preset, planet)
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(path)
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
    for path in stale:
        print(path.name)
    if stale and "--check" in sys.argv:
        sys.exit("stale; run python tools/make_planet_templates.py")


if __name__ == "__main__":
    main()
