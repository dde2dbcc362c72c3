"""The cache of a run: the results of its files by project and settings, and facts of texts."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from daft_lint.caching.results import Results
from daft_lint.caching.texts import Texts
from daft_lint.caching.toolchain import digest_of_toolchain, is_ours
from daft_lint.records import dataclass, field
from daft_lint.registry import files_of, has_others, rules_for

if TYPE_CHECKING:
    from daft_lint.documents.project import ProjectFolder
    from daft_lint.settings import Settings


@dataclass(slots=True)
class ResultCache:
    """What earlier runs left: results of files, for each of the settings, and facts of texts."""

    texts: Texts = field(default_factory=Texts)

    _results: dict[int, tuple[Settings, Results]] = field(default_factory=dict)

    def of(self, settings: Settings, project: ProjectFolder) -> Results:
        """The results of files with these settings."""
        if id(settings) not in self._results:
            rules = rules_for(settings) if has_others(settings) else ()
            others = [rule for rule in rules if not is_ours(rule)]
            name = digest_of_toolchain(settings, others)
            own = partial(files_of, settings.extend_rules)
            results = Results(name, project, own, together=bool(others))
            self._results[id(settings)] = settings, results
        return self._results[id(settings)][1]

    def save(self) -> None:
        """Save what was kept for later runs."""
        for _, results in self._results.values():
            results.save()
        self.texts.save()
