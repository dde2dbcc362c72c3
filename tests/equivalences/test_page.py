"""The page and the figures in the code are those of the results."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

from daft_lint.equivalences.speedups import SPEED_UPS

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "benchmarks"))

from equivalences import pages, speed_up  # noqa: E402

RESULTS = ROOT / "benchmarks" / "results" / "equivalences.json"


def test_the_page_and_its_tables_are_those_of_the_results() -> None:
    for path, text in pages(json.loads(RESULTS.read_text(encoding="utf-8"))).items():
        written = path.read_text(encoding="utf-8")
        assert written == text, "run python benchmarks/equivalences.py --page"


def test_the_figures_in_the_code_are_rounded_down() -> None:
    found = json.loads(RESULTS.read_text(encoding="utf-8"))
    assert {
        name: math.floor(10 * speed_up(value)) / 10 for name, value in found.items()
    } == SPEED_UPS
