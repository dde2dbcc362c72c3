"""The engine: does what comes over a socket.

It owns the cluster, whose files go to RAY_TMPDIR. When the socket closes, its parent is gone: it
ends the cluster and itself. One process serves one cluster, because Daft's runner can be chosen
only once. It leads a session of its own.
"""

from __future__ import annotations

import os
import platform
import re
import select
import shutil
import sys
import threading
import time
from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from multiprocessing.connection import Connection

from daft_lint.plan.unit import Unit
from daft_lint.programs.channel import error_line
from daft_lint.programs.processes import kill_session
from daft_lint.verification.engine.cluster import (
    LocalCluster,
    leave_current_folder,
    nodes,
    prepare_environment,
    prepare_to_connect,
)
from daft_lint.verification.engine.remote_cluster import UnreachableError, leave
from daft_lint.verification.messages import (
    ActorLog,
    Answer,
    Failed,
    NodeFacts,
    NotInstalled,
    Ran,
    Replay,
    Request,
    RunProgram,
    Start,
    Started,
)

LEAST = {"daft": "0.6.4", "ray": "2.40.0"}
"""The first versions that the recorder knows."""


def lacking(needed: Iterable[str]) -> str:
    """What is wrong with the first package that is missing, too old or broken; empty if none is."""
    for name in needed:
        least = LEAST[name]
        try:
            found = version(name)
        except PackageNotFoundError:
            return f"{name.title()} isn't installed"
        if _numbers(found) < _numbers(least):
            return f"{name.title()} {found} is too old: {least} or later is needed"
    try:
        for name in needed:
            import_module(name)
    except ImportError as error:
        return " ".join(str(error).split())
    return ""


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", text)[:3])


_END_SECONDS = 10.0
"""Seconds within which every process of the cluster can be killed."""

_LOOK_MILLISECONDS = 1000


class _Engine:
    """The state of the process: the cluster it started, if any."""

    def __init__(self, parent: Connection, users_folder: str) -> None:
        self.cluster: LocalCluster | None = None
        self.parent = parent
        self.folder = os.environ["RAY_TMPDIR"]
        self.users_folder = users_folder
        self.environment: Mapping[str, str] = dict(os.environ)
        self.prepared = False
        self.ending = threading.Lock()
        self.program_over = threading.Event()
        self.program_over.set()

    def answer(self, request: Request) -> Answer:
        if isinstance(request, Replay):
            on_actors = request.shape.unit is Unit.ACTOR
            return self.replay(request) if on_actors else self.replay_noting(request)
        if not self.prepared:
            self.prepare(request)
            self.prepared = True
        why = lacking(_needed(request))
        if why:
            return NotInstalled(why)
        return self.start(request) if isinstance(request, Start) else self.run_program(request)

    def prepare(self, request: Start | RunProgram) -> None:
        if request.address is None:
            prepare_environment()
        else:
            prepare_to_connect(request.address, self.users_folder)
        if not isinstance(request, RunProgram):
            leave_current_folder(self.folder)

    def start(self, request: Start) -> Answer:
        import daft

        if request.cluster is not None and request.cluster.native:
            daft.set_runner_native(request.cluster.cpus_per_worker)
            process = NodeFacts("", request.cluster.cpus_per_worker, 0.0)
            return Started(version("daft"), None, platform.python_version(), (process,))
        import ray

        address = request.address
        options = {}
        if request.cluster is not None:
            self.cluster = LocalCluster(request.cluster)
            address = self.cluster.address
        else:
            from daft_lint.verification.engine.recorder import make_hook

            options = {"runtime_env": {"worker_process_setup_hook": make_hook()}}
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", **options)
        daft.set_runner_ray()
        return Started(version("daft"), version("ray"), platform.python_version(), nodes())

    def replay(self, request: Replay) -> Answer:
        import ray

        from daft_lint.verification.engine.recorder import collect
        from daft_lint.verification.engine.replay import replay

        job = ray.get_runtime_context().get_job_id()
        collect(job)
        began = time.time()
        done = replay(request.shape, request.patience)
        logs = collect(job)
        # Of the names of a UDF that is used twice, one begins with the other.
        named = re.compile(rf"{done.name}(?!\w)")
        return Ran(
            done.seconds,
            tuple(log for log in logs if named.search(log.udf)),
            tuple(log for log in logs if not named.search(log.udf)),
            began,
        )

    def replay_noting(self, request: Replay) -> Answer:
        """Run a shape whose watched UDF has no actors: nodes or processes make its calls."""
        from daft_lint.verification.engine.replay import replay

        shape, began = request.shape, time.time()
        native = shape.cluster.native
        done = replay(shape, request.patience)
        seen = sorted({who for who, _ in done.calls}) if native else [node.node for node in nodes()]
        # A process of the native runner that gets no row leaves no trace.
        seen += [""] * (shape.asked - len(seen))
        logs = (
            ActorLog(
                who,
                "" if native else who,
                done.name,
                (began,),
                tuple(call for caller, call in done.calls if caller == who),
            )
            for who in seen
        )
        return Ran(done.seconds, tuple(logs), (), began)

    def run_program(self, request: RunProgram) -> Answer:
        """Run a program, on the cluster that ran the one before if there was one."""
        from daft_lint.verification.engine.live import run_program, show_logs

        if request.cluster is not None and self.cluster is None:
            self.cluster = LocalCluster(request.cluster)
            show_logs(self.cluster)
        address = request.address if self.cluster is None else self.cluster.address
        assert address is not None
        self.program_over.clear()
        try:
            return run_program(request, address, self.environment, self.parent)
        finally:
            self.program_over.set()

    def end(self) -> None:
        """End this process, its cluster and its files, whatever is under way."""
        with self.ending:
            self.program_over.wait(_END_SECONDS)
            try:
                if self.cluster is None and "ray" in sys.modules:
                    # Ray may end the process when it has to disconnect in the middle of a run.
                    shutil.rmtree(self.folder, ignore_errors=True)
                    leave()
            finally:
                kill_session(os.getpid(), _END_SECONDS, spare=os.getpid())
                shutil.rmtree(self.folder, ignore_errors=True)
                os._exit(0)


def _needed(request: Start | RunProgram) -> list[str]:
    """What must be installed for a request."""
    native = request.cluster is not None and request.cluster.native
    return ["daft"] if native else [*LEAST]


def _end_with(parent: Connection, engine: _Engine) -> None:
    """End the engine when its parent is gone, even in the middle of a run."""
    hung_up = select.poll()
    hung_up.register(parent.fileno(), 0)
    number = os.getppid()
    while not hung_up.poll(_LOOK_MILLISECONDS) and os.getppid() == number:
        pass
    engine.end()


def main(descriptor: int, users_folder: str) -> None:
    """Serve requests until the socket closes; `users_folder` is the user's own RAY_TMPDIR."""
    parent = Connection(descriptor)
    engine = _Engine(parent, users_folder)
    threading.Thread(target=_end_with, args=(parent, engine), daemon=True).start()
    _serve(parent, engine)
    engine.end()


def _serve(parent: Connection, engine: _Engine) -> None:
    while True:
        try:
            request: Request = parent.recv()
        except (EOFError, OSError):
            return
        try:
            answer = engine.answer(request)
        except Exception as error:
            answer = Failed(
                str(error) if isinstance(error, UnreachableError) else error_line(error)
            )
        try:
            parent.send(answer)
        except OSError:
            return
