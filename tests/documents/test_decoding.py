from __future__ import annotations

import codecs
import io
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.documents.document import (
    Document,
    UnreadableDocumentError,
    decode,
    imports_daft,
    mentions_daft,
    read_document,
    shown_path,
)

LINE_ENDS = st.sampled_from(["\n", "\r\n", "\r", "\x0c", "\x0b", "\u2028", "\x85", "a", "é", ""])


def failure(data: bytes) -> UnreadableDocumentError:
    with pytest.raises(UnreadableDocumentError) as caught:
        decode(data, "a.py")
    return caught.value


@given(st.text(alphabet=st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_utf_8_text_is_read_as_it_is(text: str) -> None:
    source = "x = 1\n\n" + text
    assert decode(source.encode(), "a.py") == Document("a.py", source)


def test_an_empty_file_is_an_empty_text() -> None:
    assert decode(b"", "a.py") == Document("a.py", "")


def test_a_byte_order_mark_shifts_no_column() -> None:
    assert decode(codecs.BOM_UTF8 + b"import daft", "a.py").lines == ("import daft",)


@pytest.mark.parametrize(
    "data",
    [
        b"# coding: latin-1\nx = '\xe9'",
        b"# -*- coding: latin-1 -*- \xe9\n",
        b"#!/usr/bin/env python\n# vim: set fileencoding=latin-1 :\n\xe9",
        b"\n# coding=latin-1\n\xe9",
        b"\x0c# coding: latin-1\n\xe9",
        b"#!\r# coding: latin-1\r\xe9",
    ],
)
def test_the_encoding_that_a_coding_comment_names_is_honoured(data: bytes) -> None:
    assert decode(data, "a.py").text == data.decode("latin-1")


def test_a_coding_comment_after_code_counts_for_nothing() -> None:
    assert failure(b"x = 1\n# coding: latin-1\n\xe9").line == 3


@pytest.mark.parametrize(
    ("data", "message", "place"),
    [
        (
            b"x = 1\r\ny = '\xc3\xa9\xff'",
            "line 2 is not UTF-8; save the file as UTF-8 or declare its encoding",
            (2, 7),
        ),
        (
            codecs.BOM_UTF8 + b"\xff",
            "line 1 is not UTF-8; save the file as UTF-8 or declare its encoding",
            (1, 1),
        ),
        (
            b"# coding: ascii\r\r\xe9",
            "line 3 is not ASCII; save the file as UTF-8 or declare its encoding",
            (3, 1),
        ),
        (b"x\r\xc3\xa9\0", "line 2 holds a NUL byte, so this isn't source code", (2, 2)),
        (b"# coding: nope\n", "unknown encoding 'nope' declared", (1, 1)),
        (
            codecs.BOM_UTF8 + b"# coding: latin-1\n",
            "starts with a UTF-8 byte order mark but declares 'latin-1'; remove one of them",
            (1, 1),
        ),
    ],
)
def test_what_is_no_text_is_reported_with_its_place(
    data: bytes, message: str, place: tuple[int, int]
) -> None:
    error = failure(data)
    assert (error.path, error.message, (error.line, error.column)) == ("a.py", message, place)
    assert str(error) == f"a.py: {message}"


@pytest.mark.parametrize(
    "name", ["rot13", "base64", "uu", "undefined", "punycode", "utf-16", "cp037", "a" * 5000]
)
def test_an_encoding_that_cannot_hold_python_is_unknown(name: str) -> None:
    assert failure(f"# coding: {name}\nx = 1\n".encode()).message.startswith("unknown encoding")


def test_escapes_that_make_no_character_are_no_text() -> None:
    assert "not UNICODE-ESCAPE" in failure(b"# coding: unicode_escape\n\\ud800").message


@given(
    st.sampled_from(
        [b"", codecs.BOM_UTF8, b"# coding: utf-7\n", b"# coding: idna\n", b"# coding: shift-jis\n"]
    ),
    st.binary(),
)
def test_any_bytes_are_read_or_refused(start: bytes, rest: bytes) -> None:
    try:
        document = decode(start + rest, "a.py")
    except UnreadableDocumentError as refused:
        error = refused
    else:
        assert document.text.encode().decode() == document.text
        return
    assert (error.line, error.column) >= (1, 1)
    assert "\n" not in error.message


@given(st.lists(LINE_ENDS).map("".join))
def test_lines_end_where_python_ends_them(text: str) -> None:
    document = Document("a.py", text)
    assert document.lines == tuple(io.StringIO(text, newline=None).read().split("\n"))


def test_a_line_is_asked_for_by_its_number() -> None:
    document = Document("a.py", "a\r\nb\rc\n")
    assert [document.line(number) for number in (1, 2, 3)] == ["a", "b", "c"]
    assert document.line(0) is None
    assert document.line(5) is None


def test_a_file_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocumentError, match=r"a.py: can't be read: Is a directory"):
        read_document(tmp_path, "a.py")


def test_a_file_is_read_from_disk(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_bytes(b"x\r\ny")
    assert read_document(file, "shown.py") == Document("shown.py", "x\r\ny")


@pytest.mark.parametrize(
    "text",
    [
        "import daft",
        "from daft import col",
        "import daft.functions as F",
        "x = 1  # noqa: DFT101",
        "x = 1  # NOQA:dft101",
        "x = 1  # noqa: Dft1",
        "# daft-lint: rows=5",
        "# Daft-Lint: ignore-file",
    ],
)
@given(around=st.binary())
def test_what_speaks_to_us_is_never_passed_over(text: str, around: bytes) -> None:
    assert mentions_daft(around + text.encode() + around)


def test_other_files_are_passed_over() -> None:
    assert not mentions_daft(b"import polars  # noqa: E501\n")
    assert not mentions_daft(b"")


@pytest.mark.parametrize(
    "text",
    [
        "import daft",
        "import os, daft",
        "import os, \\\n    daft",
        "import os, \\\r\n    daft",
        "x = 1\rimport daft",
        "\timport daft as d",
        "from daft import col",
        "from daft.functions import embed",
        "from . import daft",
        "from common import (\n    other,  # what\n    daft,\n)",
        "x = 1; import daft",
        "if daft_wanted: import daft",
    ],
)
def test_an_import_of_daft_is_seen(text: str) -> None:
    assert imports_daft(text)


@pytest.mark.parametrize(
    "text",
    ["# import daft", "x  # from daft import y", "import daft_helpers", "import os\ndaft = os"],
)
def test_a_mere_mention_of_daft_is_no_import(text: str) -> None:
    assert not imports_daft(text)


def test_five_megabytes_are_fast() -> None:
    data = b"x = call(1, 'daft')  # what for\n" * 160_000
    started = time.process_time()
    assert mentions_daft(data)
    document = decode(data, "a.py")
    assert not imports_daft(document.text)
    assert len(document.lines) == 160_001
    assert time.process_time() - started < 2


@pytest.mark.parametrize("word", ["from ", "import(", " "])
def test_no_line_is_slow_to_look_through(word: str) -> None:
    started = time.process_time()
    assert not imports_daft(word * 10_000)
    assert time.process_time() - started < 2


def test_paths_are_shown_from_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    monkeypatch.chdir(folder)
    assert shown_path(folder / "src" / "a.py") == "src/a.py"
    assert shown_path(Path("src/../b.py")) == "b.py"
    assert shown_path(tmp_path / "other.py") == (tmp_path / "other.py").as_posix()
    assert shown_path(Path("../other.py")) == (tmp_path / "other.py").as_posix()


def test_a_name_that_is_no_utf_8_can_be_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert shown_path(Path("a\udcff.py")) == "a\ufffd.py"
