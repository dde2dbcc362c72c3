"""The safety of a migration: whether the rewritten UDF means the same, so a fix is safe."""

from __future__ import annotations

from collections.abc import Iterator

import libcst as cst

from daft_lint.migration.dtypes import Sameness, sameness, unclear
from daft_lint.migration.legacy import Legacy, is_none
from daft_lint.migration.obstacle import ObstacleError
from daft_lint.migration.options import Options
from daft_lint.migration.source import Source
from daft_lint.migration.udf_uses import Handle, Use
from daft_lint.syntax.traversal import children, yields
from daft_lint.words import listed

_LITERALS = (cst.BaseNumber, cst.SimpleString, cst.FormattedString, cst.UnaryOperation)
_SERIES = frozenset({"daft.Series", "daft.series.Series"})
_COLUMNS = frozenset({"daft.col", "daft.element", "daft.lit"})
# What keeps to the batch size of a new UDF as it does to that of a legacy one.
_IN_BATCHES = frozenset({"filter", "join", "select", "where", "with_column", "with_columns"})
_OF_GROUPS = frozenset({"agg", "map_groups"})


def doubts(legacy: Legacy, handle: Handle, options: Options) -> Iterator[str]:
    """What may differ after the rewriting: each is a reason for a fix to be unsafe.

    Raises:
        ObstacleError: when something does differ.
    """
    function = legacy.function
    if yields(function):
        raise ObstacleError("it is a generator, which `@daft.udf` can't run")
    yield from _of_dtype(legacy, options)
    _check_defaults(legacy)
    _check_exceptions(legacy, handle)
    ray = options.get("ray_options")
    concurrent = options.get("max_concurrency") or options.concurrency
    if ray is not None and concurrent is None:
        yield "`ray_options` turn a new UDF into a pool of one actor"
    yield from _of_arguments(handle)
    for use in handle.all_uses():
        if use.called is not None:
            _check_name(use.source, use.called, function, skip=legacy.is_class)
            if use.called.args and options.get("batch_size") is not None:
                yield from _of_batches(use, use.called)
    if legacy.is_class:
        yield from _of_class(legacy, handle, is_pool=concurrent is not None)


def _of_dtype(legacy: Legacy, options: Options) -> Iterator[str]:
    option = options.get("return_dtype")
    assert option is not None
    assert option.old is not None
    same = sameness(option.old.value, legacy.source)
    returned = [node for node in _returned(legacy.function) if not _is_series(node, legacy.source)]
    if same is Sameness.DIFFERENT and returned:
        place = next((legacy.source.span(node) for node in returned if node is not None), None)
        raise ObstacleError(
            f"`{option.value}`: the new API casts a returned list to it, which fails or changes "
            "the list",
            place,
        )
    if same is Sameness.UNKNOWN:
        name = unclear(option.old.value, legacy.source)
        which = "" if name is None or option.value.endswith(name) else f" for `{name}`"
        yield (f"the new API casts a returned list to `{option.value}`, which may change it{which}")


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


def _check_exceptions(legacy: Legacy, handle: Handle) -> None:
    sources = {id(all_use.source): all_use.source for all_use in handle.all_uses()}
    for source in [legacy.source, *sources.values()]:
        if "UDFException" in source.document.text:
            raise ObstacleError(
                "`UDFException` is caught, which new UDFs don't raise: they raise your own error"
            )


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


def _of_arguments(handle: Handle) -> Iterator[str]:
    found = dict.fromkeys(
        f"`{use.source.code(argument.value)}`"
        for use in handle.all_uses()
        if use.called is not None
        for argument in use.called.args
        if not argument.star and not _is_plain(argument.value, use.source)
    )
    if found:
        be, them = ("is", "that") if len(found) == 1 else ("are", "them")
        yield f"{listed(list(found))} {be} passed to it: the new API needs {them} to be picklable"


