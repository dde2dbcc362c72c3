"""The fixture `daft_lint_check`: the check of one frame of a test, as of the data of production."""

from __future__ import annotations

import math
import warnings
from pathlib import Path
from typing import Any

from daft_lint.live.check_result import Checked
from daft_lint.live.clusters import ClusterFacts, overrides_of
from daft_lint.live.frame_check import check_plan, settings_for
from daft_lint.live.frame_plans import plan_of_frame
from daft_lint.live_plan.raw_plan import RawPlan
from daft_lint.plan.pipeline import Pipeline, Source
from daft_lint.plan.quantity import between, unknown
from daft_lint.plan.replacing import Replacing
from daft_lint.records import replace
from daft_lint.settings import Settings

_NATIVE = "native"


def check_in_test(plan: RawPlan, settings: Settings, *, on_ray: bool = False) -> Checked:
    """Check a plan as it would run in production.

    Tests choose the native runner for their own sake, so that says nothing about it. The settings
    may: `runner = "native"` holds.
    """
    if plan.runner == _NATIVE:
        plan = replace(plan, runner=None)
    return check_plan(plan, settings, on_ray=on_ray, taken=without_samples, as_production=True)


_ROWS_OF_REAL_DATA = 10_000
_ONE_PARTITION_ALWAYS = "daft.from_glob_path"


def without_samples(pipeline: Pipeline) -> Pipeline:
    """The pipeline with nothing known of the data of small sources.

    Three rows keep no pool busy, whatever the code. A source that isn't known to have 10,000 rows
    is taken for a sample of something else, which may have any number of rows and partitions.
    """
    plan = Replacing(lambda step: step, _source).plan(pipeline.plan)
    return pipeline if plan is pipeline.plan else replace(pipeline, plan=plan)


def _source(source: Source) -> Source:
    if source.rows.low >= _ROWS_OF_REAL_DATA:
        return source
    if source.name == _ONE_PARTITION_ALWAYS:
        return replace(source, rows=unknown())
    return replace(source, rows=unknown(), partitions=between(1, math.inf))


class FrameCheck:
    """Checks frames of one test, with the settings nearest to its file."""

    def __init__(self, test_file: Path) -> None:
        self._folder = test_file.parent

    def __call__(self, frame: Any, cluster: ClusterFacts | None = None) -> Checked:
        """What is found in a `daft.DataFrame`, which doesn't run.

        Args:
            frame: the frame.
            cluster: as in `daft_lint.check`.

        Raises:
            TypeError: `frame` is no frame, or `cluster` no figures of one.
            SettingsError: the settings, or a figure of the cluster, are wrong.
            UnreadablePlanError: this version of Daft prints plans in words that aren't known.
        """
        settings = settings_for(self._folder, overrides_of(cluster))
        on_ray = cluster is not None
        with warnings.catch_warnings():
            # What Daft warns of when it plans, it says again when the frame runs.
            warnings.simplefilter("ignore")
            raw = plan_of_frame(frame)
        return check_in_test(raw, settings, on_ray=on_ray)
