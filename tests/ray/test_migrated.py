"""A migrated program gives what the legacy one gave, on real Daft: natively and on Ray."""

from __future__ import annotations

import json
import runpy
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
MIGRATION = HERE.parent / "migration"
PROGRAMS = sorted(one.name for one in (MIGRATION / "corpus").iterdir() if one.name != "__pycache__")
# One of each kind: what is pickled, and where it runs, is what Ray does in another way.
ON_RAY = (
    "across_files",
    "class_pool.py",
    "function_pool.py",
    "gpus.py",
    "model_load.py",
    "options_of_functions.py",
    "python_objects.py",
    "ray_options.py",
)

Outcomes = dict[Path, dict[str, object]]


@pytest.fixture(scope="module")
def folders() -> Iterator[tuple[Path, Path]]:
    """The corpus as it is, and migrated."""
    migrate = runpy.run_path(str(MIGRATION / "applying.py"))["migrate"]
    root = Path(tempfile.mkdtemp(prefix="m-", dir="/tmp"))
    before, after = root / "before", root / "after"
    for folder in (before, after):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(MIGRATION / "corpus", folder, ignore=ignored)
    for name in PROGRAMS:
        migrate(after / name)
    yield before, after
    shutil.rmtree(root)


def outcomes(runner: str, programs: list[Path]) -> Outcomes:
    result = subprocess.run(
        [sys.executable, HERE / "run_programs.py", runner, *programs],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert result.returncode == 0, result.stderr
    lines = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
    return {Path(str(line["program"])): line for line in lines}


@pytest.fixture(scope="module")
def native(folders: tuple[Path, Path]) -> Outcomes:
    before, after = ([folder / name for name in PROGRAMS] for folder in folders)
    return outcomes("native", before) | outcomes("native", after)


@pytest.fixture(scope="module")
def ray(folders: tuple[Path, Path]) -> Outcomes:
    return outcomes("ray", [folder / name for folder in folders for name in ON_RAY])


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_migrated_program_gives_the_same_natively(
    native: Outcomes, folders: tuple[Path, Path], program: str
) -> None:
    before, after = folders
    same(native[before / program], native[after / program])


@pytest.mark.parametrize("program", ON_RAY)
def test_a_migrated_program_gives_the_same_on_ray(
    ray: Outcomes, folders: tuple[Path, Path], program: str
) -> None:
    before, after = folders
    same(ray[before / program], ray[after / program])


def same(before: dict[str, object], after: dict[str, object]) -> None:
    assert after["result"] == before["result"]
    assert "Error" not in str(before["result"])
    assert int(str(before["warned"])) >= 1
    assert after["warned"] == 0
