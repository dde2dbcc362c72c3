"""What a rule about pipelines judges: one pipeline, with what is predicted of it."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from daft_lint.documents.project import NO_PROJECT, is_test_file
from daft_lint.plan.cluster import RunnerKind
from daft_lint.records import dataclass, field, replace
from daft_lint.scheduling.optimiser.judged_runner import judged_runner
from daft_lint.scheduling.optimiser.native import NATIVE
from daft_lint.scheduling.prediction.predict import predict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from daft_lint.documents.project import Project
    from daft_lint.plan.cluster import Cluster, Runner
    from daft_lint.plan.pipeline import Operator, Pipeline
    from daft_lint.plan.span import Span
    from daft_lint.rule.contract import Check
    from daft_lint.rule.problem import Problem
    from daft_lint.scheduling.prediction.predict import Prediction, WorkPrediction

T = TypeVar("T")


class Cases(tuple["Case", ...]):
    """Cases, found by the places that they pass."""

    # All cases that these were taken from, and the places of those that were left out.
    _whole: tuple[Cases, range] | None = None

    def without(self, some: range) -> Cases:
        """All but some of them. Where these pass is looked up once for all."""
        left = Cases((*self[: some.start], *self[some.stop :]))
        left._whole = self, some
        return left

    def passing(self, spans: Iterable[Span]) -> list[Case]:
        """The cases with a step, or a call of a UDF, at one of these places."""
        whole, some = self._whole or (self, range(0))
        found = {number for span in spans for number in whole._passing.get(span, ())}
        return [whole[number] for number in sorted(found) if number not in some]

    def seen_at(self, span: Span, work: Callable[[Case, Span], T | None]) -> Sequence[T]:
        """What some work sees in those that pass a place, looked up once; others may be in it."""
        whole, _ = self._whole or (self, range(0))
        if (span, work) not in whole._seen:
            seen = (work(case, span) for case in whole.passing((span,)))
            whole._seen[span, work] = [each for each in seen if each is not None]
        return whole._seen[span, work]

    @cached_property
    def _seen(self) -> dict[object, list[Any]]:
        return {}

    @cached_property
    def _passing(self) -> dict[Span, list[int]]:
        found: dict[Span, list[int]] = {}
        for number, case in enumerate(self):
            for span in case.numbers:
                found.setdefault(span, []).append(number)
        return found


_NO_CASES = Cases()


@dataclass(frozen=True, slots=True)
class Case:
    """One pipeline to judge, and what is predicted of it once that is asked.

    `pipeline` holds the runner, the cluster and the data that code, hints and settings give it.
    `document` are all cases of the same program, this one too; `others` are those of other programs
    that pass the same document. `unseen` gives those of unknown frames, with only the steps that
    they may pass in it; that takes time. `project` gives the other files. `started_by` is the file
    to run for it, None where it stands in code without a caller in sight. With `as_production` it
    is judged as what it stands for, even where a test builds it.
    """

    pipeline: Pipeline
    daft_version: tuple[int, ...]
    document: Cases = _NO_CASES
    others: Cases = _NO_CASES
    unseen: Callable[[], tuple[Case, ...]] = field(default=tuple, repr=False, compare=False)
    project: Project = NO_PROJECT
    started_by: str | None = None
    as_production: bool = False
    # What rests on the pipeline alone is the same beside other cases. That of another pipeline is
    # made anew: `replace` keeps it.
    _prediction: list[Prediction] = field(default_factory=list, repr=False, compare=False)
    _elsewhere: dict[tuple[Cluster, Runner | None], Prediction] = field(
        default_factory=dict, repr=False, compare=False
    )
    _numbers: dict[Span, list[int]] = field(default_factory=dict, repr=False, compare=False)
    _steps: list[Operator] = field(default_factory=list, repr=False, compare=False)
    _runner: list[Runner] = field(default_factory=list, repr=False, compare=False)
    # Every problem of every case that shares a call asks for these.
    _problems: dict[Check, Counter[Span]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def prediction(self) -> Prediction:
        """What is predicted of it with its own runner and cluster."""
        if not self._prediction:
            self._prediction.append(
                predict(self.pipeline, self.pipeline.cluster, self.daft_version)
            )
        return self._prediction[0]

    @property
    def is_known_idle(self) -> bool:
        """Whether it was predicted, and there is no work in it."""
        return bool(self._prediction) and not self._prediction[0].work

    @property
    def has_work(self) -> bool:
        """Whether anything in it takes time on rows."""
        in_shuffles = any(step.shuffle_calls for step in self.pipeline.plan.operators)
        return in_shuffles or bool(self.prediction.work or self.work_natively_alone)

    @property
    def work_natively_alone(self) -> tuple[WorkPrediction, ...]:
        """Work that no worker has a GPU for, where Daft's default, which counts none, runs it."""
        udfs = (call.udf for step in self.pipeline.plan.operators for call in step.calls)
        on_ray = self.runs_on_ray_if_anything or not self.may_run_on_ray
        if on_ray or all(udf.gpus is None for udf in udfs):
            return ()
        known = {work.call.span for work in self.prediction.work}
        return tuple(work for work in self.on_native.work if work.call.span not in known)

    def problems_at(self, check: Check, span: Span) -> int:
        """How many problems `check` sees at a place."""
        if check not in self._problems:
            self._problems[check] = Counter(problem.span for problem in check(self))
        return self._problems[check][span]

    def numbers_at(self, span: Span) -> Sequence[int]:
        """The numbers of the pipeline's steps that stand at a place, or have a call of a UDF there.

        They are those that the program gives them.
        """
        return self.numbers.get(span, ())

    @property
    def numbers(self) -> Mapping[Span, Sequence[int]]:
        """The numbers of the pipeline's steps by the places where they, or their calls, stand."""
        if not self._numbers:
            for step in self.written_steps:
                for place in {step.span, *(call.span for call in step.calls)}:
                    self._numbers.setdefault(place, []).append(step.number)
        return self._numbers

    def with_others_at(self, *spans: Span) -> list[Case]:
        """This case, and all others in sight that pass one of some places."""
        return [self, *self.document.passing(spans), *self.others.passing(spans)]

    @property
    def may_run_on_ray(self) -> bool:
        """Whether nothing in sight keeps it off the Ray runner."""
        runner = self.pipeline.runner
        return not (runner.kind is RunnerKind.NATIVE and runner.certain)

    @property
    def runner(self) -> Runner:
        """The runner that it is judged for."""
        if not self._runner:
            self._runner.append(judged_runner(self.pipeline))
        return self._runner[0]

    @property
    def runs_on_ray_if_anything(self) -> bool:
        """Whether it is judged for Ray."""
        return self.runner.kind is RunnerKind.RAY

    @property
    def judged(self) -> Prediction:
        """What is predicted of it on the runner that it is judged for."""
        return self.prediction if self.runs_on_ray_if_anything else self.on_native

    @property
    def on_native(self) -> Prediction:
        """What is predicted of it on the native runner."""
        if not self.may_run_on_ray:
            return self.prediction
        return self.predicted(self.pipeline.cluster, NATIVE)

    def as_native(self) -> Case:
        """It as the native runner runs it."""
        pipeline = replace(self.pipeline, runner=NATIVE)
        known = [self.on_native]
        return replace(self, pipeline=pipeline, _prediction=known, _elsewhere={}, _runner=[])

    def predicted(self, cluster: Cluster, runner: Runner | None = None) -> Prediction:
        """What is predicted of it on another cluster, or by another runner, worked out once."""
        key = cluster, runner
        if key not in self._elsewhere:
            pipeline = replace(self.pipeline, runner=runner or self.pipeline.runner)
            self._elsewhere[key] = predict(pipeline, cluster, self.daft_version)
        return self._elsewhere[key]

    @property
    def runs_on_native(self) -> bool:
        """Whether it certainly runs on the native runner, as the program wants it."""
        return not (self.may_run_on_ray or self.pipeline.runner.by_default)

    def in_test(self, span: Span) -> bool:
        """Whether a test builds the pipeline, or has the step at a place.

        What a test runs is right or wrong, not fast or slow.
        """
        if self.as_production:
            return False
        paths = (self.pipeline.plan.source.span.path, span.path)
        return self.pipeline.name.startswith("test_") or any(map(is_test_file, paths))

    def everywhere(self, check: Check) -> Iterator[Problem]:
        """The problems that `check` sees wherever a case in sight passes the same place.

        A step that one pipeline has no use for may serve another one. So may one that a pipeline
        passes twice, by a function that is called twice or in the rounds of a loop. So may one in a
        function that other code calls with an unknown frame.
        """
        for problem in check(self):
            known = self.with_others_at(problem.span)
            if all(case._always_has(check, problem.span) for case in known) and all(
                case._always_has(check, problem.span) for case in self.unseen()
            ):
                yield problem

    def _always_has(self, check: Check, span: Span) -> bool:
        """Whether `check` sees a problem with each step that stands there."""
        passes = len(self.numbers_at(span))
        return passes == 0 or self.problems_at(check, span) >= passes

    def passes(self, span: Span) -> bool:
        """Whether one of the pipeline's steps stands there, or a call of a UDF in one."""
        return bool(self.numbers_at(span))

    @property
    def written_steps(self) -> Sequence[Operator]:
        """The steps as written, as `Plan.steps` gives them."""
        if not self._steps:
            self._steps.extend(self.pipeline.plan.steps)
        return self._steps
