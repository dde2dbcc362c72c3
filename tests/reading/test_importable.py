"""What `try: import ... except ImportError:` binds is either, where both are in sight."""

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
UNSURE = {
    "a constant": "N = 4",
    "an import of what may be missing": "import torch\nN = 4",
    "an import that leads to one": "import heavy\nN = 4",
    "a name by a branch": "if a:\n    N = 4",
    "a name that is deleted, or not": "N = 4\nif a:\n    raise ImportError",
}
OTHERS = {
    "others.py": "N = 4",
    "heavy.py": "import torch",
}


@pytest.mark.parametrize("name", UNSURE)
def test_an_import_that_may_fail(name: str, tmp_path: Path) -> None:
    assert partitions(tmp_path, {"main.py": MAIN, "sizes.py": UNSURE[name]}) != (4, 4)


def test_all_errors_may_come_of_anything(tmp_path: Path) -> None:
    main = MAIN.replace("except ImportError", "except Exception")
    assert partitions(tmp_path, {"main.py": main, "sizes.py": "N = 4"}) == (4, 5)


def test_what_else_is_tried_may_fail(tmp_path: Path) -> None:
    main = MAIN.replace("import N\n", "import N\n    N = int(N)\n")
    assert partitions(tmp_path, {"main.py": main, "sizes.py": "N = 4"}) == (4, 5)


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
