"""Fixtures for the studio: a plug-in whose verbs count their calls, folders of one test, and a server on a free port."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from plugin_install import cache_home, calls, tiny, tiny_home
from studio_client import PATIENCE, House, Page, Sink

__all__ = ["cache_home", "calls", "tiny", "tiny_home"]


@pytest.fixture
def sink() -> Sink:
    return Sink()


@pytest.fixture
def house(tmp_path: Path, cache_home: Path, tiny: None) -> Iterator[House]:
    """Makes servers; all end with the test."""
    made = House(tmp_path, cache_home)
    yield made
    made.stop_all()


@pytest.fixture
def page(house: House) -> Page:
    """A page of a server without a file."""
    return house.page(house.start())


@pytest.fixture
def eventually() -> Callable[[Callable[[], bool]], None]:
    """Wait until something holds."""

    def wait(holds: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end
            time.sleep(0.01)

    return wait
