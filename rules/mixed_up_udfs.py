"""DFT110: UDF calls in one expression that Daft mixes up."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

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
    from daft_lint.syntax.deep_stack import with_deep_stack

    if len(module.udf_calls) < 2:
        return
    tree = module.values.tree
    filters = list(_filters(list(walk(tree))))
    conditions = {condition for row in filters for condition in row}
    others = ([node] for node in _outermost(tree) if node not in conditions)
    rows = [(row, True) for row in filters] + [(row, False) for row in others]
    possible = [(row, is_filter) for row, is_filter in rows if _may_hold_two(module, row)]
    if possible:
        yield from with_deep_stack(
            lambda: [
                problem
                for row, in_filter in possible
                for problem in _problems(module, row, in_filter=in_filter)
            ]
        )


def _filters(nodes: Sequence[ast.AST]) -> Iterator[list[ast.expr]]:
    """The conditions of filters in a row, the one that is written last first."""
    calls = [node for node in nodes if _is_filter(node)]
    named = dict(_named_filters(nodes)) if len(calls) > 1 else {}
    above: dict[ast.expr, tuple[ast.expr, ast.expr]] = {}
    for node in calls:
        assert isinstance(node, ast.Call)
        assert isinstance(node.func, ast.Attribute)
        receiver = node.func.value
        above[node] = node.args[0], named.get(receiver, receiver)
    followed = {receiver for _, receiver in above.values()}
    for at in [last for last in above if last not in followed]:
        row: list[ast.expr] = []
        while at in above:
            condition, at = above[at]
            row.append(condition)
        yield row


def _is_filter(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in _FILTERS
        and len(node.args) == 1
    )


def _named_filters(nodes: Sequence[ast.AST]) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Names of frames, with the filter that the statement right before assigns to them."""
    for node in nodes:
        body = getattr(node, "body", None)
        for before, after in pairwise(body if isinstance(body, list) else ()):
            value = getattr(after, "value", None)
            while isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
                value = value.func.value
            if (
                isinstance(before, ast.Assign)
                and _is_filter(before.value)
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


def _may_hold_two(module: Module, row: Sequence[ast.expr]) -> bool:
    """Whether two parts of a row may be calls of UDFs; not of one that is too large."""
    parts = [leaf for node in row for leaf in _leaves(node)]
    if len(parts) > _MOST_PARTS:
        return False
    span = module.values.module.file.span
    return sum(isinstance(part, ast.Name) or span(part) in module.udf_calls for part in parts) > 1


class _UnclearError(Exception):
    """It can't be said how Daft splits an expression."""


def _problems(module: Module, row: list[ast.expr], *, in_filter: bool) -> Iterator[Problem]:
    reading = _Reading(module.values)
    try:
        parts = [part for node in row for part in reading.conditions(node, in_filter=in_filter)]
    except _UnclearError:
        return
    pairs = _pairs(_joined(parts))
    # A source may take over the conditions that hold no UDF.
    also = _pairs(_joined([part for part in parts if _udfs(part)]))
    version = module.daft_version
    said = []
    if not _FIRST_SEEN <= version <= _LAST_SEEN:
        said.append(f"Daft {_dotted(version)} mixes up UDFs like {_dotted(_LAST_SEEN)}")
    if reading.assumed:
        said.append("unknown values used together with the UDFs hold no expressions")
    for first, second in pairs:
        if (first, second) in also:
            yield Problem(
                span=second.span,
                message=_message(first, second),
                remedy=_remedy(in_filter=in_filter),
                on_ray=False,
                severity=Severity.ERROR,
                assumptions=tuple(said),
                related=(Related(first.span, "its result is used for both"),),
                counts_in_tests=True,
            )


class _Reading:
    """Reads expressions as tuples of what each operator is applied to.

    A part is a UDF call, an operator with its own parts, or None for all that holds no UDF call.
    """

    def __init__(self, values: TreeValues) -> None:
        self._values = values
        self.assumed = False

    def conditions(self, node: ast.expr, *, in_filter: bool) -> list[Part]:
        """The conditions of a filter, which Daft puts together one by one; else the expression."""
        if in_filter and isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd):
            right = self.conditions(node.right, in_filter=True)
            if len(right) > 1:
                raise _UnclearError
            return [*self.conditions(node.left, in_filter=True), *right]
        return [self.part(node)]

    def part(self, node: ast.expr) -> Part:
        """An expression.

        Raises:
            _UnclearError: when a UDF call is in it and it can't be said where.
        """
        from daft_lint.values.values import ExpressionValue, Unknown

        if isinstance(node, ast.BinOp):
            return self._operated(node.op, node.left, node.right)
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            return self._operated(node.ops[0], node.left, node.comparators[0])
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Invert):
            if isinstance(node.operand, ast.UnaryOp):
                raise _UnclearError
            return (self.part(node.operand),)
        value = self._values.value(node)
        self.assumed |= isinstance(value, Unknown)
        if not isinstance(value, ExpressionValue) or not value.calls:
            return None
        call = value.calls[-1]
        if isinstance(node, ast.Name):
            is_call = value.text is not None and value.text == call.work
        else:
            is_call = self._values.module.file.span(node) == call.span
        if not is_call:
            raise _UnclearError
        return call

    def _operated(self, operator: ast.AST, left: ast.expr, right: ast.expr) -> Part:
        parts = (self.part(left), self.part(right))
        if parts == (None, None) or isinstance(operator, _KEPT):
            return None if parts == (None, None) else parts
        neutral = _NEUTRAL.get(type(operator))
        sides = (self._values.value(left), self._values.value(right))
        if neutral is None or any(_may_change_nothing(side, neutral) for side in sides):
            raise _UnclearError
        return parts


def _may_change_nothing(value: Value, neutral: Sequence[int]) -> bool:
    from daft_lint.values.values import ExpressionValue, Number, Signed, Text

    if isinstance(value, Number | Signed):
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


def _remedy(*, in_filter: bool) -> str:
    if in_filter:
        return (
            "make each call a column of its own first, using with_column, and filter on those "
            "columns"
        )
    return (
        "make each call a column of its own first, and keep those columns to the end or call "
        ".collect() before this step: otherwise Daft merges them into one expression again"
    )


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
