"""Planets in the works: the globe is planned, kept, digested and reported as a layer is."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import landwright as lw
from landwright import planet
from landwright.errors import FieldError, MemoryLimit, RecipeError
from landwright.planet import Globe
from landwright.planet.settings import Frame
from landwright.recipe import Recipe
from landwright.seeds import derive
from landwright.works import Store, plan
from landwright.works._containers import arrays_of, check_place, container_of, record_of
from landwright.works._store import digest_of

pytestmark = pytest.mark.usefixtures("cache_home")

TEXT = """\
# A planet for tests
format = 1
name = "world"
seed = 7

[planet]
radius = 100.0       # m
resolution = 9

[[stages]]
id = "land"
kind = "planet.shape"

[[stages]]
id = "look"
kind = "planet.colors"
"""
GROUND = '\n[grid]\nshape = [5, 5]\n\n[[stages]]\nid = "base"\nkind = "generate.diamond_square"\n'


def build(text: str = TEXT, **options) -> lw.World:
    return lw.build(Recipe.from_text(text), **options)


@pytest.fixture
def verbs(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count calls of the verbs that a planet's stages name."""
    count: Counter[str] = Counter()
    for name in ("shape", "paint"):
        real = getattr(planet, name)

        def counted(*args, _name=name, _real=real, **more):
            count[_name] += 1
            return _real(*args, **more)

        monkeypatch.setattr(planet, name, counted, raising=False)
    return count


def test_a_recipe_of_a_planet_alone_builds() -> None:
    world = build(cache=False)
    frame = Frame(radius=100.0, resolution=9)
    by_hand = planet.shape(Globe(frame), seed=derive(7, "land"))
    by_hand = planet.paint(by_hand, seed=derive(7, "look"))
    np.testing.assert_array_equal(world.require_planet().elevation, by_hand.elevation)
    np.testing.assert_array_equal(world.planet.colors, by_hand.colors)
    assert world.planet.frame == frame
    assert world.ground is None
    assert dict(world.layers) == {}
    assert [stage.id for stage in world.report.stages] == ["land", "look"]
    assert world.report.stages[-1].digest == digest_of({"planet": by_hand})


def test_a_bare_planet_needs_no_stages() -> None:
    world = build(TEXT.partition("[[stages]]")[0])
    assert (world.planet.low, world.planet.high, world.planet.sea) == (0.0, 0.0, False)


def test_changing_colors_does_not_raise_the_land_again(verbs: Counter[str]) -> None:
    first = build()
    assert verbs == {"shape": 1, "paint": 1}
    again = build()
    assert verbs == {"shape": 1, "paint": 1}
    assert all(stage.cached for stage in again.report.stages)
    assert digest_of({"planet": again.planet}) == digest_of({"planet": first.planet})
    build(TEXT + "blend = 0.5\nsmoothness = 0.2\n")
    assert verbs == {"shape": 1, "paint": 2}
    build(TEXT.replace('"planet.shape"', '"planet.shape"\nocean = false'))
    assert verbs == {"shape": 2, "paint": 3}
    build(TEXT.replace("resolution = 9", "resolution = 10"))
    assert verbs == {"shape": 3, "paint": 4}


def test_the_face_that_is_built_changes_nothing_that_was_computed(verbs: Counter[str]) -> None:
    whole = build()
    top = build(TEXT.replace("resolution = 9", 'resolution = 9\nfaces = "top"'))
    assert verbs == {"shape": 1, "paint": 1}
    assert top.planet.frame.faces == "top"
    assert [one.digest for one in top.report.stages] == [one.digest for one in whole.report.stages]
    np.testing.assert_array_equal(top.planet.colors, whole.planet.colors)


def test_what_the_store_gives_back_is_what_was_kept(tmp_path: Path) -> None:
    store = Store(tmp_path / "kept")
    made = build(TEXT + "smoothness = 0.25\n", cache=store).planet
    kept = build(TEXT + "smoothness = 0.25\n", cache=store).planet
    assert record_of(kept) == record_of(made)
    assert record_of(made) == {"type": "globe", "layers": ["biome_value"], "sea": True, "smoothness": 0.25}
    for name, array in arrays_of(made).items():
        assert arrays_of(kept)[name].dtype == array.dtype
        np.testing.assert_array_equal(arrays_of(kept)[name], array)


