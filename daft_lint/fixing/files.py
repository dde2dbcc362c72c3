"""Fixed texts put into files, without a risk to any of them."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from daft_lint.documents.atomic_writes import is_writable, replace_files
from daft_lint.documents.document import (
    AS_UTF_8,
    Document,
    UnreadableDocumentError,
    decode,
    encoding_of,
    shown_path,
)
from daft_lint.documents.file_status import read_whole
from daft_lint.fixing.edit_application import Fixed, Group, fixed, still_parses
from daft_lint.records import dataclass


class FixError(Exception):
    """A file that can't be fixed, and is as it was. `message` is one line for a person."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}")
        self.path = path
        self.message = message


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A file to fix: its text as it was linted and as it is to be.

    `root` is the folder of the project: a link may lead elsewhere in it, never out of it.
    """

    file: Path
    before: Document
    after: Document
    root: Path


def apply(file: Path, linted: Document, groups: Iterable[Group], root: Path) -> Fixed:
    """Put fixes into a file, all that fit or, when anything is wrong, none.

    `linted` is the file as it was when the fixes were found, `root` as in `Rewrite`.

    Raises:
        FixError: when the file can't be fixed; it is as it was.
        ValueError: when an edit lies outside of the text.
    """
    outcome = fixed(linted, groups)
    rewrite([Rewrite(file, linted, outcome.document, root)])
    return outcome


def rewrite(files: Sequence[Rewrite]) -> None:
    """Write fixed texts into their files, all of them or none.

    Encoding, mark, line ends and mode stay as they are, so does what isn't code. A file is never
    half written. A file whose text doesn't change isn't written, but it must be there as it was.

    Raises:
        FixError: when one of them can't be fixed; all are as they were.
    """
    contents = [_content(file) for file in files]
    changed = [found for found in contents if found is not None]
    try:
        replace_files(changed)
    except OSError as error:
        place = next((file for file in files if _is_of(file.file, error)), files[0])
        raise FixError(
            shown_path(place.file), f"can't be fixed: {error.strerror}; the file is unchanged"
        ) from None


def fixed_bytes(data: bytes, before: Document, after: Document) -> bytes:
    """The bytes of a file with a fixed text in the place of the one that was linted.

    Encoding, mark and line ends stay as they are.

    Raises:
        FixError: when that can't be done.
    """
    try:
        return data if after.text == before.text else _encoded(data, before, after)
    except UnreadableDocumentError as error:
        raise FixError(before.path, error.message) from None


def _is_of(file: Path, error: OSError) -> bool:
    return error.filename is not None and file.resolve() == Path(os.fsdecode(error.filename))


def _content(given_rewrite: Rewrite) -> tuple[Path, bytes] | None:
    """The file itself and what is to be in it; None where nothing changes."""
    path = shown_path(given_rewrite.file)
    try:
        real = _followed(given_rewrite.file, given_rewrite.root)
        data = read_whole(real)
        if decode(data, path).text != given_rewrite.before.text:
            raise FixError(path, "changed since it was checked; run again to fix it")
        if given_rewrite.after.text == given_rewrite.before.text:
            return None
        if not is_writable(real):
            raise FixError(path, "can't be fixed: it is read-only")
        return real, _encoded(data, given_rewrite.before, given_rewrite.after)
    except UnreadableDocumentError as error:
        raise FixError(path, error.message) from None
    except OSError as error:
        raise FixError(path, f"can't be fixed: {error.strerror}; the file is unchanged") from None


def _followed(file: Path, root: Path) -> Path:
    """The file itself, behind any links."""
    named = Path(os.path.normpath(file.absolute()))
    tree = Path(os.path.normpath(root.absolute()))
    real = file.resolve(strict=True)
    inside = tree if named.is_relative_to(tree) else named.parent
    if not real.is_relative_to(inside.resolve()):
        raise FixError(
            shown_path(file), f"links to {real}, which isn't in the project; fix it there"
        )
    return real


def _encoded(data: bytes, before: Document, after: Document) -> bytes:
    path = before.path
    if not still_parses(before.text, after.text):
        raise FixError(
            path,
            "internal error: its fixes would make it invalid Python; the file is unchanged; "
            "please report it, with the file if you can",
        )
    if before.layout is not None:
        return _in_cells(data, before, after)
    mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
    # A comment that names another encoding may have got to the top.
    with suppress(UnreadableDocumentError, UnicodeError):
        encoding = encoding_of(data, path)
        written = mark + after.text.encode(encoding)
        is_kept = mark + before.text.encode(encoding) == data
        if is_kept and decode(written, path).text == after.text:
            return written
    raise FixError(path, f"can't be fixed: {AS_UTF_8}")


def _in_cells(data: bytes, before: Document, after: Document) -> bytes:
    """A notebook with other code in it."""
    from daft_lint.documents.notebook import written_notebook

    written = written_notebook(data, before, after)
    if decode(written, before.path).sources != after.sources:
        raise FixError(
            before.path,
            "internal error: its fixes would change other code; the file is unchanged; please "
            "report it, with the file if you can",
        )
    return written
