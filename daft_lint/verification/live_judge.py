"""The judge of live runs, by the actors of the user's own program."""

from __future__ import annotations

import math
from collections.abc import Sequence

from daft_lint.findings import Claim, Effect, Finding, Severity
from daft_lint.plan.cluster import Cluster
from daft_lint.plan.pipeline import Pipeline, UdfCall
from daft_lint.plan.quantity import Quantity, exactly
from daft_lint.plan.unit import Unit
from daft_lint.records import dataclass, replace
from daft_lint.scheduling.prediction.distribution import distribution
from daft_lint.scheduling.prediction.predict import predict
from daft_lint.scheduling.simulation.occupancy import ActorUse, Occupancy
from daft_lint.verification.expectations import expectation_of
from daft_lint.verification.judge import judged
from daft_lint.verification.live_matching import GaveUpError, Matched, UndecidedError, matched
from daft_lint.verification.messages import RanProgram, size_of
from daft_lint.verification.observation import Expectation, Measurement, Trial
from daft_lint.verification.observed_trials import DisturbedError, trial
from daft_lint.verification.options import Options
from daft_lint.verification.replay_plans import unit_of, why_unverifiable
from daft_lint.verification.replay_shapes import NotReplayableError, replayable
from daft_lint.verification.shape import (
    ClusterSize,
    PlanShape,
    Shape,
    StepKind,
    StepShape,
    UdfShape,
)
from daft_lint.verification.shape_model import placed
from daft_lint.verification.verdict import Verdict, Verification


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges findings by the runs of a program.

    `notes` say in what the runs were not the user's own.
    """

    runs: Sequence[RanProgram]
    options: Options
    notes: tuple[str, ...]

    def verification(self, finding: Finding) -> Verification:
        """The verdict on a finding."""
        try:
            return self._judged(finding)
        except GaveUpError as error:
            # Only an error predicts that.
            foreseen = finding.severity is Severity.ERROR
            verdict = Verdict.CONFIRMED if foreseen else Verdict.INCONCLUSIVE
            return self._plain(finding, verdict, f"Daft gave up: {error}")
        except (UndecidedError, DisturbedError) as error:
            return self._plain(finding, Verdict.INCONCLUSIVE, str(error))

    def _plain(self, finding: Finding, verdict: Verdict, reason: str) -> Verification:
        return Verification(finding, verdict, reason, self.notes, live=True)

    def _judged(self, finding: Finding) -> Verification:
        if finding.pipeline is None or finding.call is None:
            raise UndecidedError(why_unverifiable(finding))
        if finding.claim is not Claim.LOSS:
            raise UndecidedError(
                f"a run of your own program can't check {finding.code}: replay it, without --run"
            )
        unit = unit_of(finding)
        if unit is not Unit.ACTOR:
            raise UndecidedError(
                "a run of your own program can only watch the actors of pools on Ray, not "
                f"{unit.plural}"
            )
        pipeline, call = self._here(finding.pipeline), finding.call
        found = [match for run in self.runs for match in matched(run, pipeline, call)]
        if not found:
            raise UndecidedError(self._why_not_run(pipeline, call))
        trials = tuple(_trial(match) for match in found)
        shape = _shape(pipeline, call, self._size, trials[0])
        expected = _expected(
            pipeline, call, shape, trials[0].asked, self.runs[0].started.daft_version
        )
        expected = expected or _bounds(finding.effect, trials[0].asked)
        measured = Measurement(shape, expected, trials)
        verdict, reason = judged(measured, self.options.min_loss)
        return Verification(
            finding,
            verdict,
            reason,
            self.notes,
            live=True,
            before=measured,
            gain_reason="the program ran unchanged",
        )

    def _why_not_run(self, pipeline: Pipeline, call: UdfCall) -> str:
        reason = f"its pipeline didn't run: no query used `{call.udf.name}`"
        if pipeline.action is not None:
            action = pipeline.action
            reason = f"its pipeline didn't run: `{action.method}` on {action.span.shown_line}"
            reason += " was not reached"
        code = self.runs[-1].exit_code
        if code is None:
            return f"{reason} within {self.options.timeout:,.0f} seconds"
        return f"{reason} before exit code {code}" if code else reason

    @property
    def _size(self) -> ClusterSize:
        """The cluster as it was; of unequal nodes the least."""
        nodes = self.runs[0].started.nodes
        return size_of(nodes) if nodes else ClusterSize(1, 1)

    def _here(self, pipeline: Pipeline) -> Pipeline:
        """The pipeline on the cluster that it ran on."""
        size = self._size
        workers, cpus, gpus = size.workers, size.cpus_per_worker, size.gpus_per_worker
        cluster = Cluster(exactly(workers), exactly(cpus), exactly(gpus), size.groups)
        return replace(pipeline, cluster=cluster)


def _trial(match: Matched) -> Trial:
    nodes = [node.node for node in match.run.started.nodes]
    return trial(match.pool.actors, nodes, match.pool.asked, match.query.seconds or 0.0)


def _shape(pipeline: Pipeline, call: UdfCall, size: ClusterSize, seen: Trial) -> Shape:
    """The shape of what ran, as far as known, with at least the rows that the actors got."""
    try:
        return replayable(pipeline, pipeline.plan, pipeline.cluster, call).shape
    except NotReplayableError:
        pass
    udf = UdfShape(
        call.udf.name,
        seen.asked,
        _whole(call.udf.batch_size),
        _value(call.udf.cpus),
        _value(call.udf.gpus),
    )
    source = pipeline.plan.source
    partitions = _whole(source.partitions) or 1
    plan = PlanShape(
        round(seen.occupancy.rows), partitions, (StepShape(StepKind.UDF, udfs=(udf,)),)
    )
    return Shape(plan, size, udf.name)


def _value(quantity: Quantity | None) -> float | None:
    return quantity.value if quantity is not None and quantity.known else None


def _whole(quantity: Quantity | None) -> int | None:
    value = _value(quantity)
    return None if value is None else int(value)


def _expected(
    pipeline: Pipeline, call: UdfCall, shape: Shape, asked: int, daft_version: tuple[int, ...]
) -> Expectation | None:
    """What the model expects of the pool; None when too little of its work is known."""
    prediction = predict(pipeline, pipeline.cluster, daft_version)
    pool = next(
        (
            work_prediction
            for work_prediction in prediction.pools
            if work_prediction.call.span == call.span
        ),
        None,
    )
    if pool is None:
        return None
    room = min(asked, placed(shape))
    found = distribution(replace(pool.load, actors=exactly(max(1, room))))
    return None if found is None else expectation_of(found, asked, room)


def _bounds(effect: Effect | None, asked: int) -> Expectation:
    """What a finding itself predicts: where it names a range, what it claims at least.

    Raises:
        UndecidedError: when it predicts nothing.
    """
    if effect is None:
        raise UndecidedError("too little is known of its tasks to predict anything")
    return Expectation(
        math.ceil(effect.idle.low),
        int(min(effect.idle.high, asked)),
        effect.utilisation.high,
        Occupancy(
            tuple(
                ActorUse(share.worker - 1, share.rows, math.ceil(share.rows > 0), 0.0)
                for share in effect.shares or ()
            ),
            0.0,
        ),
    )
