"""The Ray cluster that code without a runner is judged for too, beside the native runner."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daft_lint.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable

    from daft_lint.documents.project import Project
    from daft_lint.rule import Case
    from daft_lint.settings import Settings

WORKERS, CPUS, GPUS = 8, 16, 1
"""The workers, and the CPUs and GPUs of each: what people have who ask about a cluster."""


@dataclass(frozen=True, slots=True)
class OnCluster:
    """How many problems more a file, or a run, has on that cluster than what is shown of it.

    `natively` says that some of it was judged for the native runner, as Daft's default; `gpus` that
    some of it asks for GPUs.
    """

    more: int = 0
    natively: bool = False
    gpus: bool = False

    def __add__(self, other: OnCluster) -> OnCluster:
        return OnCluster(
            self.more + other.more, self.natively or other.natively, self.gpus or other.gpus
        )

    @property
    def options(self) -> str:
        """What the command line says of that cluster."""
        gpus = f" --gpus-per-worker {GPUS}" if self.gpus else ""
        return f"--runner ray --workers {WORKERS} --cpus-per-worker {CPUS}{gpus}"


def is_left_open(cases: Iterable[Case], settings: Settings) -> bool:
    """Whether settings leave it open what a cluster does to the work of these pipelines."""
    silent = settings.runner is None and settings.cluster.workers is None
    return silent and any(case.may_run_on_ray and case.prediction.work for case in cases)


def settings_on_cluster(settings: Settings, project: Project) -> Settings:
    """The settings as with the options of that cluster; the same object for the same project."""
    key = settings_on_cluster, id(settings)
    made_of, made = project.once(key, lambda _: (settings, _on_cluster(settings)))
    return made if made_of is settings else _on_cluster(settings)


def on_cluster(cases: Iterable[Case], more: int) -> OnCluster:
    """What a cluster changes of a file, of whose pipelines it has `more` problems."""
    from daft_lint.plan.cluster import RunnerKind

    taken = [case for case in cases if case.prediction.work]
    calls = (work.call.udf for case in taken for work in case.prediction.work)
    natively = any(case.runner.taken and case.runner.kind is RunnerKind.NATIVE for case in taken)
    gpus = any(udf.gpus is not None and udf.gpus.high > 0 for udf in calls)
    return OnCluster(more, natively, gpus)


def _on_cluster(settings: Settings) -> Settings:
    from daft_lint.settings.layers import with_overrides

    return with_overrides(
        settings, {}, runner="ray", workers=WORKERS, cpus_per_worker=CPUS, gpus_per_worker=GPUS
    )
