"""Fixes change what they say and nothing else, and never cost anyone a file."""

from __future__ import annotations

import ast
import codecs
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from daft_lint.documents.document import Document, decode
from daft_lint.findings import Edit, Finding, Safety
from daft_lint.fixing import FixError, Group, apply, fixed
from daft_lint.linting import lint
from daft_lint.plan.span import Span
from daft_lint.settings import default_settings

_HERE = Path(__file__).parent
_EXPECT = re.compile(r"[ \t]*# expect$", re.MULTILINE)
_CASES = sorted([*_HERE.glob("rules/*/fires/*.py"), *_HERE.parent.glob("examples/*.py")])
_LINE_END = re.compile(r"\r\n|\r|\n")


def _text(case: Path) -> str:
    return _EXPECT.sub("", case.read_text(encoding="utf-8"))


def _findings(text: str) -> tuple[Finding, ...]:
    return lint(Document("a.py", text), default_settings()).findings


def _groups(findings: tuple[Finding, ...]) -> list[Group]:
    return [fix.edits for finding in findings for fix in finding.fixes[:1] if fix.edits]


_WITH_EDITS = {case: text for case in _CASES if _groups(_findings(text := _text(case)))}


def named(case: Path) -> str:
    return f"{case.parent.parent.name}-{case.stem}"


each_case = pytest.mark.parametrize("case", _WITH_EDITS, ids=named)


def test_most_findings_with_changes_can_be_fixed() -> None:
    fixes = [fix for case in _CASES for one in _findings(_text(case)) for fix in one.fixes]
    with_changes = [fix for fix in fixes if fix.changes]
    with_edits = [fix for fix in fixes if fix.edits]
    assert len(with_edits) >= 0.85 * len(with_changes)
    assert all(fix.changes and fix.safety is Safety.UNSAFE for fix in with_edits)


@each_case
def test_what_is_fixed_is_found_no_more(case: Path) -> None:
    findings = _findings(_WITH_EDITS[case])
    groups = _groups(findings)
    result = fixed(Document("a.py", _WITH_EDITS[case]), groups)
    assert result.left == ()
    assert result.text != _WITH_EDITS[case]
    ast.parse(result.text)
    after = _findings(result.text)
    gone = {one.code for one in findings if one.fixes and one.fixes[0].edits in groups}
    kept = {one.code for one in findings if one.code not in gone}
    assert {one.code for one in after} <= kept


@each_case
def test_a_second_fix_changes_nothing(case: Path) -> None:
    groups = _groups(_findings(_WITH_EDITS[case]))
    once = fixed(Document("a.py", _WITH_EDITS[case]), groups).text
    assert _groups(_findings(once)) == []


@each_case
@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
def test_line_ends_stay_what_they_are(case: Path, line_end: str) -> None:
    text = _WITH_EDITS[case]
    expected = fixed(Document("a.py", text), _groups(_findings(text))).text
    other = text.replace("\n", line_end)
    result = fixed(Document("a.py", other), _groups(_findings(other)))
    assert result.text == expected.replace("\n", line_end)


@st.composite
def _variants(draw: st.DrawFn) -> str:
    """Programs with something to fix, written differently where that changes nothing."""
    lines = draw(st.sampled_from([*_WITH_EDITS.values()])).split("\n")
    for place in sorted(draw(st.lists(st.integers(0, len(lines)), max_size=4)), reverse=True):
        lines.insert(place, "")
    text = "\n".join(lines)
    for method in ("into_batches", "into_partitions", "repartition", "with_column"):
        dot = draw(st.sampled_from([".", " .", ". ", " \\\n    ."]))
        opening = draw(st.sampled_from(["(", " (", "( ", "(\n    ", "(  # rows\n"]))
        text = text.replace(f".{method}(", f"{dot}{method}{opening}")
    for name in ("batch_size", "max_concurrency", "concurrency"):
        equals = draw(st.sampled_from(["=", " = ", "=\t"]))
        text = re.sub(rf"\b{name}=", f"{name}{equals}", text)
    text = text.replace("\n", draw(st.sampled_from(["\n", "\r\n", "\r"])))
    try:
        ast.parse(text)
    except SyntaxError:
        assume(False)
    return text


