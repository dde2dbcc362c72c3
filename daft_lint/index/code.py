"""The code of a module as plain data: its scopes, definitions, calls and blocks.

It is made of tuples, lists, dicts, texts and numbers, so that it may be kept. No other module is
looked at, and nothing is evaluated. A place is `(line, column, end line, end column)` as Python's
`ast` counts: lines from 1, columns in bytes from 0.

An expression is a tuple that begins with its kind:

    ("constant", value, place)                 None, a truth value, a number or a text
    ("name", name, definition)                 ELSEWHERE: a name of an outer scope
    ("attribute", base, name, definition)      what this scope set it to before, else ELSEWHERE
    ("call", number)                           one of `Index.calls`
    ("subscript", base, key, place)            the key may be ("slice", lower, upper, step)
    ("binary", operator, left, right)          operators by their names in `ast`
    ("unary", operator, operand)
    ("compare", operators, first, others)
    ("choice", test, then, otherwise)
    ("or", parts) and ("and", parts)
    ("items", kind, parts, place)              "List", "Tuple", "Set"; parts may be ("starred", e)
    ("dict", pairs)                            the key of a `**` is None
    ("text", parts)                            pairs: an expression, whether it is written plainly
    ("comprehension", kind, element, iterable, is_whole, block, begin)
    ("lambda", scope)
    ("opaque",)                                anything else; ("opaque", "deleted") behind `del`

A whole one has no `if` and one `for`; `begin` are the first definition and call that are part of
it: all with smaller numbers stand before it.

A definition is what a name, or an attribute of one, stands for from some place on:

    ("value", name, expression)                `name = expression`
    ("part", expression, path)                 one of the targets in `a, (b, c) = expression`
    ("each", iterable, path, block)            the target of a loop
    ("entered", expression)                    the target of a `with`
    ("augmented", before, operator, expression)
    ("mutated", before, call)                  a method changed a list, dict or set in place
    ("item", before, key, expression)          `name[key] = expression`
    ("lent", before, call)                     a call was given a list or dict
    ("disturbed", before)                      something inside of it was changed
    ("either", test, definition, definition)   where two ways meet; UNBOUND on one that has none
    ("loop", before, back, block)              at the head of a loop; what a round leaves, or None
    ("after", before, back, block)             behind a loop that may have made no round
    ("parameter", name)
    ("held", attribute)                        what the object of a method had when that began
    ("called", before, call, attribute)        the same behind a call of another of its methods
    ("function", scope) and ("class", scope)
    ("import", module, level, name)            the name is None for `import module`
    ("overlaid", before, star, name)           a star import behind it may have the name
    ("opaque",)                                anything else
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from daft_lint.records import dataclass, field

Place: TypeAlias = tuple[int, int, int, int]
Expression: TypeAlias = tuple[Any, ...]
Definition: TypeAlias = tuple[Any, ...]

ELSEWHERE = -1
"""In place of a definition: none of this scope reaches the name.

