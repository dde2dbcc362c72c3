#!/usr/bin/env bash
# Daft 0.7.26 and Ray 2.59.0: strategy="broadcast" of an inner join sends the left side, however large it is.
#
# Guess: a broadcast join sends the small side to all tasks of the large one, whichever side it is; or the
#   right side, as a hint on it does in other engines. 800,000 rows in 8 partitions stay 8 tasks.
# Seen (2026-11-28), partitions of the join of 800,000 rows in 8 partitions with 10 rows in one:
#   large.join(small, strategy="broadcast")                 1: all 800,000 rows are sent to one task
#   small.join(large, strategy="broadcast")                 8
#   large.join(small, how="left", strategy="broadcast")     8
# Why: for an inner join the left side is the one that is sent. A left join has to send the right one.
# What helps: the small frame on the left, or no strategy.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=("daft[ray]==0.7.26" ray==2.59.0 pyarrow==25.0.1)
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
import ray

ray.init("local", num_cpus=4, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
daft.set_runner_ray(noop_if_initialized=True)
large = daft.range(800_000, partitions=8)
small = daft.range(10)


def partitions(df):
    return sum(1 for _ in df.iter_partitions())


seen = {
    "large.join(small)": partitions(large.join(small, on="id", strategy="broadcast")),
    "small.join(large)": partitions(small.join(large, on="id", strategy="broadcast")),
    "large.join(small, how='left')": partitions(
        large.join(small, on="id", how="left", strategy="broadcast")
    ),
}
for name, number in seen.items():
    print(f"{name:<32} {number} partitions")
if list(seen.values()) != [1, 8, 8]:
    raise SystemExit("This has changed: it was 1, 8 and 8 partitions")
PYTHON
venv/bin/python program.py
