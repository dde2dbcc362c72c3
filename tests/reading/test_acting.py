"""Whether importing a module chooses a runner or runs a frame, by the texts of its program."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from daft_lint.documents.document import read_document
from daft_lint.documents.project import ProjectFolder
from daft_lint.reading.acting import acts

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
    "an imported list that grows": "from lists import STEPS\nSTEPS += [1]",
    "an imported list that is sorted": "from lists import STEPS\nSTEPS.sort()",
    "a function behind a decorator": "from runners import get\n@get('x')\ndef f(): ...",
}
IDLE = {
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
    assert _acts(text, tmp_path, monkeypatch)


@pytest.mark.parametrize("text", IDLE.values(), ids=IDLE.keys())
def test_does_not_act(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not _acts(text, tmp_path, monkeypatch)


def _acts(text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    monkeypatch.chdir(folder)
    for path, content in {**FILES, "module.py": text}.items():
        Path(path).parent.mkdir(exist_ok=True)
        Path(path).write_text(dedent(content))
    return acts(read_document(Path("module.py"), "module.py"), ProjectFolder(Path()))