It belongs to an outer scope; whether this one binds it at all is unknown.
"""
UNBOUND = -2
"""In place of a definition: the name is bound on another way only."""
OPAQUE: Expression = ("opaque",)
DELETED: Expression = ("opaque", "deleted")
"""In place of what is set: `del` removes it."""
NOTHING: Expression = ("constant", None, None)
STAR = "*"
"""The beginning of the name under which a star import is bound."""


@dataclass(slots=True, eq=False)
class Parameter:
    """A parameter: `kind` is "*" or "**" for one that takes the rest, "k" for one by keyword only.

    It is "/" for one that is given by its place only.

    `default` and `annotation` are expressions of the scope around the function.
    """

    name: str
    kind: str
    place: Place
    default: Expression | None = None
    annotation: Expression | None = None


@dataclass(slots=True, eq=False)
class Scope:
    """A module, class, function or lambda.

    `final` are the definitions that reach its end by name, `bound` all that bind a name itself.
    `returns` are what it may give, each with its block and the number of the next call. Of a class,
    `fields` are the names with an annotation, `decorators` have its metaclass too, and `writes` are
    what methods set of their first parameter: by attribute, pairs of a method's scope and a
    definition. What a method `left` of its object's attributes are definitions, by attribute, for
    each of its ends. `globals_` are names of other scopes that it binds. `block` is the one around
    it, `place` the whole of it without decorators.
    """

    number: int
    kind: str
    name: str
    parent: int
    block: int
    place: Place
    parameters: list[Parameter] = field(default_factory=list)
    decorators: list[Expression] = field(default_factory=list)
    bases: list[Expression] = field(default_factory=list)
    returns: list[tuple[Expression, int, int]] = field(default_factory=list)
    final: dict[str, int] = field(default_factory=dict)
    bound: dict[str, list[int]] = field(default_factory=dict)
    writes: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    left: dict[str, list[int]] = field(default_factory=dict)
    fields: list[str] = field(default_factory=list)
    globals_: set[str] = field(default_factory=set)
    is_async: bool = False
    is_generator: bool = False


@dataclass(slots=True, eq=False)
class Call:
    """A call, in the order in which calls are evaluated in their scope.

    `start` is where the name of its method begins, that of the call itself for a function.
    `JOBS[name](...)` has the name JOBS among `calls_by_name`.
    """

    function: Expression
    arguments: list[Expression]
    keywords: list[tuple[str | None, Expression]]
    place: Place
    start: tuple[int, int]
    scope: int
    block: int


@dataclass(slots=True, eq=False)
class Block:
    """Code that not every run of its scope reaches, or that some run more than once.

    `kind` is "if", "assert", "loop" (comprehensions too), "try" (one with handlers), "except" or
    "case". An "if" or "assert" `holds` where its test does. `test` is that of the `if`, what a
    `for` is over, or the subject of a `match`; a `while` has its test. `values` are those that a
    case compares with, as Python writes them, or that earlier ones took where it doesn't `hold` for
    them; none where that isn't all. `place` is the header of a loop, `body` all of it; `begin` are
    the first definition and call in it, `end` those behind it. It `leaves` where something in it
    may end a round early. A loop may `break`; what else may end it or a round, `stops` it. `clocks`
    is how often its body reads the time.
    """

    parent: int
    kind: str
    test: Expression | None
    holds: bool = True
    values: frozenset[str] = frozenset()
    place: Place | None = None
    body: Place | None = None
    counted: bool = True
    begin: tuple[int, int] = (0, 0)
    end: tuple[int, int] = (0, 0)
    leaves: bool = False
    breaks: bool = False
    stops: bool = False
    clocks: int = 0


@dataclass(slots=True, eq=False)
class Write:
    """An attribute that is set, deleted or changed in place, of something that isn't `self`.

    `name` is "*" where any attribute may be meant.
    """

    owner: Expression
    name: str
    scope: int


@dataclass(slots=True, eq=False)
class Import:
    """`from module import name`, where the name is None for `import module`.

    It stands before the call of a number, and behind all before it.
    """

    module: str
    level: int
    name: str | None
    scope: int
    block: int
    number: int


@dataclass(slots=True, eq=False)
class Iteration:
    """What a loop or comprehension is over, where that stands, and the block of the loop.

    It begins before the call of a number, behind all with smaller ones.
    """

    over: Expression
    place: Place
    scope: int
    block: int
    loop: int
    number: int


@dataclass(slots=True, eq=False)
class ItemSet:
    """`owner[key] = value`, which stands before the call of a number, and behind all before it."""

    owner: Expression
    key: Expression
    value: Expression
    place: Place
    scope: int
    block: int
    number: int


@dataclass(slots=True, eq=False)
class Index:
    """The result of one pass over a module. The first scope is the module, the first block all.

    `states` are the attributes of the
    object of a method before it calls another one of its methods, by the number of the call. The
    module `is_open` where it runs code that no statement shows, which may bind any name of it.
    `misplaced` is the place of a statement that Python refuses there, and Python's message.
    """

    scopes: list[Scope] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    calls_by_name: dict[str, list[int]] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=lambda: [Block(-1, "all", None)])
    writes: list[Write] = field(default_factory=list)
    items_set: list[ItemSet] = field(default_factory=list)
    rebound: set[str] = field(default_factory=set)
    iterated: list[Iteration] = field(default_factory=list)
    imports: list[Import] = field(default_factory=list)
    states: dict[int, dict[str, int]] = field(default_factory=dict)
    is_open: bool = False
    misplaced: tuple[int, int, str] | None = None

    @property
    def module(self) -> Scope:
        """The scope of the module itself."""
        return self.scopes[0]

    def blocks_around(self, block: int, scope: Scope) -> Iterator[int]:
        """A block of a scope and those around it in the same scope, the innermost first."""
        while block != scope.block and block > 0:
            yield block
            block = self.blocks[block].parent


CHANGES = frozenset({"augmented", "disturbed", "item", "lent", "mutated"})
"""The kinds of definitions after which a name has the list or dict that it had, changed."""

GETTERS = frozenset({"get", "pop", "setdefault"})
"""The methods of a dict that give what it holds itself."""


def changed_later(definitions: Sequence[Definition]) -> frozenset[int]:
    """The definitions of lists and dicts that something changes in place behind them."""
    found: set[int] = set()
    for number in reversed(range(len(definitions))):
        definition = definitions[number]
        is_change = definition[0] in CHANGES - {"lent"}
        if is_change or (definition[0] in {"after", "lent", "loop"} and number in found):
            found.add(definition[1])
    return frozenset(found)


def name_of(expression: Expression) -> str:
    """The dotted name that an expression is; empty for anything else."""
    parts: list[str] = []
    while expression[0] == "attribute":
        parts.append(expression[2])
        expression = expression[1]
    return ".".join(reversed([*parts, expression[1]])) if expression[0] == "name" else ""


def names_held(expression: Expression) -> Iterator[Expression]:
    """The name that an expression is, or those in the list or dict that it is."""
    match expression:
        case ("name", *_):
            yield expression
        case ("items", _, parts, _):
            for part in parts:
                yield from names_held(part)
        case ("dict", pairs):
            for _, part in pairs:
                yield from names_held(part)


def last_name(expression: Expression) -> str:
    """The last part of a name or attribute; empty for anything else."""
    if expression[0] == "attribute":
        return str(expression[2])
    return str(expression[1]) if expression[0] == "name" else ""
