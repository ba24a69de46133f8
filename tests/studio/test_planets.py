"""Planets in the studio: frames that bring only what changed, colors without the shape, coarse while dragging."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from landwright.planet import build_globe
from landwright.planet.settings import Planet
from landwright.recipe import Recipe
from landwright.studio import _jobs, protocol
from landwright.studio._frame import PLANET, coarse, side_of
from landwright.studio._jobs import Builder
from landwright.studio._planetframe import PlanetFrames
from landwright.studio._templates import Templates
from landwright.studio._wire import Part, header_of
from landwright.works import build, planet_ground, planet_paint
from studio_client import PATIENCE

TEXT = """
format = 1
seed = 4
[planet]
radius = 1000.0
resolution = 129
[[stages]]
id = "shape"
kind = "planet.shape"
[[stages]]
id = "colors"
kind = "planet.colors"
"""
PARTS = ("elevation", "biomes", "ramps", "colors")


@pytest.fixture
def recipe() -> Recipe:
    return Recipe.from_text(TEXT)


def changed(recipe: Recipe, index: int, **settings: Any) -> Recipe:
    """A recipe with settings of one stage changed."""
    stages = list(recipe.stages)
    stages[index] = stages[index].replace(noun=stages[index].noun.replace(**settings))
    return recipe.replace(stages=tuple(stages))


def brings(frame: bytes) -> set[str]:
    """Which parts a frame has."""
    header = header_of(frame)
    return {part for part in PARTS if header[part] is not None}


def shown(frames: PlanetFrames, recipe: Recipe) -> bytes:
    globe = build(recipe, cache=False).require_planet()
    return frames.next(globe, recipe, job=1, revision=1, level="full", full_side=side_of(recipe))


class TestFrames:
    def test_the_first_has_everything_and_is_to_the_bit_what_was_built(self, recipe: Recipe) -> None:
        small = coarse(recipe, 17)
        globe = build(small, cache=False).require_planet()
        frame = shown(PlanetFrames(), small)
        header = header_of(frame)
        assert not isinstance(frame, Part)
        assert header["whole"] is True
        assert brings(frame) == {"elevation", "biomes", "ramps"}
        told = header["elevation"]
        sent = np.frombuffer(frame, "<f4", 6 * 17 * 17, told["offset"]).reshape(6, 17, 17)
        assert np.array_equal(sent, globe.elevation)
        assert (header["low"], header["high"], header["side"]) == (globe.low, globe.high, 17)
        assert all(header[part]["offset"] % 8 == 0 for part in ("elevation", "biomes", "ramps"))

    def test_gradients_and_biomes_give_the_colors_of_the_build(self, recipe: Recipe) -> None:
        small = coarse(recipe, 33)
        globe = build(small, cache=False).require_planet()
        frame = shown(PlanetFrames(), small)
        header = header_of(frame)
        ramps = header["ramps"]
        colors = np.frombuffer(frame, "u1", ramps["rows"] * ramps["steps"] * 3, ramps["offset"]).astype(float)
        colors = colors.reshape(ramps["rows"], ramps["steps"], 3)
        biome = np.frombuffer(frame, "u1", 6 * 33 * 33, header["biomes"]["offset"]) / 255.0 * (ramps["rows"] - 2)
        height = globe.elevation.ravel().astype(float)
        steps = ramps["steps"] - 1
        place = np.where(height < 0, (height - globe.low) / -globe.low, height / globe.high) * steps
        low = np.minimum(place.astype(int), steps - 1)

        def at(row: Any) -> Any:
            f = (place - low)[:, np.newaxis]
            return colors[row, low] * (1 - f) + colors[row, low + 1] * f

        first = np.minimum(biome.astype(int), ramps["rows"] - 3)
        f = (biome - first)[:, np.newaxis]
        land = at(first) * (1 - f) + at(first + 1) * f
        made = np.where((height < 0)[:, np.newaxis], at(np.full(len(height), ramps["rows"] - 1)), land)
        assert globe.colors is not None
        assert np.abs(made - globe.colors.reshape(-1, 3)).max() <= 3.0  # biomes travel in steps of 1/255

    def test_later_ones_bring_only_what_changed(self, recipe: Recipe) -> None:
        small, frames = coarse(recipe, 17), PlanetFrames()
        shown(frames, small)
        assert brings(shown(frames, small)) == set()
        gradient = small.stages[1].noun.ocean[::-1]
        flipped = changed(small, 1, ocean=tuple(s.replace(at=1.0 - s.at) for s in gradient))
        frame = shown(frames, flipped)
        assert isinstance(frame, Part)
        assert brings(frame) == {"ramps"}
        assert brings(shown(frames, changed(flipped, 1, blend=0.9))) == {"biomes"}
        assert brings(shown(frames, changed(changed(flipped, 1, blend=0.9), 0, ocean=False))) == {"elevation"}
        frames.forget()
        assert brings(shown(frames, small)) == {"elevation", "biomes", "ramps"}

    def test_a_coarser_shape_keeps_the_finer_biomes(self, recipe: Recipe) -> None:
        frames = PlanetFrames()
        shown(frames, coarse(recipe, 33))
        assert brings(shown(frames, coarse(recipe, 17))) == {"elevation"}
        assert brings(shown(frames, coarse(recipe, 33))) == {"elevation"}
        assert brings(shown(frames, coarse(recipe, 65))) == {"elevation", "biomes"}

    def test_the_face_that_is_built_resends_nothing(self, recipe: Recipe) -> None:
        small, frames = coarse(recipe, 17), PlanetFrames()
        shown(frames, small)
        assert small.planet is not None
        frame = shown(frames, small.replace(planet=small.planet.replace(faces="left")))
        assert brings(frame) == set()
        assert header_of(frame)["faces"] == [2]

    def test_other_paint_travels_as_colors(self, recipe: Recipe) -> None:
        bare = recipe.replace(stages=recipe.stages[:1])
        frame = shown(PlanetFrames(), coarse(bare, 17))
        assert (header_of(frame)["paint"], brings(frame)) == ("none", {"elevation"})
        by_climate = Recipe.from_text(
            TEXT.replace('"planet.colors"', '"planet.climate_colors"').replace(
                '[[stages]]\nid = "colors"',
                '[[stages]]\nid = "air"\nkind = "planet.climate"\n[[stages]]\nid = "colors"',
            )
        )
        frame = shown(PlanetFrames(), coarse(by_climate, 17))
        assert (header_of(frame)["paint"], brings(frame)) == ("colors", {"elevation", "colors"})
        assert header_of(frame)["colors"]["bytes"] == 6 * 17 * 17 * 3

    def test_a_planet_at_257_is_1_6_megabytes(self, recipe: Recipe) -> None:
        assert recipe.planet is not None
        full = recipe.replace(planet=recipe.planet.replace(resolution=257))
        frames = PlanetFrames()
        shown(frames, full)
        assert len(shown(frames, changed(full, 0, ocean=False))) < 1_600_000


class TestGround:
    def test_depends_on_the_shape_alone(self, recipe: Recipe) -> None:
        ground = planet_ground(recipe)
        assert recipe.planet is not None
        assert planet_ground(changed(recipe, 1, blend=0.5)) == ground
        assert planet_ground(recipe.replace(planet=recipe.planet.replace(faces="top"))) == ground
        assert planet_ground(recipe.replace(stages=recipe.stages[:1])) == ground
        assert planet_ground(changed(recipe, 0, ocean=False)) != ground
        assert planet_ground(recipe.set("seed", 5)) != ground
        assert planet_ground(coarse(recipe, 65)) != ground

    def test_there_are_no_gradients_without_their_stage(self, recipe: Recipe) -> None:
        globe = build_globe(Planet(), 9)
        assert planet_paint(globe, recipe.replace(stages=recipe.stages[:1])) is None
        off = recipe.replace(stages=(recipe.stages[0], recipe.stages[1].replace(enabled=False)))
        assert planet_paint(globe, off) is None
        paint = planet_paint(globe, recipe)
        assert paint is not None
        assert paint.ramps.shape == (4, 257, 3)


class Page:
    """Takes what a builder sends."""

    def __init__(self) -> None:
        self.heard: list[Any] = []

    def __call__(self, message: Any) -> None:
        self.heard.append(message)

    def frames(self, revision: int, *, full: bool = True) -> list[bytes]:
        """The frames of a revision, when the last of them is there."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            made = [m for m in self.heard if isinstance(m, bytes) and header_of(m)["revision"] == revision]
            if made and (not full or header_of(made[-1])["level"] == "full"):
                return made
            time.sleep(0.005)
        raise AssertionError(f"no frame of revision {revision} in {[type(m).__name__ for m in self.heard]}")


