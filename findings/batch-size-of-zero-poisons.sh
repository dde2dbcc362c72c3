#!/usr/bin/env bash
# Daft 0.7.26: after a UDF with batch_size=0 no query of the process runs any more.
#
# Guess: batch_size=0 is refused where the UDF is made, as max_concurrency=0 is; or the query fails, and the next runs.
# Seen (2026-11-30), native runner, in one process:
#   a UDF with batch_size=0                        is made without an error
#   its query                                      PanicException: "batch size for UDF must be non-zero"
#   another query, without a UDF                   PanicException: "PoisonError"
#   each later one, writes too                     the same
#   count_rows() and len() of a collected frame    answer: nothing runs for them
# Why: the panic happens while Daft holds a lock, and whoever asks for that lock afterwards panics too. In a notebook
#   or a server, one `batch_size=rows // 1000` of few rows ends all work until the process is started anew.
# What helps: max(1, rows // 1000), or a process of its own for each query.
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
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0 DAFT_RUNNER=native

cat >program.py <<'PYTHON'
import daft
from daft import DataType, col


@daft.func.batch(return_dtype=DataType.int64(), batch_size=0)
def same(values):
    return values


def outcome(run):
    """What a query gives, or the error and its last words."""
    try:
        return run()
    except BaseException as error:
        words = "PoisonError" if "PoisonError" in str(error) else str(error)
        return f"{type(error).__name__}: {words}"


rows = daft.range(10).collect()
poisoned = "PanicException: PoisonError"
seen = {
    "before": outcome(daft.range(10).count_rows),
    "with 0": outcome(daft.range(10).select(same(col("id"))).collect),
    "a count": outcome(daft.range(10).count_rows),
    "a write": outcome(lambda: daft.range(10).write_parquet("out")),
    "collected": outcome(rows.count_rows),
    "its length": outcome(lambda: len(rows)),
}
expected = {
    "before": 10,
    "with 0": "PanicException: batch size for UDF must be non-zero",
    "a count": poisoned,
    "a write": poisoned,
    "collected": 10,
    "its length": 10,
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py 2>/dev/null
