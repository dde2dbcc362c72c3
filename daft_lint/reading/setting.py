"""What sets attributes of objects, classes, modules and functions, and who else may do so."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.reading import containers, udfs
from daft_lint.reading.program import ANY_MODULE, ANY_NAME
from daft_lint.reading.scope import of_class
from daft_lint.reading.values import (
    UNKNOWN,
    Arguments,
    ClassValue,
    FunctionValue,
    Imported,
    ObjectValue,
    PartialValue,
    Text,
    UdfClassValue,
    UdfInstanceValue,
    UdfValue,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from daft_lint.plan.pipeline import Udf
    from daft_lint.plan.span import Span
    from daft_lint.reading.objects import Objects
    from daft_lint.reading.scope import State
    from daft_lint.reading.session import Session

ATTRIBUTE_SETTERS = frozenset({"setattr", "delattr", "vars", "object.__setattr__"})
"""Built-in functions that set attributes of their first argument, or let others set them."""
# Attributes of functions by which their code, and what it works on, is put in place.
_INTERNALS = frozenset(
    {"__closure__", "__code__", "__defaults__", "__dict__", "__globals__", "__kwdefaults__"}
)
# Functions of mocks and of test fixtures that set what a dotted text names.
_PATCHING = frozenset({"patch", "dict", "setattr"})
# Methods of a parser of `argparse` that set what they find on an object they are given.
_PARSING = frozenset(
    {"parse_args", "parse_intermixed_args", "parse_known_args", "parse_known_intermixed_args"}
)


class Setting:
    """Sets attributes, and forgets those that code out of sight may set."""

    def __init__(self, session: Session, objects: Objects) -> None:
        self._session = session
        self._objects = objects
        # What was set of UDFs, by the place that defines them; None is for any option.
        self._options: dict[Span, set[str | None]] = {}

    def set(self, owner: Value, name: str, value: Value, state: State) -> None:
        """`owner.name = value`."""
        if isinstance(owner, ObjectValue | ClassValue):
            self._objects.set(owner, name, value, state)
            if isinstance(owner, ClassValue):
                self._set_method(owner, name)
        elif isinstance(owner, Imported):
            self._patch(owner, name, state)
        elif isinstance(owner, FunctionValue) and name in _INTERNALS:
            self._session.changes.remake(owner.node)
        elif isinstance(owner, UdfValue):
            self._options.setdefault(owner.udf.span, set()).add(name)
        elif isinstance(owner, UdfClassValue | UdfInstanceValue):
            made_of = owner.made_of if isinstance(owner, UdfInstanceValue) else owner
            method = made_of.method(name)
            if method is not None:
                self._options.setdefault(method.span, set()).add(None)
        elif isinstance(owner, Unknown):
            self._objects.set_on_any(owner, name, value, state)

    def _set_method(self, owner: ClassValue, name: str) -> None:
        """Another method is put in the place of one that a UDF may be made of, or was."""
        method = owner.function(name)
        if method is not None and isinstance(method.node, cst.FunctionDef):
            self._options.setdefault(self._session.span(method.node.name), set()).add(None)

    def in_force(self, udf: Udf) -> Udf:
        """A UDF without the options that were set on it after it was made."""
        names = self._options.get(udf.span)
        return udf if names is None else udfs.without_options(udf, names)

    def set_by_name(self, owner: Value, arguments: Arguments, state: State) -> None:
        """`setattr(owner, name, value)`; with a name that isn't known, any attribute changed.

        Without a name, somebody has all of them in hand: few do who change more than constants.
        """
        name, value = arguments.get(1), arguments.get(2)
        exact = name.exact if isinstance(name, Text) else None
        if exact is not None:
            self.set(owner, exact, value or UNKNOWN, state)
        elif isinstance(owner, Imported):
            self._patch(owner, None if name is None else ANY_NAME, state)
        elif isinstance(owner, FunctionValue):
            self._session.changes.remake(owner.node)
        elif isinstance(owner, UdfValue):
            self._options.setdefault(owner.udf.span, set()).add(None)
        elif isinstance(owner, ClassValue):
            for constant in owner.constants:
                state.set_attribute(owner, constant, UNKNOWN)
            for method in owner.functions:
                self._set_method(owner, method)
        else:
            self._session.changes.change(owner)

    def update(self, owner: Value | None, arguments: Arguments, state: State) -> None:
        """`vars(owner).update(...)`; with no owner, `globals().update(...)`."""
        for key in containers.given_keys(arguments):
            name = Text.of(key, known=True) if isinstance(key, str) else UNKNOWN
            self.set_item(owner, name, state)

    def set_item(self, owner: Value | None, key: Value, state: State) -> None:
        """`vars(owner)[key] = ...`; with no owner, `globals()[key] = ...`."""
        if owner is not None:
            self.set_by_name(owner, Arguments((owner, key)), state)
            return
        names, program = state.scope.outermost.names, self._session.program
        exact = key.exact if isinstance(key, Text) else None
        for name in [*names] if exact is None else [exact]:
            value = names.get(name, UNKNOWN)
            known = program.resolve(value) if isinstance(value, Imported) else value
            names[name] = value if isinstance(known, Imported) else UNKNOWN

    def perhaps_by_name(self, arguments: Arguments, state: State) -> None:
        """Code out of sight gets these: `mock.patch.object(owner, name, value)`, say."""
        owner, name = arguments.get(0), arguments.get(1)
        if owner is not None and isinstance(name, Text) and name.exact is not None:
            self._perhaps(owner, name.exact, state)

    def patched_by(self, function: str, arguments: Arguments, state: State) -> None:
        """`patch("module.NAME", value)`, if the function is one that does so."""
        first = arguments.get(0)
        text = first.exact if isinstance(first, Text) else None
        program, kind = self._session.program, function.rpartition(".")[2]
        if kind == "multiple" and first is not None:
            owner = first if text is None else program.resolve(program.imported(text))
            self.update(owner, replace(arguments, positional=()), state)
        if text is None or kind not in _PATCHING:
            return
        around, _, name = text.rpartition(".")
        self._session.changes.change(program.resolve(program.imported(text)))
        if around:
            self._perhaps(program.resolve(program.imported(around)), name, state)

    def parsed_by(self, function: str, arguments: Arguments, state: State) -> None:
        """`parser.parse_args(given, namespace=owner)` sets attributes of an object."""
        owner = arguments.get(1, "namespace")
        if function.rpartition(".")[2] in _PARSING and owner is not None:
            self.set_by_name(owner, Arguments(), state)

    def of_function(self, owner: FunctionValue | PartialValue, name: str) -> Value:
        """What `function.name` stands for; whoever has one of its dicts or cells may set it."""
        if isinstance(owner, PartialValue):
            if name == "keywords":
                self._session.changes.remake(owner)
            return UNKNOWN
        if name == "__func__":
            return replace(owner, bound_to=None)
        if name == "__globals__":
            owner.scope.outermost.forget_constants()
        if name in _INTERNALS:
            self._session.changes.remake(owner.node)
        return UNKNOWN

    def _perhaps(self, owner: Value, name: str, state: State) -> None:
        """An attribute may be set, if there is one of that name."""
        own = owner if isinstance(owner, ObjectValue | ClassValue) else None
        if own is None or state.attribute(own, name) or of_class((own, name)):
            self.set(owner, name, UNKNOWN, state)

    def _patch(self, module: Imported, name: str | None, state: State) -> None:
        """A name of a module is set from afar; None for any that is a constant."""
        if module == ANY_MODULE:
            state.scope.outermost.forget_constants()
        else:
            self._session.program.patch(module, name)
