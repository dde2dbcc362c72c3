"""Draws programs whose numbers change in branches, loops, calls and handlers.

Each asks its environment which way to go. Here and there, and at the end, it makes a frame of its
own name of so many partitions as a number is by then.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from random import Random
from typing import TypeVar

_MOST_FLAGS, _MOST_COUNTS = 5, 2
_DEEPEST = 2
T = TypeVar("T")

_ERRORS = ("ValueError", "KeyError")
_HANDLERS = ("except ValueError:", "except Exception:", "except (KeyError, IndexError):", "except:")
_LETTERS = {"number": "i", "box": "b", "dict": "d", "list": "l"}
_SHOWN_AT_THE_END = ("A", "B", "o.n", "o.m", "p.n", 'd["n"]', 'd["m"]', "l[0]", "len(l)")
_ENDS_OF_A_MANAGER = (
    "    yield\n    box.n = before\n",
    "    try:\n        yield\n    finally:\n        box.n = before\n",
    "    try:\n        yield box\n    except ValueError:\n        box.m = 9\n",
)
_HELPERS = """
def often(job, times):
    for _ in range(times):
        job()

def tries(job, *given):
    for _ in range(2):
        try:
            return job(*given)
        except ValueError:
            pass

def steps(box, times):
    for at in range(times):
        box.n += 1
        yield at + box.m

