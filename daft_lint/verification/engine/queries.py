"""The log of queries: each run of a plan, its runner, its place in the code, its time."""

from __future__ import annotations

import functools
import itertools
import time
from collections.abc import Callable, Generator
from types import ModuleType
from typing import Any

from daft_lint.programs.channel import error_line
from daft_lint.programs.code_position import Place, user_place
from daft_lint.verification.engine.program_messages import Began, Ended

RAY = "ray"
NATIVE = "native"


class Queries:
    """Reports every query of this process."""

    def __init__(self, send: Callable[[Began | Ended], None]) -> None:
        self._send = send
        self._numbers = itertools.count()

    def of_ray_runner(self, module: ModuleType) -> None:
        """Note the queries of Daft's Ray runner, when its module is there."""
        self._note(module.RayRunner, RAY, _job)

    def of_native_runner(self, module: ModuleType) -> None:
        """Note those of the native runner."""
        self._note(module.NativeRunner, NATIVE, str)

    def _note(self, runner: Any, name: str, job: Callable[[], str]) -> None:
        """Wrap the method that all actions of a runner call."""
        run_iter = runner.run_iter

        @functools.wraps(run_iter)
        def noted(*args: Any, **options: Any) -> Any:
            results = run_iter(*args, **options)
            return self._followed(results, name, user_place(), job)

        runner.run_iter = noted

    def _followed(
        self, results: Generator[Any, None, Any], runner: str, place: Place, job: Callable[[], str]
    ) -> Generator[Any, None, Any]:
        number = next(self._numbers)
        self._send(Began(number, place, runner, job(), time.time()))
        failure = ""
        try:
            return (yield from results)
        except GeneratorExit:
            raise
        except BaseException as error:
            failure = error_line(error)
            raise
        finally:
            self._send(Ended(number, time.time(), failure))


def _job() -> str:
    import ray

    return str(ray.get_runtime_context().get_job_id())
