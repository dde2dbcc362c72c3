"""DFT110: UDF calls in one expression that Daft mixes up."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from daft_lint.daft_api.table import shown
from daft_lint.findings import Related, Severity
from daft_lint.index.traversal import children, walk
from daft_lint.rule import Module, Problem, module_rule

if TYPE_CHECKING:
    from daft_lint.infer.tree_values import TreeValues
    from daft_lint.plan.pipeline import UdfCall
    from daft_lint.values.values import Value

    Part = UdfCall | tuple["Part", ...] | None

# The oldest line of versions that was seen to mix up UDFs, as 0.6.4, and the newest version.
_FIRST_SEEN, _LAST_SEEN = (0, 6), (0, 7, 26)
_FILTERS = frozenset({"where", "filter"})
_OPERATORS = (ast.BinOp, ast.Compare, ast.UnaryOp)
# The numbers with which an operator may change nothing. Daft leaves such an operator out.
_NEUTRAL: dict[type[ast.AST], tuple[int, ...]] = {
    ast.Add: (0,),
    ast.Sub: (0,),
    ast.Mult: (0, 1),
    ast.Div: (1,),
    ast.FloorDiv: (1,),
    ast.Mod: (1,),
    ast.BitAnd: (),
    ast.BitOr: (),
    ast.Eq: (),
    ast.NotEq: (),
}
# Operators that Daft keeps whatever they are applied to.
_KEPT = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.BitXor)
# Larger expressions aren't looked at.
_MOST_PARTS = 150
_IN_FILTER = (
    "make each call a column of its own first, using with_column, and filter on those columns"
)
_IN_COLUMN = (
    "make each call a column of its own first, and keep those columns to the end or call "
    ".collect() before this step: otherwise Daft merges them into one expression again"
)


@module_rule("DFT110", "mixed-up-udfs", since="0.1.0")
def mixed_up_udfs(module: Module) -> Iterator[Problem]:
    """Two UDF calls in one expression, where Daft runs only one and uses its result for both.

    ## What it does

    Looks at each expression as it is written, for UDF calls below different operators. Daft numbers
    the UDFs below each operator from the start again, so the first UDF below one operator gets the
    same column as the first UDF below another. The conditions of filters in a row are one
    expression to Daft.

    Measured on Daft 0.6.4, 0.7.0 and 0.7.26, for every kind of UDF, including legacy ones and
    pools:

    | written | result |
    | --- | --- |
    | `.where((f(a) > 1) & (g(b) > 15))` | wrong |
    | `.where(f(a) > 1).where(g(b) > 15)` | wrong |
    | `(f(a) + 1) * (g(b) + 1)` | wrong |
    | `f(a) + g(b) + h(a)` | wrong: `f(a) + g(b)` is below the second `+` |
    | `f(a) + g(b)`, `f(a) < g(b)` | right: both are below the same operator |
    | `f(g(a))`, `f(a) + f(g(b))` | right: arguments of a UDF are an expression of their own |
    | `is_new(a) & is_good(b)` | right |
    | `is_new(a) & is_good(b) & is_long(b)` | wrong |
    | columns `x = f(a)` and `y = g(b)`, then `.where((x > 1) & (y > 15))` | right |

    It stays silent where a UDF call stands below a method or a function, and where an operator may
    change nothing, such as `+ 0`: Daft may leave that out. It doesn't look at what Daft inlines
    from other columns: columns `x = f(a)` and `y = g(b)`, then `.select(x * 2 + y)`, are wrong too
    if nothing else reads `x` and `y`.

    ## Why it is bad

    There is no error. The second UDF isn't run, and the result of the first is used in its place:
    filters keep wrong rows, and columns hold wrong values.

    ## Example

    ```python
    df = df.where((clarity(col("image")) > 0.5) & (toxicity(col("text")) < 0.1))
    ```

    ## Use instead

    ```python
    df = df.with_column("clarity", clarity(col("image")))
    df = df.with_column("toxicity", toxicity(col("text")))
    df = df.where((col("clarity") > 0.5) & (col("toxicity") < 0.1))
    ```

    If a column is computed from both, and the two columns aren't kept to the end, put a `collect()`
    before that step to keep Daft from merging them.

    ## Fix safety

    There is no automatic fix: it would change the pipeline's results.

    ## References

    - `TruncateAnyUDFChildren` in `split_udfs.rs` of Daft 0.7.26
    - [How Daft schedules](../how-daft-schedules.md)
    """
    if len(module.udf_calls) > 1:
        yield from _mixed_up(module)


def _mixed_up(module: Module) -> Iterator[Problem]:
    tree, span = module.values.tree, module.values.module.span_of
    filters = list(_filters(tree))
    conditions = {condition for row in filters for condition in row}
    others = [[node] for node in _outermost(tree) if node not in conditions]
    for row in (*filters, *others):
        leaves = [leaf for node in row for leaf in _leaves(node)]
        calls = sum(span(leaf) in module.udf_calls for leaf in leaves)
        if calls > 1 and len(leaves) <= _MOST_PARTS:
            yield from _problems(module, row, leaves, in_filter=row in filters)


def _filters(tree: ast.Module) -> Iterator[list[ast.expr]]:
    """The conditions of filters in a row, the one that is written last first.

    A filter also follows the one that the statement right before assigns to the name of its frame.
    """
    above = {node: found for node in walk(tree) if (found := _filter(node)) is not None}
    named = dict(_named_filters(tree)) if len(above) > 1 else {}
    followed = {named.get(receiver, receiver) for _, receiver in above.values()}
    for last in [node for node in above if node not in followed]:
        row: list[ast.expr] = []
        at: ast.AST = last
        while at in above:
            condition, receiver = above[at]
            row.append(condition)
            at = named.get(receiver, receiver)
        yield row


def _filter(node: ast.AST) -> tuple[ast.expr, ast.expr] | None:
    """The condition of a call that filters, and what it filters; None for all else."""
    match node:
        case ast.Call(ast.Attribute(receiver, method), [condition]) if method in _FILTERS:
            return condition, receiver
    return None


def _named_filters(tree: ast.Module) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Names of frames, with the filter that the statement right before assigns to them."""
    for node in walk(tree):
        body = getattr(node, "body", None)
        for before, after in pairwise(body if isinstance(body, list) else ()):
            value = getattr(after, "value", None)
            while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
                value = value.func.value
            if (
                isinstance(before, ast.Assign)
                and _filter(before.value) is not None
                and isinstance(value, ast.Name)
                and [value.id] == [getattr(target, "id", None) for target in before.targets]
            ):
                yield value, before.value


