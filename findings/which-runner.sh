#!/usr/bin/env bash
# Daft 0.7.26 and Ray 2.59.0: get_or_infer_runner_type() names another runner than the one that then runs.
#
# Guess: what it says is what collect() takes. Its docstring puts an initialised Ray before DAFT_RUNNER.
# Seen (2026-11-28), with DAFT_RUNNER=native and ray.init(), nothing else chosen:
#   get_or_infer_runner_type()   ray
#   runner of collect()          native
#   the same question after it   native
# Why: the question looks at Ray first, the run at the variable first. Code that asks in order to choose
#   paths or partition counts prepares for a cluster, and the rows stay on the driver's machine.
# What helps: set_runner_ray() or set_runner_native() in the program.
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
from daft.runners import _get_runner, get_or_infer_runner_type

ray.init(num_cpus=1, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
seen = {"before": get_or_infer_runner_type()}
daft.from_pydict({"x": [1]}).collect()
seen |= {"ran on": _get_runner().name, "after": get_or_infer_runner_type()}
ray.shutdown()

print(seen)
if seen != {"before": "ray", "ran on": "native", "after": "native"}:
    raise SystemExit("This has changed")
PYTHON
DAFT_RUNNER=native venv/bin/python program.py
