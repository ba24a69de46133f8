# Landwright: every command sets up what it needs in .venv and then does one thing.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
WORKERS ?= 2

.DEFAULT_GOAL := help
.PHONY: help setup page studio demo test test-browser chromium lint bench photographs measure gallery docs requirements schema clean

help:  ## show this
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

setup: $(STAMP)  ## make the virtual environment

$(STAMP): requirements/dev.txt pyproject.toml hatch_build.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Landwright needs Python 3.11 or newer; name one with make PYTHON=python3.12"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing what Landwright needs into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@# the studio's page is built by the targets that need it, so that the others do without the registry of npm
	@LANDWRIGHT_PAGE=skip $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

page: $(STAMP)
	@$(BIN)/python hatch_build.py

studio: page  ## build the studio and start it; RECIPE=alps.toml opens that
	@$(BIN)/landwright studio $(RECIPE)

demo: $(STAMP)  ## build the example worlds and one grown on real elevation into out/demo
	@$(BIN)/python examples/demo.py --out out/demo

test: page chromium  ## all tests: compiled in parallel, small ones with the JIT off, the page's, the studio in a real browser
	$(BIN)/landwright warmup
	$(BIN)/python -m pytest -m "not e2e" -n $(WORKERS)
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -m jit_off -n $(WORKERS)
	@$(BIN)/python hatch_build.py test
	$(BIN)/python -m pytest tests/e2e -m e2e -p no:xdist

test-browser: page chromium  ## only those in a real browser: the studio as people use it
	$(BIN)/python -m pytest tests/e2e -m e2e -p no:xdist

chromium:
	@$(PYTHON) tools/need_chromium.py

lint: page  ## formatting, style, types of Python and TypeScript, the one-way street, docstrings
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/check_docstrings.py
	@$(BIN)/python hatch_build.py check

bench: $(STAMP)  ## benchmarks, as ratios to named peers
	$(BIN)/landwright warmup
	$(BIN)/python -m pytest benchmarks --benchmark-enable --benchmark-only -p no:xdist -s

photographs: page chromium  ## every screen of the studio at several sizes, into out/studio
	$(BIN)/python tools/photograph_studio.py

measure: page chromium  ## what the studio takes from slider to picture, from brush to picture, and on planets
	$(BIN)/python tools/measure_studio.py
	$(BIN)/python tools/measure_hexes.py
	$(BIN)/python tools/measure_planets.py

gallery: $(STAMP)  ## every example as a picture, into docs/gallery
	$(BIN)/python tools/make_gallery.py

docs: $(STAMP)  ## the documentation site, into docs/_build/html
	$(BIN)/python tools/make_reference.py
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs docs/_build/html
	@echo "open docs/_build/html/index.html"

requirements:  ## pin the development tools again, with hashes and no addresses
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/python -m uv pip compile pyproject.toml requirements/dev.in --extra all --universal --python-version 3.11 \
		--generate-hashes --no-emit-index-url --no-annotate --no-header --quiet -o requirements/dev.txt

clean:  ## remove what the other commands made, but not the environment
	rm -rf out build dist src/landwright/studio/static docs/_build docs/reference/_generated .benchmarks .mypy_cache .ruff_cache .pytest_cache .hypothesis
