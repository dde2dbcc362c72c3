"""The translation of a plan's nodes into a pipeline, and the lines that it is shown as."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count

from daft_lint.live_plan.expressions import (
    PrintedCall,
    PrintedFunction,
    calls_in,
    columns_in,
    functions_in,
    named,
    parts,
)
from daft_lint.live_plan.facts import Facts, SourceData, facts_of, sources_as_written, udf_calls
from daft_lint.live_plan.lines import Lines, within
from daft_lint.live_plan.nodes import Node, nodes_of
from daft_lint.live_plan.provenance import makers_of, makers_of_optimised
from daft_lint.live_plan.raw_plan import Made, PlanText, RawPlan
from daft_lint.live_plan.steps import NUMBERING, PrintedStep, filters, steps_of
from daft_lint.plan.cluster import Runner, RunnerKind
from daft_lint.plan.expressions import (
    DOWNLOADS,
    IN_CODE,
    RESIZES,
    TIMED,
    bytes_of_image,
    cut_by_download,
)
from daft_lint.plan.pipeline import (
    Operator,
    OperatorKind,
    Pipeline,
    Plan,
    Source,
    Udf,
    UdfCall,
    UdfKind,
)
from daft_lint.plan.quantity import Quantity, between, smallest, unknown
from daft_lint.plan.span import Span
from daft_lint.records import dataclass, field, replace

_HEAVY = re.compile(
    r"\b(?:url_download|download|image_decode|decode_image|decode|resize|image_resize|read_file"
    r"|to_tensor|video_frames|video_keyframes)\("
)
# Ids count the rows that there are: no filter and no limit moves before them.
_PINNING = re.compile(r"\b(?:explode|unnest|monotonically_increasing_id)\(")
_NOT_NULL = re.compile(r"not\(is_null\(col\([^()]*\)\)\)")
# The place of `max_connections` among the arguments of `url_download` (0.7.26).
_CONNECTIONS = 3
_RESIZED = re.compile(rf"({'|'.join(sorted(RESIZES))})\(.*\)", re.DOTALL)
_MOST_STEPS = 1_000_000
"""More than one call makes."""

_WINDOW = " over window("
_ONLY_PATH = re.compile(r"\[(?P<path>[^ ,][^,]*)\]")
_NO_DATA = SourceData(between(1, math.inf), unknown())


@dataclass(frozen=True, slots=True)
class LivePipeline:
    """A live plan as a pipeline. `text` is what its spans count lines and columns in.

    `made` tells which call of the program made the step on a line, where that is known.
    """

    pipeline: Pipeline
    text: str
    made: Mapping[int, Made]


def written_pipeline(raw: RawPlan, name: str, runner: Runner) -> LivePipeline | None:
    """The plan as the program built it; None when it isn't printed as this package knows it.

    Options of UDFs and figures of sources come from the optimised plan, which alone has them. None
    too when the two don't have the same sources.
    """
    written, optimised = nodes_of(raw.written), nodes_of(raw.optimised)
    if written is None or optimised is None:
        return None
    facts = _facts(raw, optimised, runner)
    sources = sources_as_written(written, optimised, facts.sources)
    if sources is None:
        return None
    facts = replace(facts, sources=sources)
    makers = makers_of(written, raw.made)
    return _pipeline(written, _Translator(facts, raw.kinds, makers), name, runner)


def optimised_pipeline(raw: RawPlan, name: str, runner: Runner) -> LivePipeline | None:
    """The plan that Daft would run; None when it isn't printed as this package knows it."""
    node = nodes_of(raw.optimised)
    if node is None:
        return None
    written = nodes_of(raw.written)
    makers = makers_of(written, raw.made) if written is not None else {}
    if written is not None:
        makers = makers_of_optimised(node, written, makers)
    translator = _Translator(
        _facts(raw, node, runner), raw.kinds, makers, without_null_filters=_joins(node)
    )
    return _pipeline(node, translator, name, runner)


def _facts(raw: RawPlan, optimised: Node, runner: Runner) -> Facts:
    """What the optimised plan tells; the native runner splits and merges no scan tasks."""
    if raw.on_ray is None or runner.kind is RunnerKind.NATIVE:
        return facts_of(optimised, None)
    return facts_of(optimised, nodes_of(PlanText(raw.on_ray)) or Node(""))


def _joins(node: Node) -> bool:
    return any(each_node.title.startswith("Join: ") for each_node in node.each())


