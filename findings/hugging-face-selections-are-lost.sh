#!/usr/bin/env bash
# Daft 0.7.26, datasets 5.2.0: from_arrow(dataset.data.table) reads the rows that a filter took away.
#
# Guess: `dataset.data.table` is the dataset as an Arrow table. Daft's own read_huggingface hands datasets
#   over so.
# Seen (2026-11-29), a dataset of 0 to 9:
#   .filter(x >= 5)        .data.table: 0 1 2 3 4 5 6 7 8 9    with_format("arrow")[:]: 5 6 7 8 9
#   .select([3, 1])        .data.table: 0 1 2 3 4 5 6 7 8 9    with_format("arrow")[:]: 3 1
#   .shuffle(seed=1)       .data.table: as before              with_format("arrow")[:]: shuffled
#   train_test_split       both parts have all ten rows in .data.table: the test rows are trained on
# Why: these methods keep the table and note row numbers beside it (`_indices`), which the table doesn't show.
#   `map` and a dataset just loaded have none, so it works until somebody adds a filter. len() is right.
# What helps: with_format("arrow")[:], or flatten_indices() before `.data.table`.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 pyarrow==25.0.1 datasets==5.2.0)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0

cat >program.py <<'PYTHON'
import daft
import datasets

datasets.disable_progress_bars()
whole = datasets.Dataset.from_dict({"x": list(range(10))})
split = whole.train_test_split(test_size=2, seed=1)
made = {
    "filter": whole.filter(lambda row: row["x"] >= 5),
    "select": whole.select([3, 1]),
    "shuffle": whole.shuffle(seed=1),
    "test part": split["test"],
}


def rows(table):
    return daft.from_arrow(table).to_pydict()["x"]


seen = {}
for name, dataset in made.items():
    right = rows(dataset.with_format("arrow")[:])
    assert right == dataset["x"][:] and len(right) == len(dataset)
    assert rows(dataset.flatten_indices().data.table) == right
    seen[name] = (rows(dataset.data.table), len(right))
    print(name, "by format:", right)
every = list(range(10))
expected = {"filter": (every, 5), "select": (every, 2), "shuffle": (every, 10), "test part": (every, 2)}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
