"""The fixture `daft_lint_check`: the check of one frame in a test."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

from daft_lint.findings import Finding
from daft_lint.reporting.phrases import counted

if TYPE_CHECKING:
    from daft_lint.live.check_result import Checked
    from daft_lint.live.clusters import ClusterFacts

_WIDTH = 88
"""Cells of a line of a failure: pytest sets a mark before each."""


class FrameFindings(tuple[Finding, ...]):
    """What `daft-lint` finds in a frame: a tuple, empty when it finds nothing.

    `checked` is what `daft_lint.check` gave.
    """

    checked: Checked

    @classmethod
    def of(cls, checked: Checked) -> FrameFindings:
        """The findings of a check."""
        found = cls(checked.findings)
        found.checked = checked
        return found

    def assert_clean(self) -> None:
        """Fail the test when anything was found.

        Raises:
            AssertionError: that tells the findings as `daft-lint` reports them.
        """
        __tracebackhide__ = True
        if self:
            raise AssertionError(self._summary())

    def __repr__(self) -> str:
        """A line for a failed `assert`, such as `<1 finding: DFT101 no-show>`."""
        if not self:
            return "<no findings>"
        names = ", ".join(f"{finding.code} {finding.name}" for finding in self)
        return f"<{counted(len(self), 'finding')}: {names}; `.assert_clean()` shows more>"

    def _summary(self) -> str:
        from daft_lint.reporting.report import Style

        head = f"daft-lint found {counted(len(self), 'problem')} in this frame"
        style = Style(color=False, width=_WIDTH, unicode=True)
        return f"{head}\n\n{self.checked.as_text(style)}".rstrip()


class FrameCheck:
    """Checks frames of one test, with the settings nearest to its file."""

    def __init__(self, test_file: Path) -> None:
        self._folder = test_file.parent

    def __call__(self, frame: Any, cluster: ClusterFacts | None = None) -> FrameFindings:
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
        return FrameFindings.of(check_in_test(raw, settings, on_ray=on_ray))
