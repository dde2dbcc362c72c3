"""The fixture `daft_lint_check`: the check of one frame in a test."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from daft_lint.live.check_result import Checked
    from daft_lint.live.clusters import ClusterFacts


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
        from daft_lint.live.clusters import overrides_of
        from daft_lint.live.frame_check import settings_for
        from daft_lint.live.frame_plans import plan_of_frame
        from daft_lint.pytest_plugin.plan_checks import check_in_test

        settings = settings_for(self._folder, overrides_of(cluster))
        on_ray = cluster is not None
        with warnings.catch_warnings():
            # What Daft warns of when it plans, it says again when the frame runs.
            warnings.simplefilter("ignore")
            raw = plan_of_frame(frame)
        return check_in_test(raw, settings, on_ray=on_ray)