def test_digests_tell_apart_what_arrays_do_not() -> None:
    globe = Globe(Frame(resolution=3))
    others = [globe, globe.replace(sea=True), globe.replace(smoothness=0.5), globe.replace(layers={"a": 0.0})]
    others.append(globe.replace(layers={"b": 0.0}))
    assert len({digest_of({"planet": one}) for one in others}) == len(others)
    assert container_of(globe).word == "globe"


def test_a_planet_and_ground_stand_in_one_recipe(verbs: Counter[str]) -> None:
    world = build(TEXT + GROUND)
    assert world.require_ground().shape == (5, 5)
    build(TEXT + GROUND.replace("[5, 5]", "[9, 9]"))
    assert verbs == {"shape": 1, "paint": 1}


@pytest.mark.parametrize(
    "text, message",
    [
        (TEXT.replace("[planet]\nradius = 100.0       # m\nresolution = 9\n", ""), r"\[planet\] must be given: radius"),
        (TEXT.replace("resolution = 9", "resolution = 1"), "resolution must be >= 2 and <= 4097"),
        (TEXT.replace("resolution = 9", "resolution = 5000"), "and <= 4097, got 5000"),
        (TEXT.replace("resolution", "resolutoin"), "Did you mean 'resolution'"),
        (TEXT.replace('"land"', '"planet"'), "id must not be a word of the recipe itself"),
        (TEXT + 'input = "planet"\n', "input"),
        (TEXT + 'mask = "planet"\n', "mask"),
    ],
)
def test_what_is_wrong_is_said_before_anything_runs(text: str, message: str) -> None:
    with pytest.raises(RecipeError, match=message):
        build(text)


def test_settings_of_the_table_can_be_set() -> None:
    recipe = Recipe.from_text(TEXT).set("planet.resolution", "17").set("planet.mapping", "even")
    assert recipe.planet == Frame(radius=100.0, resolution=17, mapping="even")
    text = recipe.to_toml()
    assert "radius = 100.0       # m" in text
    assert Recipe.from_text(text) == recipe


def test_a_globe_on_another_frame_is_refused() -> None:
    globe = Globe(Frame(radius=3.0, resolution=5))
    check_place("planet", globe, {"planet": Frame(radius=3.0, resolution=5)})
    with pytest.raises(FieldError, match="the recipe's planet, 6 x 9 x 9 nodes on a radius of 3 m, got 6 x 5 x 5"):
        check_place("planet", globe, {"planet": Frame(radius=3.0, resolution=9)})
    with pytest.raises(FieldError, match="with other settings"):
        check_place("planet", globe, {"planet": Frame(radius=3.0, resolution=5, mapping="even")})
    with pytest.raises(FieldError, match="must return a Globe"):
        check_place("planet", lw.Heightfield(np.zeros((2, 2))), {"planet": globe.frame})


def test_a_planet_that_does_not_fit_is_refused_with_one_that_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANDWRIGHT_MEMORY", "2G")
    recipe = Recipe.from_text(TEXT).set("planet.resolution", 4097)
    with pytest.raises(
        MemoryLimit, match=r"needs about .* GiB of memory, but LANDWRIGHT_MEMORY allows 2.0 GiB. 2049 nodes an"
    ) as info:
        lw.build(recipe, cache=False)
    from landwright.works._memory import available, needed

    for room in ("2G", "900M", "700M"):
        monkeypatch.setenv("LANDWRIGHT_MEMORY", room)
        with pytest.raises(MemoryLimit) as info:
            lw.build(recipe, cache=False)
        fits = int(str(info.value).rpartition("=")[2])
        assert needed(plan(recipe.set("planet.resolution", fits))) <= available()
        assert needed(plan(recipe.set("planet.resolution", 2 * fits - 1))) > available()
    monkeypatch.setenv("LANDWRIGHT_MEMORY", "400M")
    with pytest.raises(MemoryLimit, match="Even a small planet would not fit"):
        lw.build(recipe, cache=False)
