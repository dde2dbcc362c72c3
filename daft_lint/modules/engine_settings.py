"""The settings of Daft's execution config in a program, by the names in its files alone.

A project that sets one of these replaces the engine's own numbers. Where and when it is set isn't
followed: what rests on those numbers is unknown then.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from enum import Enum

from daft_lint.documents.document import Document
from daft_lint.index.traversal import dotted, walk
from daft_lint.plan.cluster import Runner, RunnerKind
from daft_lint.plan.pipeline import Operator, OperatorKind, Pipeline, Source, Udf, UdfCall
from daft_lint.plan.quantity import Origin, OriginKind, Quantity, exactly, unknown
from daft_lint.plan.replacing import Replacing
from daft_lint.records import replace
from daft_lint.syntax.source import SourceSyntaxError, parsed


class Decided(Enum):
    """What a setting decides."""

    MORSELS = "how many rows a morsel of a UDF without batch_size has"
    SCANS = "how many partitions files are read into"
    SHUFFLES = "how many partitions an aggregation makes"
    READS = "how many files are read at once"


_DYNAMIC = "enable_dynamic_batching=True"
# Rows of its first batches. They grow while a batch is fast: of 20,000 rows the last had 414. A
# pool on Ray goes without: one call got all 20,000 (measured on Daft 0.7.26).
_FIRST_BATCHES = 256

# The arguments of `daft.set_execution_config` and `daft.execution_config_ctx` (Daft 0.7.26,
# daft/context.py) that decide a number which the model takes from the engine. The sizes of scan
# tasks decide nothing unless `enable_scan_task_split_and_merge` is on (measured on Ray).
_SETTINGS: Mapping[str, Decided] = {
    "default_morsel_size": Decided.MORSELS,
    "enable_dynamic_batching": Decided.MORSELS,
    _DYNAMIC: Decided.MORSELS,
    "dynamic_batching_strategy": Decided.MORSELS,
    "enable_multi_glob_path_tasks": Decided.SCANS,
    "enable_scan_task_split_and_merge": Decided.SCANS,
    "read_sql_partition_size_bytes": Decided.SCANS,
    "pre_shuffle_merge_partition_threshold": Decided.SHUFFLES,
    "pre_shuffle_merge_threshold": Decided.SHUFFLES,
    "shuffle_aggregation_default_partitions": Decided.SHUFFLES,
    "scantask_max_parallel": Decided.READS,
    "shuffle_algorithm": Decided.SHUFFLES,
}
_CALLS = frozenset({"set_execution_config", "execution_config_ctx"})
_REGROUPING = frozenset({OperatorKind.AGGREGATE, OperatorKind.DISTINCT})


def settings_in(documents: Iterable[Document]) -> dict[Decided, str]:
    """What the files of a program set, each with the name that does."""
    found: dict[Decided, str] = {}
    for document in documents:
        found = document.once(_settings_of) | found
    return found


def _settings_of(text: str) -> dict[Decided, str]:
    """What one text decides."""
    # Searching for plain words first takes a tenth of the time.
    if not any(word in text for word in ("execution_config", *_SETTINGS)):
        return {}
    tree = parsed(text)
    if isinstance(tree, SourceSyntaxError):
        return {}
    found: dict[Decided, str] = {}
    is_hidden = False
    for node in walk(tree):
        is_hidden |= isinstance(node, ast.Call) and _hides(node)
        word = _word_of(node)
        if word in _SETTINGS and found.get(_SETTINGS[word]) in {None, _DYNAMIC}:
            found[_SETTINGS[word]] = word
    return dict.fromkeys(Decided, "set_execution_config") | found if is_hidden else found


def _word_of(node: ast.AST) -> str:
    """The name that a node is, gives or binds, or a text that it is."""
    match node:
        case ast.keyword(arg=str(word), value=ast.Constant(value=False)):
            # Every switch is off by default.
            return ""
        case ast.keyword(arg="enable_dynamic_batching", value=ast.Constant(value=True)):
            return _DYNAMIC
        case ast.keyword(arg=str(word)) | ast.arg(arg=word) | ast.Name(id=word):
            return word
        case ast.Attribute(attr=word) | ast.Constant(value=str(word)):
            return word
    return ""


def _hides(call: ast.Call) -> bool:
    """Whether settings come from elsewhere: by `**options`, or in a config made before."""
    if dotted(call.func).rpartition(".")[2] not in _CALLS:
        return False
    return bool(call.args) or any(keyword.arg in {None, "config"} for keyword in call.keywords)


def as_set(pipeline: Pipeline, settings: Mapping[Decided, str]) -> Pipeline:
    """A pipeline without the engine's numbers where the program sets its own."""
    if not settings:
        return pipeline
    deciding = _Deciding(settings, pipeline.runner)
    plan = Replacing(deciding.step, deciding.source).plan(pipeline.plan)
    return replace(pipeline, plan=plan)


class _Deciding:
    """Takes the engine's numbers out of sources and steps."""

    def __init__(self, settings: Mapping[Decided, str], runner: Runner) -> None:
        self._runner = runner.kind if runner.certain else RunnerKind.UNKNOWN
        self._origins = {
            decided: Origin(OriginKind.LITERAL, f"{word} is set")
            for decided, word in settings.items()
        }

    def source(self, source: Source) -> Source:
        if Decided.READS in self._origins:
            source = replace(source, paced=True)
        origin = self._origins.get(Decided.SCANS)
        hinted = any(
            each_origin.kind is OriginKind.HINT for each_origin in source.partitions.origins
        )
        if origin is None or hinted or not source.name.startswith("daft.read_"):
            return source
        # Nor can Daft be asked about its files: it would plan them without the setting.
        return replace(source, partitions=unknown(origin), location=None)

    def step(self, step: Operator) -> Operator:
        if Decided.MORSELS in self._origins and step.calls:
            step = replace(step, calls=tuple(map(self._call, step.calls)))
        if Decided.SHUFFLES in self._origins and step.kind in _REGROUPING:
            step = replace(step, kind=OperatorKind.OPAQUE, reads=None, writes=None)
        return step

    def _call(self, call: UdfCall) -> UdfCall:
        if call.udf.batch_size is not None:
            return call
        size = self._batch_size(self._origins[Decided.MORSELS], call.udf)
        return replace(call, udf=replace(call.udf, batch_size=size))

    def _batch_size(self, origin: Origin, udf: Udf) -> Quantity | None:
        """What a setting makes of a `batch_size` that isn't set."""
        if not origin.text.startswith(_DYNAMIC):
            return unknown(origin)
        if udf.is_actor_pool and self._runner is not RunnerKind.NATIVE:
            return None if self._runner is RunnerKind.RAY else unknown(origin)
        return exactly(_FIRST_BATCHES, replace(origin, kind=OriginKind.ASSUMPTION))
