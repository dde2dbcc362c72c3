from __future__ import annotations

import subprocess
import sys

import pytest

from daft_lint.reporting.formats import FORMATS, renderer
from daft_lint.reporting.report import Report, Style


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_ends_its_last_line(name: str, article: Report, plain: Style) -> None:
    assert renderer(name)(article, plain).endswith("\n")


@pytest.mark.parametrize("name", FORMATS)
def test_no_format_colours_unasked(name: str, with_failures: Report, plain: Style) -> None:
    assert "\x1b" not in renderer(name)(with_failures, plain)


def test_the_table_loads_no_format_and_no_rich() -> None:
    code = (
        "import sys, daft_lint.reporting.formats\n"
        "print(*sorted(m for m in sys.modules if m.startswith(('daft_lint.reporting.', 'rich'))))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True
    ).stdout.split()
    assert loaded == ["daft_lint.reporting.formats"]
