"""What code may do to Daft and to other modules, by the texts of its program."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from daft_lint.documents.document import Document, read_document
from daft_lint.documents.project import ProjectFolder
from daft_lint.modules.behaviour import (
    acts,
    acts_itself,
    may_hold_steps,
    may_lead_to,
    surely_imported,
    touches_daft,
)

# Other modules of each program, which do nothing when they are imported.
FILES = {
    "runners.py": """
        import daft

        def choose(
            name,
        ) -> None:
            '''Choose a runner.

        At the start of a program.
            '''
            daft.set_runner_ray()

        def prepare():
            choose("ray")

        def get(key): prepare()

        list = get

        class App:
            def __init__(self):
                self.start()

            def start(self):
                choose("ray")

        if __name__ == "__main__":
            choose("ray")
    """,
    "package/__init__.py": "from .inner import *\nfrom runners import prepare as ready\n",
    "package/inner.py": "from runners import choose\n",
    "hooks.py": """
        HOOKS = []
        OPTIONS = {"batch": 20}
        def on(fn): HOOKS.append(fn); return fn
        def named(name):
            def register(fn):
                HOOKS.append((name, fn))
                return fn
            return register
        def configure(**given): OPTIONS.update(given)
        def indirectly(fn): return on(fn)
        def doubled(items):
            found = []
            for one in items:
                found.append(one)
                found[0] = one
            return found
        def fill(options): options["batch"] = 500
        def size(): return OPTIONS["batch"]

        class Bus:
            def __init__(self): self.steps = []
            def use(self, fn): self.steps.append(fn)
            def all_of(self, fns): self.use(fns[0])
            def count(self): return len(self.steps)
            def called(self, batch): batch["x"] = 1

        class Stage:
            known = {}
            def __init_subclass__(cls): Stage.known[cls.__name__] = cls

        class Listed:
            def __init__(self): HOOKS.append(self)

        bus = Bus()
        grow = bus.use
    """,
    "acting.py": "import daft\nif True:\n    daft.set_runner_native()\n",
}
ACTING = {
    "a setter": "import daft\ndaft.set_runner_ray()",
    "an environment": "import os\nos.environ['DAFT_RUNNER'] = 'ray'",
    "a frame that runs": "import daft\ndaft.read_csv('a').show()",
    "an imported module": "import acting",
    "its own function": "import daft\ndef f(): daft.set_runner_ray()\nf()",
    "its own function in a block": "import ray\ndef f():\n    ray.init()\nwith x:\n    f()",
    "a function of a module": "import runners\nrunners.choose('ray')",
    "a function of a module by another name": "import runners as r\nr.choose('ray')",
    "an imported function": "from runners import choose\nx = choose('ray')",
    "an imported function by another name": "from runners import choose as c\nc('ray')",
    "a function that calls it": "from runners import prepare\nprepare()",
    "an object that does": "from runners import App\napp = App()",
    "a function that a package hands on": "from package import choose\nchoose('ray')",
    "a function that is handed on by another name": "import package\npackage.ready()",
    "a function of all names": "from package import *\nchoose('ray')",
    "a function that is handed to somebody": (
        "from functools import partial\nfrom runners import choose\npartial(choose, 'ray')()"
    ),
    "an imported list that grows": "from hooks import HOOKS\nHOOKS += [1]",
    "an imported list that is sorted": "from hooks import HOOKS\nHOOKS.sort()",
    "a function behind a decorator": "from runners import get\n@get('x')\ndef f(): ...",
    "a decorator that fills a list": "from hooks import on\n@on\ndef f(): ...",
    "a decorator of a module": "import hooks\n@hooks.on\ndef f(): ...",
    "a decorator of a method": "from hooks import on\nclass A:\n    @on\n    def f(self): ...",
    "a decorator with arguments": "from hooks import named\n@named('f')\ndef f(): ...",
    "a function that updates a dict": "from hooks import configure\nconfigure(batch=500)",
    "a function that calls one that fills a list": "from hooks import indirectly\nindirectly(1)",
    "its own function that calls one": (
        "from hooks import configure\ndef f():\n    configure(batch=1)\nf()"
    ),
    "a function that is mapped": "from hooks import on\nlist(map(on, [1]))",
    "a function by another name": "from hooks import on as o\nuse = o\nuse(1)",
    "a function that changes what it is given": "from hooks import OPTIONS, fill\nfill(OPTIONS)",
    "its own function that does": (
        "from hooks import OPTIONS\ndef f(d): d['batch'] = 500\nf(OPTIONS)"
    ),
    "a method that changes its object": "from hooks import bus\nbus.use(1)",
    "a method that calls one": "import hooks\nhooks.bus.all_of([1])",
    "a method as a decorator": "from hooks import bus\n@bus.use\ndef f(): ...",
    "a class that its base writes down": "from hooks import Stage\nclass A(Stage): ...",
    "an object that writes itself down": "from hooks import Listed\nListed()",
    "a dict that a loop fills": "from hooks import OPTIONS\nfor k in 'ab': OPTIONS[k] = 1",
    "a list that a comprehension fills": "from hooks import HOOKS\n[HOOKS.append(x) for x in 'ab']",
    "a dict of a class body": "from hooks import OPTIONS\nclass A:\n    OPTIONS['batch'] = 500",
    "a dict that its own decorator changes": (
        "from hooks import OPTIONS\ndef d(f):\n    OPTIONS['a'] = 1\n    return f\n@d\ndef g(): ..."
    ),
    "a dict of several targets": "from hooks import OPTIONS\nOPTIONS['batch'], y = 500, 1",
}
# What only the modules do that a module imports, whatever comes of it.
LEADING = {
    "an imported module": ("import acting", ["acting.py"]),
    "what a package hands on": (
        "from package import choose\nimport acting",
        ["package/__init__.py", "acting.py"],
    ),
    "modules in their order": (
        "from package.inner import (\n    choose,\n)\nimport json, hooks, acting\nimport runners",
        ["package/__init__.py", "package/inner.py", "hooks.py", "acting.py", "runners.py"],
    ),
    "but not for type checkers": (
        "from typing import TYPE_CHECKING\nimport acting\nif TYPE_CHECKING:\n    import hooks",
        ["acting.py"],
    ),
    "but not where nothing of it is done": (
        "import acting\ntry:\n    import hooks\nexcept ImportError: hooks = None",
        ["acting.py"],
    ),
    "but not in functions": ("import acting\ndef f():\n    import hooks", ["acting.py"]),
}
IN_BLOCKS = {
    "a condition": "import sys\nif sys.argv:\n    import acting",
    "an attempt": "try:\n    from acting import x\nexcept ImportError:\n    x = None",
    "one line": "if x: import acting",
    "a class": "class A:\n    import acting",
}
IDLE = {
    "what reads a dict": (
        "from hooks import OPTIONS\nx = OPTIONS['batch'], len(OPTIONS), dict(OPTIONS)\n"
        "print(OPTIONS)\nfor k in OPTIONS: print(k)"
    ),
    "a function that reads a dict": "from hooks import size\nx = size()",
    "a function that fills its own list": "from hooks import doubled\nx = doubled([1])",
    "an object of its own": "from hooks import Bus\nx = Bus()",
    "a list of its own": (
        "from hooks import size\ndef f():\n    found = []\n    found.append(size)\n"
        "    return found\nx = f()"
    ),
    "changes when nothing is called": "from hooks import bus\ndef f(x=bus): x.limit = 1",
    "a base that isn't told": "from runners import App\nclass A(App): ...",
    "a function that is only mentioned": "from runners import choose\nx = {'a': choose}",
    "what a function registers": "from hooks import on\ndef f():\n    on(1)",
    "an import by a written name": "import importlib\nx = importlib.import_module('runners')",
    "an annotation": "from typing import Optional\nclass A:\n    x: Optional[str] = None",
    "an annotated parameter": (
        "from typing import Optional\ndef f(x: Optional[int] = 1): ...\ny = f()"
    ),
    "what a comment says": "from hooks import on\nx = 1  # by on (1)",
    "what it exports": "from hooks import on\n__all__ = ['on']",
    "what nobody calls": "import daft\ndef f(): daft.set_runner_ray()",
    "what a function calls": "from runners import choose\ndef main():\n    choose('ray')",
    "what a method calls": (
        "from runners import choose\nclass A:\n    def f(self):\n        choose(1)"
    ),
    "the main program": "from runners import choose\nif __name__ == '__main__':\n    choose('ray')",
    "a function that goes on behind its signature": (
        "import ray\ndef f(\n    a,\n) -> None:\n    ray.init()\n\n    # why\n    ray.init()\n"
    ),
    "names that are exported": (
        "from runners import (\n    choose,\n    get,\n)\n__all__ = ['choose']"
    ),
    "a docstring": '"""\ndaft.set_runner_ray()\n"""\nimport runners',
    "a method of the same name": "import runners\nx = {}.get('a')\nx.choose('b')",
    "a builtin of the same name": "import runners\nx = list([1])",
    "a frame that a function runs": "import daft\ndef f(df):\n    df.show()",
}


@pytest.mark.parametrize("text", ACTING.values(), ids=ACTING.keys())
def test_acts(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert acts(*_module(text, tmp_path, monkeypatch))


@pytest.mark.parametrize("text", IDLE.values(), ids=IDLE.keys())
def test_does_not_act(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not acts(*_module(text, tmp_path, monkeypatch))


@pytest.mark.parametrize(("text", "imported"), LEADING.values(), ids=LEADING.keys())
def test_acts_by_what_it_imports(
    text: str, imported: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, project = _module(text, tmp_path, monkeypatch)

    assert acts(module, project)
    assert not acts_itself(module, project)
    assert [document.path for document in surely_imported(module, project)] == imported


@pytest.mark.parametrize("text", IN_BLOCKS.values(), ids=IN_BLOCKS.keys())
def test_acts_by_what_it_may_import(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert acts_itself(*_module(text, tmp_path, monkeypatch))


TOUCHING = {
    "a name of Daft": "from daft import col\ndef f(): return col('a')",
    "an import of its own": "def f():\n    import daft\n    return daft.range(9)",
    "what it mentions": "import daft\ndef g(): return daft.range(9)\ndef f(): return g()",
    "a method of a class": (
        "import daft\nclass f:\n    def a(self): return self.b()\n"
        "    def b(self): return daft.range(9)"
    ),
    "a variable": "import daft\nDF = daft.range(9)\ndef f(): return DF.limit(1)",
    "a function of another module": "from runners import choose\ndef f(): choose('ray')",
    "one by its module": "import runners\ndef f(): runners.choose('ray')",
    "what a package hands on": "from package import ready\ndef f(): ready()",
    "syntax of another Python": "def f(: pass",
}
BESIDE = {
    "nothing of it": "import daft\ndef g(): return daft.range(9)\ndef f(): return 1",
    "what it is given": "def f(df): return df.limit(1)",
    "a module that does not": "from hooks import size\ndef f(): return size()",
}


@pytest.mark.parametrize("text", TOUCHING.values(), ids=TOUCHING.keys())
def test_touches_daft(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module, project = _module(text, tmp_path, monkeypatch)
    assert touches_daft(module, "f", project)


@pytest.mark.parametrize("text", BESIDE.values(), ids=BESIDE.keys())
def test_is_beside_daft(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module, project = _module(text, tmp_path, monkeypatch)
    assert not touches_daft(module, "f", project)


@pytest.mark.parametrize(
    ("text", "leads"),
    [
        ("from hooks import size\ndef f(): return size()", True),
        ("import hooks\nif __name__ == '__main__':\n    hooks.size()", True),
        ("from hooks import size", False),
        ("import hooks\nX = [1]", False),
        ("import daft\nif __name__ == '__main__':\n    daft.set_runner_ray()", True),
    ],
)
def test_code_leads_to_that_of_another_file(
    text: str, leads: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, project = _module(text, tmp_path, monkeypatch)
    other = project.document("hooks.py")
    assert other is not None
    assert may_lead_to(module, other, project) is leads


@pytest.mark.parametrize(
    ("text", "may"),
    [
        ("def f(df): return df.with_column('a', df['b'])", True),
        ("def f(df): df.write_parquet('out')", True),
        ("def f(path): path.write_text('out')", False),
        ("def f(rows): return ', '.join(rows)", False),
        ("# df.repartition(8)\nX = 1", False),
    ],
)
def test_part_of_a_pipeline_may_stand_in_a_file(
    text: str, may: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert may_hold_steps(*_module(text, tmp_path, monkeypatch)) is may


def _module(
    text: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Document, ProjectFolder]:
    monkeypatch.chdir(folder)
    for path, content in {**FILES, "module.py": text}.items():
        Path(path).parent.mkdir(exist_ok=True)
        Path(path).write_text(dedent(content))
    return read_document(Path("module.py"), "module.py"), ProjectFolder(Path())
