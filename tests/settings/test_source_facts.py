from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.documents.document import Document
from daft_lint.linting import cases_of
from daft_lint.plan.quantity import exactly
from daft_lint.settings import SourceFact, default_settings

paths = st.text("ab/*.[]?:", max_size=12)


@pytest.mark.parametrize(
    ("match", "path"),
    [
        ("s3://bucket/meta/*.parquet", "s3://bucket/meta/*.parquet"),
        ("s3://bucket/meta/*.parquet", "s3://bucket/meta/2024.parquet"),
        ("s3://bucket/**", "s3://bucket/*/c.parquet"),
        ("s3://bucket/**/*.parquet", "s3://bucket/c.parquet"),
        ("s3://*/meta/", "s3://bucket/meta"),
        ("data/2024-0[1-6].csv", "data/2024-03.csv"),
        ("data/[odd.csv", "data/[odd.csv"),
    ],
)
def test_a_path_that_fits_matches(match: str, path: str) -> None:
    assert SourceFact(match).matches(path)


@pytest.mark.parametrize(
    ("match", "path"),
    [
        ("s3://bucket/*.parquet", "s3://bucket/deep/a.parquet"),
        ("s3://bucket/meta/2024.parquet", "s3://bucket/meta/*.parquet"),
        ("s3://bucket/*/a.parquet", "s3://bucket/**/a.parquet"),
        ("s3://bucket/meta", "s3://bucket/meta/a.parquet"),
        ("**/x/a", "x/b"),
    ],
)
def test_a_path_that_may_mean_another_source_does_not_match(match: str, path: str) -> None:
    assert not SourceFact(match).matches(path)


@given(paths)
def test_every_text_matches_itself(path: str) -> None:
    assert SourceFact(path).matches(path)


@given(paths)
def test_two_stars_match_everything(path: str) -> None:
    assert SourceFact("**").matches(path)


@given(paths, paths)
def test_matching_never_fails(match: str, path: str) -> None:
    assert SourceFact(match).matches(path) in (True, False)


@pytest.mark.parametrize(
    ("source", "partitions"),
    [
        ('read_parquet("s3://bucket/*.parquet")', 64),
        ('read_parquet("s3://bucket/a.parquet")', 64),
        ('read_video_frames("s3://bucket/*.mp4", 640, 480)', 64),
        ('from_glob_path("s3://bucket/*.jpg")', 1),
        ('from_files("s3://bucket/*.jpg")', 1),
    ],
)
def test_a_listing_stays_one_partition(source: str, partitions: int) -> None:
    """Measured on Daft 0.7.26: a listing of six files is one partition, a video is one each."""
    fact = SourceFact("s3://bucket/**", rows=exactly(1_000), partitions=exactly(64))
    settings = replace(default_settings(), sources=(fact,))
    program = f"import daft\ndaft.{source}.collect()\n"
    (case,) = cases_of(Document("job.py", program), settings)
    found = case.pipeline.plan.source
    assert (found.partitions.count, found.rows.count) == (partitions, 1_000)
