#!/usr/bin/env bash
# Daft 0.7.26: // rounds towards zero for integers and down for floats; % follows neither.
#
# Guess: // and % mean what they mean in Python and numpy (down), or what they mean in SQL and Rust
#   (towards zero), and either way  (n // d) * d + n % d == n.
# Seen (2026-11-28), n = -7, d = 2:
#                  n // d     n % d     (n // d) * d + n % d
#   int64          -3         -1        -7
#   float64        -4.0       -1.0      -9.0: not n
#   Python         -4          1        -7
# Why: a cast of one operand to float, or a null that pandas turned into NaN, changes the bucket of
#   negative numbers (days before an epoch, coordinates, time zone offsets) by one.
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

seen = {}
for kind in (int, float):
    df = daft.from_pydict({"n": [kind(-7)], "d": [kind(2)]})
    quotient, rest = col("n") // col("d"), col("n") % col("d")
    again = quotient * col("d") + rest
    row = df.select(quotient.alias("//"), rest.alias("%"), again.alias("n again")).to_pylist()[0]
    seen[kind.__name__] = row
    print(kind.__name__, row)
expected = {
    "int": {"//": -3, "%": -1, "n again": -7},
    "float": {"//": -4.0, "%": -1.0, "n again": -9.0},
}
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
