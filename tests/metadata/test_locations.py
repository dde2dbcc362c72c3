"""Code tells where a source is only if it tells all of it."""

from textwrap import dedent

import pytest

from daft_lint.pipelines.reading import read
from daft_lint.pipelines.source_locations import written
from daft_lint.plan.pipeline import Location

IMPORTS = "import os\nimport sys\nfrom pathlib import Path\n\nimport daft\n"


def location(code: str) -> Location | None:
    """Where the one pipeline of a program reads from."""
    (pipeline,) = read(IMPORTS + dedent(code), "job.py").pipelines
    return pipeline.plan.source.location


@pytest.mark.parametrize(
    ("argument", "paths"),
    [
        ('"data/a.parquet"', ("data/a.parquet",)),
        ('path="data/**"', ("data/**",)),
        ('["a.parquet", "b/*.parquet"]', ("a.parquet", "b/*.parquet")),
        ('f"data/{4}/*.parquet"', ("data/4/*.parquet",)),
        ('"data" + "/*.parquet"', ("data/*.parquet",)),
        ('os.path.join("data", "*.parquet")', ("data/*.parquet",)),
        ('str(Path("data") / "*.parquet")', ("data/*.parquet",)),
    ],
)
def test_a_path_that_is_written_out_is_reported(argument: str, paths: tuple[str, ...]) -> None:
    found = location(f"daft.read_parquet({argument}).collect()")
    assert found == Location("read_parquet", paths)


@pytest.mark.parametrize(
    "argument",
    [
        "sys.argv[1]",
        'f"data/{sys.argv[1]}/*.parquet"',
        'os.path.join("data", sys.argv[1], "*.parquet")',
        'os.path.join("data", "/elsewhere/*.parquet")',
        '["data/a.parquet", sys.argv[1]]',
        '[f"data/{name}.parquet" for name in sys.argv]',
        "*sys.argv",
        '"data/*.parquet", **dict(sys.argv)',
        '"data/*.parquet", None',
        "[]",
        '""',
        "",
    ],
)
def test_a_path_of_which_a_part_is_unknown_is_not_reported(argument: str) -> None:
    assert location(f"daft.read_parquet({argument}).collect()") is None


def test_options_are_reported_by_name_unless_they_are_plainly_off() -> None:
    found = location(
        'daft.read_parquet("a", io_config=sys.argv, row_groups=None, hive_partitioning=False,'
        ' schema={"a": 1}, ignore_corrupt_files=True).collect()'
    )
    assert found == Location(
        "read_parquet", ("a",), ("ignore_corrupt_files", "io_config", "schema")
    )


def test_a_default_that_somebody_may_replace_is_not_reported() -> None:
    code = """
        def load(path="data/*.parquet"):
            return daft.read_parquet(path).collect()
        """
    assert location(code) is None


def test_one_of_two_places_is_not_reported() -> None:
    """The same call reads from either, so neither is told."""
    code = """
        def load(paths):
            return daft.read_parquet(paths)

        if sys.argv:
            df = load(["a.parquet", "b.parquet"])
        else:
            df = load(["c.parquet", "d.parquet"])
        df.collect()
        """
    assert location(code) is None


def test_one_of_two_places_is_not_reported_on_the_other_side_of_a_join_either() -> None:
    code = """
        left = daft.read_csv("left.csv")

        def load(paths):
            return left.join(daft.read_parquet(paths), on="key")

        if sys.argv:
            df = load(["a.parquet", "b.parquet"])
        else:
            df = load(["c.parquet", "d.parquet"])
        df.collect()
        """
    (pipeline,) = read(IMPORTS + dedent(code), "job.py").pipelines
    reported = [source.location for source in pipeline.plan.sources]
    assert reported == [Location("read_csv", ("left.csv",)), None]


def test_the_same_place_on_both_ways_is_reported() -> None:
    code = """
        def load(paths):
            return daft.read_parquet(paths)

        if sys.argv:
            df = load(["a.parquet", "b.parquet"])
        else:
            df = load(["a.parquet", "b.parquet"])
        df.collect()
        """
    assert location(code) == Location("read_parquet", ("a.parquet", "b.parquet"))


def test_a_star_that_is_written_on_one_way_only_is_not_reported() -> None:
    code = """
        if sys.argv:
            path = "data/*.parquet"
        else:
            path = f"data/{sys.argv[1]}.parquet"
        daft.read_parquet(path).collect()
        """
    assert location(code) is None


def test_a_star_on_either_way_still_fits_what_settings_say() -> None:
    code = """
        if sys.argv:
            path = "data/*.parquet"
        else:
            path = f"data/{sys.argv[1]}.parquet"
        daft.read_parquet(path).collect()
        """
    (pipeline,) = read(IMPORTS + dedent(code), "job.py").pipelines
    assert pipeline.plan.source.path == "data/*.parquet"


def test_what_a_write_gives_is_at_no_place_that_is_reported() -> None:
    code = """
        files = daft.read_parquet("a.parquet").write_parquet("b")
        files.collect()
        """
    first, second = read(IMPORTS + dedent(code), "job.py").pipelines
    assert first.plan.source.location == Location("read_parquet", ("a.parquet",))
    assert second.plan.source.location is None


@pytest.mark.parametrize(
    ("target", "read_from"),
    [
        ("/data/out", "/data/out"),
        ("/data/out/", "/data/*/*.parquet"),
        ("/data/out", "/data/**"),
        ("./out", "out/*.parquet"),
    ],
)
def test_what_the_program_writes_itself_is_not_looked_at_beforehand(
    target: str, read_from: str
) -> None:
    code = f"""
        daft.read_csv("/first/*.csv").write_parquet({target!r})
        daft.read_parquet({read_from!r}).collect()
        """
    pipelines = read(IMPORTS + dedent(code), "job.py").pipelines
    assert written(pipelines) == {Location("read_parquet", (read_from,))}


@pytest.mark.parametrize(
    ("target", "read_from"),
    [
        ("s3://bucket/embeddings", "s3://bucket/*.parquet"),
        ("/data/out", "/data/in/*.parquet"),
        ("/data/out/today", "/data/*.parquet"),
    ],
)
def test_what_it_writes_elsewhere_is_no_reason_not_to_look(target: str, read_from: str) -> None:
    code = f"daft.read_parquet({read_from!r}).write_parquet(root_dir={target!r})"
    pipelines = read(IMPORTS + code, "job.py").pipelines
    assert written(pipelines) == frozenset()