@pytest.fixture
def page() -> Page:
    return Page()


@pytest.fixture
def builder(page: Page) -> Iterator[Builder]:
    made = Builder(page)
    yield made
    made.stop()


class TestBuilder:
    def test_a_shape_is_coarse_while_it_is_dragged_and_whole_at_rest(
        self, builder: Builder, page: Page, recipe: Recipe, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(_jobs, "QUICK", 0.0)  # previews keep their size
        builder.show(recipe, 1)
        page.frames(1)
        builder.show(changed(recipe, 0, ocean=False), 2, drag=True)
        first, last = page.frames(2)
        assert (header_of(first)["side"], header_of(first)["level"], brings(first)) == (65, "preview", {"elevation"})
        assert (header_of(last)["side"], header_of(last)["level"], brings(last)) == (129, "full", {"elevation"})

    def test_colors_are_painted_on_the_shape_that_is_there(
        self, builder: Builder, page: Page, recipe: Recipe, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        builder.show(recipe, 1)
        page.frames(1)
        monkeypatch.setattr(_jobs, "REST", 3600.0)
        builder.show(changed(recipe, 1, blend=0.7), 2, drag=True)
        (frame,) = page.frames(2)  # at once, whole, while the pointer is down
        assert (header_of(frame)["side"], brings(frame)) == (129, {"biomes"})
        told = [m for m in page.heard if isinstance(m, protocol.Done) and m.revision == 2]
        assert {stage.id: stage.cached for stage in told[0].stages} == {"shape": True, "colors": False}

    def test_another_face_is_told_of_what_is_there(self, builder: Builder, page: Page, recipe: Recipe) -> None:
        small = coarse(recipe, 33)
        builder.show(small, 1)
        page.frames(1)
        assert small.planet is not None
        builder.show(small.replace(planet=small.planet.replace(faces="top")), 2)
        (frame,) = page.frames(2)
        assert (header_of(frame)["faces"], brings(frame)) == ([0], set())

    def test_a_fine_planet_is_shown_at_257_until_more_is_asked_for(
        self, builder: Builder, page: Page, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("landwright.studio._frame.PLANET", PLANET._replace(whole=65, overview=65, most=97))
        recipe = Recipe.from_text(TEXT)
        builder.show(recipe, 1)
        header = header_of(page.frames(1, full=False)[-1])
        assert (header["side"], header["level"], header["full_side"]) == (65, "preview", 97)
        builder.refine()
        header = header_of(page.frames(1)[-1])
        assert (header["side"], header["level"]) == (97, "full")
        builder.show(changed(recipe, 1, blend=0.7), 2)
        (frame,) = page.frames(2)
        assert (header_of(frame)["side"], brings(frame)) == (97, {"biomes"})  # colors keep what was refined

    def test_what_is_shown_is_sent_whole_again_to_a_page_that_comes_back(
        self, builder: Builder, page: Page, recipe: Recipe
    ) -> None:
        builder.show(coarse(recipe, 33), 1)
        page.frames(1)
        page.heard.clear()
        builder.again()
        (frame,) = page.frames(1)
        assert header_of(frame)["whole"] is True


def test_templates_say_what_they_make() -> None:
    kinds = {entry.name: entry.world for entry in Templates.entries()}
    assert (kinds["alps"], kinds["hexmap"], kinds["planet"]) == ("grid", "hexmap", "planet")
    assert sum(kind == "planet" for kind in kinds.values()) >= 6
