# `make check` is for while you write: lint, types, import layers, fast tests.
# `make update` writes anew what tests compare with. `make test` is all that CI runs, on two cores.
BIN ?= .venv/bin/

.PHONY: check update test test-code test-ray

check:
	$(BIN)ruff check .
	$(BIN)ruff format --check .
	$(BIN)mypy
	$(BIN)lint-imports
	$(BIN)pytest -q -m fast -n 2 --dist loadfile

# Writes snapshots of rules anew, then generated pages, which are made from them, then snapshots of
# reports, which link to the pages. Read the diff.
update:
	$(BIN)pytest -q --snapshot-update -n 2 --dist loadfile tests/rules
	$(BIN)python docs/generate.py
	$(BIN)pytest -q --snapshot-update -n 2 --dist loadfile tests/reporting*

# What a cluster does is a matter of time. Its tests run one after the other, and whatever they leave
# of the CPUs the others get.
test:
	+$(MAKE) --jobs=2 --keep-going --output-sync=target test-code test-ray

test-code:
	nice -n 19 $(BIN)pytest --ignore=tests/ray -n 3 --dist loadfile --no-loadscope-reorder

test-ray:
	$(BIN)pytest tests/ray