@given(_variants())
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
def test_nothing_changes_outside_of_the_edits(text: str) -> None:
    groups = _groups(_findings(text))
    assert groups
    result = fixed(Document("a.py", text), groups)
    ast.parse(result.text)
    _assert_only_edits(text, result.text, [edit for group in result.applied for edit in group])
    assert result.left or _groups(_findings(result.text)) == []


def _assert_only_edits(before: str, after: str, edits: list[Edit]) -> None:
    """Read both side by side, edit for edit."""
    mine, theirs = 0, 0
    for edit in sorted(set(edits), key=lambda one: one.span.start):
        start, end = _offset(before, *edit.span.start), _offset(before, *edit.span.end)
        assert before[mine:start] == after[theirs : theirs + start - mine]
        theirs += start - mine
        assert after[theirs : theirs + len(edit.text)] == edit.text
        mine, theirs = end, theirs + len(edit.text)
    assert before[mine:] == after[theirs:]


def _offset(text: str, line: int, column: int) -> int:
    """Counted anew, and slowly: what the product does must agree."""
    place = 0
    for _ in range(line - 1):
        found = _LINE_END.search(text, place)
        if found is None:
            return len(text)
        place = found.end()
    return place + column - 1


_TEXTS = st.text(alphabet=st.sampled_from("ab\t é\x0c\u2028\n\r"), max_size=30)


@st.composite
def _edited(draw: st.DrawFn) -> tuple[str, list[Group]]:
    text = draw(_TEXTS)
    document = Document("a.py", text)
    places = [
        (line, column)
        for line in range(1, len(document.lines) + 1)
        for column in range(1, len(document.lines[line - 1]) + 2)
    ]
    edit = st.builds(
        lambda one, other, new: Edit(Span("a.py", *min(one, other), *max(one, other)), new),
        st.sampled_from(places),
        st.sampled_from(places),
        st.sampled_from(["", "x", "yz\n"]),
    )
    return text, draw(st.lists(st.lists(edit, min_size=1, max_size=3).map(tuple), max_size=4))


@given(_edited())
def test_groups_that_do_not_touch_are_all_applied_and_nothing_else(
    edited: tuple[str, list[Group]],
) -> None:
    text, groups = edited
    result = fixed(Document("a.py", text), groups)
    assert sorted([*result.applied, *result.left], key=repr) == sorted(groups, key=repr)
    _assert_only_edits(text, result.text, [edit for group in result.applied for edit in group])
    if len(groups) == 1 and len(groups[0]) == 1:
        assert result.left == ()


def _at(line: int, start: int, end: int, text: str) -> Edit:
    return Edit(Span("a.py", line, start, line, end), text)


def test_of_two_fixes_that_touch_the_first_is_applied() -> None:
    first, second = (_at(1, 2, 4, "x"),), (_at(1, 3, 5, "y"), _at(2, 1, 1, "z"))
    result = fixed(Document("a.py", "abcdef\ng"), [first, second])
    assert (result.text, result.applied, result.left) == ("axdef\ng", (first,), (second,))


def test_two_additions_at_one_place_are_one_too_many() -> None:
    groups = [(_at(1, 2, 2, "x"),), (_at(1, 2, 2, "y"),)]
    assert fixed(Document("a.py", "ab"), groups).text == "axb"


def test_an_addition_next_to_what_is_replaced_is_left() -> None:
    groups = [(_at(1, 1, 2, "x"),), (_at(1, 2, 2, "y"),)]
    assert fixed(Document("a.py", "ab"), groups).left == (groups[1],)


def test_neighbours_are_no_conflict() -> None:
    groups = [(_at(1, 2, 3, "y"),), (_at(1, 1, 2, "x"),)]
    assert fixed(Document("a.py", "ab"), groups).text == "xy"


