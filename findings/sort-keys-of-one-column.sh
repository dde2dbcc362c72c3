#!/usr/bin/env bash
# Daft 0.7.26 on Ray 2.59.0: a sort by two expressions of one column runs natively and raises on Ray.
#
# Guess: df.sort([col("id") % 10, col("id")]) sorts by the last digit, then by the number, on each runner.
# Seen (2026-11-30), 600 rows in 6 partitions:
#   native                              600 rows in order
#   Ray                                 ValueError: Expressions must all have unique names; saw id twice
#   Ray, with .limit(3), or show()      the first three
#   Ray, the first key with an alias    600 rows in order
# Why: on Ray samples of the keys become a table, to find where to cut, and an expression is called as its first
#   column. A limit makes one step of both, which cuts nothing; nor does a frame of one partition.
# What helps: .alias("last") on one of the keys, which adds no column. groupby by such keys raises natively too.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 ray==2.59.0 pyarrow==25.0.1)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0

cat >program.py <<'PYTHON'
import sys

import daft
from daft import col

if sys.argv[1] == "ray":
    import ray

    ray.init(
        address="local",
        num_cpus=2,
        include_dashboard=False,
        logging_level="ERROR",
        log_to_driver=False,
    )
    daft.set_runner_ray()
else:
    daft.set_runner_native()

df = daft.range(600, partitions=6)
in_order = sorted(range(600), key=lambda number: (number % 10, number))


def of(frame):
    try:
        return frame.to_pydict()["id"]
    except Exception as error:
        return str(error).strip().splitlines()[-1]


plain = of(df.sort([col("id") % 10, col("id")]))
first = of(df.sort([col("id") % 10, col("id")]).limit(3))
named = of(df.sort([(col("id") % 10).alias("last"), col("id")]))
print(sys.argv[1], plain if isinstance(plain, str) else f"{len(plain)} rows", first, len(named))
assert first == in_order[:3] and named == in_order
if sys.argv[1] == "ray":
    assert plain.endswith("Expressions must all have unique names; saw id twice"), plain
else:
    assert plain == in_order
PYTHON
venv/bin/python -W ignore program.py native
venv/bin/python -W ignore program.py ray
