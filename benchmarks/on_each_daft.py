"""What programs do on each version of Daft and each runner: run, recorded and compared.

A script gives its programs' results here, in this process, and this module runs that script once
for each version and runner, with the packages that are beside this Python.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from daft_api import installed

VERSIONS = ("0.6.4", "0.7.0", "0.7.6", "0.7.16", "0.7.26")
RUNNERS = ("native", "ray")
_LONGEST_SECONDS = 600
_OF_DAFT = "daft.exceptions."
_LONGEST_TEXT = 160

Found = dict[str, dict[str, dict[str, Any]]]
"""By version, name of the program and runner: what came of it."""


def run(
    script: str,
    about: str | None,
    results: Path,
    here: Callable[[], dict[str, Any]],
    matters: Callable[[Any], Any],
) -> int:
    """Run a script's programs on all versions, or `here` on the runner that is named.

    1 when something else came than is recorded, where it is only compared; of what came, only what
    `matters` is.
    """
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--packages", type=Path, help="where the packages are kept")
    parser.add_argument("--here", choices=RUNNERS, help="run them here, and print what comes")
    parser.add_argument("--compare", action="store_true", help="record nothing, say what differs")
    parser.add_argument("--seed", help="of no use here: each part of a night is given one")
    options = parser.parse_args()
    if options.here is not None:
        start(options.here)
        print(json.dumps(here()))
        return 0
    packages = (options.packages or Path(tempfile.mkdtemp())).absolute()
    found: Found = {}
    for version in VERSIONS:
        found[version] = {}
        for runner in RUNNERS:
            for name, came in _of_a_process(script, installed(packages, version), runner).items():
                found[version].setdefault(name, {})[runner] = came
            print(f"{version} {runner}", flush=True)
    if options.compare:
        others = differing(json.loads(results.read_text("utf-8")), found, matters)
        print(*others, sep="\n")
        return int(bool(others))
    lines = json.dumps(found, indent=1, sort_keys=True)
    results.write_text(f"{lines}\n", encoding="utf-8")
    return 0


def differing(recorded: Found, found: Found, matters: Callable[[Any], Any]) -> list[str]:
    """Where something else came than is recorded."""
    return [
        f"{version} {name} {runner}: {came}, recorded: {before}"
        for version, names in found.items()
        for name, runners in names.items()
        for runner, came in runners.items()
        for before in (recorded.get(version, {}).get(name, {}).get(runner, came),)
        if matters(came) != matters(before)
    ]


def start(runner: str) -> None:
    """Make this process use a runner; Ray has one node of two CPUs."""
    os.environ["DAFT_RUNNER"] = runner
    if runner == "ray":
        import ray

        ray.init(
            address="local",
            num_cpus=2,
            include_dashboard=False,
            logging_level="ERROR",
            log_to_driver=False,
        )


def error_in_a_line(error: Exception) -> str:
    """What a program raises, cut and on one line."""
    lines = str(error).strip().splitlines() or [""]
    # Ray puts what its workers raise, and where, in front of the error itself, if it has that.
    inner = next((line for line in lines if line.startswith(_OF_DAFT)), None)
    if inner is None and type(error).__name__.startswith("RayTaskError"):
        inner = lines[-1]
    said = f"{type(error).__name__}: {error}" if inner is None else inner
    text = " ".join(said.removeprefix(_OF_DAFT).split())
    return text[:_LONGEST_TEXT].replace(str(Path.cwd()), ".")


def _of_a_process(script: str, package: Path, runner: str) -> dict[str, Any]:
    quiet = {"DO_NOT_TRACK": "1", "DAFT_PROGRESS_BAR": "0"}
    path = os.pathsep.join((str(package), os.environ.get("PYTHONPATH", "")))
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            (sys.executable, "-W", "ignore", script, "--here", runner),
            cwd=folder,
            env={**os.environ, **quiet, "PYTHONPATH": path},
            stdout=subprocess.PIPE,
            timeout=_LONGEST_SECONDS,
            check=True,
        )
    last: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return last
