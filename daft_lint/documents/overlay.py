"""A project some of whose files hold other texts, which nobody has written yet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from daft_lint.documents.document import Document
from daft_lint.documents.project import Project, may_import


@dataclass(frozen=True, slots=True, eq=False)
class ProjectWith:
    """A project in which files of it hold the `changed` texts, by path."""

    project: Project
    changed: Mapping[str, Document]

    def mentioning(self, *words: str) -> tuple[Document, ...]:
        """The Python files whose text holds all of the words, ordered by path."""
        others = [one for one in self.project.mentioning(*words) if one.path not in self.changed]
        fitting = [one for one in self.changed.values() if all(word in one.text for word in words)]
        return tuple(sorted([*others, *fitting], key=lambda one: one.path))

    def module_of(self, path: str) -> str | None:
        """The dotted name that other files import a file by; None when that can't be told."""
        return self.project.module_of(path)

    def may_import(self, path: str, name: str) -> bool:
        """Whether another file may import a name of a file."""
        return may_import(self, path, name)
