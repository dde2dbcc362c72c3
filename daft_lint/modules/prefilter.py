"""A prefilter: whether a program can hold what rules look for, by the texts of its files alone.

A rule that `needs_work` is about UDFs, about built-in expressions that take time, or about steps
that cut rows into partitions and batches, and then tells of the step. Most programs with Daft have
none of them, and need not be parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from daft_lint.documents.document import imports_daft
from daft_lint.documents.imports import imports_of
from daft_lint.documents.lexing import Piece, TokenKind, in_pieces
from daft_lint.modules.behaviour import may_hold_steps
from daft_lint.modules.import_graph import leading_to, with_imported
from daft_lint.plan.expressions import MODELS, TIMED

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project

# The steps that cut, which are found by the names of their methods.
_COMMENT = r"\#[^\n\r]*(?=[\n\r]|\Z)"
_BETWEEN = rf"(?:[\s\\]|{_COMMENT})*"
_CUTS = (re.compile(rf"\.{_BETWEEN}(?:repartition|into_partitions|into_batches)\b"),)
# Built-in expressions that take time on each row.
_WORKS = (
    re.compile(rf"\b(?:{'|'.join(sorted(TIMED | MODELS))}){_BETWEEN}\("),
    re.compile(rf"\bimage{_BETWEEN}\.{_BETWEEN}(?:decode|encode)\b"),
)
_SPLITS = (re.compile(rf"\.{_BETWEEN}into_partitions\b"),)
_LIMITS = (re.compile(rf"\.{_BETWEEN}(?:head|limit|show)\b"),)
# A decorator, or an example of one in a docstring: most files that make UDFs need no closer look.
_DECORATED = re.compile(r"^[ \t]*@(?:daft\.)?(?:udf|func|cls)\b", re.MULTILINE)
# What makes UDFs, of Daft's modules: as attributes, as names that are imported from them or from a
# relative module, as all their names, and as texts for `getattr`. Text that says so and is no code
# is left out by `code_of`, but that is slower. Each alone is searched for much faster than all.
_GAP = r"(?:[ \t]|\\\r?\n)*"
_MAKERS = r"\b(?:udf|func|cls)\b"
_IMPORTED = rf"(?:{_MAKERS}|\*)"
_MAKES = (
    re.compile(rf"\.{_BETWEEN}{_MAKERS}(?!{_GAP}(?:\.{_GAP}\w+{_GAP})*import\b)"),
    re.compile(r"[\"'](?:udf|func|cls)[\"']"),
    re.compile(
        rf"from{_GAP}(?:daft(?:{_GAP}\.{_GAP}udf)?\b{_GAP}|\.[\w. \t\\\r\n]*?)\bimport\b{_GAP}"
        rf"(?:\((?:[^()#]|{_COMMENT})*?{_IMPORTED}|(?:[^\n\r;()\\]|\\\r?\n)*?{_IMPORTED})"
    ),
)
# A file without Daft's name gets what makes UDFs from one that has it. Most attributes that are
# called like them are something else: `args.func`, `self.func`.
_OWNED = re.compile(
    rf"(?:(?<![\w.])(\w+)|[)\]]){_BETWEEN}\.{_BETWEEN}(?:\w+{_BETWEEN}\.{_BETWEEN})*{_MAKERS}"
)
_BROUGHT = re.compile(r"\bimport\b\s*(\([^()]*\)|[^\n\r]*)")
# What defines something, at once; and, but for imports and lists of names, what does anything.
_DEFINES = re.compile(r"^[ \t]*(?:@|(?:async|class|def)\b)", re.MULTILINE)
_HANDS_ON = re.compile(r"\bimport\s*\([^()]*\)|\b__all__\s*\.\s*(?:append|extend)\s*\([^()]*\)")
_DOES = re.compile(r"[(@]|\b(?:class|for)\b")
_WORD = re.compile(r"\w+|\*")


def may_hold_any(document: Document, project: Project) -> bool:
    """Whether part of a pipeline, or a UDF, may stand in a file itself."""
    text = document.text
    if _imports_daft_itself(text) or cuts(text) or works(text) or _makes_udfs(document, project):
        return True
    return may_hold_steps(document, project)


def _imports_daft_itself(text: str) -> bool:
    """Whether a file imports Daft, and no module of the project that is called like it."""
    return imports_daft(text) and any(
        import_.module.partition(".")[0] == "daft" for import_ in imports_of(text)
    )


def bears(document: Document, project: Project) -> bool:
    """Whether there is something to judge in a file: by itself, or in a program that leads to it.

    A step that cuts is told of where it stands, and so is an expression; a UDF wherever one is
    used. A file that only hands on what it imports does neither.
    """
    if not _does_something(document.text):
        return False
    return cuts(document.text) or works(document.text) or _meets_udfs(document, project)


def bears_errors(document: Document, project: Project) -> bool:
    """Whether there may be an error in a file, by itself or in a program that leads to it.

    Without UDFs the only one is an `into_partitions` that waits for a limit.
    """
    if not _does_something(document.text):
        return False
    return _may_hang(document, project) or _meets_udfs(document, project)


def may_have_work(document: Document, project: Project) -> bool:
    """Whether pipelines that pass a file may run UDFs, or expressions that take time."""
    if not _does_something(document.text):
        return False
    programs = _in_its_programs(document, project)
    return any(works(program.text) or _makes_udfs(program, project) for program in programs)


def cuts(text: str) -> bool:
    """Whether a file has a step that cuts rows into partitions or batches."""
    return _mentions(_CUTS, text)


def works(text: str) -> bool:
    """Whether a file may have a built-in expression that takes time on each row."""
    return _mentions(_WORKS, text)


def _may_hang(document: Document, project: Project) -> bool:
    if not _mentions(_SPLITS, document.text):
        return False
    return any(_mentions(_LIMITS, program.text) for program in _in_its_programs(document, project))


def _does_something(text: str) -> bool:
    """Whether anything is called or defined in a file, or looped over."""
    if _DEFINES.search(text) is not None:
        return True
    return _DOES.search(_HANDS_ON.sub("", code_of(text))) is not None


def _meets_udfs(document: Document, project: Project) -> bool:
    """Whether a program with a file may make UDFs."""
    return any(_makes_udfs(program, project) for program in _in_its_programs(document, project))


def _in_its_programs(document: Document, project: Project) -> Iterator[Document]:
    """The files of the programs that a file is part of, this one first."""
    return with_imported(chain([document], leading_to(document, project)), project)


def _makes_udfs(document: Document, project: Project) -> bool:
    """Whether a file may make UDFs. It may say yes too often, never no."""
    # A module is looked at for each program that it is part of.
    return project.once((_makes_udfs, document), lambda asked: _may_make_udfs(document.text))


def _may_make_udfs(text: str) -> bool:
    if _DECORATED.search(text) is not None:
        return True
    return _mentions(_MAKES, text) and ("daft" in text or _is_brought_some(text))


def _is_brought_some(text: str) -> bool:
    """Whether a text that doesn't name Daft may get what makes UDFs by an import."""
    if _MAKES[-1].search(text) is not None or "getattr" in text:
        return True
    # What a call gives may be anything.
    owners = {owner or "*" for owner in _OWNED.findall(text)}
    brought = {word for names in _BROUGHT.findall(text) for word in _WORD.findall(names)}
    return "*" in owners | brought or not brought.isdisjoint(owners)


def _mentions(what: tuple[re.Pattern[str], ...], text: str) -> bool:
    """Whether something is said in the code of a file, in one of several ways."""
    return _holds(text, what) and _holds(code_of(text), what)


def _holds(text: str, what: tuple[re.Pattern[str], ...]) -> bool:
    return any(pattern.search(text) is not None for pattern in what)


def code_of(text: str) -> str:
    """A text without its comments, and without what can only be read: docstrings and the like."""
    return " ".join(
        '""' if in_piece.kind is TokenKind.STRING and _is_prose(in_piece) else in_piece.text
        for in_piece in in_pieces(text)
        if in_piece.kind is not TokenKind.COMMENT
    )


def _is_prose(piece: Piece) -> bool:
    """Whether a text in quotes holds more than a name, and no code as formatted ones do."""
    return not piece.is_formatted and re.fullmatch(r"\W*\w*\W*", piece.text) is None
