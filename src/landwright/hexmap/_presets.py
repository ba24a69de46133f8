"""Continents by name: settings that give a kind of world."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from landwright.hexmap.settings import Continent, Erosion, Land, Rivers, Temperature, Towns, WaterCycle

__all__ = ["CONTINENTS"]

CONTINENTS: Final[Mapping[str, Continent]] = MappingProxyType(
    {
        "continent": Continent(),
        "archipelago": Continent(
            land=Land(
                percentage=30.0,
                smallest_piece=20,
                largest_piece=40,
                jitter=0.4,
                sink=0.35,
                high_rise=0.1,
                scale_with_map=False,
                border=3,
            ),
            erosion=Erosion(percentage=70.0),
            rivers=Rivers(percentage=6.0, shortest=2),
            temperature=Temperature(hemisphere="both", coldest=0.35),
        ),
        "pangaea": Continent(
            land=Land(
                percentage=55.0, smallest_piece=60, largest_piece=200, jitter=0.3, sink=0.15, border=8, evenness=4
            ),
            erosion=Erosion(percentage=60.0),
            water_cycle=WaterCycle(steps=120, land_evaporation=0.35, precipitation=0.12, wind="W", wind_strength=6.0),
            rivers=Rivers(percentage=12.0),
        ),
        "inland_sea": Continent(
            land=Land(
                shape="ring", percentage=62.0, smallest_piece=30, largest_piece=90, sink=0.3, border=0, evenness=3
            ),
            erosion=Erosion(percentage=60.0),
            water_cycle=WaterCycle(steps=80, precipitation=0.18),
            rivers=Rivers(percentage=12.0, extra_lake=0.4, lake_size=5),
        ),
        "frozen_north": Continent(
            land=Land(percentage=60.0, high_rise=0.35, border=2),
            temperature=Temperature(hemisphere="north", coldest=0.0, warmest=0.55, jitter=0.06),
            water_cycle=WaterCycle(starting_moisture=0.3, wind="SW"),
            rivers=Rivers(percentage=9.0, extra_lake=0.5, lake_size=4),
        ),
        "desert_coast": Continent(
            land=Land(percentage=68.0, sink=0.12, border=4, smallest_piece=60, largest_piece=160, evenness=2),
            temperature=Temperature(hemisphere="both", coldest=0.5),
            water_cycle=WaterCycle(
                evaporation=0.4, starting_moisture=0.0, wind="W", precipitation=0.3, wind_strength=3.0
            ),
            rivers=Rivers(percentage=5.0),
        ),
        "kingdoms": Continent(
            land=Land(percentage=58.0, high_rise=0.15),
            erosion=Erosion(percentage=75.0),
            temperature=Temperature(coldest=0.25),
            towns=Towns(density=9.0, spacing=6),
        ),
    }
)
"""Name to settings; ``continent(land, CONTINENTS["archipelago"], seed=7)``."""
