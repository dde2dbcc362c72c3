#!/usr/bin/env bash
# Ray 2.59.0: the cluster that Ray has for testing autoscaling can't be made from its own wheel.
#
# Guess: `ray.cluster_utils.AutoscalingCluster`, which is in the wheel, makes a cluster whose nodes come and go, as
#   `ray.cluster_utils.Cluster` beside it makes one whose nodes stay.
# Seen (2026-11-30):
#   AutoscalingCluster(head_resources={"CPU": 0}, worker_node_types={...})   FileNotFoundError, before anything starts
#   the file it opens, .../fake_multi_node/example.yaml                      not among the files of the wheel
#   the modules beside that file, node_provider.py and others                there
#   Cluster()                                                                made
# Why: it completes an example that only the repository has. So a pipeline can't be tried with nodes that join later
#   by this class, unless the file is put there.
# What helps: `Cluster`, and `add_node` while the pipeline runs.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(ray==2.59.0 pyyaml==6.0.3)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi
export RAY_USAGE_STATS_ENABLED=0

cat >program.py <<'PYTHON'
import importlib.metadata
from pathlib import Path

from ray.cluster_utils import AutoscalingCluster, Cluster

KINDS = {"small": {"resources": {"CPU": 2}, "node_config": {}, "min_workers": 0, "max_workers": 2}}
FOLDER = "ray/autoscaler/_private/fake_multi_node/"


def outcome(make):
    """What a call gives, or the error and the file that it is about."""
    try:
        return type(make()).__name__
    except OSError as error:
        return f"{type(error).__name__}: {Path(error.filename).name}"


files = {str(file) for file in importlib.metadata.files("ray") or ()}
seen = {
    "autoscaling": outcome(
        lambda: AutoscalingCluster(head_resources={"CPU": 0}, worker_node_types=dict(KINDS))
    ),
    "plain": outcome(lambda: Cluster(initialize_head=False)),
    "its file": f"{FOLDER}example.yaml" in files,
    "its modules": f"{FOLDER}node_provider.py" in files,
}
expected = {
    "autoscaling": "FileNotFoundError: example.yaml",
    "plain": "Cluster",
    "its file": False,
    "its modules": True,
}
for name, value in seen.items():
    print(f"{name}: {value}")
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