def _outermost(tree: ast.Module) -> Iterator[ast.expr]:
    """The expressions of operators that are no part of another one."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, _OPERATORS):
            yield node
            waiting += [child for leaf in _leaves(node) for child in children(leaf)]
        else:
            waiting += children(node)


def _leaves(node: ast.expr) -> Iterator[ast.expr]:
    """What operators are applied to, in the order in which it is written."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, _OPERATORS):
            inner = [child for child in ast.iter_child_nodes(part) if isinstance(child, ast.expr)]
            waiting += reversed(inner)
        else:
            yield part


class _UnclearError(Exception):
    """It can't be said how Daft splits an expression."""


def _problems(
    module: Module, row: list[ast.expr], leaves: list[ast.expr], *, in_filter: bool
) -> Iterator[Problem]:
    from daft_lint.values.values import Unknown

    values = module.values
    try:
        parts = [
            _part(condition, values)
            for node in row
            for condition in (_conditions(node) if in_filter else [node])
        ]
    except _UnclearError:
        return
    said = []
    if not _FIRST_SEEN <= module.daft_version <= _LAST_SEEN:
        said.append(f"Daft {shown(module.daft_version)} mixes up UDFs like {shown(_LAST_SEEN)}")
    if any(isinstance(values.value(leaf), Unknown) for leaf in leaves):
        said.append("unknown values used together with the UDFs hold no expressions")
    # A source may take over the conditions that hold no UDF.
    also = _pairs(_joined([part for part in parts if part is not None]))
    for first, second in _pairs(_joined(parts)):
        if (first, second) in also:
            yield Problem(
                span=second.span,
                message=_message(first, second),
                remedy=_IN_FILTER if in_filter else _IN_COLUMN,
                on_ray=False,
                severity=Severity.ERROR,
                assumptions=tuple(said),
                related=(Related(first.span, "its result is used for both"),),
                counts_in_tests=True,
            )


