"""The output folder: every file of a build, whole, all together or none.

Files are made in a hidden folder beside (or inside) the target, on the same disk, and move under their names when all are
there. An error, a cancel or Ctrl-C before that leaves the target as it was. A kill leaves the hidden folder, which a build into
the same place removes a day later.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import secrets
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from landwright import io
from landwright._pool import current
from landwright.errors import Cancelled, LandwrightError, MissingExtra, OutputError, RecipeError
from landwright.field import Heightfield
from landwright.recipe import Recipe, RecipeOutput
from landwright.settings import Output
from landwright.works._files import companions, renamed
from landwright.works._plan import Step
from landwright.works._run import resolve
from landwright.world import FileReport, World

__all__ = ["check_folder", "deliver", "look_of", "paint", "write_output"]

RECIPE, PREVIEW, INPUTS = "recipe.toml", "preview.png", "inputs"
_CHUNK = 1 << 22
_PREVIEW_WIDTH = 1024
_STAGING = re.compile(r"\.landwright-[0-9a-f]{12}")
_ABANDONED = 86400.0
"""Seconds after which a hidden folder that nothing touched belongs to a build that was killed."""


def deliver(
    world: World,
    recipe: Recipe,
    folder: Path,
    *,
    preview: bool = False,
    steps: Sequence[Step] = (),
    tell: Callable[[str], None] = lambda what: None,
) -> tuple[FileReport, ...]:
    """Write a world's outputs, its recipe as built and the files the recipe reads into a folder.

    Parameters
    ----------
    world : World
        What was built.
    recipe : Recipe
        As built; its outputs say what is written.
    folder : path
        Made when missing. Files of other names in it stay.
    preview : bool
        Also write ``preview.png``, unless an output has that name.
    steps : sequence of Step
        The plan's steps; the files they read are copied into ``inputs/``, so that the folder can be built again anywhere.
    tell : callable
        Called with the name of each file before it is made.

    Returns
    -------
    tuple of FileReport
        Every file written: the outputs in the order of the recipe, each followed by its companions, then the rest.

    Raises
    ------
    OutputError
        If the folder cannot be written to; nothing is left behind.
    """
    jobs = [(output.path, output.kind, output.noun) for output in recipe.outputs]
    if preview and all(path != PREVIEW for path, _, _ in jobs):
        noun = _preview_noun(world)
        jobs.append((PREVIEW, str(getattr(noun, "kind", "")), noun))
    control = current()
    look = look_of(recipe)
    with _staging(folder) as (stage, done):
        kinds: dict[str, str] = {}
        for index, (path, kind, noun) in enumerate(jobs):
            tell(path)
            control.report(index / len(jobs))
            room = stage / f"{index}"
            with control.part(index / len(jobs), (index + 1) / len(jobs)):
                files = _write(world, RecipeOutput(path=path, noun=noun), room / path, look)
            for file in files:
                name = file.relative_to(room).as_posix()
                if name in kinds:
                    raise RecipeError(
                        f"output {path!r} ({kind}): two outputs write the file {name!r}; rename one of them."
                    )
                kinds[name] = kind if file == files[0] else f"{kind} companion"
                _move(file, done / name)
        copied, recipe = _inputs(recipe, steps, done)
        kinds.update(dict.fromkeys(copied, "input"))
        kinds[RECIPE] = "recipe"
        (done / RECIPE).write_bytes(recipe.to_toml().encode())
        reports = tuple(FileReport(name, kind, _sha256(done / name)) for name, kind in kinds.items())
        control.report(1.0)
        _publish(done, folder)
    return reports


def _preview_noun(world: World) -> Output:
    from landwright.render import HexPlan, Orbit, Relief

    if world.ground is None and world.hexmap is not None:
        return HexPlan(width=_PREVIEW_WIDTH)
    if world.ground is None and world.planet is not None:
        return Orbit(width=_PREVIEW_WIDTH, height=_PREVIEW_WIDTH * 3 // 4)
    return Relief(width=min(_PREVIEW_WIDTH, world.require_ground().grid.cols))


def paint(world: Any, noun: Output) -> Any:
    """Draw the picture that a picture noun asks for.

    Parameters
    ----------
    world : World or Heightfield
        What is shown.
    noun : Output
        A noun with a ``picture`` verb: relief, view, plan or orbit, or a plug-in's.

    Returns
    -------
    (rows, cols, 3) uint8 array
        The picture.
    """
    return resolve(type(noun).picture, str(getattr(noun, "kind", "picture")))(world, noun)


def write_output(thing: Any, path: Path, noun: Output | None = None, *, look: Any = None) -> tuple[Path, ...]:
    """Write a world, heightfield, layer or mesh with an output's noun: a picture, a mesh with its texture, or any other file.

    Parameters
    ----------
    thing : World, Heightfield, Layer, HexMap, Globe or Mesh
        What to write.
    path : path
        The file.
    noun : Output, optional
        By default the first that knows the file's ending.
    look : Materials, optional
        Colors of the ground that a mesh wears when its noun asks for a texture; the temperate ones when left out.

    Returns
    -------
    tuple of Path
        The files written, the one asked for first.
    """
    if noun is not None and type(noun).picture:
        return io.write(paint(thing, noun), path)
    if getattr(noun, "texture", False) and isinstance(thing, (World, Heightfield)):
        from landwright.render import Materials, albedo

        return io.write(thing, path, noun, texture=albedo(thing, Materials() if look is None else look))
    return io.write(thing, path, noun)


def look_of(recipe: Recipe) -> Any:
    """Return the colors of a recipe's first picture, so that its meshes wear what its pictures show; None without one.

    Parameters
    ----------
    recipe : Recipe
        Whose outputs are looked at: views first, then any other picture.

    Returns
    -------
    Materials or None
        As that picture has them.
    """
    nouns = sorted((output.noun for output in recipe.outputs), key=lambda noun: getattr(noun, "kind", "") != "view")
    return next((noun.materials for noun in nouns if hasattr(noun, "materials")), None)


def _write(world: World, output: RecipeOutput, path: Path, look: Any) -> list[Path]:
    """Write one output into its own room and return its files, the named one first."""
    label = f"output {output.path!r} ({output.kind})"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return list(write_output(world, path, output.noun, look=look))
    except LandwrightError as error:
        if not isinstance(error, (Cancelled, MissingExtra)):
            error.args = (f"{label}: {error}",)
        raise
    except OSError as error:
        raise OutputError(f"{label}: the file cannot be written: {error.strerror or error}.") from None


def _inputs(recipe: Recipe, steps: Sequence[Step], done: Path) -> tuple[list[str], Recipe]:
    """Copy the files that stages read, and return their names and the recipe that reads the copies."""
    names: dict[Path, str] = {}
    stages = {stage.id: stage for stage in recipe.stages}
    for step in steps:
        for setting, source in step.files.items():
            if source not in names:
                name = f"{INPUTS}/{source.name}"
                if name in names.values():
                    name = f"{INPUTS}/{source.stem}-{_sha256(source)[:8]}{source.suffix}"
                names[source] = name
            stage = stages[step.stage.id]
            stages[stage.id] = stage.replace(noun=stage.noun.replace(**{setting: names[source]}))
    copied = []
    for source, name in names.items():
        for file, copy in ((source, name), *((file, renamed(file, source, name)) for file in companions(source))):
            (done / copy).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, done / copy)
            copied.append(copy)
    return copied, recipe.replace(stages=tuple(stages.values())) if names else recipe


def check_folder(folder: Path) -> None:
    """Refuse a folder that cannot be written to, before anything is computed for it.

    Parameters
    ----------
    folder : path
        Where outputs are to go; it need not be there yet.

    Raises
    ------
    OutputError
        If it is a file, lies below one, or may not be written to.
    """
    if folder.exists() and not folder.is_dir():
        raise OutputError(f"{folder}: this is a file; give the name of a folder to write into.")
    solid = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not solid.is_dir():
        raise OutputError(f"{folder}: {solid} is a file, so there can be no folder in it.")
    if not os.access(solid, os.W_OK | os.X_OK):
        raise OutputError(f"{folder}: you have no right to write into {solid}.")


@contextlib.contextmanager
def _staging(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Yield a hidden folder to work in, and one inside it for what is finished; remove both at the end."""
    check_folder(folder)
    made: list[Path] = []
    try:
        parent = folder if folder.is_dir() else folder.parent
        missing = [path for path in (parent, *parent.parents) if not path.exists()]
        parent.mkdir(parents=True, exist_ok=True)
        made.extend(missing)
        _sweep(parent)
        stage = parent / f".landwright-{secrets.token_hex(6)}"
        (stage / "done").mkdir(parents=True)
    except OSError as error:
        for path in made:
            with contextlib.suppress(OSError):
                path.rmdir()
        raise OutputError(f"{folder}: the folder cannot be written to: {error.strerror or error}.") from None
    try:
        yield stage, stage / "done"
    except BaseException:
        shutil.rmtree(stage, ignore_errors=True)
        for path in made:
            with contextlib.suppress(OSError):
                path.rmdir()
        raise
    shutil.rmtree(stage, ignore_errors=True)


