"""A session: one page, its document, its builder; everything a page says ends here."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from landwright.errors import LandwrightError, OutputError
from landwright.hexmap.settings import Movement
from landwright.recipe import Recipe, template
from landwright.studio import protocol
from landwright.studio._document import Document, Refusal, began
from landwright.studio._inputs import bring_along
from landwright.studio._jobs import Builder
from landwright.studio._memory import Memory
from landwright.studio._state import State
from landwright.works import Store, hex_way

__all__ = ["Session"]


class Session:
    """One page's document and what happens to it.

    All work on the document happens in one thread, in the order it was asked for.

    Parameters
    ----------
    id : str
        Its id; a page that knows it gets its edits back.
    state : State
        Where edits are kept.
    folder : Path
        The folder the studio was started in; new files are saved there.
    store : Store, optional
        Where results are kept.
    memory : Memory, optional
        Where results are kept for the moment.
    """

    def __init__(
        self, id: str, state: State, folder: Path, store: Store | None = None, memory: Memory | None = None
    ) -> None:
        self.id, self.state, self.folder = id, state, folder
        self.document: Document | None = None
        self.stopping: Callable[[], None] = lambda: None
        self._sink: Callable[[protocol.Told | bytes], None] | None = None
        self._kept = (0, -1)
        self._revision = 0
        self._lock = threading.Lock()
        self._desk = ThreadPoolExecutor(max_workers=1, thread_name_prefix="landwright-studio-desk")
        self.builder = Builder(self.send, store, memory)

    # ------------------------------------------------------------ the page

    @property
    def attached(self) -> bool:
        """Whether a page listens."""
        return self._sink is not None

    def attach(self, sink: Callable[[protocol.Told | bytes], None] | None) -> None:
        """Let a page listen (None: no page), in place of the one before."""
        with self._lock:
            self._sink = sink

    def detach(self, sink: Callable[[protocol.Told | bytes], None]) -> None:
        """Let a page go, unless another one took its place."""
        with self._lock:
            if self._sink is sink:
                self._sink = None

    def send(self, message: protocol.Told | bytes) -> None:
        """Tell the page, if there is one; safe from any thread."""
        sink = self._sink
        if sink is not None:
            sink(message)

    def submit(self, work: Callable[..., Any], *args: Any) -> Future[Any]:
        """Do some work on the document, after all work that was asked for before."""
        return self._desk.submit(work, *args)

    def greet(self) -> None:
        """Tell a page that has just connected what there is."""
        document = self.document
        if document is None:
            self.send(protocol.Closed(recent=self.state.recent()))
            return
        document.text()
        self.send(document.told())
        self.builder.again()
        self.builder.show(document.recipe, document.revision)

    # ------------------------------------------------------------ what a page says

    def handle(self, message: Any) -> None:
        """Carry out what a page said."""
        try:
            self._handle(message)
        except LandwrightError as error:
            self.send(protocol.Notice(level="error", message=str(error)))

    def _handle(self, message: Any) -> None:
        match message:
            case protocol.Edit():
                self._edit(message)
            case protocol.Undo() | protocol.Redo():
                document = self.open_document()
                if document.undo() if isinstance(message, protocol.Undo) else document.redo():
                    self._show()
            case protocol.Refine():
                self.builder.refine()
            case protocol.Cancel():
                self.builder.cancel()
            case protocol.Want():
                self.builder.view(frozenset(message.layers), message.size)
            case protocol.New():
                recipe = template(message.template, seed=message.seed)
                self.start(recipe, began("new", message.template), message.template)
            case protocol.OpenText():
                name = Path(message.name).name or "recipe.toml"
                recipe = Recipe.from_text(message.text, name=name, folder=self.folder)
                self.start(recipe, began("open", name), name, precious=True)
            case protocol.OpenRecent():
                if message.path not in [entry.path for entry in self.state.recent()]:
                    raise OutputError(f"{message.path}: this file is not in the list of files opened before.")
                self.open(Path(message.path))
            case protocol.Save():
                self._save(message.name)
            case protocol.Close():
                self.keep()
                self._revision = self.document.revision if self.document is not None else self._revision
                self.document = None
                self.builder.forget()
                self.send(protocol.Closed(recent=self.state.recent()))
            case protocol.Quit():
                self.keep()
                self.stopping()
            case protocol.Measure():
                self._measure(message)
            case protocol.Tiles():
                self.builder.tiles.want(message.ground, message.wants)
            case protocol.Ping():
                self.send(protocol.Pong())

    def open_document(self) -> Document:
        """Return the document, or refuse when none is open."""
        if self.document is None:
            raise OutputError("There is no landscape open; start a new one or open a file.")
        return self.document

    def _edit(self, message: protocol.Edit) -> None:
        document = self.open_document()
        before = document.revision
        try:
            document.edit(message.ops, message.group)
        except Refusal as refusal:
            self.send(protocol.Invalid(seq=message.seq, path=refusal.path, message=str(refusal)))
            return
        if document.revision != before:
            self.builder.show(document.recipe, document.revision, drag=message.drag)
        elif not message.drag:
            self.builder.settle()
        self.send(document.told(message.seq))

    def _measure(self, message: protocol.Measure) -> None:
        land = self.builder.land
        if land is None:
            raise OutputError("There is no hex map to measure; start a new one or open one.")
        found = hex_way(land, message.start, message.goal, Movement(speed=message.speed))
        self.send(
            protocol.Measured(
                seq=message.seq,
                start=message.start,
                goal=message.goal,
                distances=found.distances.ravel().tolist(),
                way=found.way,
                cost=found.cost,
                turns=found.turns,
            )
        )

    def _show(self) -> None:
        document = self.open_document()
        self.send(document.told())  # first: a small land is there before the page knew of what
        self.builder.show(document.recipe, document.revision)

    def start(
        self, recipe: Recipe, step: protocol.Step, name: str, path: Path | None = None, *, precious: bool = False
    ) -> None:
        """Go on with another recipe; undo leads back. A `precious` one would be lost if it were not saved."""
        if self.document is None:
            self.document = Document(recipe, name, path, precious=precious)
            self.document.revision = self._revision + 1
        else:
            self.document.start(recipe, step, name, path, precious=precious)
        self.document.text()
        self._show()

    def begin(self, path: Path | None, awake: frozenset[str]) -> None:
        """Open the file the studio was started with; without one, what was worked on last and has no file yet."""
        try:
            if path is not None:
                self.open(path, awake)
            else:
                self.document = self.state.take(None, awake)
        except LandwrightError as error:
            self.send(protocol.Notice(level="error", message=str(error)))

    def open(self, path: Path, awake: frozenset[str] = frozenset()) -> None:
        """Open a recipe's file; edits of it that were not saved are taken up again, unless a page of `awake` has them."""
        path = path.resolve()
        recipe = Recipe.load(path)
        self.state.opened(path)
        kept = self.state.take(path, awake, recipe) if self.document is None else None
        if kept is not None:
            self.document = kept
            kept.revision += self._revision
            kept.text()
            self._show()
            self.send(protocol.News(word="edits_back", what=path.name))
            return
        self.start(recipe, began("open", path.name), path.name, path)

    def _save(self, name: str | None) -> None:
        document = self.open_document()
        target = None
        if name is not None:
            if Path(name).name != name or not name.lower().endswith((".toml", ".json")) or name.startswith("."):
                raise OutputError(f"{name!r}: a plain file name that ends in .toml or .json is needed.")
            target = self.folder / name
            bring_along(document, target.parent, self.state.folder)
        saved = document.save(target)
        self.state.opened(saved)
        self.keep()
        self.send(document.told())
        self.send(protocol.Saved(path=str(saved), recent=self.state.recent()))

    # ------------------------------------------------------------ keeping

    def rest(self) -> None:
        """Do what waits until the pointer rests: keep the edits, and give the page the text."""
        document = self.document
        if document is None or (id(document), document.revision) == self._kept:
            return
        ready = document.text_ready
        self.keep()
        if not ready:
            self.send(document.told())

    def keep(self) -> None:
        """Keep the edits for the case of a crash."""
        if self.document is not None and self._kept != (id(self.document), self.document.revision):
            self.state.keep(self.id, self.document)
            self._kept = (id(self.document), self.document.revision)

    def stop(self) -> None:
        """Keep everything and end."""
        self.builder.stop()
        self._desk.submit(self.keep).result(timeout=30.0)
        self._desk.shutdown(wait=True)
