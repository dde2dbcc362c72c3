"""A program's connection to one Ray cluster, whatever address it names."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from daft_lint.programs.channel import Notify
from daft_lint.verification.engine.recorder import make_hook

_HOOK = "worker_process_setup_hook"

_KEPT = frozenset(
    {
        "configure_logging",
        "ignore_reinit_error",
        "job_config",
        "log_to_driver",
        "logging_config",
        "logging_format",
        "logging_level",
        "namespace",
        "runtime_env",
    }
)
"""What `ray.init` takes for a cluster that runs already."""


class RayConnection:
    """Stands between a program and Ray.

    `workers_need_hook` says that the workers of the cluster don't record by themselves.
    """

    def __init__(self, address: str, notify: Notify, *, workers_need_hook: bool) -> None:
        self._address = address
        self._notify = notify
        self._workers_need_hook = workers_need_hook

    def of_ray(self, ray: ModuleType) -> None:
        """Wrap `ray.init` and the ways around it."""
        self._of_init(ray)
        self._of_client(ray)

    def of_runner(self, ray_runner: ModuleType) -> None:
        """Let Daft not warn of an address that the program didn't name."""
        ray_runner.logger.addFilter(lambda record: self._address not in record.getMessage())

    def of_jobs(self, dashboard: ModuleType) -> None:
        """Refuse to submit jobs: they would run on a cluster that the program names."""

        def refuse(client: object, address: str | None = None, *_: object, **__: object) -> None:
            raise RuntimeError(
                f"daft-lint runs this program only on {self._address}; it may not submit a job "
                f"to {address or 'a cluster'}"
            )

        dashboard.SubmissionClient.__init__ = refuse

    def _of_init(self, ray: Any) -> None:
        original = ray.init

        def init(address: str | None = None, **options: Any) -> Any:
            if address not in (None, "auto", "local", self._address):
                self._notify(f"the program ran on {self._address} instead of {address}")
            return original(self._address, **self._allowed(options))

        ray.init = ray._private.worker.init = init

    def _of_client(self, ray: Any) -> None:
        original, connect = ray.client, ray.util.client_connect.connect
        here = self._address.partition("://")[2]

        def client(address: str | None = None, *args: Any, **options: Any) -> Any:
            if here and address == self._address:
                return original(address, *args, **options)
            return ray.client_builder._LocalClientBuilder(self._address)

        def connect_here(address: str, *args: Any, **options: Any) -> Any:
            if address != here:
                raise ConnectionError(
                    f"daft-lint runs this program only on {self._address}, not on {address}"
                )
            return connect(address, *args, **options)

        ray.client = ray.client_builder.client = client
        ray.util.connect = ray.util.client_connect.connect = connect_here

    def _allowed(self, options: dict[str, Any]) -> dict[str, Any]:
        left_out = [
            f"{name}={value!r}"
            for name, value in options.items()
            if name not in _KEPT and value is not None
        ]
        if left_out:
            self._notify(
                "ignored in ray.init, because the cluster is already running: "
                f"{', '.join(left_out)}"
            )
        kept = {name: value for name, value in options.items() if name in _KEPT}
        kept.setdefault("logging_level", "WARNING")
        self._record(kept)
        return kept

    def _record(self, options: dict[str, Any]) -> None:
        """Put the recorder into the runtime environment, beside a hook of the program's own."""
        config = options.get("job_config")
        environment = options.get("runtime_env") or (config and config.runtime_env) or {}
        theirs = environment.get(_HOOK)
        if theirs is None and not self._workers_need_hook:
            return
        hook = make_hook() if theirs is None else _both(make_hook(), theirs)
        options["runtime_env"] = {**environment, _HOOK: hook}


def _both(ours: Callable[[], None], theirs: Callable[[], None] | str) -> Callable[[], None]:
    def install() -> None:
        from importlib import import_module

        ours()
        if isinstance(theirs, str):
            module, _, function = theirs.rpartition(".")
            getattr(import_module(module), function)()
        else:
            theirs()

    return install
