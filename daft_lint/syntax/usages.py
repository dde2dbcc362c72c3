"""The usages of a file's names: how often they are bound and used, and whether others may."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from daft_lint.syntax.source import syntax_error

_PURE = frozenset({"abs", "float", "int", "len", "max", "min", "round", "sum"})
_DEEPEST = 20


@lru_cache(maxsize=8)
def usages_of(text: str) -> Usages | None:
    """The usages of a program; None when this Python can't parse it."""
    return Usages(ast.parse(text)) if syntax_error(text) is None else None


class Usages:
    """The names of one program."""

    def __init__(self, tree: ast.Module) -> None:
        """Count the names of a tree."""
        self._bound: Counter[str] = Counter()
        self._read: Counter[str] = Counter()
        self._spelt: set[str] = set()
        self._values: dict[str, ast.expr] = {}
        self._outermost = {name for statement in tree.body for name, _ in _assigned(statement)}
        for node in ast.walk(tree):
            self._count(node)

    def is_lone(self, name: str) -> bool:
        """Whether a name is given a number once and read once, as far as the file tells.

        A text that spells it, as `__all__` and `getattr` do, counts as another use.
        """
        written = self._value(name)
        is_number = isinstance(written, ast.Constant) and type(written.value) in (int, float)
        return is_number and self._read[name] == 1 and name not in self._spelt

    def is_importable(self, name: str) -> bool:
        """Whether other files can import it, and by its name may do so."""
        return name in self._outermost and not name.startswith("_")

    def is_steady(self, expression: str) -> bool:
        """Whether an expression has the same value whenever it is reached.

        It is made of literals, and of names that stand for such an expression: of no parameter and
        no loop variable.
        """
        try:
            tree = ast.parse(f"({expression}\n)", mode="eval")
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return False
        return self._is_steady(tree.body, _DEEPEST)

    def _is_steady(self, node: ast.expr, depth: int) -> bool:
        if isinstance(node, ast.Constant) or depth == 0:
            return depth > 0
        if isinstance(node, ast.Name):
            value = self._value(node.id)
            return value is not None and self._is_steady(value, depth - 1)
        if isinstance(node, ast.Subscript):
            # Nobody else may put something into it.
            owner = node.value
            if not isinstance(owner, ast.Name) or self._read[owner.id] != 1:
                return False
            inner: list[ast.expr] = [owner, node.slice]
        elif isinstance(node, ast.BinOp):
            inner = [node.left, node.right]
        elif isinstance(node, ast.UnaryOp):
            inner = [node.operand]
        elif isinstance(node, ast.List | ast.Tuple):
            inner = node.elts
        elif isinstance(node, ast.Dict):
            inner = [*(key for key in node.keys if key is not None), *node.values]
        elif isinstance(node, ast.Call) and self._is_pure(node):
            inner = node.args
        else:
            return False
        return all(self._is_steady(expression, depth - 1) for expression in inner)

    def _is_pure(self, call: ast.Call) -> bool:
        function = call.func
        return (
            isinstance(function, ast.Name)
            and function.id in _PURE
            and not self._bound[function.id]
            and not call.keywords
        )

    def _value(self, name: str) -> ast.expr | None:
        """What a name stands for, None unless one assignment alone binds it."""
        return self._values.get(name) if self._bound[name] == 1 else None

    def _count(self, node: ast.AST) -> None:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            self._read[node.id] += 1
        elif isinstance(node, ast.Attribute):
            self._spelt.add(node.attr)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            self._spelt.add(node.value)
        else:
            self._bound.update(_bound(node))
        self._values.update(_assigned(node))


def _assigned(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """The name that a plain assignment binds, and what it then stands for."""
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
    elif isinstance(node, ast.AnnAssign):
        target = node.target
    else:
        return
    if isinstance(target, ast.Name) and node.value is not None:
        yield target.id, node.value


def _bound(node: ast.AST) -> Iterator[str]:
    """The names that a node itself binds or deletes."""
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.alias):
        yield (node.asname or node.name).partition(".")[0]
    elif isinstance(node, ast.Global | ast.Nonlocal):
        yield from node.names
    elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
        yield node.name or ""
    elif isinstance(node, ast.MatchMapping):
        yield node.rest or ""