def _pipeline(node: Node, translator: _Translator, name: str, runner: Runner) -> LivePipeline:
    plan, _ = translator.plan(node, 0)
    pipeline = Pipeline(name, plan, None, runner)
    return LivePipeline(pipeline, translator.lines.text, translator.made)


@dataclass(slots=True)
class _Translator:
    """Writes lines and steps while it goes through the nodes.

    Daft keeps empty keys from joins by filters of its own: `without_null_filters` leaves them out,
    as if no key was empty.
    """

    facts: Facts
    kinds: Mapping[str, str]
    makers: Mapping[int, Made]
    without_null_filters: bool = False
    made: dict[int, Made] = field(default_factory=dict)
    lines: Lines = field(default_factory=Lines)
    _sources: Iterator[SourceData] = field(init=False)
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))
    _made_steps: Counter[int] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._sources = iter(self.facts.sources)

    def plan(self, node: Node, depth: int) -> tuple[Plan, tuple[str, ...] | None]:
        """A plan, and the columns that it gives; None when they aren't known."""
        above: list[Node] = []
        while node.inputs:
            above.append(node)
            node = node.inputs[0]
        plan, columns = self._source(node, depth)
        operators = list(plan.operators)
        for node in reversed(above):
            for place, (step, projection) in enumerate(self._steps(node, columns)):
                others = node.inputs[1:] if place == 0 else ()
                number = self._number(node)
                operators.append(self._operator(step, projection, others, depth, number))
                self._note(operators[-1].span, node)
            columns = node.columns or _columns_after(node, columns)
        return Plan(plan.source, tuple(operators)), columns

    def _source(self, node: Node, depth: int) -> tuple[Plan, tuple[str, ...] | None]:
        data = next(self._sources, _NO_DATA)
        name, shown = _source_name(node)
        call = f"{name}({shown})"
        line = f"{call}  # {data.estimate}" if data.estimate else call
        span = within(self.lines.add(line, depth), line, call)
        self._note(span, node)
        number = self._number(node)
        source = Source(
            name,
            span,
            data.partitions,
            data.rows,
            data.in_memory,
            _path(node),
            number=number,
            uneven=name == _QUERY,
        )
        plan = Plan(source)
        columns = node.columns or _schema(node.detail("Output schema"))
        for condition in _pushed(node):
            for step in filters(condition, columns):
                if not self._is_left_out(step):
                    plan = plan.then(self._operator(step, None, (), depth, self._number(node)))
        return plan, columns

    def _note(self, span: Span, node: Node) -> None:
        made = self.makers.get(id(node))
        if made is not None:
            self.made[span.line] = made

    def _number(self, node: Node) -> int:
        """The number of the next step of a node: the same in all plans that hold the same one."""
        if not self.makers:
            return next(self._numbers)
        made = self.makers.get(id(node))
        if made is None or not made.number:
            return 0
        self._made_steps[made.number] += 1
        return made.number * _MOST_STEPS + self._made_steps[made.number]

    def _is_left_out(self, step: PrintedStep) -> bool:
        return (
            self.without_null_filters
            and step.kind is OperatorKind.FILTER
            and _NOT_NULL.fullmatch(step.arguments) is not None
        )

    def _steps(
        self, node: Node, columns: tuple[str, ...] | None
    ) -> Iterator[tuple[PrintedStep, _Projection | None]]:
        projection = _projection(node, columns)
        if projection is None:
            for step in steps_of(node, columns):
                if not self._is_left_out(step):
                    yield step, None
            return
        if _WINDOW in "".join(projection.expressions):
            yield PrintedStep(OperatorKind.OPAQUE, "over", reads=None, writes=None), None
        if projection.expressions or projection.keeps is not None:
            yield _projecting(projection, columns), projection

    def _operator(
        self,
        step: PrintedStep,
        projection: _Projection | None,
        others: Sequence[Node],
        depth: int,
        number: int,
    ) -> Operator:
        if others:
            span = self.lines.add(f".{step.method}(", depth)
            inputs = tuple(self.plan(other, depth + 1)[0] for other in others)
            self.lines.add(f"{step.arguments})", depth)
        else:
            inputs = ()
            text = f".{step.method}({step.arguments})"
            span = self.lines.add(_short(text), depth)
        calls = tuple(self._calls(step, projection, span))
        text = "".join(step.expressions)
        return Operator(
            step.kind,
            step.method,
            span,
            count=step.count,
            reads=step.reads,
            writes=step.writes,
            keeps=projection.keeps if projection is not None else step.keeps,
            calls=calls,
            inputs=inputs,
            may_explode=_PINNING.search(text) is not None or any(map(_generates, calls)),
            heavy=_HEAVY.search(text) is not None,
            expressions=_timed(text),
            cut=smallest(map(_cut, functions_in(text, DOWNLOADS))),
            row_bytes=_row_bytes(step.expressions),
            number=number,
            surely_reads=step.surely_reads,
            join=step.join,
        )

    def _calls(
        self, step: PrintedStep, projection: _Projection | None, span: Span
    ) -> Iterator[UdfCall]:
        line = self.lines.texts[span.line - 1][span.column - 1 :]
        for place, expression in enumerate(step.expressions):
            column = projection.names[place] if projection is not None else None
            for call in calls_in(expression):
                reads = columns_in(call.arguments, projection.gets if projection else None)
                at = within(span, line, shown(call.text))
                options = self.facts.options_of(call, column)
                heavy = _HEAVY.search(call.arguments) is not None
                udf = self._udf(call, options, at)
                row_bytes = _row_bytes([call.arguments])
                yield UdfCall(udf, at, reads, column, call.work, heavy=heavy, row_bytes=row_bytes)

    def _udf(self, call: PrintedCall, options: Udf | None, span: Span) -> Udf:
        """A UDF; one that never runs has no options that anything could rest on."""
        name = options.name if options is not None else call.name or "py_udf"
        legacy = call.key is None
        short = _plain(name)
        if options is None:
            return Udf(short, span, UdfKind.ROW, False, legacy, None, None)
        kind = _kind(self.kinds.get(name), options, legacy=legacy)
        return replace(options, name=short, span=span, kind=kind, legacy=legacy)


