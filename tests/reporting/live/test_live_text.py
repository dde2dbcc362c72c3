"""What a terminal shows of a live plan."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from rich.cells import cell_len
from rich.console import Console
from syrupy.assertion import SnapshotAssertion

from daft_lint.findings import Finding
from daft_lint.live.check_result import Checked
from daft_lint.plan.span import Span
from daft_lint.reporting.printable import in_ascii
from daft_lint.reporting.report import Style
from daft_lint.rule import Rule
from daft_lint.rule_parts.rule_failures import RuleFailure

Check = Callable[..., Checked]

NAMES = (
    "joined",
    "unknown_rows",
    "dropped",
    "partly_read",
    "in_tasks",
    "no_pool",
)
CLUSTER = {"workers": 2, "cpus_per_worker": 4}
WIDE = Style(color=False, width=100)


@pytest.mark.parametrize("name", ["joined", "partly_read", "no_pool"])
def test_the_plan_reads_well(checked: Check, name: str, snapshot: SnapshotAssertion) -> None:
    assert checked(name, **CLUSTER).as_text(WIDE) == snapshot


@pytest.mark.parametrize("width", [58, 160])
@pytest.mark.parametrize("name", NAMES)
def test_no_line_is_wider_than_the_terminal(checked: Check, name: str, width: int) -> None:
    text = checked(name, **CLUSTER).as_text(replace(WIDE, width=width))
    assert max(map(cell_len, text.splitlines())) <= width


def test_actors_that_ray_options_place_have_no_rows_to_show(checked: Check) -> None:
    options = "{'label_selector': {'zone': 'a'}}"
    text = checked("one_partition", ray_options=options, **CLUSTER).as_text(WIDE)
    assert re.search("placement +unknown +ray_options decide which workers hold the actors", text)
    assert "DFT101" not in text
    assert "DFT101" in checked("one_partition", **CLUSTER).as_text(WIDE)


def test_without_a_cluster_the_native_runner_is_judged(
    checked: Check, snapshot: SnapshotAssertion
) -> None:
    assert checked("one_partition").as_text(WIDE) == snapshot


@pytest.mark.parametrize(("name", "runner"), [("one_partition", "ray"), ("well_dealt", None)])
def test_a_runner_without_a_cluster_is_reported(
    checked: Check, name: str, runner: str | None, snapshot: SnapshotAssertion
) -> None:
    """Where none is chosen yet, a plan without repartitions is judged for the default one."""
    assert checked(name, runner).as_text(WIDE) == snapshot


def test_a_plan_that_has_run_is_said_to_be_the_one_that_made_the_frame(checked: Check) -> None:
    ran = replace(checked("well_dealt", **CLUSTER), has_run=True)
    assert ran.as_text(WIDE).startswith(
        "This frame has already run: this is the plan that made it."
    )
    assert "has run" not in checked("well_dealt", **CLUSTER).as_text(WIDE)


def test_colours_change_no_word(checked: Check) -> None:
    found = checked("one_partition", **CLUSTER)
    colored = found.as_text(replace(WIDE, color=True))
    assert "\x1b[1;33mwarning[DFT101]\x1b[0m" in colored
    console = Console(file=io.StringIO(), width=100)
    console.print(found)
    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue() == found.as_text(WIDE)


def test_rich_prints_it_as_wide_as_its_console_and_in_its_encoding(checked: Check) -> None:
    found = checked("joined", **CLUSTER)
    raw = io.BytesIO()
    console = Console(file=io.TextIOWrapper(raw, "ascii"), width=58)
    console.print(found)
    console.file.flush()
    assert raw.getvalue().decode("ascii") == in_ascii(found.as_text(Style(False, 58)))


def test_rich_colours_it(checked: Check) -> None:
    stream = io.StringIO()
    Console(file=stream, force_terminal=True, width=100, legacy_windows=False).print(
        checked("one_partition", **CLUSTER)
    )
    assert "\x1b[1;33mwarning[DFT101]\x1b[0m" in stream.getvalue()


def test_it_is_printed_as_wide_as_the_terminal(
    checked: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = checked("one_partition", **CLUSTER)
    monkeypatch.setenv("COLUMNS", "64")
    assert f"{found}\n" == found.as_text(Style(False, 64))


def test_a_terminal_without_unicode_gets_none(
    checked: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), "ascii"))
    assert repr(checked("one_partition", **CLUSTER)).isascii()


def test_each_finding_is_reported_once(checked: Check) -> None:
    for name in NAMES:
        found = checked(name, **CLUSTER)
        text = found.as_text(WIDE)
        for finding in found:
            assert text.count(f"[{finding.code}] {finding.name}") == 1
        assert text.count("worker 1  actor 1") <= 1


def test_findings_about_no_line_of_the_plan_are_shown(checked: Check) -> None:
    found = checked("one_partition", **CLUSTER)
    [finding] = found
    strange = replace(finding, span=Span("etl.py", 7, 1, 7, 9))
    assert " --> etl.py:7:1\n" in replace(found, findings=(strange,)).as_text(WIDE)


def test_a_rule_that_failed_is_named(checked: Check) -> None:
    failure = RuleFailure(Rule("ACME1", "tidy", "Tidies."), ValueError("no luck"))
    found = replace(checked("well_dealt", **CLUSTER), failures=(failure,))
    text = found.as_text(WIDE)
    assert "error: plan: rule ACME1 (tidy) failed on it: ValueError: no luck" in text
    assert text.endswith("1 rule failed.\n")


def test_it_is_true_when_there_are_findings(checked: Check) -> None:
    found = checked("one_partition", **CLUSTER)
    assert found
    assert [type(finding) for finding in found] == [Finding]
    assert not checked("well_dealt", **CLUSTER)
