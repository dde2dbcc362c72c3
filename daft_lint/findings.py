"""A finding: what is wrong, how sure that is, how bad it is, and what to do."""

from __future__ import annotations

from enum import Enum
from functools import cached_property, total_ordering
from typing import TYPE_CHECKING

from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass

if TYPE_CHECKING:
    # Most runs find nothing, and need no plans.
    from daft_lint.plan.changes import Change
    from daft_lint.plan.pipeline import Pipeline, UdfCall
    from daft_lint.plan.quantity import Quantity
    from daft_lint.plan.span import Span


@total_ordering
class _Ranked(Enum):
    """An enum whose members are ordered as they are written, the least first."""

    @cached_property
    def rank(self) -> int:
        return list(type(self)).index(self)

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, _Ranked) or type(other) is not type(self):
            return NotImplemented
        return self.rank < other.rank


class Severity(_Ranked):
    """How much is at stake, from the predicted effect.

    `ERROR`: it fails or stalls. `WARNING`: a quarter or more of the actor time paid for is lost.
    """

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class FailOn(_Ranked):
    """What makes a check fail: findings of this severity or worse, or else open work too."""

    OPEN = "open"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"

    def counts(self, severity: Severity) -> bool:
        """Whether a finding of that severity makes a check fail."""
        return FailOn(severity.value) >= self


class Confidence(_Ranked):
    """How sure a finding is.

    `CERTAIN` follows from code and configuration for every value of what is unknown; `LIKELY`
    follows under the assumptions it states; `POSSIBLE` is shown only when asked for.
    """

    POSSIBLE = "possible"
    LIKELY = "likely"
    CERTAIN = "certain"


class Claim(Enum):
    """What a finding says of its call, for a run to show.

    `LOSS`: some of what does the work idles, or loses time. `WORKERS`, `GPUS`: some have no actor
    of the pool. `CALL`: one call gets too many rows. `CODE`: the code of the UDF itself keeps
    others from working. No run of a stand-in shows these two.
    """

    LOSS = "loss"
    WORKERS = "workers"
    GPUS = "GPUs"
    CALL = "call"
    CODE = "code"


UNKNOWN_DAFT = "Daft 0.7 runs this file: no version is known (--daft-version sets it)"
"""What is assumed of code that another version of Daft may run as well."""


@dataclass(frozen=True, slots=True)
class ActorShare:
    """The rows that an actor is predicted to get, or a worker, and the worker (from 1) it is on."""

    worker: int
    rows: float


@dataclass(frozen=True, slots=True)
class Effect:
    """What a finding predicts for one piece of work.

    `unit` says what the `actors` are: those of a pool, or the workers where it has none. `idle` of
    `actors` actors get no rows; `utilisation` (0 to 1) is busy time over paid time. `shares` holds
    every actor when all that decides it is known; None otherwise. `lost_per_hour` is what that
    costs while the pool works: (1 - utilisation) x workers x cost per worker hour, in the currency
    units of that cost. None where workers or cost aren't known. It is a share of what the whole
    cluster costs, so the losses of two pools don't add up. It is `light` where the work itself is
    next to nothing, so that little is lost by idling. Where it is `unweighed`, nothing shows that
    its few rows take any time.
    """

    actors: Quantity
    idle: Quantity
    utilisation: Quantity
    shares: tuple[ActorShare, ...] | None = None
    lost_per_hour: Quantity | None = None
    unit: Unit = Unit.ACTOR
    light: bool = False
    unweighed: bool = False


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that a finding rests on, and what it has to do with it."""

    span: Span
    message: str


class Safety(Enum):
    """How far a fix may be trusted.

    `SAFE` changes no result and slows nothing; `UNSAFE` keeps the rows but may change order, batch
    boundaries or resources; `DISPLAY_ONLY` is a sketch for a person.
    """

    SAFE = "safe"
    UNSAFE = "unsafe"
    DISPLAY_ONLY = "display-only"


@dataclass(frozen=True, slots=True)
class Edit:
    """Put `text` in the place of `span`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A remedy: what to do, in words with numbers, and the edits that do it (none: a sketch).

    `changes` are the same as changes of the plan, so that the remedy can be tried out. Without
    `edits` they are made of the changes where that can be done, and are unsafe unless `safety` says
    that they are safe.
    """

    message: str
    safety: Safety = Safety.DISPLAY_ONLY
    edits: tuple[Edit, ...] = ()
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong at one place.

    `pipeline` is the one it was found in, with what settings say of it, and `call` the use of a
    UDF that it is about, if there are any; `claim` is what it says of that. One that is `on_ray`
    holds on the Ray runner alone. `last_daft` is the last release that has what it misses:
    `(0, 6, 14)`; None where that isn't what is wrong.
    """

    code: str
    name: str
    message: str
    span: Span
    severity: Severity
    confidence: Confidence
    effect: Effect | None = None
    assumptions: tuple[str, ...] = ()
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()
    pipeline: Pipeline | None = None
    call: UdfCall | None = None
    claim: Claim = Claim.LOSS
    on_ray: bool = False
    last_daft: tuple[int, ...] | None = None

    @property
    def spans(self) -> tuple[Span, ...]:
        """The primary span and every related one: where a suppression may stand."""
        return (self.span, *(related.span for related in self.related))

    @property
    def sort_key(self) -> tuple[str, int, int, str]:
        """Path, line, column, code: the order findings are reported in."""
        return (self.span.path, self.span.line, self.span.column, self.code)
