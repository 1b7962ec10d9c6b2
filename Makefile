# One place for commands. `make play` and `make test` need Python 3.11 or newer, make and, for the
# kernel, a C++20 compiler; the rest they install.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TSC := build/node/node_modules/.bin/tsc
PEER := build/peer/installed
PYODIDE := build/pyodide/node_modules/pyodide/pyodide.mjs
SANITIZED := build/sanitized
WASM := build/wasm/kernel.wasm
KERNEL_SUITES := $(addprefix tests/test_, twins.py kernel_text.py searches.py proof.py playouts.py \
	engine.py analysis.py signature.py) $(addprefix tests/research/test_, batches.py positions.py) \
	tests/datasets/test_numbered.py
QUICK_SUITES := src/ludotheque/games $(wildcard tests/test_record_*.py) $(addprefix tests/test_, \
	conformance.py match.py series.py clock.py beginning.py tables.py renewed.py golden.py perft.py \
	engine.py analysis.py searches.py playouts.py twins.py kernel_faults.py kernel_text.py asked.py)
# Whatever is tried on examples that Hypothesis makes up.
EXAMPLED_SUITES = $(shell grep -rl --include='test_*.py' '^ *@given' tests src/ludotheque/games)
# Many tests wait for servers and browsers: two more work at them than there are cores.
WORKERS = $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 2)')
EVERYTHING = --numprocesses $(WORKERS) --dist worksteal --ignore tests/test_arena_ray.py --ignore tests/test_wheel.py
N ?= 10
# The mistakes of each game whose claims are tried.
MISTAKES ?= 1000
# The seconds for which each reader of a stranger's text is searched.
FUZZ ?= 600
# No registry is named in a lock: it holds for any that has the same files.
LOCKER := build/lock/bin/uv
LOCK = $(LOCKER) pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header --no-annotate
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# The tests start hundreds of processes: what one has compiled, the others need not.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := check
.PHONY: check play test quick test-again test-ray test-wheel kills format format-check lint types types-page fuzz sanitize luck bench bench-table bench-server bench-evening
.PHONY: wasm site device browsers-python lock digests test-lock screens torture claims docs golden messages wire stubs pictures alphabets icons clean train-test puzzles

check: format-check lint types test  ## everything that must hold before a commit

play: $(VENV)/played  ## open the house on this machine, and its page where there is a desktop
	@$(BIN)/ludotheque serve --open

test: $(VENV)/tested $(WASM) browsers-python  ## all tests
	@$(BIN)/python tools/services.py
	$(BIN)/pytest $(EVERYTHING)

quick: $(VENV)/tested  ## rules, match, engine, conformance and types, in a minute
	@$(BIN)/mypy & $(BIN)/pytest --quiet --numprocesses auto --dist worksteal $(QUICK_SUITES); \
		tested=$$?; wait $$! && exit $$tested

test-again: $(VENV)/tested $(WASM) browsers-python  ## all tests N=10 times, beside two busy processes; TESTS=… for a part
	@$(BIN)/python tools/services.py
	$(BIN)/python tools/again.py $(N) $(EVERYTHING) $(TESTS)

test-ray: $(VENV)/rayed  ## the arena on a cluster of two; Ray is large, so it is not part of test
	$(BIN)/pytest tests/test_arena_ray.py

test-wheel: $(VENV)/tested  ## build what an index would offer, install it elsewhere, use it as a newcomer; PYTHON=python3.12 OTHER=python3.13
	LUDOTHEQUE_PYTHON=$(shell command -v $(PYTHON)) LUDOTHEQUE_OTHER=$(OTHER) $(BIN)/pytest tests/test_wheel.py

format: $(VENV)/tested  ## lay out the code
	$(BIN)/ruff format
	$(BIN)/ruff check --fix --quiet

format-check: $(VENV)/tested
	$(BIN)/ruff format --check

lint: $(VENV)/tested
	$(BIN)/ruff check

types: $(VENV)/tested types-page
	$(BIN)/mypy

# The page's modules are served as they are; their types are checked by a tool that only developers
# need. Where npm is missing that is said, and is a failure where nothing may be missing.
types-page:
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(TSC) \
		&& $(TSC) --project src/ludotheque/page; \
	else echo "npm is missing: the types of the page's modules are not checked"; \
		test "$$CI" != true; fi

wasm: $(WASM)  ## the kernel as WebAssembly, for the browser: minutes the first time

site: $(VENV)/tested $(WASM) $(PYODIDE)  ## the whole house as a folder of files, in build/site: for any web server
	$(BIN)/ludotheque site build/site --pyodide $(dir $(PYODIDE)) --kernel $(WASM) $(HOW)

