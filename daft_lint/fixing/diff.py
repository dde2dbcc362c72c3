"""A file before and after its fixes, as texts that people can compare."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.documents.document import Document
from daft_lint.documents.layout import FileKind


def compared(before: Document, after: Document) -> Iterator[tuple[str, str, str]]:
    """A name and what it was and is: the file as a whole, of a notebook each cell that changes."""
    layout = before.layout
    if layout is None:
        yield before.path, before.text, after.text
    elif layout.kind is FileKind.MARKDOWN:
        from daft_lint.documents.markdown import markdown_of

        yield before.path, layout.file, markdown_of(before, after)
    else:
        for number, source in before.sources.items():
            if source != after.sources[number]:
                # The last line of a cell has no end, which is not worth a word.
                yield f"{before.path}:cell {number}", f"{source}\n", f"{after.sources[number]}\n"
