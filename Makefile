# Everything runs in .venv; the first target that needs it makes it. PYTHON may name another interpreter (3.11 or newer).
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
STAMP_DEV := $(VENV)/.installed-dev

.PHONY: demo test test-live check bench clean help

help:  ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

demo: $(STAMP)  ## set up, then run the standard-library golden set and say which stage failed
	@$(BIN)/harness run golden/stdlib --run-id demo-$$(date +%Y%m%d-%H%M%S) --failures 4
	@echo; echo "next: $(BIN)/harness run golden/stdlib --filter status=current"
	@echo "      $(BIN)/harness --help"

test: $(STAMP_DEV) check  ## set up, then lint, type-check, check the layers and run every test
	$(BIN)/python -m pytest

test-live: $(STAMP_DEV)  ## build a real Ollama once, in your cache folder, and run the demo set through a small model
	@$(BIN)/python tests/live/server.py prepare; code=$$?; \
	if [ $$code -eq 0 ]; then HARNESS_LIVE_TESTS=1 $(BIN)/python -m pytest tests/live; \
	elif [ $$code -ne 3 ]; then exit $$code; fi

check: $(STAMP_DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

bench: $(STAMP_DEV)  ## print every benchmark's ratios (peers that are not installed are skipped)
	$(BIN)/python benchmarks/throughput.py
	$(BIN)/python benchmarks/retrieval.py
	$(BIN)/python benchmarks/stages.py
	$(BIN)/python benchmarks/overhead.py
	$(BIN)/python benchmarks/ingest.py
	$(BIN)/python benchmarks/logs.py
	$(BIN)/python benchmarks/verify.py

clean:  ## remove the environment and caches; runs in logs/ stay
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; try: make PYTHON=python3.12"; exit 1; }
	@echo "making $(VENV) (once)"
	@$(PYTHON) -m venv $(VENV)

$(STAMP): $(VENV)/bin/python pyproject.toml
	@echo "installing (once)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(STAMP_DEV): $(STAMP)
	@echo "installing what the tests need (once)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements-dev.txt
	@touch $@