device: $(VENV)/tested $(WASM) $(PYODIDE)  ## the same for a served house to lend to devices: ludotheque serve --device build/device
	$(BIN)/ludotheque site build/device --pyodide $(dir $(PYODIDE)) --kernel $(WASM) --house ../

screens: $(VENV)/tested $(WASM) browsers-python  ## keep a picture of every screen that the tests see, in build/screens
	LUDOTHEQUE_SCREENS=1 $(BIN)/pytest --numprocesses auto --dist worksteal tests/browser

fuzz: $(VENV)/tested  ## compare the kernel with the rules on a million positions of each game
	LUDOTHEQUE_FUZZ=1000000 $(BIN)/pytest --numprocesses auto tests/test_twins.py tests/test_kernel_text.py \
		tests/research/test_batches.py
	$(BIN)/pytest --numprocesses auto --hypothesis-profile curious $(EXAMPLED_SUITES)

kills: $(VENV)/tested  ## kill the house a thousand times while fifty tables are played at
	LUDOTHEQUE_KILLS=1000 $(BIN)/pytest tests/server/test_crash.py -k again_and_again

torture: $(VENV)/fuzzed  ## power cuts, suffering workers, other worlds, a million messages, fuzzers: four hours
	@$(BIN)/python tools/services.py
	LUDOTHEQUE_CUTS=200 $(BIN)/pytest tests/power
	LUDOTHEQUE_WORLDS=20 $(BIN)/pytest tests/server/test_leaks.py -k imagined
	LUDOTHEQUE_MINUTES=30 $(BIN)/pytest tests/server/test_histories.py
	LUDOTHEQUE_REQUESTS=100 $(BIN)/pytest tests/server/test_http.py -k nothing_that_is_asked
	LUDOTHEQUE_MALFORMED=1000000 $(BIN)/pytest tests/server/test_faults.py -k malformed
	$(BIN)/python tests/fuzzing/search.py $(FUZZ)

sanitize: $(SANITIZED)/tested  ## the suites of the kernel, with every address and shift checked
	$(CHECKED) $(SANITIZED)/bin/pytest --numprocesses auto $(KERNEL_SUITES)

luck: $(VENV)/tested  ## 100,000 games of bots: luck is nought on average, and results agree without it
	$(BIN)/python tools/luck.py

bench: $(VENV)/benched $(WASM)  ## the speed of rules, kernel and searches, beside their limits and a peer
	$(BIN)/python bench/rules.py
	$(BIN)/python bench/kernel.py
	PYTHONPATH=tools $(BIN)/python bench/wasm.py
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(PYODIDE) \
		&& PYTHONPATH=tools $(BIN)/python bench/local.py; \
	else echo "npm is missing: the house without a server is not timed"; fi
	$(BIN)/python bench/environments.py
	$(BIN)/python bench/growth.py
	$(BIN)/python bench/study.py
	PYTHONPATH=tools $(BIN)/python bench/graph.py
	$(BIN)/python bench/house.py
	@$(MAKE) --no-print-directory bench-server

bench-table: $(VENV)/benched  ## measure the environments on a quiet machine, and write the table of docs/research.md
	$(BIN)/python bench/environments.py docs/research.md

# The peer plays Tortuga by rules of its own, in JavaScript: they are held to ours before it is measured.
bench-server: $(VENV)/tested  ## 200 games at once, played at our server and at boardgame.io's by turns
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(PEER) && $(BIN)/pytest bench/tests; \
	else echo "npm is missing: boardgame.io cannot be installed"; fi
	$(BIN)/python bench/contest.py $(HOW)

bench-evening: $(VENV)/tested  ## 2,000 sockets at a human pace for ten minutes: delays, memory and its slope
	$(BIN)/python bench/evening.py $(HOW)

train-test: $(VENV)/trained  ## the examples that learn, held to their results: half an hour, and PyTorch
	$(BIN)/pytest examples/tests

lock: $(LOCKER)  ## choose anew, with hashes, what the served house and its build are made of
	$(LOCK) --extra server --output-file requirements/server.lock pyproject.toml
	$(PYTHON) -c 'import tomllib; \
		print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
		| $(LOCK) --output-file requirements/build.lock -

digests:  ## write into deploy/ what the tags of its images mean today
	$(PYTHON) tools/digests.py

test-lock:  ## install what is locked, as the container does, in an environment of its own
	rm -rf build/locked
	$(PYTHON) -m venv build/locked
	build/locked/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes \
		--only-binary :all: --requirement requirements/server.lock
	build/locked/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes \
		--requirement requirements/build.lock
	build/locked/bin/python -m pip install --quiet --disable-pip-version-check --no-deps \
		--no-build-isolation --config-settings=build-dir=build/locked-kernel .
	build/locked/bin/python -m pip check
	build/locked/bin/ludotheque serve --help >/dev/null
	build/locked/bin/python -c 'import ludotheque.server.run'

