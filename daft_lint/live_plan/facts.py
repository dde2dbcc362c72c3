"""Facts of the optimised plan only: the options of UDFs, and the data of sources."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator, Mapping

from daft_lint.live_plan.expressions import PrintedCall, calls_in, named
from daft_lint.live_plan.lines import PATH
from daft_lint.live_plan.nodes import Node, scan_mark, source_mark, udf_name
from daft_lint.plan.pipeline import Udf, UdfKind
from daft_lint.plan.placement import UNREADABLE, Placement, placement_of
from daft_lint.plan.quantity import Origin, OriginKind, Quantity, between, exactly, unknown
from daft_lint.plan.span import Span
from daft_lint.records import dataclass, replace

_NUMBER = r"(?P<number>[0-9][0-9,]*(?:\.[0-9]+)?)"
_ROWS = re.compile(rf"\bApprox num rows = {_NUMBER}")
_ESTIMATE = re.compile(
    r"\bApprox num rows = (?P<rows>[0-9,]+), Approx size bytes = (?P<bytes>[0-9.,]+ \w+)"
)
_PUSHED = re.compile(r"(?:Filter|Limit) pushdown = ")
_RAY_OPTIONS = re.compile(r", ray_options = (\{.*\}) \}$")
_SCAN_TASKS = re.compile(rf"Num Scan Tasks = {_NUMBER}")
_PARTITIONS = re.compile(rf"Number of partitions = {_NUMBER}")

_NOWHERE = Span(PATH, 0, 0, 0, 0)

# Daft leaves the sides of a single join where they are.
_REORDERED = 2


@dataclass(frozen=True, slots=True)
class SourceData:
    """How many partitions and rows a source has; `in_memory`: the program holds the rows.

    `estimate` is what Daft expects of files, in words to be shown only; empty: it says nothing.
    """

    partitions: Quantity
    rows: Quantity
    in_memory: bool = False
    estimate: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """The UDFs that run, with their options in force, by the keys of their calls; sources in order.

    A UDF has the name that Daft gives it, and no place; of its kind the plan tells nothing. A
    number is unknown where this version doesn't tell it.

    A legacy UDF has no name in an expression: the column that it makes, or its arguments if no
    other has the same, identify it.
    """

    by_key: Mapping[str, Udf]
    by_column: Mapping[str, Udf]
    by_text: Mapping[str, frozenset[Udf]]
    sources: tuple[SourceData, ...]

    def options_of(self, call: PrintedCall, column: str | None) -> Udf | None:
        """The options of the UDF that a call calls; None when none that runs is surely it."""
        if call.key is not None:
            return self.by_key.get(call.key)
        found = self.by_column.get(column or "")
        if found is not None:
            return found
        alike = self.by_text.get(call.text) or frozenset[Udf]().union(*self.by_text.values())
        return next(iter(alike)) if len(alike) == 1 else None


def facts_of(optimised: Node, on_ray: Node | None) -> Facts:
    """What an optimised plan says about its UDFs and its sources.

    `on_ray` is the physical plan of the same frame where it has other scan tasks; None: the same.
    """
    by_key: dict[str, Udf] = {}
    by_column: dict[str, Udf] = {}
    by_text: dict[str, frozenset[Udf]] = {}
    sources: list[SourceData] = []
    for node in optimised.each():
        if not node.inputs:
            sources.append(_data(node, on_ray))
        for call, column in udf_calls(node):
            options = _options(node)
            if call.key is not None:
                by_key[call.key] = options
                continue
            by_text[call.text] = by_text.get(call.text, frozenset()) | {options}
            if column is not None:
                by_column[column] = options
    return Facts(by_key, by_column, by_text, tuple(sources))


def sources_as_written(
    written: Node, optimised: Node, sources: tuple[SourceData, ...]
) -> tuple[SourceData, ...] | None:
    """The data of an optimised plan's sources, in the order of the plan as written.

    Daft puts joins in another order (0.7.26): None when it is unclear which source is which.
    """
    marks = [source_mark(node) for node in written.each() if not node.inputs]
    optimised_marks = [source_mark(node) for node in optimised.each() if not node.inputs]
    if sorted(marks) != sorted(optimised_marks):
        return None
    known: dict[str, set[SourceData]] = {}
    for mark, data in zip(optimised_marks, sources, strict=True):
        known.setdefault(mark, set()).add(data)
    if all(len(alike) == 1 for alike in known.values()):
        return tuple(next(iter(known[mark])) for mark in marks)
    joins = sum(node.title.startswith("Join: ") for node in written.each())
    return sources if marks == optimised_marks and joins < _REORDERED else None


def udf_calls(node: Node) -> Iterator[tuple[PrintedCall, str | None]]:
    """The call that a node of an optimised plan is there for, and the column that it makes."""
    if udf_name(node) is None:
        return
    expression = node.detail("Expr")
    if expression is None:
        _, _, expression = "".join(node.details[:1]).partition(" = ")
    # Daft 0.7.0 gives columns names that look like calls.
    inner, column = named(expression, node.columns[-1] if node.columns else None)
    calls = calls_in(inner)
    if calls:
        yield calls[-1], column


def _options(node: Node) -> Udf:
    properties = node.detail("Properties")
    resources = node.detail("Resource request") or ""
    if properties is None:
        concurrency = _known(
            re.search(r"Some\((?P<number>\d+)\)", node.detail("Concurrency") or "")
        )
        batch_size: Quantity | None = unknown().at_least(exactly(1))
    else:
        concurrency = _property(properties, "concurrency")
        batch_size = _property(properties, "batch_size")
    return Udf(
        udf_name(node) or "",
        _NOWHERE,
        UdfKind.ROW,
        properties is not None and "async = true" in properties,
        False,
        concurrency,
        batch_size,
        _property(resources, "num_cpus"),
        _property(resources, "num_gpus"),
        _placement(properties or ""),
    )


def _placement(properties: str) -> Placement | None:
    """What the Ray options decide, which a plan ends its properties with, as Python writes them."""
    found = _RAY_OPTIONS.search(properties)
    if found is None:
        return None
    try:
        return placement_of(ast.literal_eval(found[1]))
    except (ValueError, SyntaxError, RecursionError):
        return UNREADABLE


def _property(text: str, name: str) -> Quantity | None:
    return _known(re.search(rf"\b{name} = {_NUMBER}", text))


def _known(found: re.Match[str] | None) -> Quantity | None:
    """The number that the plan states; None stands for zero too: Daft's default of resources."""
    number = _read(found)
    return exactly(number, Origin(OriginKind.ENGINE, "Daft's plan")) if number else None


