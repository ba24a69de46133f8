"""A studio, a Chromium, and a page in it, for tests that do what a person does."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from plugin_install import install
from studio_page import StudioPage
from studio_server import ARGUMENTS, StudioProcess, find_chromium

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.e2e)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser; that there is none is an error, because then nothing here was tested."""
    program = find_chromium()
    if program is None:
        raise pytest.UsageError(
            "The tests marked e2e need Chromium: python3 tools/need_chromium.py says how to get one."
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StudioProcess]:
    """One studio for all tests that leave it as it was; a third party's stages are installed in it."""
    home = tmp_path_factory.mktemp("studio")
    (home / "work").mkdir()
    with StudioProcess(home / "work", home / "state", paths=(install(home / "site"),)) as process:
        yield process


@pytest.fixture(scope="session")
def pass_card(studio: StudioProcess, chromium: Browser) -> dict:
    """The cookie that the token of the printed address was exchanged for; the token works once."""
    context = chromium.new_context()
    page = context.new_page()
    page.goto(studio.url)
    card = context.storage_state()
    context.close()
    return card


Opener = Callable[..., StudioPage]


@pytest.fixture
def opener(studio: StudioProcess, chromium: Browser, pass_card: dict) -> Iterator[Opener]:
    """Open pages of the studio, each as a person with a browser of their own; words are those of a browser context."""
    contexts: list[BrowserContext] = []
    pages: list[StudioPage] = []

    def open_page(query: str = "", **words: object) -> StudioPage:
        settings = {"viewport": {"width": 960, "height": 600}, "storage_state": pass_card, **words}
        context = chromium.new_context(**settings)  # type: ignore[arg-type]
        contexts.append(context)
        page = StudioPage(context.new_page(), f"{studio.origin}/{query}")
        pages.append(page)
        return page

    yield open_page
    faults = [fault for page in pages for fault in page.faults]
    for context in contexts:
        context.close()
    assert not faults


@pytest.fixture
def page(opener: Opener) -> StudioPage:
    """A page that shows the menu."""
    return opener()


@pytest.fixture
def own_studio(tmp_path: Path) -> Iterator[StudioProcess]:
    """A studio that a test may stop, break and start again."""
    folder = tmp_path / "work"
    folder.mkdir()
    process = StudioProcess(folder, tmp_path / "state")
    yield process
    process.stop()
    shutil.rmtree(tmp_path / "state", ignore_errors=True)


SMALL = """\
# A small land for tests
format = 1
name = "small"
seed = 11
sea_level = 40.0

[grid]
shape = [129, 129]
cell_size = 20.0   # m

[[stages]]
id = "hills"
title = "Hills"
kind = "generate.noise"
relief = 300.0   # not too tall

[[outputs]]
kind = "png16"
path = "elevation.png"

[[outputs]]
kind = "npy"
path = "elevation.npy"
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A recipe that is built in a moment."""
    path = tmp_path / "small.toml"
    path.write_text(SMALL, encoding="utf-8")
    return path
