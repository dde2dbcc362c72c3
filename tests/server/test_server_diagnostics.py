"""What an editor is shown while somebody types."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from lsprotocol import types
from syrupy.assertion import SnapshotAssertion

from daft_lint.server.configuration import options_of

from .editor import IDLE, TWICE, Editor

KNOWN = """\
[tool.daft-lint]
runner = "ray"
baseline = "known.json"
"""


def stretch(start: tuple[int, int], end: tuple[int, int]) -> types.Range:
    return types.Range(types.Position(*start), types.Position(*end))


def shown(diagnostic: types.Diagnostic) -> dict[str, object]:
    related = diagnostic.related_information or ()
    page = diagnostic.code_description
    return {
        "range": str(diagnostic.range),
        "severity": diagnostic.severity,
        "code": diagnostic.code,
        "page": page.href if page else None,
        "source": diagnostic.source,
        "tags": diagnostic.tags,
        "message": diagnostic.message.splitlines(),
        "related": [
            (
                Path(information.location.uri).name,
                str(information.location.range),
                information.message,
            )
            for information in related
        ],
    }


def test_a_finding_is_shown_with_all_that_is_known_of_it(
    editor: Editor, project: Path, snapshot: SnapshotAssertion
) -> None:
    (project / "idle.py").write_text(IDLE)
    found = editor.of_version(editor.open(project / "idle.py"), 1)
    assert [shown(diagnostic) for diagnostic in found] == snapshot


def test_what_does_nothing_is_faded(editor: Editor, project: Path) -> None:
    (project / "twice.py").write_text(TWICE)
    (found,) = editor.of_version(editor.open(project / "twice.py"), 1)
    assert (found.code, found.severity) == ("DFT202", types.DiagnosticSeverity.Information)
    assert list(found.tags or ()) == [types.DiagnosticTag.Unnecessary]


def test_what_is_typed_counts_not_what_is_on_disk(editor: Editor, project: Path) -> None:
    (project / "idle.py").write_text("")
    uri = editor.open(project / "idle.py")
    assert editor.of_version(uri, 1) == []
    editor.change(uri, 2, IDLE)
    assert [diagnostic.code for diagnostic in editor.of_version(uri, 2)] == ["DFT101"]


def test_columns_count_what_the_editor_counts(editor: Editor, project: Path) -> None:
    """In UTF-16, an emoji counts twice."""
    text = TWICE.replace("df.repartition(8)", 'df.with_column("😋", df["b"]).repartition(8)')
    uri = editor.open(project / "twice.py", text)
    (found,) = editor.of_version(uri, 1)
    line = text.splitlines()[3]
    start = len(line[: line.index("repartition")].encode("utf-16-le")) // 2
    assert found.range == stretch((3, start), (3, start + len("repartition(8)")))


def test_a_change_goes_where_the_editor_means(editor: Editor, project: Path) -> None:
    """Neither an emoji nor a form feed, which ends no line of an editor, puts it elsewhere."""
    text = TWICE.replace("\n\ndf = daft", '\n\n"""😋 \x0c"""; x = 9\ndf = daft')
    uri = editor.open(project / "twice.py", text)
    assert [diagnostic.range.start.line for diagnostic in editor.of_version(uri, 1)] == [4]
    line = next(each_line for each_line in text.split("\n") if "😋" in each_line)
    column = len(line[: line.index("9")].encode("utf-16-le")) // 2
    editor.change(uri, 2, '"\n#"', stretch((2, column), (2, column + 1)))
    (broken,) = editor.of_version(uri, 2)
    assert (broken.code, broken.range.start.line) == ("DFT900", 2)
    editor.change(uri, 3, "", stretch((2, column), (3, 2)))
    editor.of_version(uri, 3)
    editor.change(uri, 4, "9", stretch((2, column), (2, column)))
    assert [diagnostic.range.start.line for diagnostic in editor.of_version(uri, 4)] == [4]


def test_typing_fast_is_looked_at_once(editor: Editor, project: Path) -> None:
    uri = editor.open(project / "idle.py", IDLE)
    editor.of_version(uri, 1)
    for version in range(2, 30):
        editor.change(uri, version, f"{IDLE}# {'x' * version}\n")
    editor.of_version(uri, 29)
    assert len([pair for pair in editor.seen if pair[0] == uri]) <= 4


def test_a_program_that_is_half_typed_is_reported_and_the_server_lives(
    editor: Editor, project: Path
) -> None:
    uri = editor.open(project / "idle.py", "import daft\ndf = daft.range(\n")
    (found,) = editor.of_version(uri, 1)
    assert (found.code, found.severity) == ("DFT900", types.DiagnosticSeverity.Error)
    for version, text in enumerate(("import daft\n\0", "import daft\n" + "(" * 5000, IDLE), 2):
        editor.change(uri, version, text)
        found_now = editor.of_version(uri, version)
    assert [diagnostic.code for diagnostic in found_now] == ["DFT101"]


def test_a_module_that_a_program_needs_is_reported_too(editor: Editor, project: Path) -> None:
    (project / "main.py").write_text("import daft\nfrom sizes import ACTORS\n")
    (project / "sizes.py").write_text("ACTORS = 4\nx = (\n")
    (found,) = editor.of_version(editor.open(project / "sizes.py"), 1)
    assert found.code == "DFT900"


def test_nothing_is_left_of_a_text_that_is_closed(editor: Editor, project: Path) -> None:
    uri = editor.open(project / "idle.py", IDLE)
    editor.of_version(uri, 1)
    editor.close(uri)
    assert editor.of_version(uri, None) == []
    assert editor.quiet()


def test_what_the_project_excludes_is_left_out(editor: Editor, project: Path) -> None:
    (project / "pyproject.toml").write_text('[tool.daft-lint]\nextend-exclude = ["drafts"]\n')
    for folder in ("drafts", ".venv/lib/site-packages/other"):
        (project / folder).mkdir(parents=True)
        uri = editor.open(project / folder / "idle.py", IDLE)
        assert editor.of_version(uri, 1) == []


def test_what_the_baseline_knows_is_left_out(editor: Editor, project: Path) -> None:
    file = project / "idle.py"
    file.write_text(IDLE)
    (project / "pyproject.toml").write_text(KNOWN)
    uri = editor.open(file)
    assert [diagnostic.code for diagnostic in editor.of_version(uri, 1)] == ["DFT101"]
    assert "known.json: there is no such file" in editor.messages[0]
    command = [sys.executable, "-m", "daft_lint", str(file), "--write-baseline", "known.json"]
    subprocess.run(command, cwd=project, check=True)
    editor.save(uri)
    editor.written(project / "known.json", project / "pyproject.toml")
    assert editor.of_version(uri, 1) == []


def test_a_text_that_is_nowhere_saved_is_looked_at(editor: Editor) -> None:
    uri = "untitled:Untitled-1"
    editor.open_as(uri, TWICE)
    assert [diagnostic.code for diagnostic in editor.of_version(uri, 1)] == ["DFT202"]


def test_settings_are_read_again_when_they_are_written(editor: Editor, project: Path) -> None:
    uri = editor.open(project / "idle.py", IDLE)
    assert "4 workers" in editor.of_version(uri, 1)[0].message
    settings = project / "pyproject.toml"
    settings.write_text("[tool.daft-lint.cluster]\nworkers = 2\n")
    editor.written(settings)
    assert "2 workers" in editor.of_version(uri, 1)[0].message


def test_broken_settings_are_reported_once_and_the_last_good_ones_hold(
    editor: Editor, project: Path
) -> None:
    uri = editor.open(project / "idle.py", IDLE)
    editor.of_version(uri, 1)
    settings = project / "pyproject.toml"
    settings.write_text("[tool.daft-lint.cluster]\nworkers = 'many'\n")
    editor.written(settings)
    for version in (2, 3):
        editor.change(uri, version, IDLE + version * "\n")
        assert "4 workers" in editor.of_version(uri, version)[0].message
    (message,) = editor.messages
    assert message.startswith(f"daft-lint: {settings}:2: ")
    assert "\n" not in message
    settings.write_text("[tool.daft-lint.cluster]\nworkers = 2\n")
    editor.written(settings)
    assert "2 workers" in editor.of_version(uri, 3)[0].message


def test_other_open_texts_are_looked_at_again(editor: Editor, project: Path) -> None:
    """What is typed in one file matters to those that import it."""
    text = IDLE.replace("daft\n", "daft\nfrom sizes import ACTORS\n", 1).replace("=4", "=ACTORS")
    (project / "sizes.py").write_text("ACTORS = 4\n")
    idle = editor.open(project / "idle.py", text)
    assert "3 of the 4 actors" in editor.of_version(idle, 1)[0].message
    sizes = editor.open(project / "sizes.py")
    editor.of_version(sizes, 1)
    editor.change(sizes, 2, "ACTORS = 8\n")
    assert "7 of the 8 actors" in editor.of_version(idle, 1)[0].message


def test_the_server_asks_to_hear_of_files(editor: Editor) -> None:
    methods = {registration.method for registration in editor.registered}
    assert methods == {types.WORKSPACE_DID_CHANGE_WATCHED_FILES}
    assert editor.watched >= {"**/*.py", "**/*.toml", "**/*.{yaml,yml}", "**/.gitignore"}
    assert editor.watched >= {"**/uv.lock", "**/poetry.lock", "**/requirements*.txt"}


CLUSTER = """\
cluster_name: small
provider: {type: aws}
max_workers: 3
available_node_types:
  head: {resources: {CPU: 4}, max_workers: 0}
  worker: {resources: {CPU: 4}, min_workers: 3, max_workers: 3}
