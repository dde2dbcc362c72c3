"""Runs `daft-lint verify` as a person does, and looks for what it leaves behind."""

from __future__ import annotations

import ipaddress
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest

HERE = Path(__file__).parent

# A cluster of somebody else on this machine is out of reach.
_FILES = tempfile.TemporaryDirectory(prefix="r-", dir="/tmp")
# Idle Python processes that no UDF uses only slow the start down.
os.environ.update(RAY_TMPDIR=_FILES.name, RAY_prestart_worker_first_driver="0")

# One of two actors gets no row; the replay and that of the remedy take a few seconds.
STARVED = """\
import daft
from daft import col


@daft.cls(max_concurrency=2)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=300)
    def __call__(self, path):
        return path


# daft-lint: workers=1
def starved():
    df = daft.from_pydict({"path": [f"file-{n}" for n in range(300)]})
    return df.with_column("embedding", Embed()(col("path"))).collect()
"""


def _hear_ctrl_c() -> None:
    """A shell's background jobs ignore it, and so would all that they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@dataclass(frozen=True)
class Ended:
    """What a person sees of a run that is over."""

    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Seen:
    """When a process began, and its command line when it was last looked at."""

    created: float
    command: list[str]


@dataclass
class Verifying:
    """A `daft-lint verify` under way, and all that was ever seen of its clusters."""

    process: subprocess.Popen[str]
    temporary: Path
    seen: dict[int, Seen] = field(default_factory=dict)
    sessions: set[int] = field(default_factory=set)
    folders: set[Path] = field(default_factory=set)
    listened_on: set[tuple[str, int]] = field(default_factory=set)
    ports_again: float = 0.0

    def engine(self) -> int | None:
        """The engine's process id, when there is one."""
        with suppress(psutil.Error):
            own = psutil.Process(self.process.pid)
            for child in (process for process in in_session() if process.ppid() == own.pid):
                # One that is being started has an empty environment for a moment.
                folder = child.environ().get("RAY_TMPDIR")
                if folder is not None and not is_copy(child):
                    self.sessions.add(child.pid)
                    self.folders.add(Path(folder))
                    return child.pid
        return None

    def look(self) -> list[psutil.Process]:
        """The processes of its clusters and engines at this moment."""
        self.engine()
        found = []
        ports = time.monotonic() >= self.ports_again
        for process in in_session(self.sessions):
            with suppress(psutil.Error, OSError):
                if is_alive(process) and (process.pid in self.seen or self._stays(process)):
                    self.seen[process.pid] = Seen(process.create_time(), process.cmdline())
                    self.listened_on |= listening(process) if ports else set()
                    found.append(process)
        if ports:
            # To look through what all of them have open takes longer than everything else here.
            self.ports_again = time.monotonic() + 0.5
        return found

    def _stays(self, process: psutil.Process) -> bool:
        """Whether it is in a session of ours still, now that it has been started."""
        return not is_copy(process) and os.getsid(process.pid) in self.sessions

    def wait_for(self, name: str, seconds: float = 60) -> psutil.Process:
        """The first process of the cluster whose command line holds a text, once it is there."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            assert self.process.poll() is None, self.process.communicate()
            for process in self.look():
                with suppress(psutil.Error):
                    if name in " ".join(process.cmdline()):
                        return process
            time.sleep(0.02)
        raise AssertionError(f"no {name} within {seconds} seconds")

    def send(self, number: signal.Signals) -> None:
        """Send a signal to its process group, as a terminal does; the engine isn't in it."""
        os.killpg(self.process.pid, number)

    def ended(self, seconds: float = 120) -> Ended:
        """What it said; all that it started has ended too."""
        deadline = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < deadline:
            self.look()
            time.sleep(0.1)
        out, err = self.process.communicate(timeout=1)
        return Ended(self.process.returncode, out, err)

    def left(self) -> list[str]:
        """What is left of it: processes, ports, files, and what names its temporary folder.

        A killed process may be over while its last threads still hold its ports.
        """
        found = [f"{pid}: {seen}" for pid, seen in self.seen.items() if lives(pid, seen.created)]
        # Unlike `rglob` it minds no folder that is removed meanwhile.
        for folder, folders, files in os.walk(self.temporary):
            found += [os.path.join(folder, name) for name in (*folders, *files)]  # noqa: PTH118
        found += [str(folder) for folder in self.folders if folder.exists()]
        ports = sorted(self.listened_on & listening())
        found += [f"{host} port {port} is listened on" for host, port in ports]
        for process in psutil.process_iter():
            with suppress(psutil.Error):
                if str(self.temporary) in " ".join(process.cmdline()) and is_alive(process):
                    found.append(f"{process.pid}: {process.cmdline()}")
        return found

    def assert_nothing_left(self, seconds: float = 0) -> None:
        """Nothing is left after so many seconds, and nothing could be reached from outside."""
        deadline = time.monotonic() + seconds
        while self.left() and time.monotonic() < deadline:
            time.sleep(0.05)
        assert self.left() == []
        assert [host for host, _ in self.listened_on if not is_loopback(host)] == []


