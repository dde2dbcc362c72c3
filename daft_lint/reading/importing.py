"""Follows the import statements of a program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import libcst as cst

from daft_lint.documents.imports import member
from daft_lint.reading.bindings import imported, module_of
from daft_lint.reading.targets import dotted
from daft_lint.reading.values import UNKNOWN, Imported, Value, is_constant

if TYPE_CHECKING:
    from daft_lint.reading.calls import Calls
    from daft_lint.reading.scope import State
    from daft_lint.reading.session import Session


class Importing:
    """Binds what is imported, and loads the modules of the project that it comes from."""

    def __init__(self, session: Session, calls: Calls) -> None:
        self._session = session
        self._calls = calls

    def modules(self, node: cst.Import, state: State) -> None:
        """`import a.b as c`."""
        program = self._session.program
        for name, stands_for in imported(node):
            state.scope.names[name] = program.imported(stands_for)
        for alias in node.names:
            program.load(dotted(alias.name))

    def names(self, node: cst.ImportFrom, state: State) -> None:
        """`from a import b`."""
        program = self._session.program
        module = program.absolute(module_of(node))
        program.load(module)
        if isinstance(node.names, cst.ImportStar):
            self._import_all(module, state)
            return
        for alias in node.names:
            name = member(module, dotted(alias.name))
            program.load(name)
            bound = alias.asname.name if alias.asname is not None else alias.name
            if isinstance(bound, cst.Name):
                state.scope.names[bound.value] = self._bound(program.imported(name))

    def _bound(self, name: Imported) -> Value:
        """A name is looked up when it is used, but a constant of a branch may meet another one."""
        if not self._session.is_in_own_branch:
            return name
        value = self._session.program.resolve(name)
        return value if is_constant(value) else name

    def _import_all(self, module: str, state: State) -> None:
        program = self._session.program
        exported = program.exported(module)
        if exported is None:
            self._forget_imported_constants(state)
            state.scope.forget_constants()
            names = self._calls.exported(module)
            exported = {name: program.imported(member(module, name)) for name in names}
        state.scope.names.update(exported)

    def _forget_imported_constants(self, state: State) -> None:
        """Names that are looked up when they are used: now something else may be behind them."""
        names = state.scope.names
        for name, value in names.items():
            if isinstance(value, Imported):
                known = self._session.program.resolve(value)
                names[name] = UNKNOWN if is_constant(known) else value
