"""What idling costs on `--report`'s page."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from daft_lint.findings import Effect
from daft_lint.plan.cluster import Cluster, Runner, RunnerKind
from daft_lint.plan.pipeline import Pipeline, Plan, Source
from daft_lint.plan.quantity import Quantity, exactly
from daft_lint.reporting.html import page
from daft_lint.scheduling.money import lost_per_hour
from daft_lint.verification.verdict import Verification, Verified

SourceLine = Callable[[str, int], "str | None"]
WORKERS = exactly(4)


def priced(article: Verified, cost: Quantity | None, **changes: object) -> Verified:
    """The article's findings on four workers, with what an hour of one costs."""

    def on_cluster(verification: Verification) -> Verification:
        found = verification.finding
        source = Source("from_pydict", found.span, exactly(1), exactly(1000))
        runner = Runner(RunnerKind.RAY, certain=True)
        cluster = Cluster(WORKERS, cost_per_worker_hour=cost)
        lost = lost_per_hour(exactly(0.5), WORKERS, cost)
        effect = Effect(exactly(4), exactly(2), exactly(0.5), None, lost)
        pipeline = Pipeline("pipeline", Plan(source), None, runner, cluster)
        finding = replace(found, effect=effect, pipeline=pipeline)
        return replace(verification, finding=finding, **changes)

    return replace(article, verifications=tuple(map(on_cluster, article.verifications)))


def text_of(verified: Verified, source_line: SourceLine) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page(verified, "0.1.0", source_line)).split())


def test_a_replay_tells_the_loss_of_an_hour(article: Verified, source_line: SourceLine) -> None:
    text = text_of(priced(article, exactly(1000)), source_line)
    assert re.search(r"lost per hour (\d,\d{3}\.\d\d ){2}\d+\.\d\d ", text)
    assert "lost per run" not in text
    assert "Priced: 4 workers at 1,000.00 an hour each" in text


def test_a_run_of_ones_own_program_tells_the_loss_of_a_run(
    article: Verified, source_line: SourceLine
) -> None:
    text = text_of(priced(article, exactly(1000), live=True, after=None), source_line)
    assert re.search(r"lost per run unknown \d\.\d\d ", text)
    assert "Priced: 2 workers at 1,000.00 an hour each" in text


def test_what_did_not_run_has_its_predicted_loss(
    article: Verified, source_line: SourceLine
) -> None:
    text = text_of(priced(article, exactly(1000), before=None, after=None), source_line)
    assert "utilisation 50%, 2,000.00 an hour lost" in text


@pytest.mark.parametrize("word", ["lost per", "Priced"])
def test_without_a_price_nothing_is_said_of_money(
    word: str, article: Verified, source_line: SourceLine
) -> None:
    assert word not in text_of(priced(article, None), source_line)
