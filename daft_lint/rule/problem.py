"""What a rule sees, before it is known how sure it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daft_lint.findings import Claim, Confidence
from daft_lint.records import dataclass

if TYPE_CHECKING:
    from daft_lint.findings import Effect, Fix, Related, Severity
    from daft_lint.plan.pipeline import Action, Operator, UdfCall
    from daft_lint.plan.quantity import Quantity
    from daft_lint.plan.span import Span


def assuming_unshared(step: Operator, following: Operator) -> tuple[str, ...]:
    """What is assumed of a step that only `following` makes needless.

    Nothing when both stand in one chain on a line; else the frame between them has a name, and may
    be used out of sight.
    """
    after = (step.span.end_line, step.span.end_column + 1)
    same_file = step.span.path == following.span.path
    if same_file and after == (following.span.line, following.span.column):
        return ()
    return (f"no other code uses the frame that this `{step.method}` makes",)


def assuming_taken(step: Operator, place: Span, action: Action | None, here: Span) -> str:
    """The assumption that a step of only some runs is taken, in words for the place `here`.

    It may be made in a loop that the action stands behind, and that need not run.
    """
    line = place.line_from(here)
    around = {loop.span for loop in action.loops} if action is not None else set()
    before = next((loop.span for loop in step.loops if loop.span not in around), None)
    if before is not None:
        return f"an iteration of the loop on {before.line_from(here)} passes on the frame of {line}"
    return f"the branch that runs {line} is taken"


def assuming_used(call: UdfCall) -> str:
    """What is assumed of a call that Daft doesn't run if nothing needs its column."""
    column = "the column" if call.output is None else f"the column `{call.output}`"
    return f"some code uses {column} that `{call.udf.name}` makes: otherwise the UDF doesn't run"


@dataclass(frozen=True, slots=True)
class Problem:
    """What a rule sees in a case, before it is known how sure it is.

    `rests_on` are the quantities that decided it: their origins give the confidence and the
    assumptions. `on_ray` says that it only holds on the Ray runner; a definition runs on any.
    Without a `severity`, the effect gives it. In a test, a problem that is no error is at most
    possible, unless it `counts_in_tests`. `call` is the use of a UDF that the problem is about, and
    `claim` what it says of that: `daft-lint verify` watches it. `last_daft` is as for a `Finding`.
    """

    span: Span
    message: str
    remedy: str | Fix
    rests_on: tuple[Quantity, ...] = ()
    on_ray: bool = True
    effect: Effect | None = None
    severity: Severity | None = None
    at_most: Confidence = Confidence.CERTAIN
    assumptions: tuple[str, ...] = ()
    related: tuple[Related, ...] = ()
    fixes: tuple[Fix, ...] = ()
    call: UdfCall | None = None
    claim: Claim = Claim.LOSS
    counts_in_tests: bool = False
    last_daft: tuple[int, ...] | None = None
