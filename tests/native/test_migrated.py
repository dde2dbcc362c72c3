"""A migrated program gives what the legacy one gave, on Daft's native runner."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sampling import one_in

pytest.importorskip("daft")

RUNNING = runpy.run_path(str(Path(__file__).parents[1] / "migration" / "running.py"))
PROGRAMS = one_in(3, RUNNING["PROGRAMS"])


@pytest.fixture(scope="module")
def folders() -> Iterator[tuple[Path, Path]]:
    """The corpus as it is, and migrated."""
    with RUNNING["before_and_after"](PROGRAMS) as both:
        yield both


@pytest.fixture(scope="module")
def native(folders: tuple[Path, Path]) -> dict[Path, dict[str, Any]]:
    before, after = ([folder / name for name in PROGRAMS] for folder in folders)
    outcomes = RUNNING["outcomes"]
    return outcomes("native", before) | outcomes("native", after)


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_migrated_program_gives_the_same_natively(
    native: dict[Path, dict[str, Any]], folders: tuple[Path, Path], program: str
) -> None:
    before, after = folders
    RUNNING["same"](native[before / program], native[after / program])
