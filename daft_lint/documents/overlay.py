"""A project with other texts for some of its files, not written yet."""

from __future__ import annotations

from collections.abc import Mapping

from daft_lint.documents.document import Document
from daft_lint.documents.project import Answers, KnownFiles, Project, may_import
from daft_lint.records import dataclass


@dataclass(eq=False)
class ProjectWith(KnownFiles):
    """A project in which files of it hold the `changed` texts, by path."""

    project: Project
    changed: Mapping[str, Document]

    @property
    def answers(self) -> Answers:
        """Answers to questions about texts alone."""
        return self.project.answers

    def mentioning(self, *words: str) -> tuple[Document, ...]:
        """The Python files whose text holds all of the words, ordered by path."""
        others = [
            document
            for document in self.project.mentioning(*words)
            if document.path not in self.changed
        ]
        fitting = [
            document for document in self.changed.values() if all(map(document.holds, words))
        ]
        return tuple(sorted([*others, *fitting], key=lambda document: document.path))

    def unreadable(self, *words: str) -> tuple[str, ...]:
        """The paths of files that may hold all of the words but can't be read."""
        return tuple(path for path in self.project.unreadable(*words) if path not in self.changed)

    def document(self, path: str) -> Document | None:
        """The file at a path, as people are shown it; None when it can't be read."""
        return self.changed.get(path) or self.project.document(path)

    def module_of(self, path: str) -> str | None:
        """The dotted name that other files import a file by; None when unknown."""
        return self.project.module_of(path)

    def may_import(self, path: str, name: str) -> bool:
        """Whether another file may import a name of a file."""
        return may_import(self, path, name)

    def module(self, name: str, near: str) -> Document | None:
        """The module that a file imports by a name, be it relative; None when there is none."""
        found = self.project.module(name, near)
        return self.changed.get(found.path, found) if found is not None else None

    def is_folder(self, name: str, near: str) -> bool:
        """Whether a dotted name is that of a folder, as a file would import it."""
        return self.project.is_folder(name, near)

    def importers(self, path: str) -> tuple[Document, ...]:
        """The files that import something of a file, ordered by path.

        Changed files count as they were: new imports aren't followed.
        """
        return tuple(
            self.changed.get(importer.path, importer) for importer in self.project.importers(path)
        )

    def may_meet_daft(self, path: str) -> bool:
        """Whether a file is part of a program in which some file has to do with Daft.

        Changed files count as they were.
        """
        return self.project.may_meet_daft(path)

    def leads_to_daft(self, path: str) -> bool:
        """Whether a file imports Daft, or a file that does.

        Changed files count as they were, and as they are if they import Daft themselves.
        """
        now = self.changed.get(path)
        return (now is not None and now.imports_daft) or self.project.leads_to_daft(path)