def _of_batches(use: Use, call: cst.Call) -> Iterator[str]:
    """A legacy UDF keeps to its batch size everywhere, a new one in projections and filters only.

    Measured on Daft 0.7.26: where rows are sorted, grouped by or windowed, it gets all at once.

    Raises:
        ObstacleError: when the rows of a group are cut into batches, each with a result of its own.
    """
    below: cst.CSTNode = call
    for around in use.source.ancestors(call):
        if isinstance(around, cst.Call) and isinstance(around.func, cst.Attribute):
            method, given = around.func.attr.value, around.func is not below
            if given and method in _IN_BATCHES:
                return
            if given and method in _OF_GROUPS:
                reason = (
                    f"it cuts the groups of `{method}` to its batch_size, but a new UDF doesn't"
                )
                raise ObstacleError(reason, use.source.span(call))
            if method == "over":
                break
        below = around
    yield (
        "if rows are sorted or grouped, a new UDF gets all of them at once, regardless of "
        "batch_size"
    )


def _is_plain(node: cst.BaseExpression, source: Source) -> bool:
    """Whether an argument is a literal or certainly an expression of columns."""
    if isinstance(node, (*_LITERALS, cst.Comparison, cst.BinaryOperation)):
        return True
    if is_none(node) or (isinstance(node, cst.Name) and node.value in {"True", "False"}):
        return True
    if isinstance(node, cst.List | cst.Tuple):
        return all(_is_plain(element.value, source) for element in node.elements)
    if isinstance(node, cst.Subscript):
        return True
    if isinstance(node, cst.Call):
        if source.qualified(node.func) in _COLUMNS:
            return True
        return isinstance(node.func, cst.Attribute | cst.Call | cst.Name) and any(
            _is_plain(arg.value, source) for arg in node.args
        )
    if isinstance(node, cst.Name):
        return _is_constant(node, source)
    return False


def _is_constant(name: cst.Name, source: Source) -> bool:
    """Whether a name stands for a literal or a column."""
    bound = source.assignments(name)
    for binding in bound:
        node = binding.node
        around = source.parent(source.parent(node)) if isinstance(node, cst.Name) else None
        value = around.value if isinstance(around, cst.Assign | cst.AnnAssign) else None
        if not isinstance(value, cst.BaseExpression) or isinstance(value, cst.Name):
            return False
        if not _is_plain(value, source):
            return False
    return bool(bound)


def _of_class(legacy: Legacy, handle: Handle, *, is_pool: bool) -> Iterator[str]:
    """Threads of one process share an object of a new class; each had its own of a legacy one.

    The actors of a pool are threads only natively, and where a column holds Python objects.
    """
    assert isinstance(legacy.node, cst.ClassDef)
    if legacy.node.bases or not _is_stateless(legacy.node):
        shared = "threads of one process share its object, but before each had its own"
        native = "on the native runner, actors share its object if a column holds Python objects"
        yield native if is_pool else shared
    for use in handle.all_uses():
        for step in use.steps:
            if step.method == "with_init_args" and not all(
                _is_plain(arg.value, use.source) for arg in step.call.args
            ):
                yield "its init args must be picklable"
    paths = {use.source.document.path for use in handle.all_uses()}
    if paths - {legacy.source.document.path}:
        yield "other files use it, so other projects may use it too"
    elif not paths:
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
        waiting: list[cst.CSTNode] = [member.body]
        while waiting:
            part = waiting.pop()
            if isinstance(part, cst.Assign | cst.AnnAssign | cst.AugAssign):
                targets = (
                    [t.target for t in part.targets]
                    if isinstance(part, cst.Assign)
                    else [part.target]
                )
                sets = any(isinstance(target, cst.Attribute | cst.Subscript) for target in targets)
                value = part.value
                passed = isinstance(value, cst.Name) and value.value in parameters
                if sets and not (inits and (passed or isinstance(value, _LITERALS))):
                    return False
            if inits and isinstance(part, cst.Call):
                return False
            waiting += children(part)
    return True
