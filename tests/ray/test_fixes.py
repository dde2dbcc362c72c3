"""A program that a rule has fixed gives the same rows on Ray."""

from __future__ import annotations

import runpy
from dataclasses import replace
from pathlib import Path

import pytest
from sampling import one_in

from daft_lint.findings import Confidence
from daft_lint.registry import all_rules
from daft_lint.settings import default_settings, with_overrides
from daft_lint.testing import fixed
from daft_lint.testing.documents import read_case_document

HERE = Path(__file__).parent
OUTCOMES = runpy.run_path(str(HERE.parent / "migration" / "running.py"))["outcomes"]
RULES = {rule.code: rule for rule in all_rules()}
PROGRAMS = {
    case.name.replace("-", "_"): case.files[0].text
    for case in one_in(5, read_case_document(HERE / "fixes.md").cases)
}
# Daft waits for actors that no worker has room for, or raises an error.
FAIL = {name for name in PROGRAMS if name.startswith(("dft107", "dft302", "dft303"))}
DOUBLED = str([(number, 2 * number) for number in range(64)])


def mended(name: str) -> str:
    """A program after the fixes of the rule that its name begins with."""
    names = {rule.code: rule.name for rule in RULES.values()}
    settings = with_overrides(default_settings(), names, runner="ray")
    settings = replace(settings, min_confidence=Confidence.POSSIBLE)
    rule = RULES[name.partition("_")[0].upper()]
    return fixed(PROGRAMS[name], rule, unsafe=True, settings=settings)


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What programs give, by name, before and after."""
    folder = tmp_path_factory.mktemp("fixes")
    for name, text in PROGRAMS.items():
        if name not in FAIL:
            (folder / f"{name}_before.py").write_text(text)
        (folder / f"{name}_after.py").write_text(mended(name))
    found = OUTCOMES("ray", sorted(folder.iterdir()))
    return {file.stem: outcome["result"] for file, outcome in found.items()}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_fix_keeps_the_rows_on_ray(rows: dict[str, str], name: str) -> None:
    assert mended(name) != PROGRAMS[name]
    before = DOUBLED if name in FAIL else rows[f"{name}_before"]
    assert "Error: " not in before
    assert rows[f"{name}_after"] == before
