"""Groups of files whose fixes depend on each other, and what changes in each file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from daft_lint.documents.document import Document
from daft_lint.fixing.fix_selection import Choice
from daft_lint.records import dataclass


@dataclass(frozen=True, slots=True)
class Made:
    """A fix that was made: the rule and the file of its finding, and the files that it changed."""

    path: str
    code: str
    name: str
    changed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """Files whose fixes hang together, by path: all of them are written, or none."""

    before: Mapping[str, Document]
    after: Mapping[str, Document]
    made: tuple[Made, ...]


def parts_of(
    made: Sequence[Choice], before: Mapping[str, Document], after: Mapping[str, Document]
) -> tuple[Part, ...]:
    """The least parts, such that no fix reaches from one into another; by their first paths."""
    joined: list[tuple[frozenset[str], list[Choice]]] = []
    for choice in made:
        near = [pair for pair in joined if pair[0] & choice.paths]
        paths = choice.paths.union(*(pair[0] for pair in near))
        together = [each_choice for _, others in near for each_choice in others]
        joined = [pair for pair in joined if pair not in near]
        joined.append((paths, [*together, choice]))
    return tuple(
        Part(
            {path: before[path] for path in sorted(paths)},
            {path: after[path] for path in sorted(paths)},
            tuple(
                Made(
                    choice.path,
                    choice.finding.code,
                    choice.finding.name,
                    tuple(sorted(choice.paths)),
                )
                for choice in made
                if any(choice is other for other in together)
            ),
        )
        for paths, together in sorted(joined, key=lambda pair: min(pair[0]))
    )


def compared(before: Document, after: Document) -> Iterator[tuple[str, str, str]]:
    """A name and what it was and is: the file as a whole, of a notebook each cell that changes."""
    layout = before.layout
    if layout is None:
        yield before.path, before.text, after.text
    else:
        for number, source in before.sources.items():
            if source != after.sources[number]:
                # The last line of a cell has no end, which is not worth a word.
                yield f"{before.path}:cell {number}", f"{source}\n", f"{after.sources[number]}\n"
