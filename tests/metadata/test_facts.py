"""What Daft told is judged by; what people say of a source weighs more."""

from dataclasses import replace
from pathlib import Path

import pytest

from daft_lint.documents.document import Document
from daft_lint.linting import cases_of, locations_in
from daft_lint.metadata.facts import facts_of
from daft_lint.metadata.messages import Answer, Query
from daft_lint.metadata.queries import query_of
from daft_lint.pipelines.source_locations import Locations
from daft_lint.plan.pipeline import Location, Source
from daft_lint.plan.quantity import Origin, OriginKind, exactly
from daft_lint.settings import Settings, SourceFact, SourceMetadata, default_settings

PROGRAM = """\
import daft

daft.set_runner_ray()


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, text): ...


df = {source}
df = df.with_column("embedding", Embed()(df["text"]))
df.write_parquet("out")
"""
PATH = "/data/*.parquet"
LOCATION = Location("read_parquet", (PATH,))
MEASURED = Origin(OriginKind.METADATA, "measured")


def settings_with(**figures: float) -> Settings:
    """Settings under which Daft told these figures of the source."""
    fact = SourceMetadata(
        LOCATION, **{name: exactly(number, MEASURED) for name, number in figures.items()}
    )
    return replace(default_settings(), metadata=(fact,))


def source(settings: Settings, written: str = f'daft.read_parquet("{PATH}")') -> Source:
    """The source of the one pipeline of a program, as it is judged."""
    text = PROGRAM.format(source=written)
    (case,) = cases_of(Document("job.py", text), settings)
    return case.pipeline.plan.source


def test_figures_are_those_that_daft_reported() -> None:
    found = source(settings_with(partitions=8, rows=1_000))
    assert (found.partitions, found.rows) == (exactly(8, MEASURED), exactly(1_000, MEASURED))


def test_a_guess_from_the_path_weighs_less() -> None:
    location = Location("read_parquet", ("a.parquet",))
    fact = SourceMetadata(location, exactly(3, MEASURED))
    settings = replace(default_settings(), metadata=(fact,))
    assert source(settings, 'daft.read_parquet("a.parquet")').partitions == exactly(3, MEASURED)


def test_settings_weigh_more() -> None:
    said = SourceFact(PATH, rows=exactly(5))
    found = source(replace(settings_with(partitions=8, rows=1_000), sources=(said,)))
    assert (found.partitions.count, found.rows.count) == (8, 5)


def test_a_hint_weighs_more() -> None:
    hinted = f'daft.read_parquet("{PATH}")  # daft-lint: partitions=2'
    found = source(settings_with(partitions=8, rows=1_000), hinted)
    assert (found.partitions.count, found.rows.count) == (2, 1_000)


@pytest.mark.parametrize(
    "written",
    ['daft.read_csv("/data/*.parquet")', f'daft.read_parquet("{PATH}", row_groups=[[0]])'],
)
def test_what_is_read_otherwise_is_another_source(written: str) -> None:
    assert not source(settings_with(partitions=8, rows=1_000), written).partitions.known


@pytest.mark.parametrize(
    ("written", "known"),
    [
        ('daft.read_parquet("/data/*.parquet", hive_partitioning=True)', True),
        ('daft.read_parquet("/data/*.parquet", hive_partitioning=True).where("day > 3")', False),
        ('daft.read_parquet("/data/*.parquet", hive_partitioning=True).join(df, on="a")', False),
    ],
)
def test_filters_leave_at_most_as_many_partitions(written: str, known: bool) -> None:
    location = Location("read_parquet", (PATH,), ("hive_partitioning",))
    fact = SourceMetadata(location, exactly(8, MEASURED), exactly(1_000, MEASURED), pruned=True)
    settings = replace(default_settings(), metadata=(fact,))
    found = source(settings, written)
    assert (found.partitions.low, found.partitions.high) == ((8, 8) if known else (1, 8))
    assert found.rows == exactly(1_000, MEASURED)


