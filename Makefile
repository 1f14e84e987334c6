# make play   a practice game, set-up included       make play ARGS="--language en --colour black"
# make test   all checks and tests, set-up included   make test ARGS="-k reading"
# make model  trains the German speech model anew: hours; training/README.md
# make setup  only the set-up: leaves .venv/bin/chess-assistant

ARGS ?=
BIN := .venv/bin

.PHONY: play test setup bench model clean

play: setup
	@$(BIN)/chess-assistant practice $(ARGS) || [ $$? = 130 ]  # 130: left by Ctrl-C, as one may

test: setup .venv/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n auto $(ARGS)

setup: .venv/.ready

.venv/.ready: pyproject.toml scripts/setup
	@scripts/setup

.venv/.dev: pyproject.toml scripts/setup .venv/.ready
	@scripts/setup --tests
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --use-pep517 --editable '.[dev]'
	@touch $@

bench: setup
	$(BIN)/python benchmarks/reading.py
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/clock.py
	$(BIN)/python benchmarks/braille.py
	$(BIN)/python benchmarks/winnable.py
	$(BIN)/python benchmarks/speech.py
	$(BIN)/python benchmarks/reconcile.py

model: build/training-venv/.ready
	nice build/training-venv/bin/python -m training $(ARGS)

build/training-venv/.ready: training/requirements.txt
	python3 -m venv build/training-venv
	build/training-venv/bin/python -m pip install --quiet --requirement training/requirements.txt
	@touch $@

clean:
	rm -rf .venv build dist
