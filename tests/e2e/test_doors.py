"""Only the studio's own page gets in."""

from __future__ import annotations

import http.client
import json

import pytest
from playwright.sync_api import Browser
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from studio_server import StudioProcess


def asked(studio: StudioProcess, path: str, **headers: str) -> tuple[int, str]:
    """Ask without a browser, as any program on this computer could."""
    line = http.client.HTTPConnection("127.0.0.1", studio.port, timeout=60)
    line.request("GET", path, headers={key.replace("_", "-"): value for key, value in headers.items()})
    answer = line.getresponse()
    text = answer.read().decode("utf-8", "replace")
    line.close()
    return answer.status, text


def cookie(card: dict) -> str:
    return "; ".join(f"{held['name']}={held['value']}" for held in card["cookies"])


def test_a_wrong_token_opens_nothing(studio: StudioProcess, chromium: Browser) -> None:
    context = chromium.new_context()
    page = context.new_page()
    answer = page.goto(f"{studio.origin}/?token=guessed")
    assert answer is not None
    assert answer.status == 403
    assert "landwright studio" in page.content()
    assert not context.cookies()
    assert page.evaluate("fetch('/api/schema').then(r => r.status)") == 403
    context.close()


def test_a_token_works_once(studio: StudioProcess, pass_card: dict) -> None:
    path = studio.url.removeprefix(studio.origin)
    assert asked(studio, path)[0] == 403
    assert asked(studio, path, Cookie=cookie(pass_card))[0] == 303  # a reload by the same person


def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_sites(pass_card: dict) -> None:
    (held,) = pass_card["cookies"]
    assert held["httpOnly"]
    assert held["sameSite"] == "Strict"


@pytest.mark.parametrize("path", ["/", "/api/schema", "/api/templates", "/api/recent"])
def test_a_foreign_host_or_origin_is_refused(studio: StudioProcess, pass_card: dict, path: str) -> None:
    good = {"Cookie": cookie(pass_card)}
    assert asked(studio, path, **good)[0] == 200
    assert asked(studio, path)[0] == 403
    assert asked(studio, path, **good, Origin="http://evil.example")[0] == 403
    assert asked(studio, path, **good, Host="evil.example")[0] == 421


def test_a_foreign_page_gets_no_socket(studio: StudioProcess, pass_card: dict) -> None:
    address = f"ws://127.0.0.1:{studio.port}/ws"
    headers = {"Cookie": cookie(pass_card)}
    for origin, known in (("http://evil.example", headers), (studio.origin, {}), (None, headers)):
        with pytest.raises(InvalidStatus), connect(address, origin=origin, additional_headers=known, proxy=None):
            pass
    with connect(address, origin=studio.origin, additional_headers=headers, proxy=None) as line:
        assert json.loads(line.recv(timeout=60))["type"] == "hello"


@pytest.mark.parametrize(
    "path", ["/../_app.py", "/..%2f_app.py", "/assets/../../_app.py", "/%2e%2e/%2e%2e/errors.py", "//etc/passwd"]
)
def test_no_path_leads_out_of_the_page(studio: StudioProcess, pass_card: dict, path: str) -> None:
    assert asked(studio, path, Cookie=cookie(pass_card))[0] == 404
