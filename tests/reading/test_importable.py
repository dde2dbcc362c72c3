"""`try: import ... except ImportError:` counts as what it imports where that surely is there."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from daft_lint.documents.project import ProjectFolder
from daft_lint.pipelines.reading import read

MAIN = """
import daft
try:
    from sizes import N
except ImportError:
    N = 5
daft.range(9).into_partitions(N).collect()
"""
SURE = {
    "a constant": "N = 4",
    "a class of constants": "class Sizes:\n    n = 4\nN = Sizes.n",
    "imports of what Python has": (
        "from __future__ import annotations\nimport os\nfrom typing import Any\n"
        "from dataclasses import dataclass\nimport daft\nfrom daft import col\nN = 4"
    ),
    "an import of another module": "from others import N",
    "an import for type checkers": (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import torch\nN = 4"
    ),
    "an import that may fail": (
        "try:\n    import torch\nexcept ImportError:\n    torch = None\nN = 4"
    ),
    "a function that imports": "def load():\n    import torch\nN = 4",
    "a UDF that imports": (
        "import daft\n@daft.cls(max_concurrency=4)\nclass Embed:\n    def __init__(self):\n"
        "        import torch\n    def run(self, x): return x\nN = 4"
    ),
    "a call of its own": "def n(): return 4\nN = n()",
}
UNSURE = {
    "an import of what may be missing": "import torch\nN = 4",
    "an import that leads to one": "import heavy\nN = 4",
    "a name by a branch": "if a:\n    N = 4",
    "a name that is deleted, or not": "N = 4\nif a:\n    raise ImportError",
}
OTHERS = {
    "others.py": "N = 4",
    "heavy.py": "import torch",
}


@pytest.mark.parametrize("name", SURE)
def test_an_import_that_surely_succeeds(name: str, tmp_path: Path) -> None:
    assert partitions(tmp_path, {"main.py": MAIN, "sizes.py": SURE[name]}) == (4, 4)


@pytest.mark.parametrize("name", UNSURE)
def test_an_import_that_may_fail(name: str, tmp_path: Path) -> None:
    assert partitions(tmp_path, {"main.py": MAIN, "sizes.py": UNSURE[name]}) != (4, 4)


def test_all_errors_may_come_of_anything(tmp_path: Path) -> None:
    main = MAIN.replace("except ImportError", "except Exception")
    assert partitions(tmp_path, {"main.py": main, "sizes.py": "N = 4"}) == (4, 5)


def test_what_else_is_tried_may_fail(tmp_path: Path) -> None:
    main = MAIN.replace("import N\n", "import N\n    N = int(N)\n")
    assert partitions(tmp_path, {"main.py": main, "sizes.py": "N = 4"}) == (4, 5)


def test_a_module_of_a_package_has_one(tmp_path: Path) -> None:
    files = {"app/__init__.py": "", "app/sizes.py": "N = 4"}
    inner = "try:\n    from .sizes import N\nexcept (ImportError, ModuleNotFoundError):\n    N = 5"
    main = "import daft\nfrom app.run import N\ndaft.range(9).into_partitions(N).collect()"
    files |= {"app/run.py": inner, "main.py": main}
    assert partitions(tmp_path, files) == (4, 4)


PACKAGE_MAIN = MAIN.replace("from sizes", "from app.sizes")


@pytest.mark.parametrize(
    "init",
    [
        "from .sizes import N",
        "from . import sizes",
        "from app.sizes import *",
        "from .more import M\nfrom .sizes import N",
    ],
)
def test_a_package_may_hand_on_what_its_modules_define(init: str, tmp_path: Path) -> None:
    more = "from . import sizes\nfrom .sizes import N\nM = 1"
    files = {"app/__init__.py": init, "app/sizes.py": "N = 4", "app/more.py": more}
    assert partitions(tmp_path, {**files, "main.py": PACKAGE_MAIN}) == (4, 4)


@pytest.mark.parametrize(
    ("init", "sizes"),
    [
        ("from .sizes import N\nimport torch", "N = 4"),
        ("from .sizes import N", "from .heavy import M\nN = 4"),
    ],
)
def test_a_package_whose_modules_need_it_may_fail(init: str, sizes: str, tmp_path: Path) -> None:
    files = {"app/__init__.py": init, "app/sizes.py": sizes, "app/heavy.py": "import torch\nM = 1"}
    assert partitions(tmp_path, {**files, "main.py": PACKAGE_MAIN}) != (4, 4)


def test_a_script_imports_the_same_by_another_name(tmp_path: Path) -> None:
    files = {"app/__init__.py": "", "app/steps.py": "import torch\ndef n():\n    return 4"}
    main = """
        import daft
        try:
            from .steps import n
        except ImportError:
            from steps import n
        daft.range(9).into_partitions(n()).collect()
    """
    assert partitions(tmp_path, {**files, "app/main.py": main}, "app/main.py") == (4, 4)


def partitions(folder: Path, files: dict[str, str], main: str = "main.py") -> tuple[float, float]:
    """The fewest and the most partitions of the only frame of a project."""

    for name, text in {**OTHERS, **files}.items():
        file = folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(dedent(text))
    text = (folder / main).read_text()
    (pipeline,) = read(text, str(folder / main), project=ProjectFolder(folder)).pipelines
    count = pipeline.plan.operators[-1].count
    assert count is not None
    return count.low, count.high
