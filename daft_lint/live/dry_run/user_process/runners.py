"""The runner of a program: always the native one; the one that it chose is remembered."""

from __future__ import annotations

import contextlib
import os
import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from daft_lint.live.frame_plans import optimised_builder, physical_plan
from daft_lint.programs.channel import Notify
from daft_lint.programs.daft_writes import replaced

_IN_MEMORY = re.compile(r"Number of partitions = (\d+)")


def expected_partitions(builder: Any) -> int | None:
    """As Daft itself plans it, without Ray; None when this version doesn't tell.

    Daft 0.7.26, `DataFrame.num_partitions`. Where it says 0, nothing repartitions rows in memory,
    and their partitions stay. Daft 0.6 asks its own scheduler.
    """
    from daft.context import get_context

    try:
        optimised = optimised_builder(builder)
        if hasattr(builder, "to_physical_plan_scheduler"):
            config = get_context().daft_execution_config
            return int(optimised.to_physical_plan_scheduler(config).num_partitions())
        planned = int(physical_plan(optimised).num_partitions())
        return planned or _in_memory(optimised.pretty_print(False))
    except Exception:
        return None


def _in_memory(plan: str) -> int | None:
    found = _IN_MEMORY.findall(plan)
    return int(found[0]) if len(found) == 1 else None


RAY = "ray"
NATIVE = "native"
_RUNNER = "DAFT_RUNNER"
_NO_EFFECT = r".*not supported on the NativeRunner"


class Runners:
    """Says which runner the program chose: `ray`, `native`, or None as long as it has not."""

    def __init__(self, chosen: str | None, notify: Notify) -> None:
        self.chosen = chosen
        self._notify = notify

    def of_daft(self, daft: Any) -> None:
        """Choose the native runner before the program can choose another one."""
        import daft.runners as runners
        from daft.runners import get_or_create_runner

        named = os.environ.get(_RUNNER)
        if named is not None and named.lower() == RAY:
            self.choose_ray()
        with _environment(NATIVE):
            runner = get_or_create_runner()

        def set_runner_ray(*_: Any, **__: Any) -> Any:
            self.choose_ray()
            return runner

        def set_runner_native(*_: Any, **__: Any) -> Any:
            self.chosen = NATIVE
            warnings.filterwarnings("default", message=_NO_EFFECT)
            return runner

        # Where it is meant to run, Daft may give no such warning.
        warnings.filterwarnings("ignore", message=_NO_EFFECT)
        replaced(runners.set_runner_ray, set_runner_ray)
        replaced(runners.set_runner_native, set_runner_native)
        self._of_partitions(daft.DataFrame)

    def choose_ray(self) -> None:
        """Note that it is Ray."""
        self.chosen = RAY
        self._notify(
            "the program chooses Ray, but it ran on Daft's native runner, and Ray wasn't started"
        )

    def _of_partitions(self, frame: Any) -> None:
        original = frame.num_partitions

        def num_partitions(frame: Any) -> int | None:
            partitions = expected_partitions(frame._builder) if self.chosen == RAY else None
            return original(frame) if partitions is None else partitions

        frame.num_partitions = num_partitions


class NoRay:
    """Stands in for Ray's connection to a cluster.

    `resources` is what the cluster would have, such as `{"CPU": 8.0}`; None when unknown.
    """

    def __init__(self, runners: Runners, resources: dict[str, float] | None) -> None:
        self._runners = runners
        self._resources = resources
        self._connected = False

    def of_ray(self, ray: Any) -> None:
        """Replace the functions of Ray that start or reach a cluster."""
        ray.init = ray._private.worker.init = self._init
        ray.is_initialized = ray._private.worker.is_initialized = lambda: self._connected
        ray.shutdown = ray._private.worker.shutdown = self.shutdown
        for name in ("cluster_resources", "available_resources"):
            setattr(ray, name, self._known_resources)
        ray.client = ray.client_builder.client = lambda *_, **__: _Client(self._init)
        ray.util.connect = ray.util.client_connect.connect = self._init

    def of_jobs(self, dashboard: Any) -> None:
        """Let no job be submitted."""

        def refuse(*_: object, **__: object) -> None:
            raise RuntimeError("daft-lint live doesn't submit jobs to a cluster")

        dashboard.SubmissionClient.__init__ = refuse

    def _init(self, *_: Any, **__: Any) -> Any:
        self._connected = True
        self._runners.choose_ray()
        return _Connection(self)

    def shutdown(self, *_: Any, **__: Any) -> None:
        """Disconnect."""
        self._connected = False

    def _known_resources(self) -> dict[str, float]:
        if self._resources is None:
            raise RuntimeError(
                "daft-lint live doesn't start Ray, and doesn't know the cluster: set --workers, "
                "--cpus-per-worker and --gpus-per-worker"
            )
        return dict(self._resources)


class _Connection:
    """What `ray.init` returns."""

    address_info: dict[str, str] = {}  # noqa: RUF012 (as Ray's)
    dashboard_url = ""

    def __init__(self, ray: NoRay) -> None:
        self._ray = ray

    def __enter__(self) -> _Connection:
        return self

    def __exit__(self, *_: object) -> None:
        self.disconnect()

    def disconnect(self) -> None:
        """Disconnect."""
        self._ray.shutdown()


class _Client:
    """What `ray.client` returns: takes any options, and connects to nothing."""

    def __init__(self, connect: Callable[..., Any]) -> None:
        self.connect = connect

    def __getattr__(self, _: str) -> Callable[..., _Client]:
        return lambda *_, **__: self


@contextlib.contextmanager
def _environment(runner: str) -> Iterator[None]:
    before = os.environ.get(_RUNNER)
    os.environ[_RUNNER] = runner
    try:
        yield
    finally:
        if before is None:
            del os.environ[_RUNNER]
        else:
            os.environ[_RUNNER] = before
