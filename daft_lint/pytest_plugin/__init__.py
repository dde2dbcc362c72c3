"""The pytest plugin: a fixture that checks the frames of tests.

pytest imports this module at every start, so it imports the rest of daft-lint only when asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from daft_lint.pytest_plugin.fixture import FrameCheck


@pytest.fixture
def daft_lint_check(request: pytest.FixtureRequest) -> FrameCheck:
    """Check the plan of a Daft DataFrame, which doesn't run.

    Call it as `daft_lint_check(df)`, or with a cluster as `daft_lint.check`. It gives the findings;
    their `.assert_clean()` fails the test when there are any, and tells them.
    """
    from daft_lint.pytest_plugin.fixture import FrameCheck

    return FrameCheck(request.path)
