from __future__ import annotations

from typing import Annotated, Literal

import pytest
from pydantic import Field

from landwright.errors import LandwrightError, SettingError
from landwright.grid import Grid
from landwright.settings import Settings, Stage, choice, flag, nested, quantity, words


class Soft(Settings):
    kind: Literal["soft"] = "soft"
    wavelength: float = quantity(5.0, unit="m", gt=0, help="Size.")


class Hard(Settings):
    kind: Literal["hard"] = "hard"
    gain: float = quantity(0.5, unit="1", gt=0, le=1, help="Ratio.", aliases=("persistence", "roughness"))


class Rock(Stage):
    kind: Literal["test.rock"] = "test.rock"
    octaves: int = quantity(3, unit="count", ge=1, le=32, help="Layers.")
    base: Annotated[Soft | Hard, Field(discriminator="kind")] = nested(Soft(), help="What it is made of.")
    shape: Literal["cone", "dome"] = choice("cone", help="Outline.")
    span: tuple[float, float] = quantity((0.0, 1.0), unit="m", help="From, to.")
    rough: bool = flag(False, help="Rough or not.")
    layer: str = words("elevation", help="A layer.")


class Needy(Settings):
    size: float = quantity(unit="m", gt=0, help="Size.")


CASES = [
    (dict(octavs=3), "test.rock: unknown setting 'octavs'. Did you mean 'octaves'? Valid: octaves, base"),
    (dict(octaves=0), "test.rock: octaves must be >= 1 and <= 32, got 0."),
    (dict(octaves=2.5), "test.rock: octaves must be a whole number, got 2.5."),
    (dict(octaves="many"), "test.rock: octaves must be a whole number >= 1 and <= 32, got 'many'."),
    (dict(octaves=float("nan")), "octaves must be a whole number >= 1 and <= 32, got nan"),
    (dict(shape="cube"), "test.rock: shape must be one of the valid words, got 'cube'. Valid: cone, dome."),
    (dict(base={"kind": "wet"}), "test.rock: base.kind must be one of the valid words, got 'wet'. Valid: soft, hard."),
    (dict(base={"kind": "soft", "wavelength": -1}), "test.rock: base.wavelength must be > 0 (metres), got -1."),
    (dict(base={"kind": "soft", "wavelegth": 1}), "soft: unknown setting 'wavelegth'. Did you mean 'wavelength'?"),
    (dict(base={"kind": "hard", "persistence": float("inf")}), "must be a finite number"),
    (dict(span=(1.0,)), "test.rock: span"),
]


@pytest.mark.parametrize("given,text", CASES, ids=[str(index) for index in range(len(CASES))])
def test_a_wrong_setting_is_one_clear_sentence(given: dict, text: str) -> None:
    with pytest.raises(SettingError) as caught:
        Rock(**given)
    assert text in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "pydantic" not in str(caught.value)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, LandwrightError)


def test_a_missing_setting_is_named() -> None:
    with pytest.raises(SettingError, match=r"Needy: size must be given \(metres\)"):
        Needy()


def test_several_problems_are_counted() -> None:
    with pytest.raises(SettingError, match="and 1 more problem"):
        Rock(octaves=0, shape="cube")


def test_nouns_are_frozen_compare_hash_and_round_trip() -> None:
    rock = Rock(octaves=5, base=Hard(persistence=0.25))
    assert rock == Rock.from_json(rock.to_json())
    assert rock != Rock()
    assert hash(Soft()) == hash(Soft(wavelength=5.0))
    with pytest.raises(SettingError, match=r"replace\(octaves="):
        rock.octaves = 3
    assert rock.replace(octaves=7).octaves == 7
    with pytest.raises(SettingError, match="octaves must be"):
        rock.replace(octaves=0)


def test_aliases_load_and_the_one_spelling_is_saved() -> None:
    assert Hard(roughness=0.3) == Hard(gain=0.3)
    assert Hard(persistence=0.3).to_json() == {"kind": "hard", "gain": 0.3}


def test_a_repr_reads_like_the_call() -> None:
    assert repr(Rock(octaves=5)) == "Rock(octaves=5)"


def test_the_schema_carries_unit_bounds_and_help() -> None:
    field = Rock.model_json_schema()["properties"]["octaves"]
    assert field["unit"] == "count"
    assert (field["minimum"], field["maximum"], field["default"]) == (1, 32, 3)
    assert field["description"] == "Layers."


def test_an_unknown_unit_is_refused_when_the_noun_is_written() -> None:
    with pytest.raises(ValueError, match="unit must be one of"):
        quantity(1.0, unit="furlong", help="x")


def test_a_class_in_place_of_a_noun_says_what_is_missing() -> None:
    with pytest.raises(AttributeError, match=r"Grid\.cell_size: Grid is a class; make a noun of it: Grid\(\)\."):
        Grid.cell_size  # noqa: B018
    assert not hasattr(Grid, "cell_size")
    with pytest.raises(AttributeError, match="nothing"):
        Grid.nothing  # type: ignore[attr-defined]  # noqa: B018
