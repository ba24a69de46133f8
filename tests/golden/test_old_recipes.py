"""Recipes written before there were hex maps and planets keep the digests that they had then."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from landwright import recipe, works

FILE = Path(__file__).with_name("old_recipes_digests.json")


@pytest.mark.parametrize("name", ["islands", "volcano"])
def test_every_stage_makes_what_it_made_before(name: str) -> None:
    small = {"grid.shape": [65, 65], "grid.cell_size": 180.0}
    made = works.build(recipe.template(name), settings=small, cache=False)
    found = {stage.id: stage.digest for stage in made.report.stages}
    assert found == json.loads(FILE.read_text(encoding="utf-8"))[name]
