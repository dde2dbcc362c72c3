"""What is left unread, or read in a sketch alone, holds nothing that a rule tells of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest
from case_corpus import cases_of, label, projects

from daft_lint import linting
from daft_lint.documents.document import Document, read_document
from daft_lint.documents.project import NO_PROJECT, ProjectFolder
from daft_lint.findings import Confidence
from daft_lint.linting import Read, lint, read_for_rules, read_for_work
from daft_lint.modules import prefilter
from daft_lint.modules.prefilter import bears
from daft_lint.plan.pipeline import Pipeline
from daft_lint.plan.wrapper import UdfWrapper
from daft_lint.registry import all_rules
from daft_lint.settings import Settings, default_settings
from daft_lint.syntax.source import SourceSyntaxError

_ROOT = Path(__file__).parents[2]
_POSSIBLE = replace(default_settings(), min_confidence=Confidence.POSSIBLE)
_BEARING = {
    "a decorator": "@daft.func\ndef f(x): ...",
    "a decorator with blanks": "@ daft . func . batch()\ndef f(x): ...",
    "a dot with a comment": "make = (daft.  # why\n    cls)(A)",
    "a continued line": "make = daft\\\n.udf",
    "before an import": "make = daft.udf\nimport os",
    "another name of Daft": "import daft as d\n@d.udf(return_dtype=int)\ndef f(x): ...",
    "a module of Daft": "import daft.udf as make\n@make\ndef f(x): ...",
    "an import": "from daft import col, func as made\n",
    "an import of a submodule": "from daft.udf import udf\n",
    "a list of imports": "from daft import (\n    col,  # (why)\n    func,\n)\n",
    "a continued import": "from daft import col, \\\n    func\n",
    "a relative import": "from .names import cls\n",
    "all names": "from daft import *\n",
    "a text": "make = getattr(daft, 'func')\n",
    "a formatted text": "print(f'{daft.func(g)(x)}')\n",
    "a step": "df = df.repartition(4)\n",
    "a step on a line of its own": "df = (df\n  .  # why\n  into_batches(4))\n",
}
_OTHERS = {
    "a pipeline": "import daft\ndaft.read_parquet('a').where(x).show()",
    "a docstring": '"""Once there was `daft.udf`, and `from daft import func`."""',
    "a comment": "x = 1  # not @daft.func, and no .repartition(4)",
    "names of others": "from sqlalchemy import func\ndef f(cls): return cls.x",
    "a module": "from daft.udf import metrics\nfrom daft.udf.metrics import count",
    "a method of that name": "def repartition(self): ...",
}


@pytest.mark.parametrize("text", _BEARING.values(), ids=_BEARING)
def test_what_makes_udfs_or_cuts_rows_bears(text: str) -> None:
    assert bears(Document("a.py", f"{text}\nrun()\n"), NO_PROJECT)


@pytest.mark.parametrize("text", _OTHERS.values(), ids=_OTHERS)
def test_what_only_speaks_of_them_does_not(text: str) -> None:
    assert not bears(Document("a.py", text), NO_PROJECT)


@pytest.mark.parametrize("depth", [2_000, 20_000])
@pytest.mark.parametrize(
    ("start", "again"),
    [
        ("from daft import (", "# (a # b \n"),
        ("x.", " # "),
        ("x.", "# # \n"),
        ("from .", " ."),
        ("from daft import ", "a, "),
        ("from .", "\\\n"),
        ("x", ".udf"),
        ("", "from daft import (a,"),
    ],
)
def test_odd_texts_take_no_longer(start: str, again: str, depth: int) -> None:
    bears(Document("a.py", start + again * depth), NO_PROJECT)


def test_a_step_elsewhere_is_reported_there(tmp_path: Path) -> None:
    _write(tmp_path, "spread.py", "def spread(df):\n    return df.repartition(4).repartition(8)\n")
    job = _write(
        tmp_path, "job.py", "import daft\nfrom spread import spread\nspread(daft.read_csv('a'))\n"
    )
    project = ProjectFolder(tmp_path)
    assert not bears(_document(job), project)
    assert lint(_document(tmp_path / "spread.py"), _POSSIBLE, project).findings


def test_a_file_that_only_hands_on_tells_nothing(tmp_path: Path) -> None:
    _write(tmp_path, "model.py", "import daft\n@daft.func\ndef f(x): ...\n")
    text = (
        '"""Calls (no) UDF."""\nfrom model import (  # (ours)\n    f,\n)\n'
        '__all__ = []\n__all__.extend(["f"])\n'
    )
    handing_on = _write(tmp_path, "names.py", text)
    using = _write(tmp_path, "job.py", f"{text}f(4)\n")
    project = ProjectFolder(tmp_path)
    assert not bears(_document(handing_on), project)
    assert bears(_document(using), project)


def test_a_udf_elsewhere_counts(tmp_path: Path) -> None:
    _write(tmp_path, "model.py", "import daft\n@daft.func\ndef f(x): ...\n")
    job = _write(tmp_path, "job.py", "import daft\nimport model\nmodel.f(1)\n")
    assert bears(_document(job), ProjectFolder(tmp_path))


@dataclass(frozen=True)
class _Program:
    """Files that belong together."""

    folder: Path
    files: tuple[Path, ...]


_RULES = [rule.name for rule in all_rules()]
_PROJECTS = {label(project): project for project in projects()}
_EXAMPLES = {path.name: path for path in sorted(_ROOT.glob("examples/*")) if path.is_dir()}


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], _Program]:
    """Writes a project, an example, or what fires a rule as one project; once."""

    @cache
    def programs(name: str) -> _Program:
        folder = _EXAMPLES.get(name) or tmp_path_factory.mktemp("program")
        if name in _PROJECTS:
            _PROJECTS[name].write(folder)
        elif name in _RULES:
            for case in cases_of(name):
                if case.fires:
                    (folder / f"{case.name.replace('-', '_')}.py").write_text(case.text, "utf-8")
        return _Program(folder, tuple(sorted(folder.rglob("*.py"))))

    return programs


@pytest.fixture
def program(name: str, programs: Callable[[str], _Program]) -> _Program:
    return programs(name)


each_program = pytest.mark.parametrize("name", [*_RULES, *_PROJECTS, *_EXAMPLES])


@each_program
def test_findings_are_those_of_reading_everything(
    program: _Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = _findings(program)
    monkeypatch.setattr(prefilter, "bears", lambda document, project: True)
    assert quick == _findings(program)


@each_program
def test_findings_in_tests_are_those_of_reading_everything(
    program: _Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tests = _Program(tmp_path, tuple(_as_test(file, program, tmp_path) for file in program.files))
    quick = _findings(tests, default_settings())
    monkeypatch.setattr(prefilter, "bears_errors", lambda document, project: True)
    assert quick == _findings(tests, default_settings())


def test_a_test_without_udfs_is_not_read_for_how_fast_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "import daft\ndaft.range(9).repartition(4).repartition(5).show()\n"
    test = _document(_write(tmp_path, "test_rows.py", text))
    assert lint(test, _POSSIBLE, ProjectFolder(tmp_path)).findings
    monkeypatch.setattr("daft_lint.reading.roots.read_own", None)
    assert not lint(test, default_settings(), ProjectFolder(tmp_path)).findings


def test_a_test_without_udfs_may_hang(tmp_path: Path) -> None:
    text = (
        "import daft\nfrom daft import col\ndaft.set_runner_ray()\n"
        "df = daft.read_parquet('a').into_partitions(4).limit(5)\n"
        "df.with_column('b', col('a') + 1).write_parquet('b')\n"
    )
    test = _document(_write(tmp_path, "test_rows.py", text))
    (found,) = lint(test, default_settings(), ProjectFolder(tmp_path)).findings
    assert found.code == "DFT109"


@each_program
def test_pools_are_those_of_reading_everything(program: _Program) -> None:
    project, settings = ProjectFolder(program.folder), default_settings()

    def pools(read: Read) -> list[Pipeline]:
        return [case.pipeline for case in read.cases if case.prediction.pools]

    for file in program.files:
        try:
            whole = read_for_rules(_document(file), (), settings, project)
        except SourceSyntaxError:
            continue
        assert pools(read_for_work(_document(file), (), settings, project)) == pools(whole)


def test_a_file_without_udfs_is_not_read_for_its_pools(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = _write(tmp_path, "job.py", "import daft\ndaft.range(9).into_partitions(4).show()\n")
    monkeypatch.setattr(linting, "read_for_rules", None)
    read = read_for_work(_document(job), (), default_settings(), ProjectFolder(tmp_path))
    assert read.cases == ()


def test_what_a_wrapper_makes_may_have_a_pool(tmp_path: Path) -> None:
    wrapper = UdfWrapper("vendor.udf", concurrency=("concurrency",))
    settings = replace(default_settings(), udf_wrappers=(wrapper,))
    text = (
        "import daft\nfrom vendor import udf\nclass Embed: ...\n"
        "df = daft.range(9)\ndf = df.with_column('e', udf(Embed, concurrency=2)(daft.col('id')))\n"
    )
    job = _write(tmp_path, "job.py", text)
    read = read_for_work(_document(job), (), settings, ProjectFolder(tmp_path))
    assert len(read.cases) == 1


def _findings(program: _Program, settings: Settings = _POSSIBLE) -> dict[Path, object]:
    project = ProjectFolder(program.folder)
    return {file: lint(_document(file), settings, project) for file in program.files}


def _as_test(file: Path, program: _Program, folder: Path) -> Path:
    """A copy of a file of a program, called as a test is."""
    copy = folder / file.relative_to(program.folder)
    copy = copy.with_name(f"test_{copy.name}")
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_bytes(file.read_bytes())
    return copy


def _write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(text)
    return file


def _document(file: Path) -> Document:
    return read_document(file, str(file))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import frames\nframes.rows().select('a')\nargs.func(args)\n", False),
        ("import frames\nself.cls.func(1)\nx = 'func'\n", False),
        ("from frames import d\nf = d.func(len)\n", True),
        ("import frames\nf = frames.d.func(len)\n", True),
        ("import frames\nf = (\n    frames  # ours\n    .d\n    .func\n)\n", True),
        ("import frames\nf = frames.modules()[0].func(len)\n", True),
        ("import frames as d\nf = d.func(len)\n", True),
        ("from frames import (\n    other,\n    d,\n)\nf = d.func(len)\n", True),
        ("from frames import *\nf = d.func(len)\n", True),
        ("import frames\nf = getattr(frames.d, 'func')(len)\n", True),
    ],
)
def test_a_file_without_dafts_name_makes_udfs_by_what_it_is_brought(
    code: str, expected: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "frames.py").write_text("import daft as d\ndef rows(): ...\n")
    assert bears(Document("cli.py", code), ProjectFolder(Path())) is expected
