# Everything is set up inside .venv from nothing but Python 3.11+, venv and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# The exact versions live in constraints.txt; build isolation gets them through PIP_CONSTRAINT.
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
PIP := $(BIN)/python -m pip install --quiet

.PHONY: play test check format bench soak dist clean help

help:  ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

play: $(VENV)/.play  ## watch a full game between bots
	@$(BIN)/opera-server demo

test: $(VENV)/.dev  ## all tests but the long ones
	$(BIN)/python -m pytest -n auto -q $(ARGS)

check: $(VENV)/.dev  ## format, lint, types, import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: $(VENV)/.dev  ## put the code into its form
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.dev  ## speed next to a baseline, as ratios
	$(BIN)/python -m tests.benchmarks

soak: $(VENV)/.dev  ## the long runs; SOAK_SEED=... repeats one
	$(BIN)/python -m pytest -n auto -m soak -rP -q $(ARGS)

dist: $(VENV)/.dev  ## wheel and source archive in dist/
	$(BIN)/python -m build --outdir dist .

clean:  ## remove what make made
	rm -rf $(VENV) dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Opera needs Python 3.11 or newer: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Setting up in $(VENV) (once) ..."
	$(PIP) --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Setting up in $(VENV) for development (once) ..."
	$(PIP) --upgrade pip  # dependency groups need 25.1
	$(PIP) --editable . --group dev
	@touch $(VENV)/.play $@
