"""A process that has imported daft-lint, and splits for each command that it is asked to run.

What runs a command is a process of its own with streams of its own, as of `python -m daft_lint`. It
only needn't import again what hundreds of others have.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import runpy
import signal
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

SECONDS = 120

_OF_A_START = ("LANG", "LC_", "LD_", "PYTHON", "TZ")
"""What Python itself looks at in its environment, when it starts."""

_UNPREPARED = (
    "__main__",
    "engine",
    "live",
    "mcp",
    "pytest_plugin",
    "server",
    "testing",
    "user_process",
)
"""Parts that few commands import, or that import Daft."""


def started(
    arguments: Sequence[str], folder: Path, environment: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    """Start Python anew, and run a command in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "daft_lint", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=SECONDS,
    )


class Prepared:
    """The process, as the one who asks it knows it. Use it as a context manager."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._start = _of_a_start(environment)
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="ascii",
        )

    def __enter__(self) -> Prepared:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def run(
        self, arguments: Sequence[str], folder: Path, environment: Mapping[str, str]
    ) -> subprocess.CompletedProcess[str]:
        """Run a command in a folder, anew where Python would start in another way than this one."""
        if not hasattr(os, "fork") or _of_a_start(environment) != self._start:
            return started(arguments, folder, environment)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with tempfile.TemporaryDirectory() as output:
            files = [Path(output, name) for name in ("stdout", "stderr")]
            asked = (arguments, str(folder), dict(environment), [*map(str, files)])
            print(json.dumps(asked), file=self._process.stdin, flush=True)
            status = int(self._process.stdout.readline())
            texts = [file.read_text("utf-8") for file in files]
        return subprocess.CompletedProcess(arguments, os.waitstatus_to_exitcode(status), *texts)


def _of_a_start(environment: Mapping[str, str]) -> dict[str, str]:
    return {name: text for name, text in environment.items() if name.startswith(_OF_A_START)}


def serve() -> None:
    """Run the commands that are asked for on standard input, and tell the status of each."""
    asked, wrapper = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    for number in (0, 1):
        os.dup2(os.open(os.devnull, os.O_RDWR), number)
    # The folder of this file.
    del sys.path[0]
    for name in _modules():
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    for line in asked:
        process = os.fork()
        if not process:
            _run(*json.loads(line))
        print(os.waitpid(process, 0)[1], file=wrapper, flush=True)


def _modules() -> Iterator[str]:
    import daft_lint
    from daft_lint import rules

    for package in (daft_lint, rules):
        for module_info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not {*module_info.name.split(".")} & {*_UNPREPARED}:
                yield module_info.name


def _run(arguments: list[str], folder: str, environment: dict[str, str], files: list[str]) -> None:
    """Be the process of a command."""
    from daft_lint.programs.process_exit import end

    # What takes longer would keep whoever asked waiting.
    signal.alarm(SECONDS)
    for number, file in enumerate(files, 1):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT), number)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.path.insert(0, folder)
    sys.argv[1:] = arguments
    code: object = 1
    try:
        runpy.run_module("daft_lint", run_name="__main__", alter_sys=True)
    except SystemExit as error:
        code = error.code
    except BaseException:
        traceback.print_exc()
    end(code)


if __name__ == "__main__":
    serve()
