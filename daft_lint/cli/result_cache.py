"""The result cache of a run: where it is, and the results in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from daft_lint.caching.location import FOLDER, below_others

if TYPE_CHECKING:
    from daft_lint.caching.results import Result, Results
    from daft_lint.documents.project import Project
    from daft_lint.documents.project_queries import Answers
    from daft_lint.settings import Settings


@dataclass(slots=True)
class ResultCache:
    """The results of files that earlier runs left, for each of the settings of this one.

    `folder` is where they are; None: where the settings say, else in the root of the project.
    `modules` are the names that imports were followed by, each with the file that it was seen from.
    """

    folder: Path | None = None
    unwritable: set[Path] = field(default_factory=set)
    _results: dict[int, tuple[Settings, Results]] = field(default_factory=dict)
    _answers: dict[int, Answers] = field(default_factory=dict)
    _digests: dict[str, str] = field(default_factory=dict)
    modules: set[tuple[str, str]] = field(default_factory=set)

    def holding(
        self, path: str, data: bytes, settings: Settings, project: Project
    ) -> Result | None:
        """The result of a file with those bytes, if it holds still."""
        from daft_lint.documents.project_queries import Answers

        result = self._of(settings).read(path)
        if result is None or not result.is_of(data):
            return None
        if id(project) not in self._answers:
            self._answers[id(project)] = Answers(project)
        if not result.holds(self._answers[id(project)], self._digest):
            return None
        self.modules.update(result.modules)
        return result

    def _digest(self, file: str) -> str:
        from daft_lint.caching.results import digest_of_file

        if file not in self._digests:
            self._digests[file] = digest_of_file(file)
        return self._digests[file]

    def keep(self, path: str, result: bytes, settings: Settings) -> None:
        """Keep a result for later runs, if there is a place for it."""
        from daft_lint.caching.results import Result

        made = Result.read(result)
        self.modules.update(made.modules if made is not None else ())
        results = self._of(settings)
        if results.root not in self.unwritable and not results.write(path, result):
            self.unwritable.add(results.root)

    def _of(self, settings: Settings) -> Results:
        if id(settings) not in self._results:
            from daft_lint.caching.results import Results
            from daft_lint.caching.toolchain import digest_of_toolchain
            from daft_lint.registry import rules_for

            folder = cache_folder(self.folder, settings)
            makers = digest_of_toolchain(settings, rules_for(settings))
            self._results[id(settings)] = settings, Results(folder, makers)
        return self._results[id(settings)][1]


def cache_folder(named: Path | None, settings: Settings) -> Path:
    """The folder that the command line names, else the settings, else one in the root."""
    folder = named or settings.cache_dir
    if folder is None:
        return (settings.root / FOLDER).absolute()
    return Path(below_others(str(folder.absolute())))
