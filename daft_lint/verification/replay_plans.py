"""The replays that will judge a finding."""

from __future__ import annotations

from collections.abc import Iterable

from daft_lint.findings import Claim, Finding
from daft_lint.plan.changes import changed
from daft_lint.plan.pipeline import Pipeline, UdfCall
from daft_lint.plan.recorded import RecordedPipeline
from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.optimiser.native import NATIVE, runs_natively
from daft_lint.verification.hinted_starts import from_hints, said
from daft_lint.verification.made_up import completed, missing_options, on_workers
from daft_lint.verification.replay_shapes import NotReplayableError, replayable
from daft_lint.verification.scaling import Limits, Scale, described, scale_of
from daft_lint.verification.shape import ClusterSize, Shape, unequal
from daft_lint.verification.shape_model import placed
from daft_lint.verification.unflagged import is_unflagged


@dataclass(frozen=True, slots=True)
class Prepared:
    """The replay of a pipeline as it is, and with the finding's remedy.

    `scaling` says how the replays differ from the pipeline. `without_remedy` says why there is no
    replay of the remedy, when there is none. `recorded` is what runs showed of the pipeline.
    `made_up` are the numbers that stand for unknown ones: `20,000 rows`.
    """

    finding: Finding
    before: Shape
    after: Shape | None
    scaling: tuple[str, ...]
    without_remedy: str = ""
    recorded: RecordedPipeline | None = None
    made_up: tuple[str, ...] = ()


def watchable(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings that predict who works: others have nothing to watch."""
    return tuple(filter(_is_replayable, findings))


def _is_replayable(finding: Finding) -> bool:
    """Whether it is about who works in a pipeline, and not about the size of a call."""
    has_plan = finding.pipeline is not None and finding.call is not None
    return has_plan and finding.claim not in (Claim.CALL, Claim.CODE)


def why_unverifiable(finding: Finding) -> str:
    """Why a finding can't be watched, and what to do instead."""
    return f"{finding.code} isn't about idle workers or actors, so there is nothing to watch"


def unit_of(finding: Finding) -> Unit:
    """The unit of the work that a finding is about."""
    if finding.effect is not None:
        return finding.effect.unit
    if finding.pipeline is not None and runs_natively(finding.pipeline):
        return Unit.PROCESS
    has_pool = finding.call is None or finding.call.udf.is_actor_pool
    return Unit.ACTOR if has_pool else Unit.WORKER


class LacksNumbersError(NotReplayableError):
    """Work that would run if these options gave its numbers: `--workers 8`."""

    def __init__(self, options: tuple[str, ...]) -> None:
        super().__init__(
            f"it depends on numbers that aren't known: add {' '.join(options)}, with your numbers"
        )
        self.options = options


def why_not(finding: Finding, limits: Limits) -> NotReplayableError | None:
    """Why a finding, or work without one, can't be replayed."""
    try:
        prepared(finding, limits)
    except NotReplayableError as error:
        return error
    return None


def prepared(
    finding: Finding, limits: Limits, recorded: RecordedPipeline | None = None
) -> Prepared:
    """The replays of a finding, with the seconds that runs of its pipeline took.

    Work without a finding only runs with its own numbers: they decide whether it idles.

    Raises:
        LacksNumbersError: when such work lacks numbers that options can give.
        NotReplayableError: when the pipeline can't be replayed.
    """
    pipeline, call = finding.pipeline, finding.call
    if pipeline is None or call is None or not _is_replayable(finding):
        raise NotReplayableError(why_unverifiable(finding))
    if unit_of(finding) is Unit.PROCESS:
        pipeline = replace(pipeline, runner=NATIVE)
    begun = from_hints(pipeline, call)
    begins = said(pipeline, begun, call)
    missing = missing_options(begun)
    pipeline, made_up = completed(begun, limits)
    # A reason that no option mends comes first.
    found = replayable(pipeline, pipeline.plan, pipeline.cluster, call, recorded)
    if missing and is_unflagged(finding):
        raise LacksNumbersError(missing)
    before = replace(found.shape, claim=finding.claim)
    if before.by_place and pipeline.cluster.groups:
        # Where it is about the workers, their kinds matter.
        before = replace(before, cluster=unequal(pipeline.cluster.groups))
    after, without = _remedied(finding, pipeline, call, before, recorded)
    scale, without = _scale(before, after, without, limits)
    return Prepared(
        finding,
        scale.applied(before),
        None if after is None or without else scale.applied(after),
        (*begins, *found.notes, *described(before, scale)),
        without,
        recorded,
        made_up,
    )


def prepared_for(
    finding: Finding,
    limits: Limits,
    given: ClusterSize,
    recorded: RecordedPipeline | None = None,
) -> Prepared:
    """The replays of a finding on a cluster that is as large as it is.

    Raises:
        NotReplayableError: when the pipeline can't be replayed there.
    """
    workers = given.workers
    actors = max(limits.most_actors, workers * given.cpus_per_worker)
    limits = replace(
        limits, workers=workers, most_workers=workers, actors=actors, most_actors=actors
    )
    if finding.pipeline is not None:
        finding = replace(finding, pipeline=on_workers(finding.pipeline, workers))
    found = prepared(finding, limits, recorded)
    planned = found.before.cluster.workers
    if planned != workers:
        raise NotReplayableError(
            f"the plan is for {planned:,} workers, but the cluster has {workers:,}: set "
            f"--workers {workers}"
        )
    # Its memory can't be seen from here.
    before = replace(found.before, cluster=given)
    if before.udf.resources and not placed(before):
        names = " and ".join(f"`{name}`" for name, _ in before.udf.resources)
        raise NotReplayableError(f"no worker of the cluster has room for actors that need {names}")
    after = None if found.after is None else replace(found.after, cluster=given)
    return replace(found, before=before, after=after)


def _remedied(
    finding: Finding,
    pipeline: Pipeline,
    call: UdfCall,
    before: Shape,
    recorded: RecordedPipeline | None,
) -> tuple[Shape | None, str]:
    """The shape with the remedy, on the same cluster; or None and why there is none."""
    changes = next((fix.changes for fix in finding.fixes if fix.changes), ())
    if not changes:
        return None, "the finding has no remedy with numbers"
    try:
        plan = changed(pipeline.plan, changes)
        shape = replayable(pipeline, plan, pipeline.cluster, call, recorded).shape
    except NotReplayableError as error:
        return None, str(error)
    return replace(before, plan=shape.plan, watched=shape.watched), ""


def _scale(before: Shape, after: Shape | None, without: str, limits: Limits) -> tuple[Scale, str]:
    """A scale for both shapes; else one for the first, and why the other is left out."""
    if after is None:
        return scale_of(before, None, limits), without
    try:
        return scale_of(before, after, limits), without
    except NotReplayableError as error:
        return scale_of(before, None, limits), str(error)
