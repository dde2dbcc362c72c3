"""The safety of a migration: whether the rewritten UDF means the same, so a fix is safe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import libcst as cst

from daft_lint.documents.project import Project
from daft_lint.migration.dtypes import Sameness, sameness
from daft_lint.migration.legacy import Legacy, ObstacleError
from daft_lint.migration.options import Options
from daft_lint.migration.source import Source
from daft_lint.migration.uses import Use, may_be_in_sql, other_file
from daft_lint.syntax.traversal import children, walk, yields
from daft_lint.words import listed

_LITERALS = (cst.BaseNumber, cst.SimpleString, cst.FormattedString, cst.UnaryOperation)
_SERIES = frozenset({"daft.Series", "daft.series.Series"})
_COLUMNS = frozenset({"daft.col", "daft.element", "daft.lit"})
# What keeps to the batch size of a new UDF as it does to that of a legacy one.
_IN_BATCHES = frozenset({"filter", "join", "select", "where", "with_column", "with_columns"})
_OF_GROUPS = frozenset({"agg", "map_groups"})


def doubts(
    legacy: Legacy, uses: Sequence[Use], options: Options, project: Project
) -> Iterator[str]:
    """What may differ after the rewriting: each is a reason for a fix to be unsafe.

    Raises:
        ObstacleError: when something does differ.
    """
    source, function = legacy.source, legacy.function
    if yields(function):
        raise ObstacleError("it is a generator, which `@daft.udf` can't run")
    yield from _of_dtype(legacy, options)
    _check_defaults(legacy)
    if "UDFException" in source.document.text:
        raise ObstacleError(
            "`UDFException` is caught, which new UDFs don't raise: they raise your own error"
        )
    concurrent = options.get("max_concurrency") or options.concurrency
    if options.get("ray_options") is not None and concurrent is None:
        yield "`ray_options` turn a new UDF into a pool of one actor"
    calls = [use.called for use in uses if use.called is not None]
    yield from _of_arguments(source, calls)
    for call in calls:
        _check_name(source, call, function, skip=legacy.is_class)
        if call.args and options.get("batch_size") is not None:
            yield from _of_batches(source, call)
    for use in uses:
        if use.handed is not None:
            yield f"{use.handed}: code that gets it may only call it"
    if legacy.is_class:
        yield from _of_class(legacy, uses, is_pool=concurrent is not None)
    if legacy.around is None:
        yield from _of_others(legacy, project)
    if may_be_in_sql(legacy, project):
        yield f"SQL may call it, which needs `daft.attach_function({legacy.name})`"


def _of_others(legacy: Legacy, project: Project) -> Iterator[str]:
    """Other files may use a function as before, but not a class, which gets its init args anew."""
    path = other_file(project, legacy.source.document.path, legacy.name)
    if path is not None and legacy.is_class:
        raise ObstacleError(f"{path} may use it too")
    if path is not None:
        yield f"{path} may use it too, and may only call it"


def _of_dtype(legacy: Legacy, options: Options) -> Iterator[str]:
    option = options.get("return_dtype")
    assert option is not None
    same = sameness(option.old.value, legacy.source)
    returned = [node for node in _returned(legacy.function) if not _is_series(node, legacy.source)]
    if same is Sameness.DIFFERENT and returned:
        place = next((legacy.source.span(node) for node in returned if node is not None), None)
        raise ObstacleError(
            "the new API casts a returned list to its return_dtype, which fails or changes it",
            place,
        )
    if same is Sameness.UNKNOWN:
        yield f"the new API casts a returned list to `{option.value}`, which may change it"


def _returned(function: cst.FunctionDef) -> list[cst.BaseExpression | None]:
    """What a function returns, by its own `return`s."""
    found: list[cst.BaseExpression | None] = []
    waiting: list[cst.CSTNode] = [function.body]
    while waiting:
        node = waiting.pop()
        if isinstance(node, cst.Return):
            found.append(node.value)
        elif not isinstance(node, cst.FunctionDef | cst.ClassDef | cst.Lambda):
            waiting += children(node)
    return found


def _is_series(value: cst.BaseExpression | None, source: Source) -> bool:
    """Whether an expression is certainly `daft.Series.from_...(...)`."""
    return (
        isinstance(value, cst.Call)
        and isinstance(value.func, cst.Attribute)
        and value.func.attr.value.startswith("from_")
        and source.qualified(value.func.value) in _SERIES
    )


def _check_defaults(legacy: Legacy) -> None:
    """A default that is a column counts as an argument of a legacy UDF only.

    Raises:
        ObstacleError: when there may be one.
    """
    parameters = legacy.function.params
    for parameter in (*parameters.params, *parameters.kwonly_params, *parameters.posonly_params):
        value = parameter.default
        root = value.func if isinstance(value, cst.Call) else value
        if root is not None and legacy.source.qualified(root) in _COLUMNS:
            raise ObstacleError("a parameter has a column as its default")


def _check_name(source: Source, call: cst.Call, function: cst.FunctionDef, *, skip: bool) -> None:
    """The new column is named after the first argument written, the old one after a parameter.

    Raises:
        ObstacleError: when these may differ.
    """
    named = [arg.keyword.value for arg in call.args if arg.keyword is not None]
    positional = [arg for arg in call.args if arg.keyword is None and arg.star != "**"]
    if any(not isinstance(node.value, _LITERALS) for node in positional[:1]):
        return
    parameters = function.params
    order = [
        parameter.name.value
        for parameter in (*parameters.posonly_params, *parameters.params, *parameters.kwonly_params)
    ][1 if skip else 0 :]
    places = [order.index(name) if name in order else len(order) for name in named]
    if places != sorted(places) or any(arg.star == "**" for arg in call.args):
        raise ObstacleError(
            "the new API names the column after the argument written first", source.span(call)
        )


def _of_arguments(source: Source, calls: Sequence[cst.Call]) -> Iterator[str]:
    found = dict.fromkeys(
        f"`{source.code(argument.value)}`"
        for call in calls
        for argument in call.args
        if not argument.star and not _is_plain(argument.value, source)
    )
    if found:
        be, them = ("is", "that") if len(found) == 1 else ("are", "them")
        yield f"{listed(list(found))} {be} passed to it: the new API needs {them} to be picklable"


def _of_batches(source: Source, call: cst.Call) -> Iterator[str]:
    """A legacy UDF keeps to its batch size everywhere, a new one in projections and filters only.

    Measured on Daft 0.7.26: where rows are sorted, grouped by or windowed, it gets all at once.

    Raises:
        ObstacleError: when the rows of a group are cut into batches, each with a result of its own.
    """
    below: cst.CSTNode = call
    for around in source.ancestors(call):
        if isinstance(around, cst.Call) and isinstance(around.func, cst.Attribute):
            method, given = around.func.attr.value, around.func is not below
            if given and method in _IN_BATCHES:
                return
            if given and method in _OF_GROUPS:
                reason = (
                    f"it cuts the groups of `{method}` to its batch_size, but a new UDF doesn't"
                )
                raise ObstacleError(reason, source.span(call))
            if method == "over":
                break
        below = around
    yield (
        "if rows are sorted or grouped, a new UDF gets all of them at once, regardless of "
        "batch_size"
    )


def _is_plain(node: cst.BaseExpression, source: Source) -> bool:
    """Whether an argument is a literal or certainly an expression of columns."""
    if isinstance(node, (*_LITERALS, cst.Comparison, cst.BinaryOperation, cst.Subscript)):
        return True
    if isinstance(node, cst.List | cst.Tuple):
        return all(_is_plain(element.value, source) for element in node.elements)
    if isinstance(node, cst.Call):
        if source.qualified(node.func) in _COLUMNS:
            return True
        return any(_is_plain(argument.value, source) for argument in node.args)
    if isinstance(node, cst.Name):
        value = source.constant(node)
        if value is None or isinstance(value, cst.Name):
            return node.value in {"None", "True", "False"}
        return _is_plain(value, source)
    return False


def _of_class(legacy: Legacy, uses: Sequence[Use], *, is_pool: bool) -> Iterator[str]:
    """Threads of one process share an object of a new class; each had its own of a legacy one.

    The actors of a pool are threads only natively, and where a column holds Python objects.
    """
    assert isinstance(legacy.node, cst.ClassDef)
    if legacy.node.bases or not _is_stateless(legacy.node):
        shared = "threads of one process share its object, but before each had its own"
        native = "on the native runner, actors share its object if a column holds Python objects"
        yield native if is_pool else shared
    steps = [use.step for use in uses if use.step is not None]
    if not all(_is_plain(arg.value, legacy.source) for step in steps for arg in step.args):
        yield "its init args must be picklable"
    if not uses:
        yield "no code here uses it: code that does must create an object of it first"


def _is_stateless(node: cst.ClassDef) -> bool:
    """Whether its objects hold nothing but what is passed to `__init__`, or literals."""
    for member in node.body.body:
        if not isinstance(member, cst.FunctionDef):
            continue
        inits = member.name.value == "__init__"
        parameters = {
            parameter.name.value
            for parameter in (*member.params.params, *member.params.kwonly_params)
        }
        for part in walk(member.body):
            if inits and isinstance(part, cst.Call):
                return False
            if not isinstance(part, cst.Assign | cst.AnnAssign | cst.AugAssign):
                continue
            targets = [part] if not isinstance(part, cst.Assign) else part.targets
            value = part.value
            passed = isinstance(value, cst.Name) and value.value in parameters
            sets = any(isinstance(each.target, cst.Attribute | cst.Subscript) for each in targets)
            if sets and not (inits and (passed or isinstance(value, _LITERALS))):
                return False
    return True