def in_session(sessions: Collection[int] | None = None) -> Iterator[psutil.Process]:
    """The processes of these sessions; None: those that lead one."""
    for pid in psutil.pids():
        with suppress(psutil.Error, OSError):
            session = os.getsid(pid)
            if session == pid if sessions is None else session in sessions:
                yield psutil.Process(pid)


def is_copy(process: psutil.Process) -> bool:
    """Whether a process is being started: for a moment it is a copy of the one that starts it.

    It is in the session of that one still, even if it gets one of its own.
    """
    parent = process.parent()
    return parent is not None and parent.cmdline() == process.cmdline()


def is_alive(process: psutil.Process) -> bool:
    return process.status() != psutil.STATUS_ZOMBIE


def lives(pid: int, created: float) -> bool:
    with suppress(psutil.Error):
        process = psutil.Process(pid)
        return is_alive(process) and process.create_time() == created
    return False


def listening(process: psutil.Process | None = None) -> set[tuple[str, int]]:
    """The addresses that a process, or any on this machine, listens on."""
    connections = (process or psutil).net_connections("inet")
    return {
        tuple(connection.laddr)
        for connection in connections
        if connection.status == psutil.CONN_LISTEN
    }


def is_loopback(text: str) -> bool:
    address = ipaddress.ip_address(text)
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback


@pytest.fixture
def temporary() -> Iterator[Path]:
    """A folder for temporary files, with a path that is short enough for Ray's sockets."""
    folder = Path(tempfile.mkdtemp(prefix="t-", dir="/tmp"))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def verify(tmp_path: Path, temporary: Path) -> Iterator[Callable[..., Verifying]]:
    """Start `daft-lint verify` in the test's own folder."""
    started = []

    def start(
        *arguments: str,
        python: str = sys.executable,
        prefix: Sequence[str] = (),
        **environment: str,
    ) -> Verifying:
        process = subprocess.Popen(
            [*prefix, python, "-m", "daft_lint", "verify", "--trials", "1", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONUTF8": "1", "TMPDIR": str(temporary), **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=_hear_ctrl_c,
        )
        started.append(Verifying(process, temporary))
        return started[-1]

    yield start
    for verifying in started:
        verifying.process.kill()
        verifying.process.wait()
        for stream in (verifying.process.stdout, verifying.process.stderr):
            assert stream is not None
            stream.close()


@pytest.fixture
def starved(tmp_path: Path) -> str:
    """A file with one finding, which a cluster of one worker confirms."""
    (tmp_path / "starved.py").write_text(STARVED)
    return "starved.py"


@dataclass
class Other:
    """Somebody else's Ray cluster on this machine."""

    process: subprocess.Popen[str]
    folder: Path
    address: str

    def state(self) -> dict[str, object]:
        """What is on it: nodes, processes, actors that live, jobs that run, keys of ours."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        state: dict[str, object] = json.loads(self.process.stdout.readline())
        return state


@pytest.fixture(scope="module")
def other() -> Iterator[Other]:
    """A cluster that isn't ours, in a folder of its own; each test leaves it as it was."""
    folder = Path(tempfile.mkdtemp(prefix="o-", dir="/tmp"))
    process = subprocess.Popen(
        [sys.executable, HERE / "other_cluster.py"],
        env={**os.environ, "RAY_TMPDIR": str(folder), "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    yield Other(process, folder, json.loads(process.stdout.readline()))
    process.communicate(timeout=60)
    shutil.rmtree(folder)
