"""A real server and its page: documents, edits, refusals, reconnecting, files dropped and saved."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from pathlib import Path

import httpx
import numpy as np
import pytest

import landwright as lw
from landwright.errors import OutputError
from landwright.studio import _front
from landwright.studio._key import secret
from landwright.studio._serve import Server, listen
from landwright.studio._state import State
from landwright.studio._studio import Studio
from plugin_install import RECIPE
from studio_client import House, Page

RELIEF = {"word": "set", "what": "base", "setting": "relief", "more": 0}


@pytest.fixture
def hills(tmp_path: Path) -> Path:
    path = tmp_path / "hills.toml"
    path.write_text(RECIPE, encoding="utf-8")
    return path


@pytest.fixture
def opened(house: House, hills: Path) -> Page:
    """A page whose server was started with a file."""
    page = house.page(house.start(hills))
    page.connect()
    return page


def test_a_page_is_greeted(house: House, hills: Path) -> None:
    page = house.page(house.start(hills))
    hello = page.connect()
    assert {entry["name"] for entry in hello["templates"]} >= {"alps", "plasma"}
    assert hello["limits"]["undo_steps"] == 100
    told = page.until("document")
    assert (told["name"], told["path"], told["saved"], told["text"]) == ("hills.toml", str(hills), True, RECIPE)
    assert told["recipe"]["stages"][0] | {"relief": 0} == told["recipe"]["stages"][0] | {"relief": 0}
    assert [stage["id"] for stage in told["recipe"]["stages"]] == ["base", "high", "up"]
    assert page.until("world")["shape"] == [17, 23]
    page.until("done", kind="full")
    assert page.http.get("/api/recent").json() == [{"path": str(hills), "name": "hills.toml", "unsaved": False}]


def test_without_a_file_the_menu_is_shown(page: Page) -> None:
    page.connect()
    assert page.until("closed") == {"type": "closed", "recent": []}
    page.say("undo")
    assert "no landscape open" in page.until("notice")["message"]
    page.say("new", template="plasma", seed="frost")
    told = page.until("document")
    assert (told["name"], told["path"], told["recipe"]["seed"], told["undo"]) == ("plasma", None, "frost", None)
    page.say("new", template="gold")
    assert "must be one of the valid words" in page.until("notice")["message"]
    page.say("close")
    page.until("closed")
    page.say("new", template="plasma")
    assert page.until("document")["revision"] > told["revision"]


def test_edits_are_answered(opened: Page) -> None:
    opened.until("done", kind="full")
    opened.set("base.relief", 250, seq=7)
    told = opened.until("document", seq=7)
    assert (told["undo"], told["saved"]) == (RELIEF, False)
    assert opened.until("world")["revision"] == told["revision"]
    later = opened.until("document", revision=told["revision"])
    assert "relief = 250.0   # tall" in later["text"]
    opened.set("base.ripple.octaves", 99, seq=8)
    refused = opened.until("invalid")
    assert (refused["seq"], refused["path"]) == (8, "base.ripple.octaves")
    assert refused["message"] == "tiny.ripple: octaves must be >= 1 and <= 12, got 99."
    opened.say("undo")
    told = opened.until("document")
    assert (told["saved"], told["redo"], told["text"]) == (True, RELIEF, RECIPE)
    opened.say("redo")
    assert opened.until("document")["recipe"]["stages"][0]["relief"] == 250.0
    opened.say("ping")
    opened.until("pong")


def test_a_drag_is_one_step_and_ends_in_the_last_value(opened: Page) -> None:
    for value in range(20):
        opened.set("base.relief", 100 + value, seq=value, drag=True, group="d")
    opened.set("base.relief", 119, seq=20, group="d")
    told = opened.until("document", seq=20)
    done = opened.until("done", kind="full")
    assert done["revision"] == told["revision"]
    opened.say("undo")
    told = opened.until("document", seq=None, redo=RELIEF)
    assert (told["undo"], told["recipe"]["stages"][0]["relief"]) == (None, 300.0)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"type": "dance"}', '{"type": "edit", "seq": 1}', "[" * 30_000, '{"type": "edit", "seq": "x"}'],
)
def test_what_is_not_understood_is_said_and_the_page_lives_on(opened: Page, text: str) -> None:
    assert opened.socket is not None
    opened.socket.send(text)
    assert "not understood" in opened.until("invalid" if '"seq": 1}' in text else "notice")["message"]
    opened.say("ping")
    opened.until("pong")


def test_edits_survive_a_restart(house: House, hills: Path) -> None:
    server = house.start(hills)
    page = house.page(server)
    page.connect()
    page.set("base.relief", 250, seq=1)
    page.set("up.by", 9, seq=2)
    page.until("document", seq=2)
    session = page.session
    house.stop(server)
    assert hills.read_text(encoding="utf-8") == RECIPE  # keeping is not saving
    again = house.start(port=server.port)
    page.server = again
    hello = page.connect(session)
    assert hello["session"] == session
    told = page.until("document")
    assert (told["path"], told["saved"], told["undo"]["setting"]) == (str(hills), False, "by")
    assert "by = 9.0" in told["text"]
    page.say("undo")
    page.say("undo")
    page.until("document", undo=None)
    assert page.until("document")["text"] == RECIPE  # it follows when the pointer rests


def test_unsaved_edits_come_back_with_the_file(house: House, hills: Path) -> None:
    server = house.start(hills)
    page = house.page(server)
    page.connect()
    page.set("base.relief", 250)
    page.until("document", seq=1)
    house.stop(server)
    second = house.page(house.start(hills))
    second.connect()
    told = second.until("document")
    assert (told["recipe"]["stages"][0]["relief"], told["saved"], told["undo"] is None) == (250.0, False, False)
    heard = [message for message in second.seen if message["type"] == "news"]  # it may come before the document
    news = heard[0] if heard else second.until("news")
    assert (news["word"], news["what"]) == ("edits_back", hills.name)  # the sentence is the page's
    house.stop(second.server)
    hills.write_text(RECIPE.replace("300.0", "310.0"), encoding="utf-8")  # changed by another program: the file wins
    third = house.page(house.start(hills))
    third.connect()
    assert third.until("document")["recipe"]["stages"][0]["relief"] == 310.0


def test_a_landscape_without_a_file_comes_back_too(house: House) -> None:
    server = house.start()
    page = house.page(server)
    page.connect()
    page.say("open_text", text=RECIPE, name="dropped.toml")
    assert page.until("document")["saved"] is False
    house.stop(server)
    again = house.page(house.start())
    again.connect()
    assert again.until("document")["name"] == "dropped.toml"


def test_a_page_that_lost_its_connection_finds_everything(opened: Page) -> None:
    opened.set("base.relief", 250)
    opened.until("done", kind="full")
    assert opened.socket is not None
    opened.socket.close()
    opened.connect(opened.session)
    assert opened.until("document")["recipe"]["stages"][0]["relief"] == 250.0
    assert opened.until("world")["revision"] == 2


def test_two_pages_have_two_documents(house: House, hills: Path) -> None:
    server = house.start(hills)
    first, second = house.page(server), None
    first.connect()
    first.until("document")
    second = house.page(server)
    second.connect()
    assert second.session != first.session
    second.until("closed")
    second.say("new", template="plasma")
    second.until("document")
    first.set("up.by", 1)
    assert first.until("document", seq=1)["name"] == "hills.toml"


def test_saving_writes_the_file_whole(opened: Page, hills: Path, tmp_path: Path) -> None:
    opened.set("base.relief", 250)
    opened.until("document", seq=1)
    opened.say("save")
    assert opened.until("saved")["path"] == str(hills)
    assert hills.read_text(encoding="utf-8") == RECIPE.replace("300.0", "250.0")
    opened.say("save", name="copy.toml")
    recent = opened.until("saved", path=str(tmp_path / "copy.toml"))["recent"]
    assert recent[0] == {"path": str(tmp_path / "copy.toml"), "name": "copy.toml", "unsaved": False}
    for name in ("../up.toml", "hills.toml", "a/b.toml", "land.png", ".hidden.toml", "/elsewhere/x.toml"):
        opened.say("save", name=name)
        assert opened.until("notice", level="error")["message"]
    assert not (tmp_path.parent / "up.toml").exists()


def test_only_listed_files_can_be_opened_again(opened: Page, hills: Path, tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text(RECIPE)
    opened.say("open_recent", path=str(tmp_path / "other.toml"))
    assert "not in the list" in opened.until("notice")["message"]
    opened.say("open_recent", path=str(hills))
    assert opened.until("document", undo={"word": "open", "what": "hills.toml", "setting": "", "more": 0})[
        "path"
    ] == str(hills)


def drop(page: Page, name: str, data: bytes) -> dict:
    return page.http.post("/api/open", params={"session": page.session, "name": name}, content=data)  # type: ignore[return-value]


@pytest.mark.parametrize("suffix", [".png", ".npy", ".r16"])
def test_a_dropped_heightmap_becomes_a_recipe(page: Page, tmp_path: Path, suffix: str) -> None:
    field = lw.Heightfield(np.add.outer(np.arange(9.0) ** 2, np.arange(9.0)), cell_size=30.0)
    file = lw.write(field, tmp_path / f"höhe 1{suffix}")[0]
    page.connect()
    answer = drop(page, f"C:\\maps\\höhe 1{suffix}", file.read_bytes())
    assert answer.json() == {"name": "h_he 1.toml", "kind": "heightmap"}
    told = page.until("document")
    assert (told["recipe"]["grid"]["shape"], told["recipe"]["stages"][0]["kind"]) == ([9, 9], "io.dem")
    world = page.until("world", level="full")
    if suffix == ".r16":
        notices = [told["message"] for told in page.seen if told["type"] == "notice"] or [
            page.until("notice")["message"]
        ]
        assert "9 x 9 samples of 16 bits" in notices[0]
    if suffix == ".png":  # it says its cell size and range itself
        assert world["cell_size"] == 30.0
        assert (world["low"], world["high"]) == (0.0, 72.0)
    assert told["saved"] is False
    page.say("save", name="mine.toml")
    page.until("saved")
    assert (tmp_path / f"h_he 1{suffix}").is_file()
    assert lw.build(tmp_path / "mine.toml", cache=False).require_ground().shape == (9, 9)


def test_a_dropped_recipe_is_opened(page: Page) -> None:
    page.connect()
    assert drop(page, "hills.toml", RECIPE.encode()).json() == {"name": "hills.toml", "kind": "recipe"}
    assert page.until("document")["text"] == RECIPE
    as_json = json.dumps(lw.Recipe.from_text(RECIPE).to_json()).encode()
    assert drop(page, "hills.json", as_json).status_code == 200
    assert page.until("document", name="hills.json")["undo"]["word"] == "open"


@pytest.mark.parametrize(
    "name, data, sentence",
    [
        ("land.toml", b"format = 1\nseed = nine", "line 2"),
        ("land.png", b"no picture", "land.png"),
        ("land.xyz", b"?", "land.xyz"),
        ("land", b"?", "ending"),
        ("", b"?", "ending"),
        ("../../.toml", b"?", "ending"),
        (
            "land.toml",
            RECIPE.replace('"tiny.lift"', '"tiny.note"\npath = "gone.txt"').replace("by = 5", "").encode(),
            "gone.txt",
        ),
        ("land.npy", b"", "empty"),
        ("cube.glb", b"glTF", "cube.glb"),
    ],
)
def test_what_cannot_be_opened_is_refused_with_a_sentence(page: Page, name: str, data: bytes, sentence: str) -> None:
    page.connect()
    answer = drop(page, name, data)
    assert answer.status_code == 422
    assert sentence in answer.json()["error"]
    assert str(page.server.studio.state.folder) not in answer.json()["error"]
    page.say("ping")
    page.until("pong")


def test_a_third_partys_stage_is_in_the_schema(page: Page) -> None:
    made = page.http.get("/api/schema").json()
    assert "tiny.bumps" in made["properties"]["stages"]["items"]["discriminator"]["mapping"]


def test_templates_have_pictures_drawn_once(page: Page) -> None:
    names = [entry["name"] for entry in page.http.get("/api/templates").json()]
    assert "plasma" in names
    first = page.http.get("/api/templates/plasma.jpg")
    assert (first.status_code, first.headers["content-type"], first.content[:3]) == (200, "image/jpeg", b"\xff\xd8\xff")
    folder = page.server.studio.state.folder / "thumbnails"
    stamp = [path.stat().st_mtime_ns for path in folder.iterdir()]
    assert page.http.get("/api/templates/plasma.jpg").content == first.content
    assert [path.stat().st_mtime_ns for path in folder.iterdir()] == stamp
    assert page.http.get("/api/templates/gold.jpg").status_code == 422


def test_a_page_that_is_not_built_says_so(page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_front, "STATIC", tmp_path / "none")
    answer = page.http.get("/")
    assert answer.status_code == 503
    assert "make studio" in answer.text


def test_the_page_comes_while_the_studio_is_still_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").write_text("<title>studio</title>")
    monkeypatch.setattr(_front, "STATIC", tmp_path)
    may, state = threading.Event(), State(tmp_path / "state")

    def slow() -> Studio:
        assert may.wait(30.0)
        return Studio(state, tmp_path)

    server = Server(slow, secret(state.folder))
    thread = threading.Thread(target=lambda: asyncio.run(server.run(lambda: None)), daemon=True)
    thread.start()
    page = Page(server)
    try:
        assert "studio" in page.http.get("/").text
        with pytest.raises(httpx.ReadTimeout):
            page.http.get("/api/health", timeout=0.3)
        may.set()
        assert page.http.get("/api/health").json()["ok"]
    finally:
        may.set()
        page.close()
        server.stop()
        thread.join(30.0)
    assert not thread.is_alive()


def test_a_studio_that_cannot_be_loaded_ends_and_says_why(tmp_path: Path) -> None:
    def broken() -> Studio:
        raise OutputError("The disk is full.")

    server = Server(broken, secret(tmp_path))
    asyncio.run(server.run(lambda: None))
    with pytest.raises(OutputError, match="disk is full"):
        server.close()


def test_a_taken_port_is_told_and_a_free_one_found(house: House) -> None:
    server = house.start()
    with pytest.raises(OutputError, match="another program uses this port"):
        listen(server.port)
    other = house.start()
    assert other.port != server.port


def test_quit_says_goodbye_and_keeps_everything(house: House, hills: Path) -> None:
    server = house.start(hills)
    page = house.page(server)
    page.connect()
    page.set("up.by", 2)
    page.say("quit")
    page.until("bye")
    house.stop(server)
    assert server.studio.state.find(page.session) is not None


def test_the_loop_answers_while_a_build_runs(house: House, tmp_path: Path) -> None:
    slow = RECIPE.replace('kind = "tiny.lift"\nmask = "heights"\nby = 5', 'kind = "tiny.slow"\nsteps = 60000')
    (tmp_path / "slow.toml").write_text(slow)
    page = house.page(house.start(tmp_path / "slow.toml"))
    page.connect()
    page.until("progress", stage="up")
    page.say("ping")
    page.until("pong")
    assert page.http.get("/api/health").status_code == 200
    page.set("up.title", "Waiting")
    assert page.until("document", seq=1)["recipe"]["stages"][2]["title"] == "Waiting"
    page.say("cancel")
    page.until("cancelled")
    time.sleep(0)


def test_hostile_state_files_do_no_harm(house: House, hills: Path) -> None:
    server = house.start(hills)
    page = house.page(server)
    page.connect()
    page.set("up.by", 2)
    page.until("document", seq=1)
    house.stop(server)
    kept = server.studio.state.room(page.session) / "history.json"
    for text in (
        "",
        "{}",
        "[]",
        kept.read_text()[:-40],
        json.dumps({**json.loads(kept.read_text()), "history": "AAAA"}),
    ):
        kept.write_text(text)
        assert server.studio.state.find(page.session) is None
    for name in ("../../etc", "x", "a" * 16 + "/", ""):
        assert server.studio.state.find(name) is None
    (server.studio.state.folder / "recent.json").write_text('{"a": 1}')
    assert server.studio.state.recent() == []
