# make run       read the demo documents and open the dashboard
# make demo      read them without opening it
# make test      the tests
# make lint      ruff and mypy
# make check     lint and test
# make lock      refresh requirements.lock
# make docs      run the examples of README.md and docs/ again
# make wheel     try the wheel in an empty environment
# make pictures  take the pictures in docs/images again
# make clean     remove .venv, the demo database and what was built
# make help      this list
SHELL := /bin/bash
BIN := .venv/bin
PYTHON ?= $(shell command -v python3.11 || command -v python3)
DB ?= sqlite:///twoways.db
PORT ?= 8501

.PHONY: run demo test lint check lock docs pictures wheel clean browser help
run: demo
	$(BIN)/twoways review --db $(DB) --port $(PORT)

demo: .venv/ready
	$(BIN)/twoways ingest corpus/documents --db $(DB)

# The model is learnt once before the tests: within one, a slow machine would run into its time limit, again and again.
test: .venv/ready browser
	@$(BIN)/python -m classifier.warm
	$(BIN)/python -m pytest -n 2

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

check: lint test

.venv/ready: requirements.lock pyproject.toml scripts/setup.sh
	bash scripts/setup.sh $(PYTHON)
	@touch $@

browser: .venv/ready
	@bash scripts/browser.sh

lock: .venv/ready
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --quiet --upgrade --python-version 3.11 --all-extras pyproject.toml --no-annotate --no-header -o requirements.lock

docs: .venv/ready
	$(BIN)/python -m db.describe docs/database.md
	$(BIN)/python scripts/docs.py

pictures: .venv/ready browser
	$(BIN)/python -m scripts.pictures

wheel:
	bash scripts/try_wheel.sh $(PYTHON)

clean:
	rm -rf .venv build dist *.egg-info twoways.db*

help:
	@sed -n 's/^# make/make/p' Makefile
