"""A judgement of a piece of work: it is bad, good, possible or open."""

from __future__ import annotations

from enum import Enum

from daft_lint.plan.span import Span
from daft_lint.records import dataclass

ABOUT_WORK = "DFT1"
"""How the codes of the rules begin that judge work."""


class Status(Enum):
    """How a piece of work was judged.

    `BAD`: a rule found something. `GOOD`: for the facts given, no actor or worker idles and at
    least three quarters of the time are used. `GOOD_NATIVELY`: that is so on the native runner,
    which Daft takes where code and settings choose none. `POSSIBLE`: a rule found something that is
    less sure than what is asked for, or all is known and chance decides. `OPEN`: a fact is missing
    that would decide it.
    """

    BAD = "bad"
    GOOD = "good"
    GOOD_NATIVELY = "good natively"
    POSSIBLE = "possible"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Threshold:
    """A condition in numbers, as a sentence and as data.

    `factor` is the number that counts: `workers`, `partitions` with rows, `rows` of the source,
    `batch_size`, `cpus` of a worker, or `concurrency`. `holds` ("no actor idles", "actors idle",
    "well used") is so `from`, `more than` or `at most` that `number`. `given` says what it is true
    under, empty for whatever may be: `on Ray`, `for example on 8 workers`. Of `rows` where the
    partitions are known, `rows_per_partition` is the same as rows of each of them.
    """

    text: str
    factor: str
    comparison: str
    number: int
    holds: str
    given: str = ""
    rows_per_partition: int | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """How one piece of work was judged.

    `work` is the name of its UDF, or the built-in expressions that take time, or "unknown steps";
    `span` is where that is. `result` is what is known, in a few words; of bad and possible work it
    is what a rule says, whose `code` it is, None where the numbers alone say it. Of open work,
    `missing` are the facts that would decide it, `thresholds` what is sure on either side of a
    number, `answers` the ways to tell daft-lint and `measures` the commands that find out. Good
    work is so if a row takes at least `needed_row_seconds`, None where that goes without saying,
    and if the `needed_values` are as said: "`user` has many values".
    """

    span: Span
    work: str
    status: Status
    result: str = ""
    missing: tuple[str, ...] = ()
    thresholds: tuple[Threshold, ...] = ()
    answers: tuple[str, ...] = ()
    measures: tuple[str, ...] = ()
    code: str | None = None
    needed_row_seconds: float | None = None
    needed_values: tuple[str, ...] = ()
