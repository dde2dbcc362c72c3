"""The file of facts, read and written as a whole."""

from __future__ import annotations

from pathlib import Path

from daft_lint.documents.file_selection import FACTS_FILE
from daft_lint.documents.file_status import is_missing
from daft_lint.facts.pipelines import PIPELINE, pipeline_text, recorded_pipeline
from daft_lint.facts.sources import SOURCE, metadata_of, recorded_source, source_text
from daft_lint.plan.recorded import RecordedPipeline, RecordedSource
from daft_lint.records import dataclass, replace
from daft_lint.settings import Settings
from daft_lint.settings.positions import positions
from daft_lint.settings.tables import Table, parsed, text_of

_HEAD = "# Measured by daft-lint; commit this file. `daft-lint facts from-log` updates it.\n"


@dataclass(frozen=True, slots=True)
class Facts:
    """What was measured for a project.

    `sources` has what Daft reported about them, `pipelines` what runs of them showed.
    """

    sources: tuple[RecordedSource, ...] = ()
    pipelines: tuple[RecordedPipeline, ...] = ()

    @property
    def redacted(self) -> Facts:
        """The same without the paths of sources."""
        sources = tuple(source.redacted for source in self.sources)
        return replace(
            self, sources=sources, pipelines=tuple(pipeline.redacted for pipeline in self.pipelines)
        )


def read_facts(file: Path) -> Facts:
    """The facts in a file; none where there is no file.

    Raises:
        SettingsError: the file can't be read, or something in it is wrong.
    """
    if is_missing(file):
        return Facts()
    text = text_of(file)
    document = Table(file, (), parsed(text, file), positions(text, str(file)))
    for key in document.values:
        if key not in (SOURCE, PIPELINE):
            raise document.place(key).error(
                f"unknown fact; known facts are [[{SOURCE}]] and [[{PIPELINE}]]"
            )
    return Facts(
        tuple(map(recorded_source, document.tables(SOURCE))),
        tuple(map(recorded_pipeline, document.tables(PIPELINE))),
    )


def with_recorded_facts(settings: Settings) -> Settings:
    """The settings with what was recorded of the project's sources and pipelines.

    Raises:
        SettingsError: the file of facts can't be read, or something in it is wrong.
    """
    file = settings.root / FACTS_FILE
    if is_missing(file):
        return settings
    facts = read_facts(file)
    metadata = tuple(map(metadata_of, facts.sources))
    return replace(
        settings,
        metadata=metadata + settings.metadata,
        recorded=facts.pipelines,
        facts_file=file,
    )


def facts_text(facts: Facts) -> str:
    """The file that holds such facts, in an order that doesn't depend on how they were found."""
    pipelines = sorted(
        facts.pipelines,
        key=lambda pipeline: (pipeline.code, pipeline.function, pipeline.source, pipeline.steps),
    )
    sources = sorted(facts.sources, key=lambda source: repr(source.location))
    tables = [*map(source_text, sources)]
    tables += [text for pipeline in pipelines for text in pipeline_text(pipeline)]
    return "\n".join([_HEAD, *tables])