def test_a_program_tells_which_sources_matter() -> None:
    text = PROGRAM.format(source=f'daft.read_parquet("{PATH}")')
    found = locations_in(Document("job.py", text), default_settings())
    assert found == Locations(frozenset({LOCATION}))


def test_a_program_without_pools_needs_no_source() -> None:
    text = f'import daft\n\nprint(daft.read_parquet("{PATH}").schema())\n'
    assert locations_in(Document("job.py", text), default_settings()) == Locations()


def test_what_one_program_writes_to_is_asked_for_no_program() -> None:
    other = Location("read_csv", ("/other.csv",))
    reads = Locations(frozenset({LOCATION, other}))
    writes = Locations(private=frozenset({LOCATION}))
    assert reads | writes == writes | reads == Locations(frozenset({other}), frozenset({LOCATION}))


def facts(path: str, answer: Answer, reader: str = "read_parquet") -> SourceMetadata | None:
    location = Location(reader, (path,))
    query = query_of(location, Path("/project"))
    assert isinstance(query, Query)
    return facts_of(location, query, answer)


@pytest.mark.parametrize(("size", "tasks"), [("None", 9), ("1", 9), ("2", 5), ("20", 1)])
def test_a_task_reads_a_group_of_lance_fragments(size: str, tasks: int) -> None:
    """As many tasks as Daft made of nine fragments on Ray (daft-lance 0.6.0)."""
    written = f'daft.read_lance("/data/a.lance", fragment_group_size={size})'
    (location,) = locations_in(
        Document("job.py", PROGRAM.format(source=written)), default_settings()
    ).askable
    query = query_of(location, Path("/project"))
    assert isinstance(query, Query)
    fact = facts_of(location, query, Answer(9, 900, 9))
    assert fact is not None
    settings = replace(default_settings(), metadata=(fact,))
    assert source(settings, written).partitions.count == tasks
    # A limit is handed to the table, which plans a task for each fragment then.
    limited = source(settings, f"{written}.limit(250)").partitions
    assert (limited.low, limited.known) == (tasks, size in {"None", "1"})


def test_where_a_figure_comes_from_is_said() -> None:
    found = facts(PATH, Answer(8, 1_000_000, 8))
    assert found is not None
    assert found.partitions == exactly(
        8, Origin(OriginKind.METADATA, f"Daft plans 8 scan tasks for {PATH}")
    )
    assert found.rows == exactly(
        1_000_000, Origin(OriginKind.METADATA, f"{PATH} has 1,000,000 rows")
    )


def test_a_relative_path_is_an_assumption() -> None:
    found = facts("data/*.parquet", Answer(1, 5, 1))
    assert found is not None
    assert found.partitions is not None
    (origin,) = found.partitions.origins
    assert origin.kind is OriginKind.ASSUMPTION
    assert origin.text == (
        "the program runs in the project's folder, where Daft plans 1 scan task for data/*.parquet"
    )


def test_a_listing_counts_files() -> None:
    found = facts("/data/*.mp4", Answer(None, 300, 300), "from_glob_path")
    assert found is not None
    assert found.partitions is None
    assert found.rows == exactly(300, Origin(OriginKind.METADATA, "300 files match /data/*.mp4"))


@pytest.mark.parametrize("answer", [Answer(), Answer(0, 0, 0), Answer(None, 0, 0)])
def test_nothing_is_no_fact(answer: Answer) -> None:
    assert facts(PATH, answer) is None


def test_a_piece_has_the_rows_of_a_row_group_where_files_have_several() -> None:
    query = query_of(LOCATION, Path("/project"))
    assert query is not None
    several = facts_of(LOCATION, query, Answer(2, 100_000, 2, groups=20))
    one = facts_of(LOCATION, query, Answer(2, 100_000, 2, groups=2))
    assert several is not None
    assert several.piece_rows is not None
    assert several.piece_rows.count == 5_000
    assert one is not None
    assert one.piece_rows is None
    found = source(replace(default_settings(), metadata=(several,)))
    assert found.piece_rows == several.piece_rows
