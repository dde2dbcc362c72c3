"""The cleanup of actor logs of finished jobs in a cluster's key-value store."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time

from daft_lint.verification.engine.recorder import NAMESPACE

_QUIET_SECONDS = 1.0
"""Seconds within which actors of a finished job die; until then they may log something."""

_ALIVE_SECONDS = 30.0
"""Seconds within which Ray notices that a job is over whose driver is gone."""

_LOOK_SECONDS = 0.2

_PROGRAM = (
    f"import sys, {__name__} as log_cleanup; log_cleanup.delete_logs(sys.argv[1], sys.argv[2:])"
)


def start_deleting_logs(cluster: str, *jobs: str) -> subprocess.Popen[bytes]:
    """Start a process in its own session that deletes logs, and outlives this one if need be."""
    return subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, cluster, *jobs],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # The current folder may be gone, and nothing in it shall be imported.
        cwd=os.path.sep,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        start_new_session=True,
    )


def delete_logs(cluster: str, jobs: list[str]) -> None:
    """Delete what jobs logged, as often as they may still log something.

    Args:
        cluster: The cluster's address, host:port.
        jobs: The jobs' ids, as hexadecimal digits.
    """
    from ray._raylet import GcsClient

    # A cluster that is gone has nothing left to delete.
    with contextlib.suppress(Exception):
        store = GcsClient(address=cluster)
        given_up = time.monotonic() + _ALIVE_SECONDS
        ended = None
        while ended is None or time.monotonic() < ended + _QUIET_SECONDS:
            alive = {
                job.hex() for job, what in store.get_all_job_info().items() if not what.is_dead
            }
            now = time.monotonic()
            if ended is None and (alive.isdisjoint(jobs) or now > given_up):
                ended = now
            for job in jobs:
                for prefix in (f"{job}/", f"pool/{job}/"):
                    store.internal_kv_del(prefix.encode(), True, NAMESPACE)
            time.sleep(_LOOK_SECONDS)
