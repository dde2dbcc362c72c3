"""A wrapper is known in whatever file it is called, and its UDFs in whatever file they are used."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from daft_lint.documents.document import read_document
from daft_lint.documents.project import ProjectFolder
from daft_lint.linting import cases_of, lint
from daft_lint.plan.wrapper import UdfWrapper
from daft_lint.settings import default_settings

FILES = {
    "pyproject.toml": "[project]\n",
    "src/acme/__init__.py": "from .udfs import pool\n",
    "src/acme/udfs.py": "def pool(cls, actors=4):\n    return magic(cls, actors)\n",
    "src/acme/models.py": """\
import acme
import daft
from acme.udfs import pool
from las import las_udf

class Embed:
    def __call__(self, x): ...

vendor = las_udf(Embed, concurrency=8)
own = pool(Embed, 6)
exported = acme.pool(Embed, 7)

@pool(actors=5)
class Tag:
    def __call__(self, x): ...
""",
    "job.py": """\
import daft
import acme
from acme.models import Embed, Tag, exported, own, vendor
from daft import col

df = daft.from_glob_path("s3://bucket/**/*.jpg")  # daft-lint: workers=4
df.with_column("score", {udf}(col("path"))).write_parquet("out")
""",
}
LAS = UdfWrapper("las.las_udf", concurrency=("concurrency",))


@pytest.mark.parametrize("name", ["acme.udfs.pool", "pool"])
@pytest.mark.parametrize(
    ("udf", "actors"),
    [
        ("vendor", 8),
        ("own", 6),
        ("exported", 7),
        ("Tag", 5),
        ("acme.pool(Embed)", 4),
    ],
)
def test_a_udf_of_another_file_is_a_pool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, udf: str, actors: int
) -> None:
    messages = _messages(tmp_path, monkeypatch, udf, name)
    assert len(messages) == 1
    assert f" of the {actors} actors of `" in messages[0]


def test_a_name_that_is_exported_means_where_it_is_imported_by_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (message,) = _messages(tmp_path, monkeypatch, "acme.pool(Embed)", "acme.pool")
    assert "of the 4 actors" in message


def test_a_wrapper_that_nobody_names_stays_unknown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _messages(tmp_path, monkeypatch, "own", "other.pool") == []


def _messages(folder: Path, monkeypatch: pytest.MonkeyPatch, udf: str, name: str) -> list[str]:
    for path, text in FILES.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.replace("{udf}", udf), encoding="utf-8")
    monkeypatch.chdir(folder)
    settings = replace(
        default_settings(folder),
        udf_wrappers=(LAS, UdfWrapper(name, concurrency=("actors",))),
        select=("DFT101",),
    )
    linted = lint(read_document(folder / "job.py", "job.py"), settings, ProjectFolder(folder))
    assert not linted.failures
    return [finding.message for finding in linted.findings]


def test_a_class_that_a_decorator_of_another_file_makes_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "steps.py").write_text(
        "# The class below stands on a line that the other file doesn't have.\n"
        * 9
        + "def as_step(cls):\n    class Step(cls):\n"
        "        def cut(self): self.df = self.df.limit(5)\n"
        "        def run(self):\n            self.df = self.df.limit(6)\n"
        "            self.df.collect()\n    return Step\n",
        encoding="utf-8",
    )
    (tmp_path / "job.py").write_text(
        "import daft\nfrom steps import as_step\n\n@as_step\nclass Job:\n"
        "    def __init__(self): self.df = daft.range(9)\n",
        encoding="utf-8",
    )
    project = ProjectFolder(tmp_path)
    document = read_document(tmp_path / "job.py", str(tmp_path / "job.py"))
    cases = cases_of(document, default_settings(), project)
    assert "limit" not in {step.method for case in cases for step in case.pipeline.plan.operators}
