"""The pytest plugin: checks the frames of tests. Off until it is used.

pytest imports this module at every start, so it imports the rest of daft-lint only when asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from daft_lint.pytest_plugin.fixture import FrameCheck

_OPTION = "daft_lint_live"
_OFF, _REPORT, _FAIL = _MODES = ("off", "report", "fail")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer the options of the plugin."""
    group = parser.getgroup("daft-lint", "daft-lint: idle actors of Daft pipelines on Ray")
    group.addoption(
        "--daft-lint-live",
        dest=_OPTION,
        action="store_const",
        const=_REPORT,
        help="check the plan of every Daft DataFrame that tests materialise, and report the "
        "findings at the end",
    )
    group.addoption(
        "--daft-lint-live-fail",
        dest=_OPTION,
        action="store_const",
        const=_FAIL,
        help="the same, and fail the run if there are findings",
    )
    parser.addini(
        _OPTION,
        "off (the default), report (like --daft-lint-live) or fail (like --daft-lint-live-fail)",
        default=_OFF,
    )


def pytest_configure(config: pytest.Config) -> None:
    """Watch the frames of this run, if asked for."""
    mode = config.getoption(_OPTION) or config.getini(_OPTION)
    if mode not in _MODES:
        known = ", ".join(_MODES[:-1])
        raise pytest.UsageError(f"{_OPTION} = {mode}: use {known} or {_MODES[-1]}")
    if mode != _OFF:
        from daft_lint.pytest_plugin.live import LiveChecks

        checks = LiveChecks(config, fails=mode == _FAIL)
        config.pluginmanager.register(checks, "daft-lint-live")


@pytest.fixture
def daft_lint_check(request: pytest.FixtureRequest) -> FrameCheck:
    """Check the plan of a Daft DataFrame, which doesn't run.

    Call it as `daft_lint_check(df)`, or with a cluster as `daft_lint.check`. It gives the findings;
    their `.assert_clean()` fails the test when there are any, and tells them.
    """
    from daft_lint.pytest_plugin.fixture import FrameCheck

    return FrameCheck(request.path)
