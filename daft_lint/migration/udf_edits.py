"""The edits that make a new UDF of a legacy one, at its definition and its uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import libcst as cst
from libcst.metadata import ImportAssignment

from daft_lint.findings import Edit
from daft_lint.migration.arguments import Option, check_comments, rebuilt
from daft_lint.migration.decorator_names import Naming
from daft_lint.migration.legacy import Legacy
from daft_lint.migration.obstacle import ObstacleError
from daft_lint.migration.options import Options
from daft_lint.migration.source import Place, Source, names_in
from daft_lint.migration.udf_uses import Handle, Use
from daft_lint.plan.span import Span

# Decorators of `__call__` that leave it a plain function, as `@daft.cls` needs it.
_HARMLESS = frozenset(
    {"torch.no_grad", "torch.inference_mode", "typing.override", "typing_extensions.override"}
)


@dataclass(frozen=True)
class Rewriting:
    """Rewrites one definition."""

    legacy: Legacy
    handle: Handle
    options: Options
    naming: Naming

    def edits(self) -> Iterator[Edit]:
        """All edits but those of imports.

        Raises:
            ObstacleError: when one of them isn't possible.
        """
        if self.legacy.is_class:
            yield from self._class()
        else:
            yield from self._function()
        yield from self._uses(self.handle, is_instance=False)

    def _function(self) -> Iterator[Edit]:
        legacy, source = self.legacy, self.legacy.source
        yield from self._decorator("func.batch", self.options.own)
        concurrency = self.options.concurrency
        if concurrency is None:
            return
        call = f".with_concurrency({concurrency.value})"
        if legacy.outer is not None:
            yield source.inserted(source.span(legacy.outer).end, call)
            return
        indent = self._indent(source, legacy.node)
        newline = source.newline
        apart = newline if indent else newline * 2
        line = f"{apart}{indent}{legacy.name} = {legacy.name}{call}"
        last = source.last_line(legacy.node)
        if last < len(source.document.lines):
            yield source.inserted((last + 1, 1), f"{line}{newline}")
        else:
            column = len(source.document.lines[-1]) + 1
            yield source.inserted((last, column), f"{newline}{line}")

    def _class(self) -> Iterator[Edit]:
        yield from self._decorator("cls", self.options.own)
        yield self._method()

    def _decorator(self, name: str, options: tuple[Option, ...]) -> Iterator[Edit]:
        """`daft.udf(...)` made `daft.func.batch(...)` or `daft.cls(...)`."""
        legacy, source = self.legacy, self.legacy.source
        call = legacy.decorator
        assert isinstance(call, cst.Call)
        made_by = source.span(legacy.made_by)
        yield source.between(made_by.start, made_by.end, self.naming[name])
        if self._only_renames(call, options):
            for option in options:
                assert option.old is not None
                assert option.old.keyword is not None
                keyword = source.span(option.old.keyword)
                yield source.between(keyword.start, keyword.end, option.name)
                value = source.span(option.old.value)
                if option.value != source.code(option.old.value):
                    yield source.between(value.start, value.end, option.value)
            return
        check_comments(source, call)
        start, end = source.span(call.func).end, source.span(call).end
        yield source.between(start, end, rebuilt(source, call, options))

    def _only_renames(self, call: cst.Call, options: tuple[Option, ...]) -> bool:
        return [id(arg) for arg in call.args] == [id(option.old) for option in options]

    def _method(self) -> Edit:
        """`@daft.method.batch(...)` above `__call__`."""
        legacy, source = self.legacy, self.legacy.source
        call, function = legacy.decorator, legacy.function
        assert isinstance(call, cst.Call)
        for option in self.options.method:
            self._check_movable(option, function)
        for decorator in function.decorators:
            made_by = (
                decorator.decorator.func
                if isinstance(decorator.decorator, cst.Call)
                else decorator.decorator
            )
            if source.qualified(made_by) not in _HARMLESS:
                raise ObstacleError(
                    f"`__call__` has another decorator, `@{source.code(decorator.decorator)}`",
                    source.span(decorator),
                )
        indent = self._indent(source, function)
        first = function.decorators[0] if function.decorators else function
        text = rebuilt(source, call, self.options.method, indent)
        line = f"{indent}@{self.naming['method.batch']}{text}{source.newline}"
        return source.inserted((source.span(first).line, 1), line)

    def _check_movable(self, option: Option, function: cst.FunctionDef) -> None:
        """See whether an option means the same inside of the class.

        Raises:
            ObstacleError: when it doesn't.
        """
        if option.old is None:
            return
        source = self.legacy.source
        for node in names_in(option.old.value):
            name = node.value
            if name.startswith("__") and not name.endswith("__"):
                raise ObstacleError(f"`{name}` means something else in the class")
            outside = source.assignments(node)
            if source.bound_at(function, name) != outside:
                raise ObstacleError(f"`{name}` means something else in the class")
            if self.legacy.outer is not None and not all(
                isinstance(binding, ImportAssignment) for binding in outside
            ):
                raise ObstacleError(f"`{name}` may not be known yet where the class is defined")

    @staticmethod
    def _indent(source: Source, node: cst.FunctionDef | cst.ClassDef) -> str:
        """The indentation of a definition.

        Raises:
            ObstacleError: when something stands in front of it.
        """
        first = node.decorators[0] if node.decorators else node
        span = source.span(first)
        indent = (source.document.line(span.line) or "")[: span.column - 1]
        if indent.strip():
            raise ObstacleError("it is on a line with other code", span)
        return indent

    def _uses(self, handle: Handle, *, is_instance: bool) -> Iterator[Edit]:
        for use in handle.uses:
            if self.legacy.is_class:
                yield from self._use_of_class(use, is_instance=is_instance)
            else:
                yield from self._use_of_function(use)

    def _use_of_function(self, use: Use) -> Iterator[Edit]:
        for step in use.steps:
            if step.method == "with_init_args":
                raise ObstacleError("a function takes no init args", use.source.span(step.call))
            if step.method == "with_concurrency":
                yield from _renamed_concurrency(use.source, step.call)
            else:
                yield _gone(use.source, step.receiver, step.call)
        if use.bound is not None:
            yield from self._uses(use.bound, is_instance=False)

    def _use_of_class(self, use: Use, *, is_instance: bool) -> Iterator[Edit]:
        source = use.source
        given = [step for step in use.steps if step.method == "with_init_args"]
        if len(given) + is_instance > 1:
            raise ObstacleError("it gets init args twice", source.span(use.last))
        stays_class = use.bound is not None and use.bound.is_finished_later
        if not given and not is_instance and not stays_class:
            yield source.inserted(source.span(use.root).end, "()")
        for step in use.steps:
            if step.method == "with_init_args":
                yield _gone(source, step.receiver, step.call.func)
            else:
                yield _gone(source, step.receiver, step.call)
        if use.bound is not None:
            finished = is_instance or not stays_class
            if given and stays_class:
                raise ObstacleError("it gets init args twice", source.span(use.last))
            yield from self._uses(use.bound, is_instance=finished)


def _renamed_concurrency(source: Source, call: cst.Call) -> Iterator[Edit]:
    for argument in call.args:
        if argument.keyword is not None and argument.keyword.value == "concurrency":
            span = source.span(argument.keyword)
            yield source.between(span.start, span.end, "max_concurrency")


def _gone(source: Source, receiver: cst.BaseExpression, whole: cst.BaseExpression) -> Edit:
    """What a step adds to its receiver, taken away.

    Raises:
        ObstacleError: when parentheses or comments are in the way.
    """
    start, end = source.span(receiver).end, source.span(whole).end
    text = source.text(start, end)
    closing = getattr(receiver, "rpar", ())
    if closing or "#" in text:
        raise ObstacleError("there are parentheses or a comment in its use", source.span(whole))
    return source.between(start, end, "")


def joined(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Edits in order, those that touch made one.

    Raises:
        ObstacleError: when two change the same place.
    """
    merged: list[Edit] = []
    for edit in sorted(dict.fromkeys(edits), key=lambda edit: (edit.span.path, *_order(edit))):
        last = merged[-1] if merged else None
        if last is None or last.span.path != edit.span.path or last.span.end < edit.span.start:
            merged.append(edit)
        elif last.span.end == edit.span.start:
            whole = Span(last.span.path, *last.span.start, *edit.span.end)
            merged[-1] = Edit(whole, last.text + edit.text)
        else:
            raise ObstacleError("one of its uses is inside another one", edit.span)
    return tuple(merged)


def _order(edit: Edit) -> tuple[Place, Place]:
    return edit.span.start, edit.span.end