depth = [0]
"""


@dataclass(frozen=True, slots=True)
class Flow:
    """A program, and how many flags `F1` ... and counts `R1` ... it asks its environment for.

    `outside` are the frames that it makes outside of functions.
    """

    text: str
    flags: int
    counts: int
    outside: frozenset[str]


def draw_flow(seed: int) -> Flow:
    """The program of a seed."""
    drawing = _Drawing(Random(seed))
    drawing.program()
    text = "\n".join(drawing.lines) + "\n"
    return Flow(text, drawing.flags, drawing.counts, frozenset(drawing.outside))


@dataclass(frozen=True, slots=True)
class _Function:
    name: str
    kinds: tuple[str, ...]

    @property
    def parameters(self) -> list[str]:
        return [f"{_LETTERS[kind]}p{at}" for at, kind in enumerate(self.kinds)]


@dataclass(frozen=True, slots=True)
class _Place:
    """What the code at some place has: names by the kind of value, and ways to leave.

    `own` are names that may be bound anew there. `inside` is the function it is in.
    """

    names: dict[str, tuple[str, ...]]
    own: frozenset[str] = frozenset()
    inside: _Function | None = None
    calls: bool = True
    in_loop: bool = False
    in_try: bool = False
    returns: bool = False

    def of(self, kind: str) -> tuple[str, ...]:
        return self.names.get(kind, ())

    def plus(self, kind: str, name: str) -> _Place:
        return replace(self, names={**self.names, kind: (*self.of(kind), name)})

    def plain(self) -> _Place:
        """The same place, for code that neither returns nor goes on with a loop."""
        return replace(self, in_loop=False, returns=False)


@dataclass(slots=True)
class _Drawing:
    random: Random
    lines: list[str] = field(default_factory=list)
    flags: int = 0
    counts: int = 0
    functions: list[_Function] = field(default_factory=list)
    outside: set[str] = field(default_factory=set)
    _is_outside: bool = False
    _frames: int = 0
    _names: int = 0

    def program(self) -> None:
        """Write it all."""
        self._write(0, "import contextlib", "import os", "", "import daft", "")
        self._classes()
        self._write(0, *_HELPERS.splitlines())
        self._write(0, f"A = {self._digit()}", f"B = {self._digit()}", "o = Box()")
        self._write(0, f"p = {self._one('Box(5)', 'o', 'Box(m=A)')}")
        self._write(0, 'd = {"n": 3, "m": A}', f"l = [{self._digit()}, B, 2]", "")
        for at in range(self.random.randint(1, 3)):
            self._function(f"f{at}")
        names = {"number": ("A", "B"), "box": ("o", "p"), "dict": ("d",), "list": ("l",)}
        place = _Place(names, frozenset("opdl"))
        self._is_outside = True
        self._block(place, 0, _DEEPEST, self.random.randint(3, 7))
        for expression in _SHOWN_AT_THE_END:
            self._frame(expression, 0)

    def _classes(self) -> None:
        self._write(0, "class Base:", "    shared = 3", "", "    @property")
        self._write(1, "def total(self):", "    return self.n + self.m")
        self._write(0, "", "class Box(Base):", "    def __init__(self, n=4, m=2):")
        self._write(2, "self.n = n", "self.m = m")
        place = _Place({"box": ("self",)}, calls=False)
        self._write(1, "def grow(self, k=1):")
        self._block(place.plus("number", "k"), 2, 1, 2)
        self._write(2, f"return {self._one('k', 'self.n', 'self.m', 'self.n + k')}")
        self._write(1, "def reset(self):")
        self._block(place, 2, 1, 2)
        self._write(1, "def __enter__(self):")
        self._block(place, 2, 1, 1)
        self._write(2, "return self")
        self._write(1, "def __exit__(self, *error):")
        self._block(place, 2, 1, 1)
        self._write(2, f"return {self._one('None', 'True', 'False')}")
        self._write(0, "", "@contextlib.contextmanager", "def changed(box, value):")
        self._write(1, "before = box.n", "box.n = value")
        self._write(0, *self._one(*_ENDS_OF_A_MANAGER).splitlines(), "")

    def _function(self, name: str) -> None:
        kinds = ("number", "box", "box", "dict", "list")
        function = _Function(name, tuple(self._one(*kinds) for _ in range(self._upto(3))))
        place = _Place({}, frozenset(function.parameters), function, in_try=True, returns=True)
        for kind, parameter in zip(function.kinds, function.parameters, strict=True):
            place = place.plus(kind, parameter)
        for kind, around in (("box", "o"), ("dict", "d"), ("list", "l")):
            if self._chance(0.4):
                place = place.plus(kind, around)
        self._write(0, f"def {name}({', '.join(function.parameters)}):")
        if self._chance(0.4):
            self._write(1, "global A")
            place = place.plus("number", "A")
        self._write(1, f"v = {self._number(place, 1)}")
        place = place.plus("number", "v")
        if not self._block(place, 1, _DEEPEST, self.random.randint(1, 4)):
            self._write(1, f"return {self._number(place, 1)}")
        self._write(0, "")
        self.functions.append(function)

    def _block(self, place: _Place, indent: int, depth: int, most: int = 3) -> bool:
        """Some statements; whether the last one never goes on."""
        return any(
            self._statement(place, indent, depth) for _ in range(self.random.randint(1, most))
        )

    def _statement(self, place: _Place, indent: int, depth: int) -> bool:
        ways = [self._bind, self._set, self._fill, self._grow, self._call, self._show, self._leave]
        if depth:
            ways += [self._if, self._if, self._for, self._while, self._try, self._try, self._with]
            ways += [self._match, self._recur, self._nested]
        return bool(self._one(*ways)(place, indent, depth))

    def _bind(self, place: _Place, indent: int, depth: int) -> None:
        numbers = place.of("number")
        if numbers:
            name = self._one(*numbers)
            self._write(indent, f"{name} {self._one('=', '=', '+=')} {self._number(place)}")
        else:
            self._write(indent, "pass")

    def _set(self, place: _Place, indent: int, depth: int) -> None:
        if not place.of("box"):
            return self._bind(place, indent, depth)
        box, attribute = self._one(*place.of("box")), self._one("n", "m")
        texts = [
            f"{box}.{attribute} = {self._number(place)}",
            f"{box}.{attribute} += {self._number(place)}",
            f'setattr({box}, "{attribute}", {self._number(place, 1)})',
            f"{box}.n, {box}.m = {box}.m, {box}.n",
        ]
        if place.calls:
            texts.append(f"{self._one('Box', box)}.shared = {self._number(place, 0)}")
        if box in place.own:
            new = (f"Box({self._number(place, 0)})", *place.of("box"))
            texts.append(f"{box} = {self._one(*new)}")
        return self._write(indent, self._one(*texts))

    def _fill(self, place: _Place, indent: int, depth: int) -> None:
        if not place.of("dict"):
            return self._set(place, indent, depth)
        name, key = self._one(*place.of("dict")), self._one("n", "m", "x")
        texts = [
            f'{name}["{key}"] = {self._number(place)}',
            f"{name}.update({key}={self._number(place, 1)})",
            f'{name}.setdefault("{key}", {self._number(place, 1)})',
            f'{name}.pop("{key}", None)',
        ]
        if name in place.own:
            texts.append(f'{name} |= {{"{key}": {self._number(place, 1)}}}')
        return self._write(indent, self._one(*texts))

    def _grow(self, place: _Place, indent: int, depth: int) -> None:
        if not place.of("list"):
            return self._set(place, indent, depth)
        name = self._one(*place.of("list"))
        texts = [
            f"{name}.append({self._number(place, 1)})",
            f"{name}[{self._one('0', '-1')}] = {self._number(place, 1)}",
            f"{name}.insert(0, {self._number(place, 1)})",
            f"{name}.extend([{self._number(place, 0)}])",
            f"{name}.pop()",
            f"{name}.sort()",
            f"{name}.reverse()",
        ]
        if name in place.own:
            texts.append(f"{name} += [{self._number(place, 0)}]")
        return self._write(indent, self._one(*texts))

    def _call(self, place: _Place, indent: int, depth: int) -> None:
        function = self._callable(place)
        texts = [f"{box}.reset()" for box in place.of("box") if place.calls]
        if function is not None:
            given = [self._given(kind, place) for kind in function.kinds]
            called = f"{function.name}({', '.join(given)})"
            texts += [called, f"often(lambda: {called}, {self._one('1', '2', self._count())})"]
            texts += [f"tries({', '.join((function.name, *given))})"]
            texts += [f"list(map(lambda _: {called}, range(2)))"]
        self._write(indent, self._one(*texts) if texts else "pass")

    def _show(self, place: _Place, indent: int, depth: int) -> None:
        self._frame(self._number(place, 1), indent)

    def _leave(self, place: _Place, indent: int, depth: int) -> bool:
        ways = [self._one("break", "continue")] if place.in_loop else []
        ways += [f"return {self._number(place, 1)}"] if place.returns else []
        ways += [f"raise {self._one(*_ERRORS)}(1)"] if place.in_try else []
        if not ways:
            self._write(indent, "pass")
            return False
        if self._chance(0.25):
            self._write(indent, self._one(*ways))
            return True
        self._write(indent, f"if {self._condition(place)}:")
        self._set(place, indent + 1, 0)
        self._write(indent + 1, self._one(*ways))
        return False

    def _if(self, place: _Place, indent: int, depth: int) -> None:
        self._write(indent, f"if {self._condition(place)}:")
        self._block(place, indent + 1, depth - 1)
        if self._chance(0.3):
            self._write(indent, f"elif {self._condition(place)}:")
            self._block(place, indent + 1, depth - 1)
        if self._chance(0.5):
            self._write(indent, "else:")
            self._block(place, indent + 1, depth - 1)

    def _for(self, place: _Place, indent: int, depth: int) -> None:
        kinds = [("number", f"range({self._count()})"), ("number", f"range({self._upto(3)})")]
        kinds += [("number", f"list({text})[:4]") for text in place.of("list")]
        if place.of("box"):
            boxes = ", ".join(self._one(*place.of("box")) for _ in range(2))
            kinds.append(("box", f"({boxes})"))
            if place.calls:
                kinds.append(("number", f"steps({self._one(*place.of('box'))}, 2)"))
        kind, over = self._one(*kinds)
        name = self._new(kind)
        self._write(indent, f"for {name} in {over}:")
        self._block(replace(place.plus(kind, name), in_loop=True), indent + 1, depth - 1)
        if self._chance(0.2):
            self._write(indent, "else:")
            self._block(place, indent + 1, depth - 1)

    def _while(self, place: _Place, indent: int, depth: int) -> None:
        name = self._new("number")
        self._write(indent, f"{name} = 0", f"while {name} < {self._one('2', self._count())}:")
        self._write(indent + 1, f"{name} += 1")
        self._block(replace(place, in_loop=True), indent + 1, depth - 1)

    def _try(self, place: _Place, indent: int, depth: int) -> None:
        self._write(indent, "try:")
        self._block(replace(place, in_try=True), indent + 1, depth - 1)
        handled = self._chance(0.8)
        if handled:
            self._write(indent, self._one(*_HANDLERS))
            self._block(place, indent + 1, depth - 1)
            if self._chance(0.3):
                self._write(indent, "else:")
                self._block(place, indent + 1, depth - 1)
        if not handled or self._chance(0.3):
            self._write(indent, "finally:")
            self._block(place.plain(), indent + 1, depth - 1)

    def _with(self, place: _Place, indent: int, depth: int) -> None:
        managers = ["contextlib.suppress(ValueError, KeyError)"]
        if place.calls:
            managers += place.of("box")
            managers += [f"changed({box}, {self._number(place, 0)})" for box in place.of("box")]
        self._write(indent, f"with {self._one(*managers)}:")
        self._block(replace(place, in_try=True), indent + 1, depth - 1)

    def _match(self, place: _Place, indent: int, depth: int) -> None:
        self._write(indent, f"match {self._number(place, 0)}:", f"    case {self._digit()}:")
        self._block(place, indent + 2, depth - 1)
        self._write(indent + 1, "case _:")
        self._block(place, indent + 2, depth - 1)

    def _recur(self, place: _Place, indent: int, depth: int) -> None:
        function = place.inside
        if function is None:
            return self._if(place, indent, depth)
        given = ", ".join(self._given(kind, place) for kind in function.kinds)
        self._write(indent, f"if depth[0] < {self.random.randint(1, 3)}:", "    depth[0] += 1")
        return self._write(indent + 1, f"{function.name}({given})", "depth[0] -= 1")

    def _nested(self, place: _Place, indent: int, depth: int) -> None:
        if "v" not in place.of("number"):
            return self._if(place, indent, depth)
        name = self._new("number")
        self._write(indent, f"def {name}():", "    nonlocal v")
        self._write(indent + 1, f"v = {self._number(place, 0)}")
        return self._write(indent, f"{name}()")

    def _frame(self, number: str, indent: int) -> None:
        self._frames += 1
        name = f"p{self._frames}"
        if self._is_outside:
            self.outside.add(name)
        read = f'daft.read_parquet("{name}")'
        self._write(indent, f'{read}.into_partitions({number}).write_parquet("o")')

    def _number(self, place: _Place, depth: int = _DEEPEST) -> str:
        ways = [self._digit(), *place.of("number"), *place.of("number")]
        for box in place.of("box"):
            ways += [f"{box}.n", f"{box}.m", f'getattr({box}, "{self._one("n", "q")}", 7)']
            ways += [f"{box}.total", f"{box}.shared", f"{box}.grow({self._digit()})"]
        for name in place.of("dict"):
            ways += [f'{name}["{self._one("n", "m")}"]', f'{name}.get("x", {self._digit()})']
        for name in place.of("list"):
            ways += [f"{name}[{self._one('0', '-1')}]", f"len({name})", f"sum({name})"]
        if not place.calls:
            ways = [way for way in ways if ".grow(" not in way]
        function = self._callable(place)
        if depth and function is not None:
            given = ", ".join(self._given(kind, place) for kind in function.kinds)
            ways += [f"{function.name}({given})"] * 2
            ways.append(f"sum([{function.name}({given}) for _ in range({self._one('1', '2')})])")
        if depth and self._chance(0.4):
            left, right = self._number(place, depth - 1), self._number(place, depth - 1)
            test = self._condition(place)
            ways = [f"{left} + {right}", f"({left} if {test} else {right})"]
            ways += [f"max({left}, {right})", f"min({left}, {right})", f"({left} or {right})"]
        return self._one(*ways)

    def _condition(self, place: _Place) -> str:
        boxes, dicts, lists = place.of("box"), place.of("dict"), place.of("list")
        left, right = self._number(place, 0), self._number(place, 0)
        ways = [f"{left} {self._sign()} {right}"] * 2
        ways += [f"{box} is {self._one(*boxes)}" for box in boxes]
        ways += [f'"x" in {name}' for name in dicts]
        ways += [f"{self._digit()} in {name}" for name in lists]
        ways += [*["FLAG"] * 4, f"FLAG {self._one('and', 'or')} FLAG"]
        # Each flag doubles the runs of a program: only those that are asked for are drawn.
        return re.sub("FLAG", lambda _: self._flag(), self._one(*ways))

    def _callable(self, place: _Place) -> _Function | None:
        known = [
            function
            for function in self.functions
            if place.calls and all(kind == "number" or place.of(kind) for kind in function.kinds)
        ]
        return self._one(*known) if known else None

    def _given(self, kind: str, place: _Place) -> str:
        return (
            self._number(place, 0) if kind == "number" else self._one(*place.of(kind), _NEW[kind])
        )

    def _flag(self) -> str:
        if self.flags < _MOST_FLAGS and (not self.flags or self._chance(0.6)):
            self.flags += 1
        name = f'"F{self.random.randint(1, self.flags)}"'
        return self._one(f"os.getenv({name})", f"not os.getenv({name})", f"{name} in os.environ")

    def _count(self) -> str:
        if self.counts < _MOST_COUNTS and (not self.counts or self._chance(0.6)):
            self.counts += 1
        return f'int(os.environ["R{self.random.randint(1, self.counts)}"])'

    def _sign(self) -> str:
        return self._one("<", ">", "==", "!=", ">=")

    def _digit(self) -> str:
        return str(self.random.randint(1, 9))

    def _new(self, kind: str) -> str:
        self._names += 1
        return f"{_LETTERS[kind]}{self._names}"

    def _upto(self, most: int) -> int:
        return self.random.randint(0, most)

    def _chance(self, share: float) -> bool:
        return self.random.random() < share

    def _one(self, *options: T) -> T:
        return self.random.choice(options)

    def _write(self, indent: int, *lines: str) -> None:
        self.lines += [f"{'    ' * indent}{line}" if line else "" for line in lines]


_NEW = {"box": "Box()", "dict": '{"n": 5, "m": 1}', "list": "[6, 1]"}
