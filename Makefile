# Each target sets up what it needs in .venv (see scripts/setup); a second run starts at once.
# HIVE_PYTHON=/path/to/python3.12 make test     takes another Python
# make test TESTS=tests/detect                  runs one room of the house
# make record RECORD='--pinned claude'        records Claude Code alone, in the pinned version (see scripts/record)
# make test JOBS=0                              runs the tests one after another, in one process
# make agents TESTS=tests/live/agents/test_live_pi.py   drives one agent program

BIN := .venv/bin
TESTS ?=
JOBS ?= auto

AGENTS := tests/live/agents
PYTEST := $(BIN)/pytest -n $(JOBS) --maxprocesses 4 --maxschedchunk 2

.PHONY: help run test agents lint format bench record clean

help:
	@echo 'make run     set up and open the UI'
	@echo 'make test    set up and run every gate: ruff, mypy, import-linter, pytest; needs no agent program'
	@echo 'make agents  run the tests that drive agent programs, as scripts/ci-agents has installed them'
	@echo 'make lint    the gates without the tests'
	@echo 'make format  let ruff format and mend the code'
	@echo 'make bench   print the benchmarks, one JSON object a line'
	@echo 'make record  record the agent programs anew, in their newest versions, and print what changed (as root on Linux)'
	@echo 'make clean   remove what the others made, .venv too'

# what make says to its own commands is nothing for the programs that are started in tiles
run:
	@scripts/setup run
	@unset MAKEFLAGS MFLAGS MAKELEVEL MAKE_TERMOUT MAKE_TERMERR; exec $(BIN)/hive

test: lint
	$(PYTEST) --ignore $(AGENTS) $(TESTS)

agents:
	@scripts/setup test
	$(PYTEST) $(or $(TESTS),$(AGENTS))

lint:
	@scripts/setup test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy --strict
	$(BIN)/lint-imports --no-cache

format:
	@scripts/setup test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench:
	@scripts/setup test
	@$(BIN)/python -m bench --json

record:
	@scripts/record $(RECORD)

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage build dist *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
