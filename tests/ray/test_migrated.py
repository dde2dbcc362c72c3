"""A migrated program gives what the legacy one gave, on Ray."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sampling import nightly, one_in

RUNNING = runpy.run_path(str(Path(__file__).parents[1] / "migration" / "running.py"))
# One of each kind: what is pickled, and where it runs, is what Ray does in another way.
ON_RAY = one_in(
    3,
    (
        "class_pool.py",
        "function_pool.py",
        "gpus.py",
        "model_load.py",
        "options_of_functions.py",
        "ray_options.py",
        "returned_class.py",
    ),
)


@pytest.fixture(scope="module")
def folders() -> Iterator[tuple[Path, Path]]:
    """The programs as they are, and migrated."""
    with RUNNING["before_and_after"](ON_RAY) as both:
        yield both


@pytest.fixture(scope="module")
def ray(folders: tuple[Path, Path]) -> dict[Path, dict[str, Any]]:
    return RUNNING["outcomes"]("ray", [folder / name for folder in folders for name in ON_RAY])


@nightly
@pytest.mark.parametrize("program", ON_RAY)
def test_a_migrated_program_gives_the_same_on_ray(
    ray: dict[Path, dict[str, Any]], folders: tuple[Path, Path], program: str
) -> None:
    before, after = folders
    RUNNING["same"](ray[before / program], ray[after / program])
