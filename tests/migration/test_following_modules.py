"""Which file an import means, and what is known of return types."""

from __future__ import annotations

from pathlib import Path

import libcst as cst
import pytest
from legacy_programs import before, named

from daft_lint.documents.document import Document
from daft_lint.documents.project import ProjectFolder
from daft_lint.linting import lint
from daft_lint.migration.dtypes import Sameness, sameness
from daft_lint.migration.source import Source
from daft_lint.migration.uses import other_file
from daft_lint.settings import default_settings


@pytest.mark.parametrize(
    "text",
    [
        "from pkg.udfs import Embed",
        "from .udfs import (\n    Embed,\n)",
        "from pkg import (\n    udfs,\n)\nudfs.Embed",
        "import pkg.udfs as u\nu.Embed",
        "patch('pkg.udfs.Embed')",
        "from importlib import import_module\nimport_module('pkg.udfs').Embed",
    ],
)
def test_a_file_that_may_import_a_udf_is_looked_at(text: str, tmp_path: Path) -> None:
    (tmp_path / "udfs.py").write_text("class Embed: ...\n")
    (tmp_path / "main.py").write_text(f"{text}\n")
    (tmp_path / "other.py").write_text("'''Embed of udfs is mentioned only.'''\n")
    found = other_file(ProjectFolder(tmp_path), str(tmp_path / "udfs.py"), "Embed")
    assert found == str(tmp_path / "main.py")


def test_a_file_that_only_speaks_of_it_is_none(tmp_path: Path) -> None:
    (tmp_path / "udfs.py").write_text("class Embed: ...\n")
    (tmp_path / "other.py").write_text("'''Embed of udfs is mentioned only.'''\n")
    assert other_file(ProjectFolder(tmp_path), str(tmp_path / "udfs.py"), "Embed") is None


@pytest.mark.parametrize(
    ("dtype", "expected"),
    [
        ("DataType.int64()", Sameness.SAME),
        ("dt.DataType.list(dt.DataType.string())", Sameness.SAME),
        ("DataType.struct({'a': DataType.image('RGB'), 'b': list[int]})", Sameness.SAME),
        ("EMBEDDING", Sameness.SAME),
        ("DataType.python()", Sameness.DIFFERENT),
        ("DataType.list(DataType.map(DataType.string(), DataType.string()))", Sameness.DIFFERENT),
        ("dict", Sameness.DIFFERENT),
        ("Row", Sameness.UNKNOWN),
        ("settings.dtype", Sameness.UNKNOWN),
        ("DataType.string() if wide else DataType.int64()", Sameness.UNKNOWN),
        ("DataType.float64", Sameness.SAME),
        ("DataType.uint64()", Sameness.UNKNOWN),
        ("DataType.fixed_size_list(DataType.float32(), DIM)", Sameness.SAME),
        ("DataType.tensor(dtype=DataType.float32(), shape=settings.shape)", Sameness.SAME),
        ("DataType.embedding(settings.dtype, DIM)", Sameness.UNKNOWN),
        ("DataType.tensor(*settings.tensor)", Sameness.UNKNOWN),
        ("DataType.list(EMBEDDING)", Sameness.SAME),
        ("DataType.image('RGB', DIM, DIM)", Sameness.SAME),
        ("DataType.struct({'a': OBJECT})", Sameness.DIFFERENT),
    ],
)
def test_what_is_known_of_a_return_type(dtype: str, expected: Sameness) -> None:
    text = f"""\
import daft as dt
from daft import DataType
EMBEDDING = DataType.embedding(DataType.float32(), 8)
DIM = 384
OBJECT = DataType.python()
x = {dtype}
"""
    source = Source(Document("a.py", text))
    (value,) = [
        node.value
        for node in source.nodes(cst.Assign)
        if source.code(node.targets[0].target) == "x"
    ]
    assert sameness(value, source) is expected


def test_a_finding_without_edits_says_why() -> None:
    (file,) = before(named("memory_bytes.py"))
    (found,) = lint(Document("a.py", file.text), default_settings()).findings
    assert found.fixes[0].edits == ()
    assert found.fixes[0].message.endswith("`memory_bytes` has no equivalent in the new API")