def _conditions(node: ast.expr) -> list[ast.expr]:
    """The conditions of a filter, which Daft puts together one by one.

    Raises:
        _UnclearError: when some are in parentheses of their own.
    """
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.BitAnd):
        return [node]
    if len(_conditions(node.right)) > 1:
        raise _UnclearError
    return [*_conditions(node.left), node.right]


def _part(node: ast.expr, values: TreeValues) -> Part:
    """A UDF call, an operator with its own parts, or None for all that holds no UDF call.

    Raises:
        _UnclearError: when a UDF call is in it and it can't be said where.
    """
    from daft_lint.values.values import ExpressionValue

    match node:
        case ast.BinOp(left, operator, right) | ast.Compare(left, [operator], [right]):
            parts = (_part(left, values), _part(right, values))
            if parts == (None, None):
                return None
            if not isinstance(operator, _KEPT):
                neutral = _NEUTRAL.get(type(operator))
                sides = (values.value(left), values.value(right))
                if neutral is None or any(_may_change_nothing(side, neutral) for side in sides):
                    raise _UnclearError
            return parts
        case ast.UnaryOp(ast.Invert(), inner) if not isinstance(inner, ast.UnaryOp):
            part = _part(inner, values)
            return None if part is None else (part,)
    value = values.value(node)
    if not isinstance(value, ExpressionValue) or not value.calls:
        return None
    if value.calls[-1].span != values.module.span_of(node):
        raise _UnclearError
    return value.calls[-1]


def _may_change_nothing(value: Value, neutral: Sequence[int]) -> bool:
    from daft_lint.values.values import ExpressionValue, Number, Text

    if isinstance(value, Number):
        return not value.quantity.known or value.quantity.low in neutral
    if isinstance(value, ExpressionValue):
        return not value.calls and not value.reads
    return not isinstance(value, Text)


def _joined(parts: Sequence[Part]) -> Part:
    whole, *others = parts or (None,)
    for part in others:
        whole = (whole, part)
    return whole


def _udfs(part: Part) -> list[UdfCall]:
    """The UDF calls in a part."""
    if isinstance(part, tuple):
        return [call for inner in part for call in _udfs(inner)]
    return [] if part is None else [part]


def _pairs(whole: Part) -> list[tuple[UdfCall, UdfCall]]:
    """The calls that are mixed up, the one that runs first.

    Calls that are made twice are columns of their own. Whether two that are written alike are the
    same for Daft depends on its version.
    """
    work = Counter(call.work or id(call) for call in _udfs(whole))
    if any(times > 1 for times in work.values()):
        return []
    columns: dict[int, UdfCall] = {}
    pairs: list[tuple[UdfCall, UdfCall]] = []
    waiting: list[Part] = [whole]
    while waiting:
        part = waiting.pop()
        inner = part if isinstance(part, tuple) else ()
        calls = [each for each in inner if each is not None and not isinstance(each, tuple)]
        for place, call in enumerate(calls):
            first = columns.setdefault(place, call)
            if first is not call:
                pairs.append((first, call))
        waiting += [each for each in reversed(inner) if isinstance(each, tuple)]
    return pairs


def _message(first: UdfCall, second: UdfCall) -> str:
    line = first.span.line_from(second.span)
    if first.udf.name == second.udf.name:
        return (
            f"Daft doesn't run this `{second.udf.name}`: it uses the result of the one on {line} "
            "instead"
        )
    return (
        f"Daft doesn't run `{second.udf.name}` here: it uses the result of `{first.udf.name}` on "
        f"{line} instead"
    )