def _timed(text: str) -> tuple[str, ...]:
    """The functions in expressions that take time on each row, by the names that code has."""
    names = (printed_function.name for printed_function in functions_in(text, TIMED))
    return tuple(dict.fromkeys(IN_CODE.get(name, name) for name in names))


def _cut(download: PrintedFunction) -> Quantity | None:
    """Rows of a morsel that a download cuts; None where this version doesn't tell."""
    connections = download.number(_CONNECTIONS)
    return None if connections is None else cut_by_download(connections)


def _row_bytes(expressions: Sequence[str]) -> Quantity | None:
    """Bytes of the image that the only expression makes, where that gives it a size."""
    resized = _RESIZED.fullmatch(expressions[0]) if len(expressions) == 1 else None
    if resized is None:
        return None
    (*_, resize) = functions_in(expressions[0], RESIZES)
    width, height = resize.number(1), resize.number(2)
    return None if width is None or height is None else bytes_of_image(width, height)


def _generates(call: UdfCall) -> bool:
    return call.udf.kind is UdfKind.GENERATOR


def _kind(known: str | None, options: Udf, *, legacy: bool) -> UdfKind:
    """How a UDF is called. An unknown one is taken for one that can't have a batch size."""
    if legacy or (options.batch_size is not None and options.batch_size.known):
        return UdfKind.BATCH
    return UdfKind.ROW if known is None else UdfKind(known)


@dataclass(frozen=True, slots=True)
class _Projection:
    """The expressions of a projection, each with the column it makes, as far as that is known.

    `gets` are the columns before it. Columns that pass through unchanged are left out of
    `expressions`; `keeps` are the only ones left after it, None: all stay. `shown` are all of its
    arguments, in order, as a person writes them.
    """

    expressions: tuple[str, ...]
    names: tuple[str | None, ...]
    gets: tuple[str, ...] | None
    keeps: frozenset[str] | None
    shown: tuple[str, ...]


def _projection(node: Node, columns: tuple[str, ...] | None) -> _Projection | None:
    if node.title.startswith("Project:"):
        listed = node.title.removeprefix("Project:").strip()
        said = node.expressions or (parts(listed, ", ") if listed else ())
    elif any(udf_calls(node)):
        expression = node.detail("Expr")
        if expression is None:
            expression = node.details[0].partition(" = ")[2]
        passed = node.detail("Passthrough Columns") or ""
        said = (*([] if passed in ("", "None") else parts(passed, ", ")), expression)
    else:
        return None
    aligned = node.columns if node.columns is not None and len(node.columns) == len(said) else None
    names = aligned or (None,) * len(said)
    pairs = [named(text, name) for text, name in zip(said, names, strict=True)]
    made = [pair for pair in pairs if not _passes(*pair)]
    gives = frozenset(name for _, name in pairs if name is not None)
    # One that only changes the order of columns is a step too: repartitions around it both run.
    reordered = names != columns and not made
    stays = columns is not None and gives.issuperset(columns) and not reordered
    keeps = None if stays or len(gives) < len({name for _, name in pairs}) else gives
    return _Projection(
        tuple(inner for inner, _ in made),
        tuple(name for _, name in made),
        columns,
        keeps,
        tuple(_argument(*pair) for pair in (made if keeps is None else pairs)),
    )


