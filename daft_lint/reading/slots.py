"""Where the options of a UDF can be written anew."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.plan.pipeline import Constant, Slot, Udf
from daft_lint.plan.quantity import Origin, OriginKind, Quantity
from daft_lint.plan.span import Span
from daft_lint.reading.usages import usages_of
from daft_lint.reading.values import Arguments, UdfForm, UdfOptions

if TYPE_CHECKING:
    from daft_lint.plan.wrapper import UdfWrapper
    from daft_lint.reading.session import Session

_TAKE_BATCH_SIZE = frozenset({UdfForm.LEGACY, UdfForm.FUNC_BATCH, UdfForm.METHOD_BATCH})
_CONCURRENCY = ("max_concurrency", "concurrency")


class Slots:
    """Finds slots in the calls that set options."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def decorator(
        self, options: UdfOptions, form: UdfForm, node: cst.CSTNode, arguments: Arguments
    ) -> UdfOptions:
        """The options that a decorator's call sets, with their slots."""
        if not isinstance(node, cst.Call) or not self._session.is_faithful:
            return options
        if arguments.get(None, "batch_size") is not None:
            batch_size = self._written(node, options.batch_size, "batch_size")
        else:
            batch_size = self._added(node, "batch_size") if form in _TAKE_BATCH_SIZE else None
        concurrency = self._written(node, options.concurrency, *_CONCURRENCY)
        return replace(options, batch_size_slot=batch_size, concurrency_slot=concurrency)

    def wrapper(self, options: UdfOptions, wrapper: UdfWrapper, node: cst.CSTNode) -> UdfOptions:
        """The options that a call of a wrapper sets, with their slots."""
        if not isinstance(node, cst.Call):
            return options
        return replace(
            options,
            batch_size_slot=self._written(node, options.batch_size, *wrapper.batch_size),
            concurrency_slot=self._written(node, options.concurrency, *wrapper.concurrency),
        )

    def override(self, udf: Udf, method: str, node: cst.Call, arguments: Arguments) -> Udf:
        """A UDF that `.override_options` or `.with_concurrency` has changed, with its slots."""
        if method == "with_concurrency":
            slot = self._written(node, udf.concurrency, *_CONCURRENCY, 0)
            return replace(udf, concurrency_slot=slot)
        if method == "override_options" and arguments.get(None, "batch_size") is not None:
            return replace(udf, batch_size_slot=self._written(node, udf.batch_size, "batch_size"))
        return udf

    def _written(self, call: cst.Call, number: Quantity | None, *ways: str | int) -> Slot | None:
        """The slot of an argument that is given, by its name or by its place."""
        if not self._session.is_faithful:
            return None
        starred = False
        for place, argument in enumerate(call.args):
            starred = starred or bool(argument.star)
            way = place if argument.keyword is None else argument.keyword.value
            if way in ways and not argument.star and not (starred and way == place):
                return self._place(argument.value, number)
        return None

    def _added(self, call: cst.Call, name: str) -> Slot | None:
        """The slot of an argument that isn't given: behind the last one."""
        if not call.args:
            return None
        end = self._session.span(call.args[-1])
        behind = end.between(end.end, end.end)
        return Slot(behind, f", {name}=")

    def _place(self, value: cst.BaseExpression, number: Quantity | None) -> Slot | None:
        """Where the number of an argument stands, if nobody else's number would change with it."""
        span = self._session.span(value)
        if number is None:
            return Slot(span) if isinstance(value, cst.Name) and value.value == "None" else None
        if not number.known or not number.origins:
            return None
        if all(_is_literal_in(one, span) for one in number.origins):
            return Slot(span)
        return steady_slot(value, self._session)


def steady_slot(value: cst.BaseExpression, session: Session) -> Slot | None:
    """The slot of an expression that has the same value whenever it is reached; else None."""
    usages = usages_of(session.document.text)
    if usages is None or not session.is_faithful:
        return None
    span = session.span(value)
    if not usages.is_steady(session.text(span.start, span.end)):
        return None
    name = value.value if isinstance(value, cst.Name) else ""
    if not usages.is_lone(name):
        return Slot(span)
    return Slot(span, constant=Constant(name, usages.is_importable(name)))


def _is_literal_in(origin: Origin, around: Span) -> bool:
    """Whether a number was written somewhere in a span."""
    span = origin.span
    return origin.kind is OriginKind.LITERAL and span is not None and around.holds(span)
