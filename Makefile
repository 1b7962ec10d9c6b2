# One place for commands. `make play` and `make test` need Python 3.11 or newer, make and, for the
# kernel, a C++20 compiler; the rest they install.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.DEFAULT_GOAL := check
.PHONY: check play test format format-check lint types fuzz bench golden messages pictures clean

check: format-check lint types test  ## everything that must hold before a commit

play: $(VENV)/played  ## take a game off the shelf and play it
	@$(BIN)/ludotheque

test: $(VENV)/tested  ## all tests
	$(BIN)/pytest --numprocesses auto

format: $(VENV)/tested  ## lay out the code
	$(BIN)/ruff format
	$(BIN)/ruff check --fix --quiet

format-check: $(VENV)/tested
	$(BIN)/ruff format --check

lint: $(VENV)/tested
	$(BIN)/ruff check

types: $(VENV)/tested
	$(BIN)/mypy

fuzz: $(VENV)/tested  ## compare the kernel with the rules on a million positions of each game
	LUDOTHEQUE_FUZZ=1000000 $(BIN)/pytest --numprocesses auto tests/test_twins.py

bench: $(VENV)/tested  ## positions per second of the rules in Python
	$(BIN)/python bench/rules.py

golden: $(VENV)/tested  ## write the golden games anew, to be read as a diff
	$(BIN)/python tests/golden.py

messages: $(VENV)/tested  ## gather the sentences to translate into the catalogues
	$(BIN)/python tools/messages.py

pictures: $(VENV)/tested  ## draw the pictures of the README anew
	$(BIN)/python tools/pictures.py

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

# The stamps: what is installed is installed again only when what it is built from has changed.
BUILT_FROM := pyproject.toml CMakeLists.txt $(wildcard kernel/*)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "ludotheque needs Python 3.11 or newer; set PYTHON=/path/to/python3"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/played: $(BIN)/python $(BUILT_FROM)
	$(PIP) --editable .
	@touch $@

$(VENV)/tested: $(BIN)/python $(BUILT_FROM)
	$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/played
