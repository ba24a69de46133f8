"""Exports: what a page takes along. Every byte comes from the same works as ``landwright build``."""

from __future__ import annotations

import shutil
import tempfile
import threading
import time
import zipfile
from pathlib import Path, PurePosixPath

from landwright._pool import Control, using
from landwright.errors import Cancelled, LandwrightError, OutputError, RecipeError, sentence
from landwright.recipe import Recipe, RecipeOutput, output_kinds
from landwright.studio import protocol
from landwright.studio._heard import heard
from landwright.studio._jobs import Reporter, Send, job_numbers
from landwright.works import Store, build, look_of, write_output

__all__ = ["Export", "Exports"]

_SHARE = 0.7
"""How much of an export's progress the building is."""
_MOST = 8
_EPOCH = (1980, 1, 1, 0, 0, 0)


class Export:
    """One file that is being made, or was.

    Attributes
    ----------
    job : int
        Its number.
    name : str
        The file's name.
    file : Path or None
        The finished file.
    error : str or None
        Why there is none.
    """

    def __init__(self, request: protocol.ExportRequest, recipe: Recipe, text: str, name: str, send: Send) -> None:
        self.job = next(job_numbers)
        self._request, self._recipe, self._text, self._send = request, recipe, text, send
        self.control = Control()
        self.file: Path | None = None
        self.error: str | None = None
        self.cancelled = False
        self.finished = threading.Event()
        self._output = None if request.kind in ("recipe", "all") else _output(request, recipe)
        self.name = _name(request, recipe, name, self._output)
        self._reporter = Reporter(self.job, "export", recipe, send)

    @property
    def fraction(self) -> float:
        """How much is done."""
        return self._reporter.fraction

    def run(self, folder: Path, store: Store | None, revision: int) -> None:
        """Make the file in a folder."""
        start = time.perf_counter()
        try:
            self.file = self._make(folder, store)
        except Cancelled:
            self.cancelled, self.error = True, "The export was cancelled."
            self._send(protocol.Cancelled(job=self.job))
        except (LandwrightError, MemoryError, OSError) as error:
            text = str(error) if isinstance(error, LandwrightError) else f"The file could not be made: {error}."
            self.error = text
            self._send(protocol.Failed(job=self.job, message=text, stage=None))
        else:
            seconds = time.perf_counter() - start
            self._send(protocol.Done(job=self.job, revision=revision, seconds=seconds, kind="export", stages=[]))
        finally:
            self.finished.set()

    def _make(self, folder: Path, store: Store | None) -> Path:
        cache: bool | Store = False if store is None else store
        made = folder / "made"
        if self._request.kind == "recipe":
            made.mkdir()
            target = made / self.name
            if target.suffix == ".json":
                self._recipe.save(target)
            else:
                target.write_bytes(self._text.encode())
            return target
        if self._output is None:
            preview = bool(self._request.options.get("preview", False))
            build(self._recipe, cache=cache, progress=self._building, control=self.control)
            with heard() as warned:
                build(
                    self._recipe, out=made, preview=preview, cache=cache, progress=self._writing, control=self.control
                )
            self._warn(warned)
            return self._zip(made, folder / "all.zip")
        made.mkdir()
        with using(self.control):
            with self.control.part(0.0, _SHARE):
                world = build(self._recipe, cache=cache, progress=self._building, control=self.control)
            target = made / PurePosixPath(self._output.path).name
            self._reporter(target.name, _SHARE, None)
            self.control.check()
            with heard() as warned:
                files = write_output(world, target, self._output.noun, look=look_of(self._recipe))
            self._warn(warned)
        if len(files) == 1:
            return files[0]
        self.name = f"{target.stem}.zip"
        return self._zip(made, folder / "files.zip")

    def _building(self, what: str, fraction: float, left: float | None) -> None:
        self._reporter(what, fraction * _SHARE, left)

    def _writing(self, what: str, fraction: float, left: float | None) -> None:
        self._reporter(what, _SHARE + fraction * (1.0 - _SHARE), left)

    def _warn(self, warned: list[str]) -> None:
        for text in warned:
            self._send(protocol.Notice(level="warning", message=text))

    def _zip(self, source: Path, target: Path) -> Path:
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as archive:
            for file in sorted(path for path in source.rglob("*") if path.is_file()):
                self.control.check()
                entry = zipfile.ZipInfo(file.relative_to(source).as_posix(), _EPOCH)
                entry.compress_type = zipfile.ZIP_DEFLATED
                with file.open("rb") as stream, archive.open(entry, "w", force_zip64=True) as out:
                    while chunk := stream.read(1 << 20):
                        self.control.check()
                        out.write(chunk)
        return target