def _passes(expression: str, name: str | None) -> bool:
    return expression == f"col({name})"


def _argument(expression: str, name: str | None) -> str:
    if _passes(expression, name):
        return str(name)
    return shown(expression) if name is None else f"{name}={shown(expression)}"


def _projecting(projection: _Projection, columns: tuple[str, ...] | None) -> PrintedStep:
    reads: frozenset[str] | None = frozenset()
    for expression in projection.expressions:
        read = columns_in(expression, columns)
        reads = None if reads is None or read is None else reads | read
        if NUMBERING in expression:
            reads = None
    names = frozenset(name for name in projection.names if name is not None)
    certain = None not in projection.names
    method = "with_columns" if len(projection.names) > 1 else "with_column"
    if projection.keeps is not None:
        method = "select"
    return PrintedStep(
        OperatorKind.PROJECT,
        method,
        ", ".join(projection.shown),
        reads=reads,
        writes=names if certain else None,
        expressions=projection.expressions,
    )


def shown(expression: str) -> str:
    """An expression for a person: UDFs without the numbers that Daft gives them."""
    for call in calls_in(expression):
        if call.key is not None and call.name is not None:
            expression = expression.replace(f"{call.key}(", f"{_plain(call.name)}(")
    return expression


def _plain(name: str) -> str:
    """The name of a UDF without its module, as code calls it: `Embed.run`, `Embed`."""
    name = name.removesuffix(".__call__")
    local = name.rpartition("<locals>.")[2]
    if local != name:
        return local
    pieces = name.split(".")
    first = next((place for place, piece in enumerate(pieces) if piece[:1].isupper()), -1)
    return ".".join(pieces[first:])


_LONGEST = 100


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 2]}…)"


_KEEPING_COLUMNS = (
    "Filter",
    "Limit",
    "Offset",
    "Repartition",
    "IntoPartitions",
    "IntoBatches",
    "Sort",
    "TopN",
    "Sample",
    "Distinct",
    "Concat",
    "Alias",
    "SubqueryAlias",
)


def _columns_after(node: Node, columns: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """The columns of a node that doesn't tell them (Daft 0.6.4)."""
    projection = _projection(node, columns)
    if projection is None:
        schema = node.detail("Output schema") or node.detail("Schema")
        if schema is not None:
            return _schema(schema)
        return columns if node.title.startswith(_KEEPING_COLUMNS) else None
    if columns is None or None in projection.names:
        return None
    names = [name for name in projection.names if name is not None]
    kept = columns if projection.keeps is None else [c for c in columns if c in projection.keeps]
    return tuple(dict.fromkeys((*kept, *names)))


def _schema(text: str | None) -> tuple[str, ...] | None:
    """The names of a schema such as `id#Int64, path#Utf8`."""
    if not text:
        return None
    return tuple(part.rpartition("#")[0] for part in parts(text, ", "))


def _pushed(node: Node) -> Iterator[str]:
    condition = node.detail("Filter pushdown")
    if condition is not None:
        yield condition


_QUERY = "daft.read_sql"
_READERS = {".parquet": "read_parquet", ".csv": "read_csv", ".json": "read_json"}


def _source_name(node: Node) -> tuple[str, str]:
    """The function of Daft that makes such a source, as far as known, and its path."""
    if node.title == "Source:":
        return "daft.in_memory", ""
    path = _path(node)
    if node.title.startswith("GlobScan:"):
        return "daft.from_glob_path", repr(path or "")
    if "RangeSource" in node.title or "RangeSource" in "".join(node.details):
        return "daft.range", ""
    if "SQLScanOperator(" in node.title:
        return _QUERY, ""
    for ending, reader in _READERS.items():
        if path is not None and (path.endswith(ending) or f"{ending}." in path):
            return f"daft.{reader}", repr(path)
    return "daft.scan", repr(path) if path is not None else ""


def _path(node: Node) -> str | None:
    """The glob of a source, None when it has none or several."""
    several = node.detail("Glob paths")
    if several is not None:
        only = _ONLY_PATH.fullmatch(several)
        return None if only is None else only["path"]
    return node.detail("Glob path")
