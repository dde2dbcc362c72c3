#!/usr/bin/env bash
# Ray Data 2.59.0: map_batches(batch_size=100) on blocks of 60 rows gives batches of 100, 20, 100, 20, ...
#
# Guess: batches of 100 but for the last, as the argument says; or batches of 60, since a batch never
#   leaves its block.
# Seen (2026-11-28), 600 rows in 10 blocks:
#   batch_size=100              100 20 100 20 100 20 100 20 100 20
#   batch_size=50               50 10 50 10 ... (20 batches, half of them of 10 rows)
#   batch_size=None             60 60 60 ...
#   not set                     60 60 60 ...
# Why: whole blocks are bundled until they hold a batch (two blocks, 120 rows), and each bundle ends with
#   what is left. Half of all calls of a model carry a fifth of a batch, and that share depends on
#   blocks that a reader chose.
# What helps: a batch_size that divides the block, or repartition(target_num_rows_per_block=...).
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=("ray[data]==2.59.0" pyarrow==25.0.1 pandas==3.1.1)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0

cat >program.py <<'PYTHON'
import ray
from ray.data import DataContext

ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
DataContext.get_current().enable_progress_bars = False
rows = [{"x": number} for number in range(600)]
dataset = ray.data.from_items(rows, override_num_blocks=10).materialize()


def batches(**options):
    counted = dataset.map_batches(lambda batch: {"rows": [len(batch["x"])]}, **options)
    return [row["rows"] for row in counted.take_all()]


seen = {
    "100": batches(batch_size=100),
    "50": batches(batch_size=50),
    "None": batches(batch_size=None),
    "not set": batches(),
}
for name, value in seen.items():
    print(f"batch_size {name}: {value}")
expected = {"100": [100, 20] * 5, "50": [50, 10] * 10, "None": [60] * 10, "not set": [60] * 10}
if {name: sorted(sizes) for name, sizes in seen.items()} != {
    name: sorted(sizes) for name, sizes in expected.items()
}:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