def _output(request: protocol.ExportRequest, recipe: Recipe) -> RecipeOutput:
    kinds = output_kinds()
    if request.kind not in kinds:
        raise RecipeError(
            sentence("kind", "must be one of the valid words", request.kind, valid=["recipe", "all", *kinds])
        )
    if request.output is not None:
        if request.output >= len(recipe.outputs) or recipe.outputs[request.output].kind != request.kind:
            raise RecipeError(f"output: the recipe has no output {request.output + 1} of kind {request.kind!r}.")
        return recipe.outputs[request.output]
    suffix = kinds[request.kind].suffixes[0] if kinds[request.kind].suffixes else ""
    layer = request.options.get("layer")
    word = layer if isinstance(layer, str) and layer else request.kind.rpartition(".")[2]
    path = request.name or f"{word}{suffix}"
    made = RecipeOutput.from_json({**request.options, "kind": request.kind, "path": path})
    recipe.replace(outputs=(made,))  # refuses paths and layers that cannot be
    return made


def _name(request: protocol.ExportRequest, recipe: Recipe, name: str, output: RecipeOutput | None) -> str:
    stem = Path(name).stem or "landscape"
    if output is not None:
        return PurePosixPath(output.path).name
    if request.kind == "all":
        return f"{stem}.zip"
    return f"{stem}.json" if request.options.get("format") == "json" else f"{stem}.toml"


class Exports:
    """The exports of a server: made one after the other a session, kept until newer ones push them out."""

    def __init__(self, store: Store | None) -> None:
        self._store = store
        self._folder = Path(tempfile.mkdtemp(prefix="landwright-studio-"))
        self._jobs: dict[int, Export] = {}
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()

    def start(
        self, request: protocol.ExportRequest, recipe: Recipe, text: str, name: str, revision: int, send: Send
    ) -> Export:
        """Begin an export.

        Raises
        ------
        LandwrightError
            If it cannot be what was asked for.
        """
        export = Export(request, recipe, text, name, send)
        room = self._folder / str(export.job)
        room.mkdir()
        with self._lock:
            if sum(not job.finished.is_set() for job in self._jobs.values()) >= _MOST:
                raise OutputError("Too many exports are running; wait for one to end, or cancel it.")
            done = [job for job, held in self._jobs.items() if held.finished.is_set()]
            for job in done[: max(0, len(self._jobs) - _MOST + 1)]:
                del self._jobs[job]
                shutil.rmtree(self._folder / str(job), ignore_errors=True)
            self._jobs[export.job] = export
            self._threads = [thread for thread in self._threads if thread.is_alive()]
            thread = threading.Thread(target=export.run, args=(room, self._store, revision), daemon=True)
            self._threads.append(thread)
        thread.start()
        return export

    def find(self, job: int) -> Export | None:
        """Return an export by its number, or None."""
        with self._lock:
            return self._jobs.get(job)

    def cancel(self, job: int) -> bool:
        """Stop an export; False when there is none of that number."""
        export = self.find(job)
        if export is not None:
            export.control.cancel()
        return export is not None

    def stop(self) -> None:
        """Stop all, and remove what they made."""
        with self._lock:
            jobs, threads = list(self._jobs.values()), list(self._threads)
        for job in jobs:
            job.control.cancel()
        for thread in threads:
            thread.join(timeout=5.0)
        shutil.rmtree(self._folder, ignore_errors=True)
