"""`check`: lint a DataFrame that has not run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from daft_lint.judging.run_context import in_context
from daft_lint.linting import judge
from daft_lint.live.check_result import Checked
from daft_lint.live.clusters import (
    ClusterFacts,
    connected_cluster,
    overrides_of,
    with_caller_origins,
)
from daft_lint.live.frame_plans import has_run, plan_of_frame
from daft_lint.live.plan_form import judged_pipeline
from daft_lint.live_plan.raw_plan import RawPlan
from daft_lint.plan.cluster import Runner, RunnerKind
from daft_lint.plan.pipeline import Pipeline
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.records import replace
from daft_lint.registry import all_rules, names_in
from daft_lint.settings import (
    Settings,
    default_settings,
    find_settings_file,
    load_settings,
    with_overrides,
)


def check(frame: Any, cluster: ClusterFacts | None = None) -> Checked:
    """Lint the plan of a `daft.DataFrame`. Nothing runs; Daft only lists the files of sources.

    The settings are the nearest ones, from the current folder upwards. Figures
    of the cluster come from `cluster`, then from the settings, then from the Ray cluster that this
    process is connected to.

    Args:
        frame: the DataFrame. If it has run already, the plan that made it is judged.
        cluster: figures such as `{"workers": 2, "cpus_per_worker": 8}`, by their names in
            `[tool.daft-lint.cluster]`, or the path of a Ray or KubeRay cluster file. Given, the
            plan is judged for Ray, whatever runner this process uses.

    Returns:
        The findings, to be iterated over; it shows itself in a notebook or a terminal.

    Raises:
        TypeError: `frame` is no DataFrame, or `cluster` no such figures.
        SettingsError: the settings, or a figure of the cluster, are wrong.
        UnreadablePlanError: this version of Daft prints plans in words that aren't known.
    """
    settings = settings_for(Path.cwd(), overrides_of(cluster))
    checked = check_plan(plan_of_frame(frame), settings, on_ray=cluster is not None)
    return replace(checked, has_run=has_run(frame))


def settings_for(folder: Path, overrides: dict[str, Any] | None = None) -> Settings:
    """The nearest settings, with the figures that `check` was given on top.

    Raises:
        SettingsError: something in them is wrong.
    """
    file = find_settings_file(folder)
    known = {rule.code: rule.name for rule in all_rules()}
    settings = default_settings()
    if file is not None:
        settings = load_settings(file, known, rules_in=names_in)
    overrides = overrides or {}
    settings = with_overrides(settings, known, rules_in=names_in, **overrides)
    return replace(settings, cluster=with_caller_origins(settings.cluster, overrides))


def check_plan(
    raw: RawPlan,
    settings: Settings,
    *,
    on_ray: bool = False,
    taken: Callable[[Pipeline], Pipeline] = lambda pipeline: pipeline,
    as_production: bool = False,
) -> Checked:
    """Lint a plan of Daft.

    Args:
        raw: the plan.
        settings: of the project; the connected Ray cluster fills in what they don't say.
        on_ray: whether it is meant to run on Ray, whatever runner the process has.
        taken: gives the pipeline that is judged, such as one without the data of a sample.
        as_production: judge it as what it stands for, even where a test builds it.

    Raises:
        UnreadablePlanError: the plan can't be read.
    """
    settings = with_live_facts(settings, raw)
    runner = _runner(raw, settings, on_ray=on_ray)
    live = judged_pipeline(raw, "plan", runner)
    case = replace(in_context(taken(live.pipeline), settings), as_production=as_production)
    linted = judge((case,), settings)
    return Checked(case, live.text, linted.findings, linted.failures, judgements=linted.judgements)


def with_live_facts(settings: Settings, raw: RawPlan) -> Settings:
    """The settings with the version of Daft at hand, and the cluster if one is connected."""
    return replace(
        settings,
        cluster=settings.cluster.otherwise(connected_cluster()),
        daft_version=_version(raw.version) or settings.daft_version,
    )


def runner_of(raw: RawPlan) -> Runner:
    """The runner that a program selects; unknown where it selects none."""
    if raw.runner == "ray":
        return _surely(RunnerKind.RAY, "the program selects the Ray runner")
    if raw.runner == "native":
        return _surely(RunnerKind.NATIVE, "the program selects the native runner")
    return Runner(RunnerKind.UNKNOWN, certain=False)


def _runner(raw: RawPlan, settings: Settings, *, on_ray: bool) -> Runner:
    """Where the plan is judged to run.

    This process plans with the native runner unless it selects Ray. So a native plan says little
    about where it is meant to run, once there are settings of Ray.
    """
    if on_ray:
        return _surely(RunnerKind.RAY, "check() got a cluster")
    if raw.runner == "ray":
        return _surely(RunnerKind.RAY, "this process uses the Ray runner")
    if raw.runner == "native" and settings.runner is None and settings.cluster.workers is None:
        return _surely(RunnerKind.NATIVE, "this process uses the native runner")
    return Runner(RunnerKind.UNKNOWN, certain=False)


def _surely(kind: RunnerKind, why: str) -> Runner:
    return Runner(kind, certain=True, origin=Origin(OriginKind.ENGINE, why))


def _version(text: str) -> tuple[int, ...] | None:
    """The numbers of a version such as `0.7.26`; None when it has none."""
    numbers = []
    for part in text.split("."):
        if not part.isdigit():
            break
        numbers.append(int(part))
    return tuple(numbers) or None
