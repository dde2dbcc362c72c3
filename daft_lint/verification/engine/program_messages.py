"""The messages between the engine and the process of a user's program."""

from __future__ import annotations

from daft_lint.programs.channel import Note
from daft_lint.programs.code_position import Place
from daft_lint.records import dataclass


@dataclass(frozen=True, slots=True)
class Task:
    """What to run and how; see `RunProgram`.

    `scratch` is a folder that all workers share, None when there is none. `workers_need_hook` says
    that the workers don't record by themselves.
    """

    target: str
    arguments: tuple[str, ...]
    address: str
    workers_need_hook: bool
    allow_writes: bool
    scratch: str | None


@dataclass(frozen=True, slots=True)
class Began:
    """A query began at a time, in seconds since the epoch; `job` is the Ray job it belongs to."""

    number: int
    place: Place
    runner: str
    job: str
    time: float


@dataclass(frozen=True, slots=True)
class Ended:
    """A query ended at a time, in seconds since the epoch; `failure` is empty when it went well."""

    number: int
    time: float
    failure: str


Message = Began | Ended | Note
