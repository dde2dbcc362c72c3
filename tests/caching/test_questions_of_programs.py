"""What reading asks of other files is asked again before its result is given back."""

from __future__ import annotations

from pathlib import Path

from daft_lint.documents.project import ProjectFolder
from daft_lint.documents.project_queries import Answers, listening
from daft_lint.pipelines.reading import read_around

_JOB = """\
import daft
from {module} import PARTS

daft.read_parquet("s3://bucket/a").into_partitions(PARTS).show()
"""


def test_each_file_is_held_to_what_its_programs_asked(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("PARTS = 8\n")
    (tmp_path / "other.py").write_text("PARTS = 8\n")
    (tmp_path / "job.py").write_text(_JOB.format(module="one"))
    (tmp_path / "last.py").write_text(_JOB.format(module="other"))
    project = ProjectFolder(tmp_path)
    asked_of = {}
    for name in ("job.py", "last.py"):
        recorded, asked_of[name] = listening(project)
        document = project.document(str(tmp_path / name))
        assert document is not None
        assert read_around(document, recorded).pipelines

    assert all(Answers(ProjectFolder(tmp_path)).still_hold(a.answered) for a in asked_of.values())
    (tmp_path / "other.py").write_text("PARTS = 1\n")
    assert Answers(ProjectFolder(tmp_path)).still_hold(asked_of["job.py"].answered)
    assert not Answers(ProjectFolder(tmp_path)).still_hold(asked_of["last.py"].answered)
    (tmp_path / "other.py").write_text("PARTS = 8\n")
    (tmp_path / "one.py").write_text("PARTS = 1\n")
    assert not Answers(ProjectFolder(tmp_path)).still_hold(asked_of["job.py"].answered)
    assert Answers(ProjectFolder(tmp_path)).still_hold(asked_of["last.py"].answered)
