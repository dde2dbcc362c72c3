"""The user's remote cluster: whether it is there, and leaving it as it was."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import subprocess
import threading

from daft_lint.verification.engine.log_cleanup import start_deleting_logs

_CONNECT_SECONDS = 10.0

_LEAVE_SECONDS = 2.0
"""Seconds that Ray gets to disconnect."""

_FORGET_SECONDS = 5.0
"""Seconds to wait for the process that clears the key-value store; it goes on if need be."""


class UnreachableError(Exception):
    """No cluster can be reached at an address. The text says why, in one line."""


def require_reachable(address: str) -> None:
    """Fail quickly where Ray itself takes minutes, or ends the process.

    Raises:
        UnreachableError: when nothing listens there.
    """
    if address == "auto":
        return
    scheme, _, place = address.rpartition("://")
    host, _, port = place.rpartition(":")
    if scheme.startswith("http"):
        raise UnreachableError(
            f"{address} is for submitting jobs; daft-lint needs the cluster's own address, "
            "host:port"
        )
    if not host or not port.isdecimal():
        raise UnreachableError(f"{address} isn't the address of a Ray cluster: use host:port")
    try:
        socket.create_connection((host.strip("[]"), int(port)), _CONNECT_SECONDS).close()
    except (OSError, OverflowError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or error
        raise UnreachableError(f"no Ray cluster answers at {address}: {why}") from None


def is_loopback(address: str) -> bool:
    """Whether an address names this machine by a loopback address."""
    host = address.rpartition("://")[2].rpartition(":")[0].strip("[]")
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def leave() -> None:
    """Disconnect, and delete what this program's actors logged in the cluster's key-value store."""
    import ray

    if not ray.is_initialized():
        return
    context = ray.get_runtime_context()
    # Ray may end this process when it has to disconnect in the middle of a run.
    forgetting = start_deleting_logs(context.gcs_address, context.get_job_id())
    # A run that hangs may keep Ray from disconnecting.
    leaving = threading.Thread(target=ray.shutdown, daemon=True)
    leaving.start()
    leaving.join(_LEAVE_SECONDS)
    with contextlib.suppress(subprocess.TimeoutExpired):
        forgetting.wait(_FORGET_SECONDS)
