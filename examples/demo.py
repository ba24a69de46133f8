"""Build the example worlds and one landscape grown on real elevation; say where everything is.

Run by ``make demo``. Everything here can be done from the command line as well:
``landwright new alps -o alps.toml && landwright build alps.toml -o out/alps``.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
WORLDS = ["alps", "islands", "desert", "volcano", "plasma", "hexmap", "planet-earth"]


def landwright(*words: object) -> None:
    """Run the command line as a user would; stop when it fails."""
    done = subprocess.run([sys.executable, "-m", "landwright", *map(str, words)])
    if done.returncode:
        raise SystemExit(done.returncode)


def size(path: Path) -> str:
    """Say how large a file is."""
    number = path.stat().st_size / 1024
    return f"{number / 1024:.1f} MB" if number > 1024 else f"{number:.0f} kB"


def main() -> None:
    """Build all worlds into one folder each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("out/demo"))
    parser.add_argument("--size", type=int, help="samples a side, instead of each recipe's own")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    recipes: list[tuple[str, Path]] = []
    for name in WORLDS:
        path = given.out / f"{name}.toml"
        landwright("new", name, "-o", path, "--force")
        recipes.append((name, path))
    recipes.append(("st_helens", HERE / "st_helens.toml"))

    print("Landwright demo: seven worlds from a seed, one grown on a measured mountain", flush=True)
    landwright("warmup")
    for name, path in recipes:
        smaller = ["--set", f"grid.shape=[{given.size}, {given.size}]"]
        if name == "hexmap":
            smaller = ["--set", "hexmap.columns=20", "--set", "hexmap.rows=15"]
        if name.startswith("planet"):
            smaller = ["--set", "planet.resolution=33"]
        extra = smaller if given.size else []
        landwright("build", path, "-o", given.out / name, *extra)

    print("\nDone. Look at:")
    for name, _ in recipes:
        folder = given.out / name
        print(f"\n  {folder}")
        for path in sorted(folder.iterdir()):
            print(f"    {path.name:<24} {size(path)}")
    print(f"\nStart with {given.out / 'alps' / 'preview.png'}")


if __name__ == "__main__":
    main()