def test_an_edit_that_two_fixes_share_is_made_once() -> None:
    groups = [(_at(1, 1, 1, "x"),), (_at(1, 1, 1, "x"), _at(1, 2, 3, "y"))]
    result = fixed(Document("a.py", "ab"), groups)
    assert (result.text, result.left) == ("xay", ())


def test_a_fix_whose_own_edits_touch_is_left() -> None:
    group = (_at(1, 1, 3, "x"), _at(1, 2, 3, "y"))
    assert fixed(Document("a.py", "ab"), [group]).left == (group,)


@pytest.mark.parametrize("span", [(1, 4, 1, 4), (0, 1, 1, 1), (3, 1, 3, 2), (1, 2, 1, 1)])
def test_an_edit_outside_of_the_text_is_an_error(span: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match=r"line \d"):
        fixed(Document("a.py", "ab\n"), [(Edit(Span("a.py", *span), ""),)])


_PROGRAM = "import daft\nx = 'é'\t# é\nrows = 5\n"
_GROUP: Group = (Edit(Span("a.py", 3, 8, 3, 9), "7"),)


def _applied(file: Path, data: bytes, root: Path | None = None) -> bytes:
    file.write_bytes(data)
    linted = decode(data, file.name)
    result = apply(file, linted, [_GROUP], root or file.parent)
    assert result.applied == (_GROUP,)
    return file.read_bytes()


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    ("encoding", "head", "mark"),
    [
        ("utf-8", "", b""),
        ("utf-8", "", codecs.BOM_UTF8),
        ("latin-1", "# coding: latin-1", b""),
        ("cp1252", "#!/usr/bin/python", b""),
        ("utf-8", "# -*- coding: utf-8 -*-", codecs.BOM_UTF8),
    ],
)
def test_a_file_keeps_its_encoding_and_line_ends(
    tmp_path: Path, encoding: str, head: str, mark: bytes, line_end: str
) -> None:
    first = head + ("\n# coding: cp1252 " if head.startswith("#!") else "")
    text = _PROGRAM.replace("import daft", f"{first} # é\nimport daft".lstrip(" "))
    line = text.split("\n").index("rows = 5") + 1
    data = mark + text.replace("\n", line_end).encode(encoding)
    file = tmp_path / "a.py"
    file.write_bytes(data)
    group: Group = (Edit(Span("a.py", line, 8, line, 9), "7"),)
    apply(file, decode(data, "a.py"), [group], tmp_path)
    assert file.read_bytes() == data.replace(b"rows = 5", b"rows = 7")


