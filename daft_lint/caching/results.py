"""The results of files: kept, and given back while all that they were made of is as it was.

Each file has one record, named by a digest of its path and of what makes results. It is JSON: the
digest of its bytes, what was asked of the project with digests of the answers, the files of the
project's own rules with theirs, and the outcome as `caching.values` writes it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import astuple, dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

from daft_lint.caching.records import make_folder, read_record, remove_unfinished, write_record
from daft_lint.caching.serialisation import BrokenValueError, NotPlainError, from_plain, to_plain
from daft_lint.documents.project_queries import Answered, Answers, Asked, Question
from daft_lint.findings import Finding
from daft_lint.judgement import Judgement
from daft_lint.linting import Linted
from daft_lint.usual_cluster import OnCluster

_FOLDER = "results"


def written_result(
    data: bytes, linted: Linted, asked: Asked, rules: Iterable[str] = ()
) -> bytes | None:
    """The result of a file that holds those bytes, as bytes; `rules` are files of the rules.

    None where a rule failed, found something that can't be written, or asked something that can't
    be asked again.
    """
    if linted.failures or linted.known or not asked.repeatable:
        return None
    try:
        objects, reported = to_plain((*linted.findings, *linted.judgements))
    except NotPlainError:
        return None
    result = {
        "content": _digest(data),
        "answered": [[a.question.name, *a.question.arguments, a.digest] for a in asked.answered],
        "rules": [[file, digest_of_file(file)] for file in rules],
        "suppressed": linted.suppressed,
        "complete": linted.complete,
        "hidden": linted.hidden,
        "on_cluster": None if linted.on_cluster is None else astuple(linted.on_cluster),
        "objects": objects,
        "told": reported,
    }
    return json.dumps(result, separators=(",", ":")).encode()


@dataclass(frozen=True, slots=True)
class Result:
    """A result that was written, not yet known to hold."""

    content: str
    answered: tuple[Answered, ...]
    rules: tuple[tuple[str, str], ...]
    _linted: dict[str, Any]

    @classmethod
    def read(cls, data: bytes) -> Result | None:
        """Read what `written_result` gave; None when it is something else."""
        try:
            result = json.loads(data)
            answered = tuple(
                Answered(Question(str(name), tuple(map(str, rest))), str(digest))
                for name, *rest, digest in result["answered"]
            )
            rules = tuple((str(file), str(digest)) for file, digest in result["rules"])
            return cls(str(result["content"]), answered, rules, result)
        except (LookupError, RecursionError, TypeError, ValueError):
            return None

    @property
    def modules(self) -> set[tuple[str, str]]:
        """The names of modules that were looked for, each with the file that it was seen from."""
        asked = (answered.question for answered in self.answered)
        found = (
            question.arguments for question in asked if question.name in ("absolute", "module")
        )
        return {(name, near) for name, near in found}

    def is_of(self, data: bytes) -> bool:
        """Whether the file held those bytes."""
        return self.content == _digest(data)

    def holds(self, answers: Answers, digest: Callable[[str], str]) -> bool:
        """Whether the rules are the same, and the project would answer all as it did.

        `digest` gives the digest of a file.
        """
        same = all(digest(file) == known for file, known in self.rules)
        return same and answers.still_hold(self.answered)

    def linted(self) -> Linted | None:
        """What it says; None when it makes no sense."""
        try:
            reported = from_plain(self._linted["objects"], self._linted["told"])
            suppressed, complete = self._linted["suppressed"], self._linted["complete"]
            hidden, change = self._linted["hidden"], self._linted["on_cluster"]
            on_cluster = None if change is None else OnCluster(*change)
        except (BrokenValueError, LookupError, RecursionError, TypeError):
            return None
        findings = tuple(object_ for object_ in reported if isinstance(object_, Finding))
        judgements = tuple(object_ for object_ in reported if isinstance(object_, Judgement))
        numbers = type(suppressed) is int and type(hidden) is int and type(complete) is bool
        if not numbers or len(findings) + len(judgements) < len(reported):
            return None
        return Linted(
            findings,
            suppressed,
            complete=complete,
            judgements=judgements,
            hidden=hidden,
            on_cluster=on_cluster,
        )


@dataclass(slots=True)
class Results:
    """The results below a cache folder, which `makers`, a digest, stands for the makers of.

    What can't be read is missing, and what can't be written stays so.
    """

    root: Path
    makers: bytes
    _cleaned: set[Path] = field(default_factory=set)

    def read(self, path: str) -> Result | None:
        """The result of a file by its path; None when there is none."""
        parts, name = self._place(path)
        data = read_record(self.root.joinpath(*parts, name))
        return None if data is None else Result.read(data)

    def write(self, path: str, data: bytes) -> bool:
        """Keep a result in the place of an older one; false where that can't be done."""
        parts, name = self._place(path)
        folder = make_folder(self.root, *parts)
        if folder is None:
            return False
        if folder not in self._cleaned:
            self._cleaned.add(folder)
            remove_unfinished(folder)
        return write_record(folder / name, data)

    def _place(self, path: str) -> tuple[tuple[str, ...], str]:
        key = blake2b(self.makers, digest_size=16)
        key.update(path.encode("utf-8", "surrogatepass"))
        name = key.hexdigest()
        return (_FOLDER, name[:2]), name[2:]


def digest_of_file(file: str) -> str:
    """A digest of what a file holds; an empty one when it can't be read."""
    try:
        return _digest(Path(file).read_bytes())
    except (OSError, ValueError):
        return ""


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()
