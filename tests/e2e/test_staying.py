"""Nothing a person did is lost: not when the connection goes, not when the server ends."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from studio_page import StudioPage
from studio_server import StudioProcess


@pytest.mark.parametrize("kill", [False, True], ids=["Ctrl-C", "crash"])
def test_edits_outlive_the_server(own_studio: StudioProcess, chromium: Browser, small: Path, kill: bool) -> None:
    own_studio.start()
    context = chromium.new_context(viewport={"width": 960, "height": 600})
    page = StudioPage(context.new_page(), own_studio.url)
    page.open(small)
    at = page.revision
    page.set("Relief", "620")
    page.settled(at + 1)
    page.page.wait_for_timeout(1000)  # edits are kept half a second after the last one; a crash may cost that much

    page.offline = True
    code = own_studio.stop(kill=kill)
    assert kill or code == 0
    page.page.get_by_text("Connection lost", exact=False).first.wait_for()
    page.set("Relief", "640")  # while nobody listens
    own_studio.start()
    page.page.get_by_text("Connection lost", exact=False).first.wait_for(state="detached")
    page.until(
        "() => !document.body.textContent.includes('Connection lost') && document.querySelector('canvas').dataset.settled === 'true'"
    )
    assert page.number("Relief").input_value() == "640"

    for wanted in ("620", "300"):  # the steps are there as well
        page.button("Undo", exact=False).click()
        page.until(
            "([name, wanted]) => document.querySelector(`[aria-label='${name}, value']`)?.value === wanted",
            ["Relief", wanted],
        )
    assert not page.faults
    context.close()


def test_a_taken_port_is_said_in_one_sentence(own_studio: StudioProcess, tmp_path: Path) -> None:
    own_studio.start()
    other = StudioProcess(own_studio.folder, tmp_path / "other", port=own_studio.port)
    with pytest.raises(RuntimeError, match="another program uses this port"):
        other.start()
