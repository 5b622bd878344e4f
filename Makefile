# make lab    makes .venv, installs hanabi_lab and opens JupyterLab on the tour
# make test   makes .venv, installs what development needs, and runs every check and every test
# Both run on a fresh machine with Python 3.11 or later. PYTHON=python3.13 picks another interpreter.

PYTHON ?= python3
BIN := .venv/bin
BROWSER = command -v chromium || command -v chromium-browser || command -v google-chrome
# Installs a system package where that can be done without asking: Debian and its kin, as root.
APT = [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && \
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends

.DEFAULT_GOAL := help
.PHONY: help lab test check fast browser clean

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile
	@echo "make check  lint, format, types, import layers and notebooks"
	@echo "make fast   the tests that need no browser, no notebook kernel and no long run"
	@echo "make clean  removes .venv and the caches"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "hanabi_lab needs Python 3.11 or later; name one, for example: make PYTHON=python3.12 lab" >&2; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; { $(APT) python3-venv; } >/dev/null && $(PYTHON) -m venv .venv; } || \
	  { rm -rf .venv; echo "No .venv could be made: install python3-venv (Debian, Ubuntu), then run make again" >&2; exit 1; }

.venv/installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

.venv/installed-dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable . --group dev
	@touch $@ .venv/installed

lab: .venv/installed
	$(BIN)/hanabi-lab lab notebooks/01_tour.ipynb

test: .venv/installed-dev browser check
	HANABI_LAB_NEEDS_BROWSER=1 $(BIN)/python -m pytest

check: .venv/installed-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/nbstripout --verify --keep-id notebooks/*.ipynb

fast: .venv/installed-dev
	$(BIN)/python -m pytest -m "not slow and not notebooks and not browser"

browser:
	@[ -n "$$CHROMIUM" ] || { $(BROWSER); } >/dev/null || { $(APT) chromium; } >/dev/null || \
	  { echo "The browser tests need Chromium: install it (Debian: sudo apt install chromium)," >&2; \
	    echo "or give its path: make test CHROMIUM=/path/to/chrome. Without a browser: make fast" >&2; exit 1; }

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis build dist