def _sweep(parent: Path) -> None:
    """Remove the hidden folders of builds that were killed, once nothing has touched them for a day."""
    for old in parent.glob(".landwright-*"):
        with contextlib.suppress(OSError):
            if not _STAGING.fullmatch(old.name) or old.is_symlink() or not old.is_dir():
                continue
            touched = max(path.stat().st_mtime for path in (old, *old.rglob("*")))
            if time.time() - touched > _ABANDONED:
                shutil.rmtree(old, ignore_errors=True)


def _move(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    source.replace(target)


def _publish(done: Path, folder: Path) -> None:
    """Bring finished files under their names; Ctrl-C and SIGTERM wait until all are there."""
    interrupted: KeyboardInterrupt | SystemExit | None = None
    try:
        if not folder.exists():
            done.rename(folder)
            return
        for file in sorted(path for path in done.rglob("*") if path.is_file()):
            target = folder / file.relative_to(done)
            if target.is_dir():
                raise OutputError(f"{target}: this is a folder, but the recipe writes a file of that name.")
        waiting = sorted(path for path in done.rglob("*") if path.is_file())
        while waiting:
            try:
                _move(waiting[0], folder / waiting[0].relative_to(done))
                waiting.pop(0)
            except (KeyboardInterrupt, SystemExit) as stop:
                interrupted = stop
                waiting = [path for path in waiting if path.exists()]
    except OSError as error:
        if isinstance(error, LandwrightError):
            raise
        raise OutputError(f"{folder}: the files cannot be put in place: {error.strerror or error}.") from None
    if interrupted is not None:
        raise interrupted


def _sha256(path: Path) -> str:
    control = current()
    state = hashlib.sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            control.check()
            state.update(chunk)
    return state.hexdigest()
