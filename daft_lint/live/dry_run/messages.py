"""The messages between a dry run and the process of the user's program."""

from __future__ import annotations

from daft_lint.live_plan.raw_plan import RawPlan
from daft_lint.programs.channel import Note
from daft_lint.programs.code_position import Place
from daft_lint.records import dataclass


@dataclass(frozen=True, slots=True)
class Task:
    """What to run and how.

    `target` is a script or `package.module:function`. What has to run at all sees at most
    `limit_rows` rows of each source. `runner` is what the user's DAFT_RUNNER says, None when it is
    not set. `resources` is what Ray would say that the cluster has, such as `{"CPU": 8.0}`, None
    when unknown. `scratch` is a folder for what has to be written.
    """

    target: str
    arguments: tuple[str, ...]
    limit_rows: int
    runner: str | None
    resources: dict[str, float] | None
    scratch: str


@dataclass(frozen=True, slots=True)
class Barrier:
    """A source of a plan that stands for the rows of a plan that was materialised before.

    In the plan it is a source in memory, or files that the program wrote itself. What the text says
    of its rows, bytes and files is made up, as the plan before didn't run, or not on all its rows.

    `source` is its place among the sources of the written plan, from 0, those of a join's left
    before those of its right; None when unknown, as inside of `daft.sql`. `planned` is the number
    of the plan before, whose last step gives the rows and the partitions. `partitions` is how many
    Daft itself expects that to give on Ray, None when it doesn't say.
    """

    source: int | None
    planned: int
    partitions: int | None


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan that the program would run now.

    `number` counts them from 0. `plan.runner` is the runner that the program selects, whatever it
    runs on here. `action` is the method that the program calls: `collect`, `show`, `iter_rows`;
    `place` is where it does so. `limit` is the rows that `show` asks for, in which case a limit is
    the top node of the plan; None: all rows. `ran` says whether it has been run on few rows, since
    the program needed some.
    """

    number: int
    plan: RawPlan
    action: str
    place: Place
    limit: int | None
    barriers: tuple[Barrier, ...] = ()
    ran: bool = False


@dataclass(frozen=True, slots=True)
class RanCapped:
    """The plan of that number had to be run, on few rows."""

    number: int


Message = Planned | RanCapped | Note
