"""Who may talk to the studio: wrong token, cookie, host, origin, path or size are all refused."""

from __future__ import annotations

import socket
import stat
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from landwright.studio import _front
from landwright.studio._guard import COOKIE
from landwright.studio._key import secret
from studio_client import House, Page


@pytest.fixture(autouse=True)
def static(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A built page, and a secret beside it."""
    folder = tmp_path / "package" / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>studio</title>")
    (folder / "assets" / "main.js").write_text("export {};")
    (folder.parent / "secret.txt").write_text("secret")
    (folder / "assets" / "link.txt").symlink_to(folder.parent / "secret.txt")
    monkeypatch.setattr(_front, "STATIC", folder)
    return folder


def test_the_token_works_once_and_the_cookie_from_then_on(house: House) -> None:
    server = house.start()
    address = server.address()
    first = httpx.get(address)
    assert (first.status_code, first.headers["location"]) == (303, "/")
    cookie = first.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert first.content == b""
    jar = {COOKIE: cookie.partition("=")[2].partition(";")[0]}
    base = f"http://127.0.0.1:{server.port}"
    assert "studio" in httpx.get(base, cookies=jar).text
    assert httpx.get(address, cookies=jar).status_code == 303  # reloaded by its own page
    refused = httpx.get(address)
    assert refused.status_code == 403
    assert "landwright studio" in refused.text
    assert COOKIE not in refused.headers.get("set-cookie", "")


@pytest.mark.parametrize("query", ["", "?token=", "?token=wrong", "?token=wrong&token=wrong"])
def test_without_the_token_nothing_is_given(house: House, query: str) -> None:
    server = house.start()
    server.address()
    assert httpx.get(f"http://127.0.0.1:{server.port}/{query}").status_code == 403


@pytest.mark.parametrize(
    "path", ["/", "/assets/main.js", "/api/schema", "/api/recent", "/api/templates", "/api/export/1"]
)
def test_without_the_cookie_nothing_is_given(page: Page, path: str) -> None:
    assert page.http.get(path).status_code in (200, 404)
    for jar in ({}, {COOKIE: ""}, {COOKIE: "0" * 64}):
        assert httpx.get(page.base + path, cookies=jar).status_code == 403
    assert httpx.get(page.base + path, headers={"cookie": f'{COOKIE}="\x7f'}).status_code == 403


def test_health_needs_no_cookie_but_the_right_host(page: Page) -> None:
    assert httpx.get(page.base + "/api/health").json()["ok"] is True
    assert httpx.get(page.base + "/api/health", headers={"host": "evil.example"}).status_code == 421


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example:{port}", "", "127.0.0.1:{port}.evil.example"],
)
def test_another_host_is_refused(page: Page, host: str) -> None:
    named = host.format(port=page.server.port)
    answer = page.http.get("/api/recent", headers={"host": named})
    assert answer.status_code in (400, 421)
    assert (
        page.http.get(
            "/api/recent",
            headers={"host": f"localhost:{page.server.port}", "origin": f"http://localhost:{page.server.port}"},
        ).status_code
        == 200
    )


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1:1", "http://localhost:{port}"],
)
def test_another_origin_is_refused(page: Page, origin: str) -> None:
    named = origin.format(port=page.server.port)
    assert page.http.get("/api/recent", headers={"origin": named}).status_code == 403
    assert page.http.post("/api/export", json={"kind": "recipe"}, headers={"origin": named}).status_code == 403
    with pytest.raises(InvalidStatus) as refused:
        connect(f"{page.base.replace('http', 'ws')}/ws", origin=named, additional_headers={"cookie": page.cookie})  # type: ignore[arg-type]
    assert refused.value.response.status_code == 403


def test_a_socket_needs_origin_and_cookie(page: Page) -> None:
    address = f"{page.base.replace('http', 'ws')}/ws"
    with pytest.raises(InvalidStatus):
        connect(address, additional_headers={"cookie": page.cookie})
    with pytest.raises(InvalidStatus):
        connect(address, origin=page.base)  # type: ignore[arg-type]
    page.connect()


def test_another_program_on_this_computer_is_another_site(page: Page) -> None:
    for site in ("cross-site", "same-site"):
        assert page.http.get("/api/recent", headers={"sec-fetch-site": site}).status_code == 403
    assert page.http.get("/api/recent", headers={"sec-fetch-site": "same-origin"}).status_code == 200
    assert page.http.get("/", headers={"sec-fetch-site": "cross-site"}).status_code == 200  # a followed link


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../../secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/..%5csecret.txt",
        "/assets/....//secret.txt",
        "//etc/passwd",
        "/assets//etc/passwd",
        "/assets/link.txt",
        "/%00",
        "/api/templates/..%2f..%2fsecret.jpg",
    ],
)
def test_no_path_leads_out(page: Page, path: str) -> None:
    with socket.create_connection(("127.0.0.1", page.server.port), timeout=10) as raw:  # a client would tidy the path
        host = f"127.0.0.1:{page.server.port}"
        raw.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {page.cookie}\r\nConnection: close\r\n\r\n".encode()
        )
        answer = b""
        while part := raw.recv(65536):
            answer += part
    assert answer.split(b" ")[1] in (b"400", b"404", b"405", b"422")
    assert b"secret\n" not in answer
    assert b"root:" not in answer
    assert not answer.endswith(b"secret")


def test_every_answer_has_a_strict_policy(page: Page) -> None:
    for path, status in (("/", 200), ("/assets/main.js", 200), ("/api/nothing", 404), ("/api/health", 200)):
        answer = page.http.get(path)
        assert answer.status_code == status
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "server" not in answer.headers
    assert "immutable" in page.http.get("/assets/main.js").headers["cache-control"]
    assert page.http.get("/").headers["cache-control"] == "no-store"


def test_what_is_too_large_is_refused(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    big = b"x" * ((1 << 20) + 1)
    assert page.http.post("/api/export", content=big).status_code == 413
    assert page.http.post("/api/export", content=iter([big[: 1 << 19]] * 3)).status_code == 413  # without a length
    page.connect()
    page.until("closed")
    with pytest.raises(ConnectionClosed):
        _ = page.say("open_text", text="x" * (5 << 20)), page.until("notice")


def test_the_server_listens_on_this_computer_only(house: House) -> None:
    server = house.start()
    assert server._socket.getsockname()[0] == "127.0.0.1"


def test_the_key_is_the_owners_and_stays(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    key = secret(folder)
    assert len(key) == 32
    assert stat.S_IMODE((folder / "key").stat().st_mode) == 0o600
    assert secret(folder) == key
    (folder / "key").write_bytes(b"cut")
    assert len(secret(folder)) == 32


def test_a_page_survives_a_restart_and_another_key_ends_it(house: House, tmp_path: Path) -> None:
    server = house.start()
    page = house.page(server)
    house.stop(server)
    again = house.start(port=server.port)
    assert page.http.get("/api/recent").status_code == 200
    house.stop(again)
    (tmp_path / "state" / "key").unlink()
    house.start(port=server.port)
    assert page.http.get("/api/recent").status_code == 403
