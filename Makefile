# Everything is set up inside .venv from nothing but Python 3.11+, venv and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# The exact versions live in constraints.txt; build isolation gets them through PIP_CONSTRAINT.
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Every program is to find our modules compiled whatever the environment says.
export PYTHONDONTWRITEBYTECODE :=
PIP := $(BIN)/python -m pip install --quiet
# Tests wait for servers now and then: one more than there are cores keeps these busy.
WORKERS := $(shell expr `getconf _NPROCESSORS_ONLN` + 1)

# Texts are marked in these folders; catalogs of translations stand beside the template, one folder for each language.
LOCALE := protocol/opera_protocol/texts/locale
TEMPLATE := $(LOCALE)/opera.pot
EXTRACT := --mapping babel.cfg --no-location --omit-header --sort-output -k NN_:1,2 -k NP_:1c,2 --add-comments=Translators: opera_tui protocol/opera_protocol protocol/opera_games server/opera_doors
CATALOGS := $(patsubst %.po,%.mo,$(wildcard $(LOCALE)/*/LC_MESSAGES/opera.po))

.PHONY: play test check format texts pictures bench soak dist clean help

help:  ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

play: $(VENV)/.play $(CATALOGS)  ## a game of Opera against two bots
	@$(BIN)/opera play $(ARGS)

test: $(VENV)/.dev $(CATALOGS)  ## all tests but the long ones
	$(BIN)/python -m pytest -n $(WORKERS) -q $(ARGS)

check: $(VENV)/.dev  ## format, lint, types, import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: $(VENV)/.dev  ## put the code into its form
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

texts: $(VENV)/.dev  ## collect all texts for translators, and bring their catalogs up to date
	$(BIN)/pybabel --quiet extract $(EXTRACT) --output-file $(TEMPLATE)
	for catalog in $(wildcard $(LOCALE)/*/LC_MESSAGES/opera.po); do \
	    language=$${catalog#$(LOCALE)/}; language=$${language%%/*}; \
	    $(BIN)/pybabel --quiet update --ignore-obsolete --ignore-pot-creation-date --input-file $(TEMPLATE) --output-file $$catalog --locale $$language || exit; \
	done

pictures: $(VENV)/.dev $(CATALOGS)  ## take the pictures of the front page from the running program
	PYTHONPATH=tests $(BIN)/python -m tests.screenshots

bench: $(VENV)/.dev  ## speed next to a baseline, as ratios
	PYTHONPATH=tests $(BIN)/python -m benchmarks $(ARGS)

soak: $(VENV)/.dev $(CATALOGS)  ## the long runs; SOAK_SEED=... repeats one, SOAK_SHARE=0.1 does a tenth of it
	$(BIN)/python -m pytest -n $(WORKERS) -m soak -rP -q $(ARGS)

dist: $(VENV)/.dev  ## wheel and source archive in dist/
	$(BIN)/python -m build --outdir dist .

clean:  ## remove what make made
	rm -rf $(VENV) dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache $(CATALOGS)

# Installing compiles them all; this is for the one that was changed since.
%.mo: %.po
	test -x $(BIN)/pybabel || $(PIP) babel
	$(BIN)/pybabel --quiet compile --input-file $< --output-file $@

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Opera needs Python 3.11 or newer: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Setting up in $(VENV) (once) ..."
	$(PIP) --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Setting up in $(VENV) for development (once) ..."
	$(PIP) --no-compile --upgrade pip  # dependency groups need 25.1
	$(PIP) --no-compile --editable . --group dev
	@touch $(VENV)/.play $@