def _read(found: re.Match[str] | None) -> float:
    return float(found["number"].replace(",", "")) if found is not None else 0


def _data(node: Node, on_ray: Node | None) -> SourceData:
    lines = (node.title, *node.details)
    held = _first(_PARTITIONS, lines)
    if held is not None:
        rows = _first(_ROWS, lines)
        origin = Origin(OriginKind.ENGINE, "the rows are in memory")
        known = unknown() if rows is None else exactly(_read(rows), origin)
        return SourceData(_partitions(held, "the rows are in memory"), known, in_memory=True)
    tasks = _first(_SCAN_TASKS, lines)
    if tasks is not None:
        # Rows of files are guessed by their bytes: 4,000 rows of images counted as 4,475,788, four
        # rows of integers as 535 (measured, 0.6.4 to 0.7.26).
        partitions = _scan_tasks(tasks, "Daft's plan has that many scan tasks")
        if on_ray is not None:
            partitions = _partitions_on_ray(scan_mark(node), on_ray)
        return SourceData(partitions, unknown(), estimate=_estimate(lines))
    if node.title == "GlobScan:":
        engine = Origin(OriginKind.ENGINE, "daft.from_glob_path makes one partition")
        return SourceData(exactly(1, engine), unknown())
    return SourceData(between(1, float("inf")), unknown())


def _partitions_on_ray(mark: str, plan: Node) -> Quantity:
    """The scan tasks that Daft's plan for Ray has of a source, which may stand elsewhere in it."""
    found = [_first(_SCAN_TASKS, node.details) for node in plan.each() if scan_mark(node) == mark]
    first, *others = found or [None]
    if first is None or any(_read(other) != _read(first) for other in others):
        return between(
            1, math.inf, Origin(OriginKind.ENGINE, "enable_scan_task_split_and_merge is set")
        )
    return _scan_tasks(first, "Daft's plan for Ray has that many scan tasks")


def _estimate(lines: tuple[str, ...]) -> str:
    """Rows and bytes of whole files as Daft estimates them."""
    found = _first(_ESTIMATE, lines)
    if found is None or found["rows"] == "0" or any(_PUSHED.match(line) for line in lines):
        return ""
    return f"Daft expects {found['rows']} rows, {found['bytes']}"


def _partitions(found: re.Match[str], why: str) -> Quantity:
    return exactly(max(1, _read(found)), Origin(OriginKind.ENGINE, why))


def _scan_tasks(found: re.Match[str], why: str) -> Quantity:
    """Partitions of the files that there are: settings may describe others, those of production."""
    return replace(_partitions(found, why), origins=(Origin(OriginKind.METADATA, why),))


def _first(pattern: re.Pattern[str], lines: tuple[str, ...]) -> re.Match[str] | None:
    return next((found for line in lines if (found := pattern.search(line))), None)
