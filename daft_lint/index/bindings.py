"""Bindings of a name and changes of its value, and which of these reach a use."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from enum import Enum


class BindingKind(Enum):
    """How a name gets what it stands for.

    `CHANGE` binds nothing anew: an item or attribute is set or deleted, or a method of a list, dict
    or set changes it in place.
    """

    ASSIGNMENT = "assignment"
    AUGMENTED = "augmented assignment"
    CHANGE = "change in place"
    CLASS = "class"
    DELETION = "deletion"
    EXCEPTION = "exception"
    FUNCTION = "function"
    IMPORT = "import"
    LOOP_TARGET = "loop target"
    PARAMETER = "parameter"
    PATTERN = "pattern"
    STAR_IMPORT = "star import"
    WITH_TARGET = "with target"


class ConditionKind(Enum):
    """What has to happen for a binding to reach a use."""

    TEST = "the test holds"
    NO_TEST = "the test doesn't hold"
    ROUND = "the loop makes a round"
    RAISED = "something is raised"
    CASE = "the case matches"


@dataclass(frozen=True, slots=True)
class Condition:
    """What has to happen at a test, a loop, a `try` or a case of a `match`."""

    kind: ConditionKind
    node: ast.AST


@dataclass(frozen=True, slots=True, eq=False)
class Binding:
    """A place where a name is bound, or where what it stands for is changed.

    `node` is the statement, parameter, alias or pattern that does it. `value` is the expression
    that it is bound to, None where there is none: of `for` it is what is looped over, of `with` the
    context manager. `path` leads from that to the name where a target is unpacked: the `1` of
    `a, b = pair` for `b`, None for what a star takes. `before` is what an augmented assignment or a
    change in place starts from.
    """

    name: str
    kind: BindingKind
    node: ast.AST
    value: ast.expr | None = None
    path: tuple[int | None, ...] = ()
    before: tuple[Reaching, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class LoopCarried:
    """What the rounds of a loop leave of a name for the next one; see `Scope.carried`."""

    name: str
    loop: ast.AST


@dataclass(frozen=True, slots=True)
class Reaching:
    """A binding that reaches a use, and under which conditions; None: the name may be unbound."""

    binding: Binding | LoopCarried | None
    conditions: tuple[Condition, ...] = ()


TOO_MANY: tuple[Reaching, ...] = ()
"""More bindings reach a use than are told apart."""

UNBOUND = (Reaching(None),)
