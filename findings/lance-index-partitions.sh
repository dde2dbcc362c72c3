#!/usr/bin/env bash
# daft-lance 0.6.0 on Daft 0.7.26, Ray 2.59.0, Lance 14.0.2: more partitions make an index fail on Ray.
#
# Guess: create_scalar_index(num_partitions=8) spreads the fragments over the tasks of the cluster, as
#   compact_files(partition_num=8) does with its tasks, or changes nothing.
# Seen (2026-11-29), a text column of 16 fragments, 20,000 rows, one node of 4 CPUs:
#   create_scalar_index(..., fragment_group_size=1)                     16 parts of the index
#   create_scalar_index(..., fragment_group_size=1, num_partitions=8)   "Already mutably borrowed", 3 of 3 times
#   It is a race. In one run of 76 indexes (INVERTED, BTREE, ZONEMAP; 2, 8 and 16 partitions; 20,000 and
#   200,000 rows) each failed, in another 5 of 18. With max_concurrency=4 too, or natively, none did.
#   It is raised in a task and reaches the caller inside of a DaftCoreException.
# Why: tasks of one worker run in threads of one process and share one object, which takes one at a time.
#   With one partition there is one task, so the fragments go through it in turn.
# What helps: leave num_partitions out, or give max_concurrency too: then each actor has its own object.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 daft-lance==0.6.0 pylance==14.0.2 ray==2.59.0 pyarrow==25.0.1)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0 RAY_USAGE_STATS_ENABLED=0

cat >program.py <<'PYTHON'
import tempfile

import daft
import daft_lance
import lance
import pyarrow
import ray

ray.init(
    address="local",
    num_cpus=4,
    include_dashboard=False,
    logging_level="ERROR",
    log_to_driver=False,
    _node_ip_address="127.0.0.1",
)
daft.set_runner_ray()
texts = [f"word{n} of{n % 977} text{n % 7919}" for n in range(20_000)]
seen = []
for partitions in ({}, *[{"num_partitions": 8}] * 10):
    uri = tempfile.mkdtemp(dir=".") + "/texts.lance"
    lance.write_dataset(pyarrow.table({"text": texts}), uri, max_rows_per_file=len(texts) // 16)
    try:
        daft_lance.create_scalar_index(
            uri, column="text", index_type="INVERTED", fragment_group_size=1, **partitions
        )
        seen.append(f"{len(lance.dataset(uri).list_indices())} parts")
    except Exception as error:
        words = "Already mutably borrowed"
        seen.append(words if words in str(error) else f"{type(error).__name__}: {error}"[:300])
    print(partitions, seen[-1], flush=True)
ray.shutdown()
assert seen[0] == "16 parts", seen
assert "Already mutably borrowed" in seen[1:], seen
PYTHON
venv/bin/python -W ignore program.py
