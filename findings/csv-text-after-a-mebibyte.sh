#!/usr/bin/env bash
# Daft 0.7.26: past the first MiB, a CSV value of another type becomes null, and JSON loses decimals.
#
# Guess: types are guessed from the head of a file, and a later value that doesn't fit raises; or the
#   column becomes text, as pyarrow.csv.read_csv has it. And what CSV does, JSON lines does too.
# Seen (2026-11-28), a column of whole numbers with two last values, 1.5 and ten:
#   rows      CSV                        JSON lines
#   1,000     String, "1.5" and "ten"    String, "1.5" and "ten"
#   300,000   Int64, null and null       Int64, 1 and null
#   300,000   pyarrow.csv.read_csv: string, "1.5" and "ten"
# Why: a test with a small file shows text and the full one shows nulls; the count of rows is right
#   in both, and nothing is said.
# What helps: schema={"x": DataType.string()} and an explicit cast.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 pyarrow==25.0.1)
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
import pyarrow.csv


def tails(rows):
    numbers = [str(number) for number in range(rows)]
    with open("x.csv", "w") as file:
        file.write("\n".join(["x", *numbers, "1.5", "ten"]) + "\n")
    with open("x.jsonl", "w") as file:
        file.write("".join(f'{{"x": {value}}}\n' for value in [*numbers, "1.5", '"ten"']))
    found = {}
    for name, df in (("csv", daft.read_csv("x.csv")), ("json", daft.read_json("x.jsonl"))):
        values = df.to_pydict()["x"]
        found[name] = (str(df.schema()["x"].dtype), len(values) - rows, values[-2:])
    return found


seen = {rows: tails(rows) for rows in (1_000, 300_000)}
column = pyarrow.csv.read_csv("x.csv").column("x")
seen["pyarrow"] = (str(column.type), column.to_pylist()[-2:])
print(seen)
expected = {
    1_000: {"csv": ("String", 2, ["1.5", "ten"]), "json": ("String", 2, ["1.5", "ten"])},
    300_000: {"csv": ("Int64", 2, [None, None]), "json": ("Int64", 2, [1, None])},
    "pyarrow": ("string", ["1.5", "ten"]),
}
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
