"""CONTRIBUTING names every place that a new source or output format touches."""

from __future__ import annotations

import re
from pathlib import Path

from daft_lint.daft_api.sources import EXPORTED

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
OF_A_FORMAT = r"[\"\'](?:concise|gitlab)[\"\']"


def _named(heading: str) -> set[str]:
    """The files that a section names."""
    section = TEXT.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([\w/]+\.(?:py|json|md))`", section))
    assert named
    assert all((ROOT / name).is_file() for name in named)
    return named


def _holding(pattern: str) -> set[str]:
    """The files of the package that hold text of that pattern."""
    files = [*ROOT.glob("daft_lint/**/*.py"), ROOT / "daft_lint/daft_api/api.json"]
    return {
        path.relative_to(ROOT).as_posix()
        for path in files
        if re.search(pattern, path.read_text("utf-8"))
    }


def test_each_place_with_a_source_is_named() -> None:
    # The short names mean other things too.
    names = "|".join(re.escape(name) for name in EXPORTED if "_" in name)
    assert _holding(rf'"(?:daft\.)?(?:{names})"') - _named("Add a source") == set()


def test_each_place_with_a_format_is_named() -> None:
    assert _holding(OF_A_FORMAT) - _named("Add an output format") == set()
