# The commands of the house. `make help` lists them; scripts/ holds what is longer than a line or two.

PYTHON ?= python3
ARGS ?=
VENV := .venv
BIN := $(VENV)/bin
SAY := @scripts/say

# An environment whose interpreter is gone is made anew.
_ := $(shell test -x $(BIN)/python || rm -f $(VENV)/*.stamp)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help play table page wheel test lint lockstep bench peers strength train resume load chaos lock clean

help:
	$(SAY) "Gipfel"
	@echo "  make play    play in the browser      ARGS=\"--port 8080\" goes to gipfel serve"
	@echo "  make table   play in the terminal     ARGS=\"matterhorn --players 3\" goes to gipfel play"
	@echo "  make test    run every check          ARGS=\"-k flop\" goes to pytest"
	@echo "  make lint    the checks without the tests: lint, form, types, import order"
	@echo "  make page    build the page of the server, if web/ has changed"
	@echo "  make wheel   build the package, with the page inside, into dist/"
	@echo "  make lockstep  compare kernel and readable rules over 10 million decisions of each game"
	@echo "  make bench   measure the speed        ARGS goes to the benchmarks"
	@echo "  make peers   install OpenSpiel and pgx, which make bench then measures too"
	@echo "  make load    put load on a server        ARGS=\"--tables 500 --rate 550 --seconds 20\""
	@echo "  make chaos   kill a server in mid-load   ARGS=\"--tables 26 --blows 20\""
	@echo "  make strength  time the bots and compare the chances they call with what comes"
	@echo "  make resume  kill a training in mid-round: it must end as one that was not killed"
	@echo "  make train   install PyTorch and train   ARGS=\"matterhorn --rounds 24\" goes to gipfel train"
	@echo "  make lock    renew requirements/      ARGS=--upgrade takes the newest versions"
	@echo "  make clean   remove $(VENV) and all caches"
	@echo
	@echo "Each sets up $(VENV) by itself. PYTHON=python3.13 picks another Python (3.11 or newer);"
	@echo "after a change of Python run make clean first."

play: $(VENV)/play.stamp page
	@$(BIN)/gipfel serve --open $(ARGS)

table: $(VENV)/play.stamp
	@$(BIN)/gipfel play $(ARGS)

page: $(VENV)/empty.stamp
	@scripts/build-page $(VENV)

wheel: $(VENV)/play.stamp page
	$(SAY) "Wheel"
	@$(BIN)/python -m pip --disable-pip-version-check wheel -q --no-deps --no-build-isolation -w dist .
	@ls dist/*.whl

# What several test processes need is compiled once, before them.
test: lint page
	$(SAY) "Kernels"
	@$(BIN)/python -c 'from gipfel.games import GAMES; print(*GAMES)' | xargs -n 1 -P 2 \
	  $(BIN)/python -c 'import sys; from gipfel import bots; bots.prepare(sys.argv[1])'
	$(SAY) "Tests"
	@$(BIN)/python -m pytest -n 3 --dist worksteal $(ARGS)

lint: $(VENV)/test.stamp
	$(SAY) "Lint"
	@$(BIN)/ruff check
	$(SAY) "Form"
	@$(BIN)/ruff format --check
	$(SAY) "Types"
	@$(BIN)/mypy
	$(SAY) "Import order"
	@$(BIN)/lint-imports --no-logo
	$(SAY) "Page: types and form"
	@scripts/with-node $(VENV) npm run --silent check

lockstep: $(VENV)/test.stamp
	@$(BIN)/python -m tests.lockstep.walk $(ARGS)

bench: $(VENV)/bench.stamp
	@$(BIN)/python -m bench $(ARGS)

peers: $(VENV)/peers.stamp

load: $(VENV)/test.stamp
	@$(BIN)/python -m tests.server.load $(ARGS)

chaos: $(VENV)/test.stamp
	@$(BIN)/python -m tests.server.chaos $(ARGS)

strength: $(VENV)/bench.stamp
	@$(BIN)/python -m bench.strength $(ARGS)

$(VENV)/train.stamp: $(VENV)/test.stamp
	$(SAY) "Installing PyTorch"
	@$(BIN)/python -m pip --disable-pip-version-check -q install --no-build-isolation -e '.[train]'
	@touch $@

train: $(VENV)/train.stamp
	@$(BIN)/gipfel train $(ARGS)

resume: $(VENV)/train.stamp
	@$(BIN)/python -m tests.bots.resume

lock:
	@PYTHON="$(PYTHON)" scripts/lock $(ARGS)

clean:
	@rm -rf $(VENV) build dist web/node_modules web/src/paraglide src/gipfel/server/web .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp says: this lock, and the package itself, stand in the environment as they are now.
$(VENV)/%.stamp: requirements/%.txt pyproject.toml scripts/install $(VENV)/empty.stamp
	@scripts/install $(VENV) $*
	@touch $@

$(VENV)/empty.stamp:
	@PYTHON="$(PYTHON)" scripts/make-venv $(VENV)
	@touch $@
