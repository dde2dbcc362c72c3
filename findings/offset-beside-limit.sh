#!/usr/bin/env bash
# Daft 0.7.26: an `offset` runs only right beside a `limit`; a filter, a sort or a column between them raises.
#
# Guess: offset(5) skips five rows wherever it stands, as OFFSET in SQL, and steps that keep all rows may
#   stand between it and a limit.
# Seen (2026-11-28), on both runners, 100 rows:
#   offset(5).limit(3), limit(9).offset(5)                   3 and 4 rows
#   offset(5).select("id").limit(3)                          3 rows
#   offset(5).collect(), sort("id").offset(5).collect()      Offset without limit is unsupported now!
#   offset(5).with_column("z", id * 2).limit(3)              the same
#   limit(9).sort("id").offset(5)                            the same
#   offset(5).collect().limit(3), offset(5).count_rows()     the same
# Why: only the pair of neighbours becomes one step, before anything is moved.
# What helps: offset and limit beside each other, all other steps in front of or behind the two.
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
from daft import col

daft.set_runner_native()
df = daft.range(100, partitions=4)
plans = {
    "offset(5).limit(3)": (lambda: df.offset(5).limit(3).collect(), 3),
    "limit(9).offset(5)": (lambda: df.limit(9).offset(5).collect(), 4),
    "offset(5).select('id').limit(3)": (lambda: df.offset(5).select("id").limit(3).collect(), 3),
    "offset(5)": (lambda: df.offset(5).collect(), None),
    "sort('id').offset(5)": (lambda: df.sort("id").offset(5).collect(), None),
    "offset(5).with_column('z', id * 2).limit(3)": (
        lambda: df.offset(5).with_column("z", col("id") * 2).limit(3).collect(),
        None,
    ),
    "limit(9).sort('id').offset(5)": (lambda: df.limit(9).sort("id").offset(5).collect(), None),
    "offset(5).count_rows()": (lambda: df.offset(5).count_rows(), None),
}
changed = []
for name, (run, expected) in plans.items():
    try:
        seen = len(run())
    except Exception as error:
        seen = None if "Offset without limit" in str(error) else repr(error)
    print(f"{name:<45} {'raises' if seen is None else seen}")
    if seen != expected:
        changed.append(name)
if changed:
    raise SystemExit(f"This has changed: {changed}")
PYTHON
venv/bin/python program.py
