#!/usr/bin/env bash
# Daft 0.7.26 and Ray 2.59.0: a script that is submitted as a Ray job runs on the native runner.
#
# Guess: inside a Ray job Daft uses Ray. Its `detect_ray_state` asks for a job, by RAY_JOB_ID.
# Seen (2026-11-28), the runner that collect() took:
#   submit_job(entrypoint="python job.py")                                    native
#   the same, runtime_env={"env_vars": {"DAFT_RUNNER": "ray"}}                ray
#   both: env_vars say ray, the entrypoint is "DAFT_RUNNER=native python ..."  native
# Why: Ray doesn't set RAY_JOB_ID for the script of a job. All rows stay on the node that runs the
#   script.
# What helps: set_runner_ray() in the script, or DAFT_RUNNER in the job's runtime_env.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=("daft[ray]==0.7.26" "ray[default]==2.59.0" pyarrow==25.0.1)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0 RAY_USAGE_STATS_ENABLED=0
unset DAFT_RUNNER

cat >job.py <<'PYTHON'
import os
import daft
from daft.runners import _get_runner

daft.from_pydict({"x": [1]}).collect()
print("SEEN", _get_runner().name, "RAY_JOB_ID" in os.environ)
PYTHON

cat >submit.py <<'PYTHON'
import os
import sys
import time

import ray
from ray.job_submission import JobStatus, JobSubmissionClient

context = ray.init(num_cpus=2, include_dashboard=True, dashboard_host="127.0.0.1",
                   logging_level="ERROR", log_to_driver=False)
client = JobSubmissionClient(f"http://{context.address_info['webui_url']}")
python = f"{sys.executable} {os.path.abspath('job.py')}"
asks_for_ray = {"env_vars": {"DAFT_RUNNER": "ray"}}
seen = {}
for name, entrypoint, environment in [
    ("plain", python, {}),
    ("env_vars", python, asks_for_ray),
    ("both", f"DAFT_RUNNER=native {python}", asks_for_ray),
]:
    job = client.submit_job(entrypoint=entrypoint, runtime_env=environment)
    while not client.get_job_status(job).is_terminal():
        time.sleep(0.5)
    logs = client.get_job_logs(job)
    assert client.get_job_status(job) is JobStatus.SUCCEEDED, logs
    seen[name] = next(line for line in logs.splitlines() if line.startswith("SEEN"))
ray.shutdown()

print(seen)
expected = {"plain": "SEEN native False", "env_vars": "SEEN ray False", "both": "SEEN native False"}
if seen != expected:
    raise SystemExit("This has changed")
PYTHON
venv/bin/python submit.py
