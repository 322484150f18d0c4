# Two commands for a newcomer: `make compare` and `make test`.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin

.PHONY: compare test test-slow lint clean paper

compare: $(VENV)/.installed  ## the quickstart comparison, printed as a significance-marked table
	$(BIN)/clss compare examples/quickstart/quickstart.toml --out runs/quickstart

paper: $(VENV)/.installed  ## the article's tables and figures at reduced size, beside its numbers
	$(BIN)/python examples/jair2016/paper.py --out runs/paper

test: $(VENV)/.installed-dev  ## lint, types, import contracts, tests, doctests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/pytest -n 2

test-slow: $(VENV)/.installed-dev  ## the longer statistical proofs
	$(BIN)/pytest -m slow

$(VENV)/.installed: setup.cfg pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "clss needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)" >&2; exit 2; }
	@echo "installing clss and what it needs into $(VENV) (a minute or two) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/pip install -qq --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	@echo "installing the tools for tests into $(VENV) ..."
	@$(BIN)/pip install -qq --disable-pip-version-check --editable '.[dev]'
	@touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache
