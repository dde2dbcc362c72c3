"""The queries that a run made to a project, and whether they would be answered alike again."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import chain
from typing import Any, TypeVar, cast

from daft_lint.documents.document import Document
from daft_lint.documents.project import Project

T = TypeVar("T")

_PLAIN = (str, int, bool, type(None))


@dataclass(frozen=True, slots=True, order=True)
class Question:
    """A question to a project: what was asked for, and the arguments if it is a method."""

    name: str
    arguments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answered:
    """A question, and the digest of what was answered: files count by path and text."""

    question: Question
    digest: str


class UnrepeatableError(Exception):
    """A question that can't be asked again, or an answer that has no digest."""


def listening(project: Project) -> tuple[Project, Asked]:
    """The project as it was, and what is asked of it from now on."""
    asked = Asked()
    return cast(Project, _Listening(project, asked)), asked


# The methods that ask about a file, with the place of its path among the arguments.
_ABOUT = {
    "absolute": 1,
    "document": 0,
    "importers": 0,
    "is_beside": 1,
    "is_folder": 1,
    "leads_to_daft": 0,
    "may_import": 0,
    "may_meet_daft": 0,
    "module": 1,
    "module_of": 0,
}
_ALL = ""
"""In place of a path: a question about all files."""


@dataclass(eq=False, slots=True)
class Asked:
    """What was asked of a project, by the file that it is about; answers lead to other files."""

    _repeatable: bool = True
    _digests: dict[str, dict[Question, str]] = field(default_factory=dict)
    _led_to: dict[str, set[str]] = field(default_factory=dict)
    _around: list[tuple[Asked, str]] = field(default_factory=list)

    @property
    def repeatable(self) -> bool:
        """Whether all of it can be asked again."""
        return self._repeatable and all(asked.repeatable for asked, _ in self._around)

    @property
    def answered(self) -> tuple[Answered, ...]:
        """The questions with the digests of their answers, in an order of their own."""
        found = dict(chain.from_iterable(each.items() for each in self._digests.values()))
        for asked, around in self._around:
            for path in asked._led_from(around):
                found.update(asked._digests.get(path, {}))
        return tuple(Answered(question, found[question]) for question in sorted(found))

    def _led_from(self, path: str) -> set[str]:
        """A file and those that answers led to from there, or from questions about all files."""
        found = {path, _ALL}
        waiting = [*found]
        while waiting:
            new = self._led_to.get(waiting.pop(), set()) - found
            found |= new
            waiting += new
        return found

    def note(self, name: str, arguments: tuple[Any, ...], answer: object) -> None:
        """Take note of a question and its answer."""
        question = Question(name, arguments)
        about = arguments[_ABOUT[name]] if name in _ABOUT else _ALL
        known = self._digests.setdefault(about, {})
        if question in known:
            return
        try:
            if not all(isinstance(argument, str) for argument in arguments):
                raise UnrepeatableError(name)
            known[question] = digest_of(answer)
        except UnrepeatableError:
            self._repeatable = False
        answers = answer if isinstance(answer, tuple) else (answer,)
        led_to = {each.path for each in answers if isinstance(each, Document)}
        self._led_to.setdefault(about, set()).update(led_to)

    def take(self, other: Asked, around: str | None = None) -> None:
        """What was asked in another's name was asked in this one's too, if `around` leads there."""
        if around is not None:
            self._around.append((other, around))
            return
        self._repeatable = self._repeatable and other.repeatable
        for path, digests in other._digests.items():
            self._digests.setdefault(path, {}).update(digests)
            self._led_to.setdefault(path, set()).update(other._led_to.get(path, ()))


def _listened(project: Project, work: Callable[[Project], T]) -> tuple[T, Asked]:
    recorded, asked = listening(project)
    return work(recorded), asked


class _Listening:
    """Stands for a project, whatever it can be asked."""

    __slots__ = ("__weakref__", "_asked", "_project")

    def __init__(self, project: Project, asked: Asked) -> None:
        self._project = project
        self._asked = asked

    def once(self, key: Hashable, work: Callable[[Project], T], around: str | None = None) -> T:
        """What some work on the project gives; its questions count for each caller."""
        result, asked = self._project.once(
            (_Listening, key), lambda project: _listened(project, work)
        )
        self._asked.take(asked, around)
        return result

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._project, name)
        if not callable(found):
            self._asked.note(name, (), found)
            return found

        def ask(*arguments: Any) -> Any:
            answer = found(*arguments)
            self._asked.note(name, arguments, answer)
            return answer

        return ask


@dataclass(eq=False, slots=True)
class Answers:
    """What a project answers now, each question asked once."""

    project: Project
    _digests: dict[Question, str] = field(default_factory=dict)

    def still_hold(self, answered: Iterable[Answered]) -> bool:
        """Whether every question would be answered as it was."""
        try:
            return all(self._digest(answer.question) == answer.digest for answer in answered)
        except UnrepeatableError:
            return False

    def _digest(self, question: Question) -> str:
        if question not in self._digests:
            self._digests[question] = digest_of(_answer(self.project, question))
        return self._digests[question]


def _answer(project: Project, question: Question) -> object:
    if question.name.startswith("_") or question.name not in vars(Project):
        raise UnrepeatableError(question.name)
    found = getattr(project, question.name)
    try:
        return found(*question.arguments) if callable(found) else found
    except TypeError as error:
        raise UnrepeatableError(question.name) from error


def digest_of(answer: object) -> str:
    """A digest that two answers share only if they are the same.

    Raises:
        UnrepeatableError: when it holds anything but texts, numbers and files.
    """
    if isinstance(answer, _PLAIN):
        return repr(answer)
    made = blake2b(digest_size=16)
    if isinstance(answer, Document):
        layout = "" if answer.layout is None else repr(answer.layout)
        for text in (answer.path, answer.text, layout):
            data = text.encode("utf-8", "surrogatepass")
            made.update(b"%d:" % len(data))
            made.update(data)
    elif isinstance(answer, tuple | list):
        for item in answer:
            made.update(f"{digest_of(item)},".encode("utf-8", "surrogatepass"))
    else:
        raise UnrepeatableError(type(answer).__name__)
    return f"{type(answer).__name__} {made.hexdigest()}"