head_node_type: head
"""


def _baseline(file: Path, baseline: str = "known.json") -> None:
    command = [sys.executable, "-m", "daft_lint", file.name, "--write-baseline", baseline]
    subprocess.run(command, cwd=file.parent, check=True)


@pytest.mark.parametrize("reported", ["save", "change"])
def test_a_baseline_is_read_again_when_an_editor_tells_of_a_text(
    editor: Editor, project: Path, reported: str
) -> None:
    """No editor tells of a baseline that lies where it doesn't look."""
    file, baseline = project / "idle.py", project / "known.json"
    file.write_text(IDLE)
    (project / "pyproject.toml").write_text(KNOWN)
    _baseline(file)
    uri = editor.open(file)
    assert editor.of_version(uri, 1) == []
    baseline.write_text('{"version": 1, "findings": []}')
    if reported == "save":
        editor.save(uri)
    else:
        editor.change(uri, 2, f"{IDLE}\n")
    (found,) = editor.of_version(uri, 1 if reported == "save" else 2)
    assert found.code == "DFT101"


def test_a_cluster_file_is_read_again_when_a_text_is_saved(editor: Editor, project: Path) -> None:
    (project / "pyproject.toml").write_text('[tool.daft-lint]\ncluster-file = "four.yaml"\n')
    uri = editor.open(project / "idle.py", IDLE)
    editor.of_version(uri, 1)
    assert "four.yaml can't be read" in editor.messages[0]
    (project / "four.yaml").write_text(CLUSTER)
    editor.save(uri)
    assert "4 workers" in editor.of_version(uri, 1)[0].message


