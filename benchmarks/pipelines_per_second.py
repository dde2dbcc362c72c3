"""Measures reading, prediction and every rule on the pipelines of the examples."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import TypeVar

from daft_lint.documents.document import Document, read_document
from daft_lint.findings import Finding
from daft_lint.pipelines.reading import read
from daft_lint.plan.pipeline import Pipeline
from daft_lint.registry import all_rules
from daft_lint.rule import Case, Rule
from daft_lint.run_context import in_context
from daft_lint.settings import load_settings

T = TypeVar("T")

EXAMPLES = Path(__file__).parent.parent / "examples"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20, help="repetitions to take medians of")
    runs = parser.parse_args().runs
    rules = all_rules()
    settings = load_settings(
        EXAMPLES / "pyproject.toml", {rule.code: rule.name for rule in rules}, root=EXAMPLES
    )
    documents = [read_document(file, str(file)) for file in sorted(EXAMPLES.glob("*.py"))]
    seconds, pipelines = _timed(
        lambda: [pipeline for file in documents for pipeline in _read(file)], runs
    )
    count = len(pipelines)
    print(f"{count} pipelines in {len(documents)} files, median of {runs} runs")
    _print("reading", seconds, count)
    seconds, cases = _timed(
        lambda: [in_context(pipeline, settings) for pipeline in pipelines], runs
    )
    _print("prediction", seconds, count)
    for rule in rules:
        if rule.check is not None:
            seconds, _ = _timed(partial(_judge, rule, cases), runs)
            _print(f"{rule.code} {rule.name}", seconds, count)


def _read(document: Document) -> tuple[Pipeline, ...]:
    return read(document.text, document.path).pipelines


def _judge(rule: Rule, cases: Sequence[Case]) -> list[Finding]:
    return [finding for case in cases for finding in rule.findings(case)]


def _timed(work: Callable[[], T], runs: int) -> tuple[float, T]:
    """The median seconds of some work, after a first time that isn't counted, and its result."""
    result = work()
    seconds = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return median(seconds), result


def _print(what: str, seconds: float, pipelines: int) -> None:
    print(
        f"{what:<40}{seconds / pipelines * 1e3:9.3f} ms each {pipelines / seconds:12,.0f} a second"
    )


if __name__ == "__main__":
    main()