claims: $(VENV)/tested  ## why MISTAKES=1000 moves a game were mistakes: nothing untrue, and how often nothing
	$(BIN)/python tools/claims.py $(MISTAKES)

puzzles: $(VENV)/tested  ## prove every puzzle that is shipped again
	$(BIN)/ludotheque puzzles prove

docs: $(VENV)/tested  ## the documents and a reference as a site in build/docs; every link and warning checked
	$(BIN)/python tools/docs_site.py

golden: $(VENV)/tested  ## write the golden games anew, to be read as a diff
	$(BIN)/python tests/golden.py

messages: $(VENV)/tested  ## gather the sentences to translate into the catalogues
	$(BIN)/python tools/messages.py

wire: $(VENV)/tested  ## write the types and constants of what is sent, for the page's modules
	$(BIN)/python tools/wire_types.py

stubs: $(VENV)/tested  ## write the types of the games on the shelf by their names
	$(BIN)/python tools/shelf_types.py

pictures: $(VENV)/tested  ## draw the pictures of the README anew
	$(BIN)/python tools/pictures.py

alphabets:  ## write the letters of names anew, from the data of two packages that nothing else needs
	$(PYTHON) -m venv build/alphabets
	build/alphabets/bin/pip install --quiet --disable-pip-version-check regex confusable-homoglyphs
	build/alphabets/bin/python tools/alphabets.py

icons: $(VENV)/tested  ## draw the mark of the house anew; needs a Chromium
	$(BIN)/python tools/icons.py

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

# The stamps: what is installed is installed again only when what it is built from has changed.
BUILT_FROM := pyproject.toml CMakeLists.txt $(filter-out kernel/wasm/%, $(wildcard kernel/*/*))

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "ludotheque needs Python 3.11 or newer; set PYTHON=/path/to/python3"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/played: $(BIN)/python $(BUILT_FROM)
	$(PIP) --editable '.[server]'
	@touch $@

# A kernel that checks itself, assertions included, lives in an environment of its own. Python is not
# built so: what is preloaded comes before it, and what it keeps at its end is no leak of ours.
CHECKED = LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so)" \
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1

$(VENV)/benched: $(VENV)/tested
	$(PIP) --editable '.[dev,bench]'
	@touch $@

$(VENV)/rayed: $(VENV)/tested
	$(PIP) --editable '.[dev,ray]'
	@touch $@

$(VENV)/fuzzed: $(VENV)/tested
	$(PIP) atheris==3.0.0
	@touch $@

$(VENV)/trained: $(VENV)/tested
	$(PIP) --editable '.[dev,train]'
	@touch $@

$(SANITIZED)/tested: $(BUILT_FROM)
	$(PYTHON) -m venv $(SANITIZED)
	$(SANITIZED)/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]' \
		--config-settings=cmake.define.LUDOTHEQUE_SANITIZE=ON --config-settings=build-dir=build/checked \
		--config-settings=cmake.build-type=Debug --config-settings=cmake.define.CMAKE_CXX_FLAGS_DEBUG=-O1
	@touch $@

$(VENV)/tested: $(BIN)/python $(BUILT_FROM)
	$(PIP) --editable '.[dev]' --config-settings=cmake.define.LUDOTHEQUE_STRICT=ON
	@touch $@ $(VENV)/played

# The compiler is one of the packages to develop with; only the kernel's own sources make it anew.
$(WASM): tools/wasm.py $(filter-out kernel/bind/%, $(wildcard kernel/*/*)) | $(VENV)/tested
	$(BIN)/python tools/wasm.py $@

$(LOCKER):
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet --disable-pip-version-check uv

$(PEER): bench/peer/package.json bench/peer/package-lock.json
	mkdir -p build/peer
	cp $^ build/peer
	npm ci --prefix build/peer --ignore-scripts --no-audit --no-fund --silent
	@touch $@

# What the tests of static sites need; where npm is missing they say so.
browsers-python:
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(PYODIDE); \
	else echo "npm is missing: Pyodide cannot be installed"; fi

# Python for browsers, as a static site brings it along: never fetched from anywhere else.
$(PYODIDE): $(addprefix src/ludotheque/site/npm/, package.json package-lock.json)
	mkdir -p build/pyodide
	cp $^ build/pyodide
	npm ci --prefix build/pyodide --ignore-scripts --no-audit --no-fund --silent
	@touch $@

$(TSC):
	npm install --prefix build/node --no-audit --no-fund --silent typescript@5.9.3
