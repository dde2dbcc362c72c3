"""The edits that make a new UDF of a legacy one, at its definition and its uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import libcst as cst

from daft_lint.findings import Edit
from daft_lint.migration.legacy import Legacy, ObstacleError
from daft_lint.migration.options import Option, Options, arguments
from daft_lint.migration.source import Definition, Source
from daft_lint.migration.uses import Use
from daft_lint.plan.span import Span
from daft_lint.records import dataclass
from daft_lint.syntax.traversal import walk_for

# Decorators of `__call__` that leave it a plain function, as `@daft.cls` needs it.
_HARMLESS = frozenset(
    {"torch.no_grad", "torch.inference_mode", "typing.override", "typing_extensions.override"}
)


@dataclass(frozen=True)
class Rewriting:
    """Rewrites one definition. `prefix` stands before the names of the new decorators."""

    legacy: Legacy
    uses: Sequence[Use]
    options: Options
    prefix: str

    def edits(self) -> Iterator[Edit]:
        """All edits but those of imports.

        Raises:
            ObstacleError: when one of them isn't possible.
        """
        yield from self._decorator()
        if self.legacy.is_class:
            yield self._method()
            yield from (self._use_of_class(use) for use in self.uses if use.is_direct)
        elif self.options.concurrency is not None:
            yield self._pool(self.options.concurrency)

    def _decorator(self) -> Iterator[Edit]:
        """`daft.udf(...)` made `daft.func.batch(...)` or `daft.cls(...)`."""
        legacy, source, options = self.legacy, self.legacy.source, self.options.own
        call = legacy.decorator
        assert isinstance(call, cst.Call)
        name = "cls" if legacy.is_class else "func.batch"
        yield source.replaced(legacy.made_by, self.prefix + name)
        if list(call.args) == [option.old for option in options]:
            for option in options:
                assert option.old.keyword is not None
                yield source.replaced(option.old.keyword, option.name)
                if option.value != source.code(option.old.value):
                    yield source.replaced(option.old.value, option.value)
            return
        start, end = source.span(call.func).end, source.span(call).end
        yield source.between(start, end, arguments(source, call, options))

    def _pool(self, concurrency: Option) -> Edit:
        """The `.with_concurrency` of a function, below it."""
        legacy, source = self.legacy, self.legacy.source
        call = f".with_concurrency({concurrency.value})"
        indent = _indent(source, legacy.node)
        apart = source.newline if indent else source.newline * 2
        line = f"{apart}{indent}{legacy.name} = {legacy.name}{call}"
        last = source.span(legacy.node).end_line
        if last < len(source.document.lines):
            return source.inserted((last + 1, 1), line + source.newline)
        return source.inserted((last, len(source.line(last)) + 1), source.newline + line)

    def _method(self) -> Edit:
        """`@daft.method.batch(...)` above `__call__`."""
        legacy, source = self.legacy, self.legacy.source
        call, function = legacy.decorator, legacy.function
        assert isinstance(call, cst.Call)
        for option in self.options.method:
            self._check_movable(option, function)
        for decorator in function.decorators:
            made = decorator.decorator
            if source.qualified(made.func if isinstance(made, cst.Call) else made) in _HARMLESS:
                continue
            text = source.code(made)
            raise ObstacleError(
                f"`__call__` has another decorator, `@{text}`", source.span(decorator)
            )
        indent = _indent(source, function)
        first = function.decorators[0] if function.decorators else function
        text = arguments(source, call, self.options.method, indent)
        line = f"{indent}@{self.prefix}method.batch{text}{source.newline}"
        return source.inserted((source.span(first).line, 1), line)

    def _check_movable(self, option: Option, function: cst.FunctionDef) -> None:
        """See whether an option means the same inside of the class.

        Raises:
            ObstacleError: when it doesn't.
        """
        source = self.legacy.source
        for node in walk_for(cst.Name, option.old.value):
            around = source.parent(node)
            if isinstance(around, cst.Attribute | cst.Arg) and around.value is not node:
                continue
            mangled = node.value.startswith("__") and not node.value.endswith("__")
            if mangled or source.bound_at(function, node.value) != source.assignments(node):
                raise ObstacleError(f"`{node.value}` means something else in the class")

    def _use_of_class(self, use: Use) -> Edit:
        source, step = self.legacy.source, use.step
        if step is None:
            return source.inserted(source.span(use.root).end, "()")
        start, end = source.span(use.root).end, source.span(step.func).end
        if getattr(use.root, "rpar", ()) or "#" in source.text(start, end):
            raise ObstacleError("there is a comment in its use", source.span(step))
        return source.between(start, end, "")


def _indent(source: Source, node: Definition) -> str:
    """The indentation of a definition.

    Raises:
        ObstacleError: when something stands in front of it.
    """
    first = node.decorators[0] if node.decorators else node
    indent = source.indent(first)
    if indent is None:
        raise ObstacleError("it is on a line with other code", source.span(first))
    return indent


def joined(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Edits in order, those that touch made one.

    Raises:
        ObstacleError: when two change the same place.
    """
    merged: list[Edit] = []
    for edit in sorted(dict.fromkeys(edits), key=lambda edit: (edit.span.start, edit.span.end)):
        last = merged[-1] if merged else None
        if last is None or last.span.end < edit.span.start:
            merged.append(edit)
        elif last.span.end == edit.span.start:
            whole = Span(last.span.path, *last.span.start, *edit.span.end)
            merged[-1] = Edit(whole, last.text + edit.text)
        else:
            raise ObstacleError("one of its uses is inside another one", edit.span)
    return tuple(merged)
