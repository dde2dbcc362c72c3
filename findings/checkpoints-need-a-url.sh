#!/usr/bin/env bash
# Daft 0.7.26 and Ray 2.59.0: a checkpoint store takes any path, and the run fails unless it is a URL.
#
# Guess: a store may be where a reader may read. Readers and writers take an absolute path, a relative
#   one and a file URL alike.
# Seen (2026-11-29), one folder named in three ways, 20 rows:
#              read_parquet   CheckpointStore(...)   a run with it
#   absolute   20 rows        made                   DaftCoreException, Unable to convert URL
#   relative   20 rows        made                   the same
#   file URL   20 rows        made                   writes 20 rows
# Why: a reader makes a URL of a path first. The store is asked for the keys of earlier runs by a
#   pattern below the text as it was given.
# What helps: a URL with its scheme, as Path(...).absolute().as_uri() gives it.
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
from pathlib import Path

import daft
import ray
from daft import CheckpointConfig, CheckpointStore

ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
daft.set_runner_ray(noop_if_initialized=True)
here = Path.cwd()
forms = {
    "absolute": lambda name: str(here / name),
    "relative": lambda name: name,
    "file URL": lambda name: (here / name).as_uri(),
}
daft.from_pydict({"id": list(range(20))}).write_parquet(str(here / "rows"))
seen = {}
for form, named in forms.items():
    rows = daft.read_parquet(named("rows")).count_rows()
    store = CheckpointStore(named(f"store of {form}".replace(" ", "-")))
    frame = daft.read_parquet(named("rows"), checkpoint=CheckpointConfig(store, on="id"))
    out = named(f"out of {form}".replace(" ", "-"))
    try:
        frame.write_parquet(out)
        ran = f"{daft.read_parquet(out).count_rows()} rows"
    except Exception as error:
        ran = "Unable to convert URL" if "Unable to convert URL" in str(error) else repr(error)
    seen[form] = (rows, ran)
    print(f"{form:<10} read {rows}, with a store: {ran}")
ray.shutdown()
expected = {
    "absolute": (20, "Unable to convert URL"),
    "relative": (20, "Unable to convert URL"),
    "file URL": (20, "20 rows"),
}
if seen != expected:
    raise SystemExit("This has changed")
PYTHON
venv/bin/python program.py
