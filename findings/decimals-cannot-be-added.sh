#!/usr/bin/env bash
# Daft 0.7.26: a column of Python Decimals can't be added to itself, nor to 1.
#
# Guess: Decimals compute as in Python, or the result gets too wide only where the numbers are.
# Seen (2026-11-30), 1.10 and 2.25 as Decimals, native runner:
#   price + price, price + 1, price * 2, price / 3, price * price, 0 - price   raise: "exceed bounds of [1, 38]"
#   price == Decimal("1.1")    raises; == Decimal("1.10") and == 1.1 find the row
#   price * 0.5                Float64
#   sum, mean, min             Decimals
#   price.cast(decimal128(18, 2)) + 1 and * 2   Decimals
# Why: from_pydict gives Decimals the precision 38, the largest. A sum may need one digit more than its sides have.
# What helps: cast to the digits that the numbers need, before anything is computed.
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
from decimal import Decimal

import daft
from daft import DataType, col

df = daft.from_pydict({"price": [Decimal("1.10"), Decimal("2.25")]})
price = col("price")
narrow = price.cast(DataType.decimal128(18, 2))
ways = {
    "price + price": price + price,
    "price + 1": price + 1,
    "price * 2": price * 2,
    "price / 3": price / 3,
    "price * price": price * price,
    "0 - price": 0 - price,
    "== Decimal('1.1')": price == Decimal("1.1"),
    "== Decimal('1.10')": price == Decimal("1.10"),
    "== 1.1": price == 1.1,
    "price * 0.5": price * 0.5,
    "narrow + 1": narrow + 1,
    "narrow * 2": narrow * 2,
}


def made(expression):
    try:
        return df.select(expression.alias("made")).to_pydict()["made"]
    except Exception as error:
        return "raises" if "exceed bounds of [1, 38]" in str(error) else str(error)


seen = {way: made(expression) for way, expression in ways.items()}
seen["sum"] = df.agg(price.sum()).to_pydict()["price"]
expected = {
    **dict.fromkeys(list(ways)[:7], "raises"),
    "== Decimal('1.10')": [True, False],
    "== 1.1": [True, False],
    "price * 0.5": [0.55, 1.125],
    "narrow + 1": [Decimal("2.10"), Decimal("3.25")],
    "narrow * 2": [Decimal("2.20"), Decimal("4.50")],
    "sum": [Decimal("3.35")],
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
