"""Names of imported modules are followed one by one, as they are asked for."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from daft_lint.documents.project import ProjectFolder
from daft_lint.pipelines.reading import read

# What a module says, and the rows that `SIZE` of it stands for: None where that can't be told.
MODULES = {
    "one binding": ("SIZE = 10", 10),
    "the last of several": ("SIZE = 10\nSIZE = 20", 20),
    "one that starts from another": ("SIZE = 10\nSIZE += 5", 15),
    "what was bound by then": ("A = 10\nSIZE = A\nA = 20", 10),
    "a chain": ("A = 2\nB = A * 3\nSIZE = B + 4", 10),
    "a name of several": ("A, SIZE = 1, 10", 10),
    "a branch that is taken": ("SIZE = 10\nif True:\n    SIZE = 20", 20),
    "a branch that may be": ("import sys\nSIZE = 10\nif sys.argv:\n    SIZE = 20", None),
    "what an import gives": (
        "try:\n    from fast import SIZE\nexcept ImportError:\n    SIZE = 10",
        None,
    ),
    "all names of a module": ("from .base import *", 40),
    "all names, and then another": ("from .base import *\nSIZE = 10", 10),
    "a name, and then all": ("SIZE = 10\nfrom .base import *", 40),
    "an item that was set": ("D = {'a': 10}\nD['a'] = 20\nSIZE = D['a']", 20),
    "a list that grew": ("L = [1]\nL.append(2)\nSIZE = len(L)", 2),
    "a list that grows later": ("L = [1]\nSIZE = len(L)\nL.append(2)", 1),
    "an attribute that was set": ("class C:\n    n = 10\nC.n = 20\nSIZE = C.n", 20),
    "a call": ("def f(): return 10\nSIZE = f()", 10),
    "a loop": ("SIZE = 0\nfor n in (1, 2):\n    SIZE = n", None),
    "one that was deleted": ("SIZE = 10\ndel SIZE\nSIZE = 20", 20),
    "what leads to itself": ("def f(): return SIZE\nSIZE = f()", None),
    "names that no statement shows": ("globals()['SIZE'] = 10", None),
}


@pytest.mark.parametrize(("text", "size"), MODULES.values(), ids=MODULES.keys())
def test_a_name_of_a_module_stands_for(
    text: str, size: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("package").mkdir()
    for name, content in (("__init__", ""), ("base", "SIZE = 40"), ("settings", dedent(text))):
        Path(f"package/{name}.py").write_text(content)
    main = "import daft\nfrom package.settings import SIZE\ndaft.range(SIZE).collect()"

    (pipeline,) = read(main, "main.py", project=ProjectFolder(Path())).pipelines

    rows = pipeline.plan.source.rows
    assert (rows.low if rows.known else None) == size


def test_only_what_is_asked_for_is_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    busy = "".join(f"A{i} = [{i}, {i}]\n" for i in range(10_000))
    Path("settings.py").write_text(f"{busy}SIZE = 10\n")
    main = "import daft\nfrom settings import SIZE\ndaft.range(SIZE).collect()"

    reading = read(main, "main.py", project=ProjectFolder(Path()))

    assert reading.complete
    assert reading.pipelines[0].plan.source.rows.low == 10
