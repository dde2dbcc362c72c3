"""Where a module makes UDFs: by decorators, and by calls of them with a function or class."""

from __future__ import annotations

import builtins
from collections.abc import Container, Iterator, Sequence
from typing import TYPE_CHECKING

from daft_lint.daft_api import udfs
from daft_lint.index.code import ELSEWHERE, name_of
from daft_lint.infer import arguments
from daft_lint.infer.callers import contexts
from daft_lint.infer.context import Context, Site, module_of
from daft_lint.infer.decorators import udf_decorator, under
from daft_lint.infer.truth import is_reached
from daft_lint.pipelines.order import path_to
from daft_lint.records import dataclass, replace
from daft_lint.values.values import Alternatives, Class, DecoratorValue, Function, UdfForm, Value

if TYPE_CHECKING:
    from daft_lint.index.code import Call, Expression, Index
    from daft_lint.infer.inference import Infer
    from daft_lint.modules.module_map import Module
    from daft_lint.plan.span import Span
    from daft_lint.udf_code.definitions import UdfDefinition

_MAKERS = {name.rpartition(".")[2] for name in udfs.DECORATORS}
MOST_DEFINED = 500
"""The code of more UDFs in one module isn't looked at."""
_MAY_BE_DEFINED = frozenset({"attribute", "call", "choice", "name"})


@dataclass(frozen=True, slots=True)
class Made:
    """A decorator, and the function or class that it makes a UDF of.

    `written` is the place of the decorator above its target, None where it is called with it.
    `error_expected` says that each call of the code around it is in a block that handles errors.
    """

    decorator: DecoratorValue
    target: Function | Class
    written: int | None
    error_expected: bool

    @property
    def span(self) -> Span:
        """The function or class."""
        return module_of(self.target).span(self.target.scope.place)


def made_in(infer: Infer, module: Module) -> list[Made]:
    """The UDFs that a module defines, each once however often it is made. Needs a deep stack."""
    return _each_once([*_decorated(infer, module), *_called(infer, module)])


def definitions_in(infer: Infer, module: Module, made: Sequence[Made]) -> tuple[UdfDefinition, ...]:
    """The first of these UDFs, as they are written. Needs a deep stack."""
    if not made:
        return ()
    # For files that define UDFs only.
    from daft_lint.pipelines.written_definitions import written

    return written(infer, module, made[:MOST_DEFINED])


def _each_once(found: list[Made]) -> list[Made]:
    known: dict[tuple[int, object], Made] = {}
    for made in found:
        by = made.decorator.node if made.written is None else made.written
        key = made.target.scope.number, by
        first = known.setdefault(key, made)
        if not made.error_expected:
            known[key] = replace(first, error_expected=False)
    return list(known.values())


def _decorated(infer: Infer, module: Module) -> Iterator[Made]:
    """What stands below a decorator of Daft."""
    for scope in module.index.scopes:
        for context in contexts(infer, module, scope.parent) if scope.decorators else ():
            if not is_reached(infer, scope.block, context):
                continue
            value: Value = (Class if scope.kind == "class" else Function)(scope, context)
            for place in reversed(range(len(scope.decorators))):
                decorator = udf_decorator(infer, scope.decorators[place], context)
                if decorator is not None and _makes(decorator.form, value):
                    assert isinstance(value, Function | Class)
                    yield Made(decorator, value, place, _is_guarded(infer, context, scope.block))
                value = under(infer, value, scope.decorators[place], scope, context)


def _called(infer: Infer, module: Module) -> Iterator[Made]:
    """What a decorator of Daft is called with."""
    imported = _imported(module.index)
    for number, call in enumerate(module.index.calls):
        if not call.arguments or call.arguments[0][0] not in _MAY_BE_DEFINED:
            continue
        if not _may_make(call.function, imported):
            continue
        if udf_decorator(infer, call.function, infer.free(module, call.scope)) is None:
            continue
        for context in contexts(infer, module, call.scope):
            if is_reached(infer, call.block, context):
                yield from _made_by(infer, call, Site(context, number))


def _may_make(function: Expression, imported: Container[str]) -> bool:
    """Whether what is called may be a decorator of Daft: by its name, or as something imported."""
    match function:
        case ("name", name, definition):
            return definition != ELSEWHERE or not hasattr(builtins, name)
        case ("attribute", base, name, _):
            return name in _MAKERS or name_of(base).partition(".")[0] in imported
    return True


def _imported(index: Index) -> set[str]:
    """The names that a module binds by imports, in any of its scopes."""
    return {
        name
        for scope in index.scopes
        for name, numbers in scope.bound.items()
        if any(index.definitions[number][0] == "import" for number in numbers)
    }


def _made_by(infer: Infer, call: Call, site: Site) -> Iterator[Made]:
    context, module = site.context, site.context.module
    decorator = udf_decorator(infer, call.function, context)
    given = arguments.evaluated(infer, arguments.of_call(infer, site))
    if decorator is None or not given.positional:
        return
    if decorator.node is None:
        decorator = replace(decorator, node=module.call_at(call.place), arguments=given)
    first = given.positional[0]
    for target in first.values if isinstance(first, Alternatives) else (first,):
        if _makes(decorator.form, target):
            assert isinstance(target, Function | Class)
            if module_of(target) is module and target.scope.kind != "lambda":
                yield Made(decorator, target, None, _is_guarded(infer, context, call.block))


def _makes(form: UdfForm, target: Value) -> bool:
    """Whether a decorator makes a UDF of something."""
    if isinstance(target, Class):
        return form in {UdfForm.LEGACY, UdfForm.CLS}
    of_functions = {UdfForm.LEGACY, UdfForm.FUNC, UdfForm.FUNC_BATCH}
    return isinstance(target, Function) and form in of_functions


def _is_guarded(infer: Infer, context: Context, block: int) -> bool:
    """Whether a call that leads to a place is tried; what is around it there shows by itself."""
    *calls, _ = path_to(infer, context, 0, block)
    return any(each.kind == "try" for step in calls for each in step.blocks.values())