OPEN = """\
import daft

daft.set_runner_ray()


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, texts):
        return [model(text) for text in texts]


df = daft.read_parquet(path())  # daft-lint: workers=2
df = df.with_column("vector", Embed()(df["text"]))
df.write_parquet("out/")
"""


def test_work_that_could_not_be_judged_is_a_hint(editor: Editor, project: Path) -> None:
    (project / "job.py").write_text(OPEN)
    (found,) = editor.of_version(editor.open(project / "job.py"), 1)
    assert (found.code, found.severity) == ("open", types.DiagnosticSeverity.Hint)
    *told, measured = found.message.splitlines()
    assert told == [
        "open: daft-lint doesn't know how many partitions and rows `daft.read_parquet` on line 13 "
        "has and how many CPUs a worker has",
        "no actor idles if 4 or more partitions have rows; at least 2 actors idle if 1 "
        "partition has rows",
        "add: # daft-lint: partitions=..., rows=... on line 13",
        "add: cpus-per-worker = ... in [tool.daft-lint.cluster]",
    ]
    assert measured.startswith("or measure it: daft-lint live ")


def test_hints_can_be_switched_off(project: Path, workspace: Path) -> None:
    (project / "job.py").write_text(OPEN)
    editor = Editor()
    editor.start(types.ClientCapabilities(), [workspace], {"hints": False})
    assert editor.of_version(editor.open(project / "job.py"), 1) == []
    assert editor.stop() == 0
    (problem,) = options_of({"hints": "no"}).problems
    assert problem == "initializationOptions: `hints` must be true or false"