def test_a_file_keeps_its_mode_and_leaves_nothing_behind(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.touch(mode=0o600)
    file.chmod(0o751)
    _applied(file, _PROGRAM.encode())
    assert stat.S_IMODE(file.stat().st_mode) == 0o751
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_with_the_longest_name_is_fixed(tmp_path: Path) -> None:
    assert b"rows = 7" in _applied(tmp_path / ("a" * 252 + ".py"), _PROGRAM.encode())


def test_a_file_without_fixes_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(_PROGRAM)
    before = file.stat()
    assert apply(file, Document("a.py", _PROGRAM), [], tmp_path).applied == ()
    assert file.stat() == before or file.stat().st_mtime_ns == before.st_mtime_ns


def _refused(file: Path, groups: list[Group], root: Path, text: str = _PROGRAM) -> str:
    before = file.read_bytes() if file.exists() else None
    with pytest.raises(FixError) as caught:
        apply(file, Document("a.py", text), groups, root)
    assert (file.read_bytes() if file.exists() else None) == before
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_a_fix_that_breaks_the_file_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(_PROGRAM)
    broken: Group = (Edit(Span("a.py", 3, 6, 3, 7), "= ="),)
    assert "internal error" in _refused(file, [broken], tmp_path)


def test_a_file_in_syntax_newer_than_this_python_is_checked_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from daft_lint import fixing
    from daft_lint.reading.syntax import SourceSyntaxError

    monkeypatch.setattr(fixing, "syntax_error", lambda _: SourceSyntaxError("too new", 1, 1))
    file = tmp_path / "a.py"
    assert b"rows = 7" in _applied(file, _PROGRAM.encode())
    broken: Group = (Edit(Span("a.py", 3, 6, 3, 7), "= ="),)
    assert "internal error" in _refused(file, [broken], tmp_path, file.read_text())


def test_a_file_that_changed_meanwhile_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(_PROGRAM + "# new\n")
    assert "changed since" in _refused(file, [_GROUP], tmp_path)


def test_a_file_that_went_meanwhile_is_not_made(tmp_path: Path) -> None:
    assert "No such file" in _refused(tmp_path / "a.py", [_GROUP], tmp_path)


def test_a_link_in_the_project_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    real, link = tmp_path / "real" / "b.py", tmp_path / "a.py"
    real.write_text(_PROGRAM)
    link.symlink_to(real)
    apply(link, Document("a.py", _PROGRAM), [_GROUP], tmp_path)
    assert link.is_symlink()
    assert "rows = 7" in real.read_text()


@pytest.mark.parametrize("folder", [False, True])
def test_a_link_out_of_the_project_is_not_followed(tmp_path: Path, folder: bool) -> None:
    project, outside = tmp_path / "project", tmp_path / "outside"
    project.mkdir()
    outside.mkdir()
    (outside / "b.py").write_text(_PROGRAM)
    link = project / "link"
    link.symlink_to(outside if folder else outside / "b.py")
    file = link / "b.py" if folder else link
    assert "not in the project" in _refused(file, [_GROUP], project)
    assert (outside / "b.py").read_text() == _PROGRAM


def test_a_project_behind_a_link_is_fixed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    assert b"rows = 7" in _applied(tmp_path / "link" / "a.py", _PROGRAM.encode(), tmp_path / "link")


def test_a_file_named_outside_of_the_project_is_fixed(tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    assert b"rows = 7" in _applied(tmp_path / "a.py", _PROGRAM.encode(), tmp_path / "project")


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs POSIX")
def test_a_disk_without_room_costs_nothing(tmp_path: Path) -> None:
    """The limit on the size of a file stands in for the end of the disk."""
    file = tmp_path / "a.py"
    file.write_text(_PROGRAM + "#" * 10_000)
    script = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from daft_lint.documents.document import read_document\n"
        "from daft_lint.findings import Edit\n"
        "from daft_lint.fixing import FixError, apply\n"
        "from daft_lint.plan.span import Span\n"
        "file = Path(sys.argv[1])\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "group = (Edit(Span('a.py', 3, 8, 3, 9), '7'),)\n"
        "try:\n"
        "    apply(file, read_document(file, 'a.py'), [group], file.parent)\n"
        "except FixError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-B", "-c", script, str(file)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert "can't be fixed: File too large; it is as it was" in done.stdout
    assert done.stderr == ""
    assert file.read_text() == _PROGRAM + "#" * 10_000
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write it all")
@pytest.mark.parametrize("locked", ["file", "folder"])
def test_what_may_not_be_written_is_not(tmp_path: Path, locked: str) -> None:
    file = tmp_path / "a.py"
    file.write_text(_PROGRAM)
    place = file if locked == "file" else tmp_path
    mode = place.stat().st_mode
    place.chmod(mode & ~0o222)
    try:
        assert "can't be fixed" in _refused(file, [_GROUP], tmp_path)
    finally:
        place.chmod(mode)


def test_an_encoding_that_writes_a_text_in_several_ways_is_left(tmp_path: Path) -> None:
    data = b"# coding: utf-7\nx = '+AGEAYg-'\nrows = 5\n"
    file = tmp_path / "a.py"
    file.write_bytes(data)
    assert "several ways" in _refused(file, [_GROUP], tmp_path, decode(data, "a.py").text)
