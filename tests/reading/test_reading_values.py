"""What the numbers, lists, dicts and objects of a program are known to be, and when no more."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from daft_lint.pipelines.reading import read
from daft_lint.plan.quantity import OriginKind, Quantity

NUMBERS = {
    "4": "4",
    "4_000": "4000",
    "0x10": "16",
    "1e3": "1000",
    "True": "?",
    "-4": "?",
    "+4": "4",
    "2 * 3 + 1": "7",
    "7 // 2": "3",
    "7 / 2": "3.5",
    "7 % 4": "3",
    "2 ** 5": "32",
    "2 ** 1000": "?",
    "3 - 5": "?",
    "1 // 0": "?",
    "9" * 4000: "?",
    "max(2, 7, 3)": "7",
    "min(2, 7)": "2",
    "min(2, n)": "1..2",
    "max(2, n)": "2..",
    "max(2, min(8, n))": "2..8",
    "max(2, n) * 3 + 1": "7..",
    "4 if min(8, n) < 0 else 5": "4..5",
    "4 if min(8, n) < 9 else 5": "4",
    "max(n, m)": "?",
    "max([2, 7])": "7",
    "sum([2, 7])": "9",
    "-(-7 // 2)": "4",
    "1 << 3": "8",
    "1 << 1000": "?",
    "6 & 3": "2",
    "4 if -1 < 0 else 5": "4",
    "len({'a': 1, 'b': 2})": "2",
    "int('%9999d' % 1)": "?",
    "int('7' + n)": "?",
    "int(str(7))": "7",
    "len('/'.join(['a', n]))": "?",
    "int(7.9)": "7",
    "int('7')": "7",
    "round(2.6)": "3",
    "math.ceil(7 / 2)": "4",
    "math.floor(7 / 2)": "3",
    "abs(3)": "3",
    "len([1, 2, 3])": "3",
    "len(range(2, 10))": "8",
    "len(names)": "?",
    "None or 64": "64",
    "0 or 64": "64",
    "5 or 64": "5",
    "n or 64": "?",
    "3 if True else 4": "3",
    "3 if n else 4": "3..4",
    "(m := 6)": "6",
    "int(os.environ.get('N', '4'))": "4",
    "os.environ.get('N', 4)": "4",
    "os.cpu_count()": "?",
    "[4, 5][1]": "5",
    "[4, 5][n]": "?",
    "[4, 5][2]": "?",
    "{'a': 4}['a']": "4",
    "{'a': 4}.get('a')": "4",
    "{'a': 4}.get('b', 5)": "5",
    "{**more}.get('b', 5)": "?",
    "{'a': 4}.get(n, 5)": "?",
    "({'a': 4} | {'a': 5})['a']": "5",
    "[4, 5][-1]": "5",
    "[4, 5][-3]": "?",
    "4 if 2 > 1 else 5": "4",
    "4 if 2 >= 2 else 5": "4",
    "4 if 2 == 2 else 5": "4",
    "4 if n > 1 else 5": "4..5",
    "{'a': 4, **more}['a']": "?",
    "{**more, 'a': 4}['a']": "4",
    "{'a': 4, n: 5}['a']": "?",
    "(lambda x: x + 1)(4)": "5",
    "getattr(n, 'a', 4)": "?",
    "args.n": "?",
    "...": "?",
}


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_is_worked_out_or_unknown(
    number: str, outline: Callable[[str], list[str]]
) -> None:
    program = f"import daft, math, os\ndaft.range(9).into_partitions({number}).collect()"
    assert outline(program) == [f"range 1p 9r > into_partitions({NUMBERS[number]}) > collect"]


DATACLASS = "from dataclasses import dataclass\n@dataclass\nclass A:\n    n: int = 6\n"
BOUND = {
    "a negative index": ("N = [3, 4][-1]", "4"),
    "what a coroutine gives": (
        "import asyncio\nasync def f():\n    return 4\nN = asyncio.run(f())",
        "4",
    ),
    "a case that fits": (
        "m = 'b'\nmatch m:\n    case 'a':\n        N = 3\n    case 'b' | 'c':\n        N = 4\n"
        "    case _:\n        N = 5",
        "3..5",
    ),
    "a case that may fit": (
        "match x:\n    case 'a':\n        N = 4\n    case _:\n        N = 5",
        "4..5",
    ),
    "a method under a decorator of the file": (
        "def d(f):\n    def inner(*args, **kwargs): return f(*args, **kwargs)\n    return inner\n"
        "class C:\n    m = 3\n    @d\n    def n(self, more): return self.m + more\n"
        "N = C().n(more=1)",
        "?",
    ),
    "a method under a decorator out of sight": (
        "from somewhere import d\nclass C:\n    @d\n    def n(self, m=4): return m\nN = C().n()",
        "4",
    ),
    "a base that is set where a class has its own": (
        "class B:\n    n = 3\nclass C(B):\n    n = 4\nB.n = 5\nN = C.n",
        "4",
    ),
    "a name through a diamond of classes": (
        "class A:\n    n = 3\nclass B(A): ...\nclass C(A):\n    n = 4\n"
        "class D(B, C): ...\nN = D().n",
        "4",
    ),
    "a property that is set": (
        "class C:\n    @property\n    def n(self): return self.m\n"
        "    @n.setter\n    def n(self, n): self.m = n + 1\nc = C()\nc.n = 3\nN = c.n",
        "?",
    ),
    "a method that is set on a class": (
        "class C:\n    def n(self): return 3\nC.n = lambda self: 4\nN = C().n()",
        "?",
    ),
    "what an exception may skip": (
        "import contextlib\nN = 4\nwith contextlib.suppress(OSError):\n    load()\n    N = 5",
        "4..5",
    ),
    "a block that lets exceptions pass": ("N = 4\nwith open('f'):\n    load()\n    N = 5", "5"),
    "a field that has to be named": (
        "from dataclasses import dataclass, field\n@dataclass\nclass C:\n"
        "    m: int = field(default=3, kw_only=True)\n"
        "    n: int = 5\nN = C(4).n",
        "4",
    ),
    "a class variable among fields": (
        "from dataclasses import dataclass\nfrom typing import ClassVar\n@dataclass\nclass C:\n"
        "    m: ClassVar[int] = 3\n    n: int = 5\nN = C(4).n",
        "4",
    ),
    "an object with other fields": (
        "import dataclasses\n@dataclasses.dataclass\nclass C:\n    m: int = 3\n    n: int = 5\n"
        "N = dataclasses.replace(C(m=1), n=4).n",
        "4",
    ),
    "an abstract class": (
        "import abc\nclass C(metaclass=abc.ABCMeta):\n    n = 4\nN = C.n",
        "4",
    ),
    "what a thread may set": (
        "import threading\nclass C:\n    n = 4\nc = C()\ndef f():\n    c.n = 5\n"
        "threading.Thread(target=f).start()\nN = c.n",
        "?",
    ),
    "what a method that is handed on may set": (
        "class C:\n    n = 4\n    def f(self):\n        self.n = 5\nc = C()\n"
        "threading.Thread(target=c.f).start()\nN = c.n",
        "4..5",
    ),
    "a constant": ("N = 4", "4"),
    "an annotated constant": ("N: int = 4", "4"),
    "arithmetic on constants": ("A = 4\nB = 3\nN = A * (B + 1) // 2", "8"),
    "an imported constant": ("from settings import N", "?"),
    "a chained assignment": ("M = N = 4", "4"),
    "an unpacking": ("M, N = 3, 4", "4"),
    "a starred unpacking": ("*M, N = 3, 4", "?"),
    "an unpacking of something unseen": ("N = 4\nM, N = load()", "?"),
    "an augmented number": ("N = 4\nN *= 2\nN += 1", "9"),
    "an augmented unknown": ("N = 4\nN += load()", "?"),
    "a deleted name": ("N = 4\ndel N", "?"),
    "a walrus": ("N = 4\nif (N := load()):\n    pass", "?"),
    "a walrus in a comprehension": ("N = 4\n[N := N + 1 for _ in range(3)]", "?"),
    "a comprehension's own variable": ("N = 4\n[N for N in range(3)]", "4"),
    "a lambda's own parameter": ("N = 4\n(lambda N: N)(5)", "4"),
    "a local of a function": ("N = 4\ndef f():\n    N = 5\nf()", "4"),
    "a global that a function sets": ("N = 4\ndef f():\n    global N\n    N = 5\nf()", "?"),
    "the word global in a comment": ("N = 4\n# the global N", "4"),
    "a loop over a name": ("N = 4\nfor N in range(3):\n    pass", "2"),
    "a name set by with": ("N = 4\nwith load() as N:\n    pass", "?"),
    "a name set by an import": ("N = 4\nimport settings as N", "?"),
    "a name set by an exception": (
        "N = 4\ntry:\n    load()\nexcept ValueError as N:\n    pass",
        "?",
    ),
    "a name captured by a case": ("N = 4\nmatch load():\n    case [N]:\n        pass", "?"),
    "a star import": ("N = 4\nfrom settings import *", "?"),
    "a star import before": ("from settings import *\nN = 4", "4"),
    "executed text": ("N = 4\nexec(open('config.py').read())", "?"),
    "globals changed": ("N = 4\nglobals().update(load())", "?"),
    "a global changed by its name": (
        "def size():\n    return 4\nglobals()['size'] = load()\nN = size()",
        "?",
    ),
    "a class attribute": ("class C:\n    n = 4\nN = C.n", "4"),
    "a class attribute set later": ("class C:\n    n = 4\nC.n = 5\nN = C.n", "5"),
    "an attribute of one object": ("class C:\n    n = 4\na, b = C(), C()\na.n = 5\nN = b.n", "?"),
    "an attribute set on an object": ("class C:\n    n = 4\na = C()\na.n = 5\nN = a.n", "5"),
    "an attribute set through another name": (
        "class C:\n    n = 4\na = C()\nb = a\nb.n = 5\nN = a.n",
        "?",
    ),
    "setattr": ("class C:\n    n = 4\na = C()\nsetattr(a, 'n', 5)\nN = a.n", "?"),
    "setattr of any name": (
        "class C:\n    n = 4\na = C()\nfor k, v in load():\n    setattr(a, k, v)\nN = a.n",
        "?",
    ),
    "dict of an object": ("class C:\n    n = 4\na = C()\na.__dict__.update(load())\nN = a.n", "?"),
    "an attribute of __init__": (
        "class C:\n    def __init__(self, n):\n        self.n = n\nN = C(6).n",
        "6",
    ),
    "an attribute that some run sets": (
        "class C:\n    n = 4\n    def __init__(self):\n        if load():\n"
        "            self.n = 6\nN = C().n",
        "4..6",
    ),
    "an attribute of the base's __init__": (
        "class B:\n    n = 4\n    def __init__(self, n):\n        self.n = n\n"
        "class C(B):\n    def __init__(self):\n        super().__init__(6)\nN = C().n",
        "6",
    ),
    "a class attribute of a base out of sight": (
        "from settings import Base\nclass C(Base):\n    n = 4\nN = C().n",
        "4",
    ),
    "a property": ("class C:\n    @property\n    def n(self):\n        return 4\nN = C().n", "4"),
    "an instance of a class decorated out of sight": (
        "from settings import configured\n@configured\nclass C:\n    n = 4\nN = C().n",
        "4",
    ),
    "a dataclass": (
        "from dataclasses import dataclass\n@dataclass\nclass C:\n    m: int = 3\n"
        "    n: int = 4\nN = C(5).n",
        "4",
    ),
    "a dataclass by position": (
        "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass C:\n"
        "    m: int = 3\n    n: int = 4\nN = C(5, 6).n",
        "6",
    ),
    "a dataclass by name": (
        "from dataclasses import dataclass\n@dataclass\nclass C:\n    n: int = 4\nN = C(n=6).n",
        "6",
    ),
    "a dataclass from options": (
        "from dataclasses import dataclass\n@dataclass\nclass C:\n    n: int = 4\n"
        "N = C(**load()).n",
        "?",
    ),
    "a dataclass of a base": (
        "from dataclasses import dataclass\n@dataclass\nclass B:\n    m: int = 3\n"
        "@dataclass\nclass C(B):\n    n: int = 4\nN = C(5, 6).n",
        "6",
    ),
    "a named tuple": (
        "from typing import NamedTuple\nclass C(NamedTuple):\n    n: int = 4\nN = C(6).n",
        "6",
    ),
    "settings from the environment": (
        "from pydantic_settings import BaseSettings\nclass C(BaseSettings):\n    n: int = 4\n"
        "N = C().n",
        "4~",
    ),
    "what a base's __init__ that nobody wrote gets": (
        "from dataclasses import dataclass\n@dataclass\nclass B:\n    n: int = 1\n"
        "class C(B):\n    def __init__(self, n): super().__init__(n)\nN = C(4).n",
        "?",
    ),
    "what a model's own __init__ hands on": (
        "from pydantic import BaseModel, field_validator, model_validator\n"
        "class C(BaseModel):\n    n: int = 1\n"
        "    def __init__(self, **data): super().__init__(**data)\nN = C(n=4).n",
        "?",
    ),
    "what an __init__ sets in place of a base's": (
        "from dataclasses import dataclass\n@dataclass\nclass B:\n    n: int = 1\n"
        "class C(B):\n    def __init__(self): self.n = 4\nN = C().n",
        "4",
    ),
    "a field that is validated": (
        "from pydantic import BaseModel, field_validator, model_validator\n"
        "class C(BaseModel):\n    n: int = 1\n    @field_validator('n')\n"
        "    def f(cls, v): return max(v, 4)\nN = C(n=1).n",
        "?",
    ),
    "a model that sets its fields itself": (
        "from pydantic import BaseModel, field_validator, model_validator\n"
        "class C(BaseModel):\n    n: int = 1\n"
        "    def model_post_init(self, context): self.n = 4\nN = C().n",
        "?",
    ),
    "a field that is converted": (
        "import attr\n@attr.define\nclass C:\n"
        "    n: int = attr.ib(default=1, converter=lambda n: n + 1)\nN = C().n",
        "?",
    ),
    "a field that a call makes": (
        "import attr\n@attr.s\nclass C:\n    n = attr.ib(default=1)\nN = C(n=4).n",
        "?",
    ),
    "a class whose base does something with it": (
        "class B:\n    def __init_subclass__(cls):\n        cls.n = 5\n"
        "class C(B):\n    n = 4\nN = C.n",
        "?",
    ),
    "what is cast for type checkers": ("from typing import cast\nN = cast('int', 4)", "4"),
    "a default at the time of def": ("N = 4\ndef f(n=N):\n    return n\nN = 5\nN = f()", "4"),
    "a default somebody replaces": ("def f(n=4):\n    return n\nN = f(5)", "5"),
    "a max of the program's own": ("def max(n, m):\n    return 3\nN = max(16, load())", "3"),
    "a clamp in a function": (
        "import os\ndef f():\n    n = os.cpu_count() or 4\n    return max(2, min(8, n))\nN = f()",
        "2..8",
    ),
    "a default behind options": ("def f(n=4):\n    return n\nN = f(**load())", "?"),
    "arguments passed on": (
        "def f(n, m=1):\n    return n * m\ndef g(*args, **kwargs):\n"
        "    return f(*args, **kwargs)\nN = g(4, m=2)",
        "8",
    ),
    "a function with two results": (
        "def f():\n    if load():\n        return 4\n    return 6\nN = f()",
        "4..6",
    ),
    "a function that may give None": ("def f():\n    if load():\n        return 4\nN = f()", "?"),
    "a generator": ("def f():\n    yield 1\n    return 4\nN = f()", "?"),
    "recursion": ("def f(n):\n    return f(n - 1)\nN = f(4)", "?"),
    "a static method": (
        "class C:\n    @staticmethod\n    def f(n, m=1):\n        return n * m\nN = C().f(4, 2)",
        "8",
    ),
    "a class method": (
        "class C:\n    @classmethod\n    def f(cls, n):\n        return n\nN = C.f(4) + C().f(1)",
        "5",
    ),
    "a cached function": (
        "from functools import lru_cache\n@lru_cache(maxsize=1)\ndef f(n=4):\n    return n\n"
        "N = f()",
        "4",
    ),
    "a command's default": (
        "import click\n@click.command()\ndef f(n=4):\n    return n\nN = f(standalone_mode=False)",
        "4~",
    ),
    "a decorator of the file": (
        "def doubled(f):\n    def inner(*args):\n        return f(*args) * 2\n    return inner\n"
        "@doubled\ndef f(n):\n    return n\nN = f(4)",
        "8",
    ),
    "a decorator of the file that keeps the name": (
        "from functools import wraps\ndef doubled(f):\n    @wraps(f)\n"
        "    def inner(*args, **kwargs):\n        return f(*args, **kwargs) * 2\n"
        "    return inner\n@doubled\ndef f(n, m=3):\n    return n * m\nN = f(4, m=1)",
        "8",
    ),
    "functions chosen by a branch": (
        "def a(): return 4\ndef b(): return 5\nf = a if load() else b\nN = f()",
        "4..5",
    ),
    "a callable object": (
        "class C:\n    def __call__(self, n):\n        return n\nN = C()(4)",
        "4",
    ),
    "an object that is given away": ("class C:\n    n = 4\na = C()\nload(a)\nN = a.n", "4"),
    "a field of a dataclass below another": (
        DATACLASS + "@dataclass\nclass B(A):\n    n: int = 1\nN = B().n",
        "1",
    ),
    "a dict changed through a loop's variable": (
        "D = {'a': {'n': 1}}\nfor one in D.values():\n    one['n'] *= 6\nN = D['a']['n']",
        "?",
    ),
    "an object changed through a loop's variable": (
        "class C:\n    n = 1\nc = C()\nfor one in (c,):\n    one.n = 6\nN = c.n",
        "?",
    ),
    "None filled in": (
        "def f(n=None):\n    if n is None:\n        n = 4\n    return n\nN = f()",
        "4",
    ),
    "None not filled in": (
        "def f(n=None):\n    if n is None:\n        n = 4\n    return n\nN = f(6)",
        "6",
    ),
}


@pytest.mark.parametrize("name", BOUND)
def test_a_name_stands_for_what_it_surely_is(
    name: str, outline: Callable[[str], list[str]]
) -> None:
    program, number = BOUND[name]
    text = f"import daft\n{program}\ndaft.range(9).into_partitions(N).collect()"
    assert outline(text)[-1] == f"range 1p 9r > into_partitions({number}) > collect"


ROWS = {
    "a list that is filled": ("x = []\nx.append(1)", "1"),
    "a list that is filled through another name": ("x = []\ny = x\ny.append(1)", "?"),
    "a list that is filled in a loop": ("x = []\nfor i in range(9):\n    x.append(i)", "9"),
    "a list that is filled in a comprehension": ("x = []\n[x.append(i) for i in range(9)]", "?"),
    "a list that is filled in a function": ("x = []\ndef f(out):\n    out.append(1)\nf(x)", "?"),
    "a list that something unseen gets": ("x = [1]\nfill(x)", "?"),
    "a list that is printed and logged": (
        "import logging\nx = [1]\nprint(x)\nlogging.getLogger().info('%s', x)\nlen(x)",
        "1",
    ),
    "a list that is extended": ("x = [1]\nx.extend([2, 3])", "3"),
    "a list that grows by +=": ("x = [1]\nx += [2, 3]", "3"),
    "a list whose item is set": ("x = [1]\nx[0] = 2", "1"),
    "a list whose item is deleted": ("x = [1]\ndel x[0]", "?"),
    "a sorted copy": ("x = [2, 1]\ny = sorted(x)\ny.append(1)", "2"),
    "a copy": ("x = [2, 1]\ny = x.copy()\ny.append(1)", "2"),
    "the first items": ("x = [1] * 9\nx = x[:3]", "3"),
    "the first items of what is unseen": ("x = load()[:3]", "0..3"),
    "the last items": ("x = [1] * 9\nx = x[3:]", "?"),
    "all but the last items": ("x = [1] * 9\nx = x[:-3]", "?"),
    "a sum": ("x = [1] * 3 + [2] * 4", "7"),
    "spread lists": ("x = [1, 2]\nx = [*x, *x, 3]", "5"),
}


@pytest.mark.parametrize("name", ROWS)
def test_rows_are_known_of_a_list_as_long_as_it_is_what_it_was_made_as(
    name: str, outline: Callable[[str], list[str]]
) -> None:
    program, rows = ROWS[name]
    text = f'import daft\n{program}\ndaft.from_pydict({{"x": x}}).collect()'
    assert outline(text) == [f"from_pydict 1p {rows}r > collect"]


DATA = {
    "an item set": "d['x'] = load()",
    "an item added under a key that nobody knows": "d[load()] = load()",
    "an item deleted": "del d['x']",
    "update": "d.update(load())",
    "setdefault of a key that nobody knows": "d.setdefault(load(), [])",
    "|=": "d |= load()",
    "its list filled": "d['x'].append(1)",
    "its list filled through get": "d.get('x').append(1)",
    "its list filled where it has a name": "x.append(1)",
    "given to something unseen": "fill(d)",
    "given to something unseen in a list": "fill([d])",
    "changed in a branch": "if load():\n    d['x'] = []",
    "changed in a loop": "for k in load():\n    d[k] = []",
}


@pytest.mark.parametrize("change", DATA)
def test_rows_are_unknown_once_a_dict_is_changed(
    change: str, outline: Callable[[str], list[str]]
) -> None:
    text = f"import daft\nx = [1]\nd = {{'x': x}}\n{DATA[change]}\ndaft.from_pydict(d).collect()"
    assert outline(text) == ["from_pydict 1p ?r > collect"]


def test_a_number_tells_the_constant_it_was_read_from() -> None:
    program = "import daft\nBATCH = 64\ndaft.range(9).into_batches(BATCH).collect()"
    (pipeline,) = read(program, "job.py").pipelines
    count = pipeline.plan.operators[0].count
    assert count is not None
    (origin,) = count.origins
    assert (origin.kind, origin.text) == (OriginKind.CONSTANT, "BATCH = 64")
    assert origin.span is not None
    assert (origin.span.line, origin.span.column) == (2, 9)


def test_a_default_of_one_side_marks_the_whole_result() -> None:
    program = (
        "import daft\ndef f(start=2):\n"
        "    daft.from_pydict({'x': list(range(start, 1000))}).collect()"
    )
    (pipeline,) = read(program, "job.py").pipelines
    assert OriginKind.DEFAULT in _kinds(pipeline.plan.source.rows)


def test_sums_of_very_many_constants_stay_short_and_keep_their_doubts() -> None:
    names = [f"A{i}" for i in range(100)]
    program = "\n".join(
        [
            "import daft",
            *(f"{name} = 1" for name in names),
            f"def f(n=2):\n    daft.range({' + '.join(names)} + n).collect()",
        ]
    )
    (pipeline,) = read(program, "job.py").pipelines
    assert pipeline.plan.source.rows.value == 102
    assert len(pipeline.plan.source.rows.origins) < 20
    assert OriginKind.DEFAULT in _kinds(pipeline.plan.source.rows)


def _kinds(quantity: Quantity | None) -> set[OriginKind]:
    return {origin.kind for origin in quantity.origins} if quantity is not None else set()
