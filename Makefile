# Two commands for a newcomer: `make compare` and `make test`.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin

.PHONY: compare test test-slow lint clean paper docs docs-serve

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

# the theme's own announcement is not about this site
docs docs-serve: export NO_MKDOCS_2_WARNING = 1

docs: $(VENV)/.installed-docs  ## the documentation as a site: open site/index.html
	$(BIN)/mkdocs build --quiet
	@echo "built: site/index.html"

docs-serve: $(VENV)/.installed-docs  ## the same while you write, on http://127.0.0.1:8000
	$(BIN)/mkdocs serve

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

$(VENV)/.installed-docs: $(VENV)/.installed
	@echo "installing the tools for the documentation into $(VENV) ..."
	@$(BIN)/pip install -qq --disable-pip-version-check --editable '.[docs]'
	@touch $@

clean:
	rm -rf $(VENV) site build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache
