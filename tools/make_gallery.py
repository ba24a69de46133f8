"""Make the gallery: run every example in examples/gallery at full size, write its picture and the page that shows it."""

from __future__ import annotations

import argparse
import importlib.util
import re
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples" / "gallery"
TARGET = ROOT / "docs" / "gallery"
HEADER = re.compile(r"\A# gallery: (?P<title>[^\n]+)\n# test: size (?P<size>\d+)\n")


@dataclass(frozen=True)
class Example:
    """One file of examples/gallery: its title, the size the tests run it at, its text and its function."""

    name: str
    title: str
    test_size: int
    words: str
    code: str
    picture: Callable[[int], np.ndarray]


def load(path: Path) -> Example:
    """Read an example; its first two lines say what the gallery and the tests do with it."""
    text = path.read_text(encoding="utf-8")
    header = HEADER.match(text)
    if header is None:
        raise SystemExit(f"{path}: the first two lines must be '# gallery: <title>' and '# test: size <number>'")
    spec = importlib.util.spec_from_file_location(f"gallery_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path}: cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    words = (module.__doc__ or "").strip()
    code = text.split('"""', 2)[2].strip()
    return Example(path.stem, header["title"], int(header["size"]), words, code, module.picture)


def examples() -> list[Example]:
    """Load all examples, in the order of their file names."""
    return [load(path) for path in sorted(EXAMPLES.glob("*.py"))]


def page(items: list[Example]) -> str:
    """Return the gallery page."""
    lines = [
        "# Gallery",
        "",
        "Each picture is one example, and each example is a test. `make gallery` makes them anew.",
        "",
    ]
    for item in items:
        name = re.sub(r"^\d+_", "", item.name)
        lines += [f"## {item.title}", "", item.words, "", f"![{item.title}]({name}.jpg)", ""]
        lines += ["```{code-block} python", item.code, "```", ""]
    return "\n".join(lines)


def main() -> int:
    """Write docs/gallery; return 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="only these examples (default: all)")
    parser.add_argument("--size", type=int, default=641, help="samples a side")
    given = parser.parse_args()
    TARGET.mkdir(parents=True, exist_ok=True)
    items = examples()
    for item in items:
        name = re.sub(r"^\d+_", "", item.name)
        if given.names and name not in given.names:
            continue
        start = time.perf_counter()
        image = Image.fromarray(item.picture(given.size))
        image.save(TARGET / f"{name}.jpg", quality=88, optimize=True, progressive=True)
        print(f"{name}.jpg  {image.width} x {image.height}  {time.perf_counter() - start:.1f} s")
    (TARGET / "README.md").write_text(page(items), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
