"""Each piece of work is bad, good or open, and the conditions of open work are true.

The jobs have the forms of public ones: a command line with paths, a listing of images with a model
in the tasks, a pool behind a repartition by an argument, and so on.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from daft_lint.documents.document import Document
from daft_lint.judgement import Judgement, Status, Threshold
from daft_lint.linting import lint
from daft_lint.plan.cluster import Cluster, RunnerKind
from daft_lint.plan.quantity import Origin, OriginKind, exactly
from daft_lint.settings import Settings, SourceFact, default_settings

_HEAD = """\
import argparse
import daft
from daft import col
from daft.functions import decode_image, download

parser = argparse.ArgumentParser()
parser.add_argument("--input")
parser.add_argument("--parts", type=int)
args = parser.parse_args()


@daft.cls(gpus=1, max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=256)
    def __call__(self, texts):
        return [model(text) for text in texts]


@daft.cls(gpus=1)
class Clip:
    def __call__(self, image) -> float:
        return model(image)


@daft.func
def parse(raw: bytes) -> str:
    return pymupdf.open(stream=raw).text


"""
JOBS = {
    "a pool on files that an argument names": """
df = daft.read_parquet(args.input)
df = df.with_column("vector", Embed()(col("text")))
df.write_parquet("s3://out")
""",
    "a model in the tasks of a listing": """
df = daft.from_glob_path("s3://bucket/images/**/*.jpg")
df = df.with_column("image", decode_image(download(col("path"))))
df = df.with_column("score", Clip()(col("image")))
df.write_parquet("s3://out")
""",
    "a function on files": """
df = daft.read_json(args.input)
df = df.with_column("text", parse(col("raw")))
df.write_parquet("s3://out")
""",
    "a pool on rows that a function gives": """
df = daft.from_pylist(load_rows())
df = df.with_column("vector", Embed()(col("text")))
df.write_parquet("s3://out")
""",
    "a pool behind as many partitions as an argument says": """
df = daft.read_parquet("s3://in/*.parquet").repartition(args.parts)
df = df.with_column("vector", Embed()(col("text")))
df.write_parquet("s3://out")
""",
    "a pool behind a filter": """
df = daft.read_csv(args.input).where(col("lang") == "en")
df = df.with_column("vector", Embed()(col("text")))
df.write_parquet("s3://out")
""",
    "a download behind a filter": """
df = daft.read_parquet(args.input).where(col("ok"))
df = df.with_column("raw", download(col("url"), max_connections=32))
df.write_parquet("s3://out")
""",
    "a pool of a size that an argument gives": """
@daft.cls(max_concurrency=args.parts)
class Tag:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, texts):
        return [model(text) for text in texts]

df = daft.from_glob_path("s3://in/*.txt").repartition(16)
df = df.with_column("tag", Tag()(col("path")))
df.write_parquet("s3://out")
""",
}
_NOTHING_KNOWN = default_settings()
_ON_RAY = replace(_NOTHING_KNOWN, runner=RunnerKind.RAY)
_ORIGIN = Origin(OriginKind.CONFIGURATION, "the test")


def judged(job: str, settings: Settings = _NOTHING_KNOWN) -> tuple[Judgement, ...]:
    return lint(Document("job.py", _HEAD + job), settings).judgements


def on_cluster(workers: int, settings: Settings = _ON_RAY) -> Settings:
    """With a GPU for each of eight actors."""
    gpus = exactly(8 // workers, _ORIGIN)
    cluster = Cluster(exactly(workers, _ORIGIN), exactly(16, _ORIGIN), gpus)
    return replace(settings, cluster=cluster)


def told(settings: Settings, *, rows: int | None = None, parts: int | None = None) -> Settings:
    """The settings with what the sources have."""
    fact = SourceFact(
        "**",
        None if rows is None else exactly(rows, _ORIGIN),
        None if parts is None else exactly(parts, _ORIGIN),
    )
    return replace(settings, otherwise=fact)


_SITUATIONS = ("nothing known", "on Ray", "on 8 workers")


@pytest.mark.parametrize("settings", [_NOTHING_KNOWN, _ON_RAY, on_cluster(8)], ids=_SITUATIONS)
@pytest.mark.parametrize("job", JOBS)
def test_every_piece_of_work_gets_an_answer(job: str, settings: Settings) -> None:
    found = judged(JOBS[job], settings)
    assert found
    for one in found:
        if one.status is Status.OPEN:
            assert one.missing, one
            assert one.thresholds, one
            assert one.answers, one
        else:
            assert one.result, one


def test_the_ordinary_job_says_what_it_hangs_on() -> None:
    (one,) = judged(JOBS["a pool on files that an argument names"], on_cluster(4))
    assert one.status is Status.OPEN
    assert one.missing == ("how many partitions `daft.read_parquet` on line 31 makes",)
    assert [each.text for each in one.thresholds] == [
        "no actor idles from 8 partitions with rows on",
        "at least 2 actors idle with at most 3 partitions with rows",
    ]
    assert one.answers == ("# daft-lint: partitions=..., rows=... on line 31",)
    assert one.measures == ("daft-lint live job.py",)


def test_of_known_partitions_it_says_how_many_rows_each_takes() -> None:
    job = """
df = daft.read_parquet("s3://in/*.parquet")  # daft-lint: partitions=4
df.with_column("vector", Embed()(col("text"))).write_parquet("s3://out")
"""
    (one,) = judged(job, on_cluster(4))
    assert [each.text for each in one.thresholds] == [
        "no actor idles from 1,028 rows on, 257 in each of the 4 partitions",
        "at least 1 actor idles with at most 1,025 rows",
    ]


def _sides() -> list[tuple[str, int, Threshold]]:
    """Every condition of the jobs on clusters of several sizes that a source fact can decide."""
    found = []
    for job, text in JOBS.items():
        for workers in (1, 2, 4, 8):
            for one in judged(text, on_cluster(workers)):
                found += [
                    (job, workers, each)
                    for each in one.thresholds
                    if each.factor == "rows"
                    or (each.factor == "partitions" and ".repartition(" not in text)
                ]
    return found


@pytest.mark.parametrize(("job", "workers", "threshold"), _sides(), ids=str)
def test_a_condition_is_true_when_the_fact_is_given(
    job: str, workers: int, threshold: Threshold
) -> None:
    """On its side of the threshold, at it and farther out, what a condition says holds."""
    outward = -1 if threshold.comparison == "at most" else 1
    start = threshold.number + (threshold.comparison == "more than")
    for number in {start, start + outward, start + 3 * outward}:
        if number < 1:
            continue
        rows = number if threshold.factor == "rows" else 1_000 * number
        parts = number if threshold.factor == "partitions" else None
        settings = told(on_cluster(workers), rows=rows, parts=parts)
        found = judged(JOBS[job], settings)
        if threshold.holds == "actors idle":
            assert all(one.status is not Status.GOOD for one in found), number
        else:
            assert not any(_says_idle(one) for one in found), number


def _says_idle(one: Judgement) -> bool:
    """With nine tasks for eight actors nobody idles, and a lot of time is lost all the same."""
    return one.status is Status.BAD and ("idle" in one.result or "get no row" in one.result)


def test_with_what_it_asks_for_the_ordinary_job_is_good_or_bad() -> None:
    job = JOBS["a pool on files that an argument names"]
    few = judged(job, told(on_cluster(4), rows=100_000, parts=3))
    many = judged(job, told(on_cluster(4), rows=100_000, parts=16))
    assert [one.status for one in few] == [Status.BAD]
    assert few[0].code == "DFT101"
    assert [one.status for one in many] == [Status.GOOD]
    assert many[0].result.startswith("all 8 actors work, ")


def test_where_nothing_says_which_runner_it_is_both_are_told() -> None:
    *_, clip = judged(JOBS["a model in the tasks of a listing"])
    assert clip.status is Status.OPEN
    assert clip.missing[0] == "which runner it runs on"
    assert clip.result == "on the native runner, Daft's default: nobody idles"
    assert {one.given for one in clip.thresholds} == {"on Ray"}


def test_the_native_runner_is_one_worker() -> None:
    native = replace(_NOTHING_KNOWN, runner=RunnerKind.NATIVE)
    found = judged(JOBS["a model in the tasks of a listing"], native)
    assert {one.status for one in found} == {Status.GOOD}


def test_what_is_found_is_bad_whoever_silences_it() -> None:
    job = JOBS["a model in the tasks of a listing"]
    silenced = "# daft-lint: ignore-file\n" + job
    for text in (job, silenced):
        assert {one.status for one in judged(text, on_cluster(8))} == {Status.BAD}


def test_a_possible_finding_leaves_work_open_and_is_counted() -> None:
    job = """
df = daft.from_pylist([{"text": "a"}, {"text": "b"}, {"text": "c"}])
df.with_column("vector", Embed()(col("text"))).collect()
"""
    linted = lint(Document("job.py", _HEAD + job), on_cluster(4))
    (one,) = linted.judgements
    assert (linted.findings, linted.hidden) == ((), 1)
    assert one.status is Status.OPEN
    assert one.result.startswith("possible DFT101: ")


def test_work_in_a_test_is_none_to_judge() -> None:
    text = _HEAD + JOBS["a function on files"]
    assert lint(Document("tests/test_job.py", text), _ON_RAY).judgements == ()


def test_work_is_judged_once_by_its_worst_pipeline() -> None:
    job = """
def run(df):
    df.with_column("text", parse(col("raw"))).write_parquet("s3://out")

run(daft.from_glob_path("s3://in/*"))
run(daft.read_parquet("s3://in/*.parquet").into_partitions(64))
"""
    (one,) = judged(job, on_cluster(4))
    assert one.status is Status.BAD


_LISTING = "df = daft.read_parquet(args.input)"
_TAIL = """
df = df.with_column("vector", Embed()(col("text")))
df.write_parquet("s3://out")
"""


@pytest.mark.parametrize(
    ("lines", "answer", "hint"),
    [
        (
            _LISTING,
            "# daft-lint: partitions=..., rows=... on line 31",
            f"{_LISTING}  # daft-lint: partitions=16, rows=100_000",
        ),
        (
            f"{_LISTING}\ndf = df.repartition(args.parts)",
            "# daft-lint: partitions=... on line 32",
            f"{_LISTING}  # daft-lint: partitions=3, rows=100_000\n"
            "df = df.repartition(args.parts)  # daft-lint: partitions=16",
        ),
        (
            f"{_LISTING}\ndf = df.repartition(16)",
            "# daft-lint: partitions=..., rows=... on line 31",
            f"{_LISTING}  # daft-lint: partitions=3, rows=100_000\ndf = df.repartition(16)",
        ),
    ],
)
def test_the_answer_that_is_asked_for_is_understood(lines: str, answer: str, hint: str) -> None:
    (asked,) = judged(f"\n{lines}{_TAIL}", on_cluster(4))
    assert asked.answers == (answer,)
    (answered,) = judged(f"\n{hint}{_TAIL}", on_cluster(4))
    assert answered.status is Status.GOOD


def test_a_parameter_is_told_of_on_its_line() -> None:
    job = """
def run(df: daft.DataFrame):{hint}
    df.with_column("vector", Embed()(col("text"))).write_parquet("s3://out")
"""
    (asked,) = judged(job.format(hint=""), on_cluster(4))
    assert asked.answers == ("# daft-lint: partitions=..., rows=... on line 31",)
    hint = "  # daft-lint: partitions=16, rows=100_000"
    (answered,) = judged(job.format(hint=hint), on_cluster(4))
    assert answered.status is Status.GOOD


def test_only_next_to_no_rows_would_make_it_bad() -> None:
    job = """
df = daft.from_glob_path("s3://in/*.txt").into_partitions(96)
df.with_column("vector", Embed()(col("path"))).write_parquet("s3://out")
"""
    (one,) = judged(job, on_cluster(4))
    assert one.status is Status.GOOD
    assert one.result == "all 8 actors work from 8 rows on, 100% of their time with 1,000,000"


def test_a_doubt_is_cleared_by_the_answer_that_is_named() -> None:
    job = """
df = daft.from_pydict({{"text": ["a"] * 300}}){hint}
df.with_column("vector", Embed()(col("text"))).write_parquet("s3://out")
"""
    (doubted,) = judged(job.format(hint=""), on_cluster(4))
    assert doubted.status is Status.OPEN
    assert doubted.answers == ("# daft-lint: partitions=..., rows=... on line 31",)
    hint = "  # daft-lint: partitions=1, rows=300"
    (sure,) = judged(job.format(hint=hint), on_cluster(4))
    assert (sure.status, sure.code) == (Status.BAD, "DFT101")


@pytest.mark.parametrize("comment", ["", "  # daft-lint: ignore[DFT101] a preview"])
def test_a_comment_on_a_possible_finding_leaves_work_open(comment: str) -> None:
    text = f"""\
import daft

@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=64)
    def __call__(self, texts):
        return texts

df = daft.from_glob_path("s3://texts/*.txt")
df = df.with_column("vector", Embed()(daft.col("path"))){comment}
df.show()
"""
    (judgement,) = lint(Document("job.py", text), default_settings()).judgements
    assert judgement.status is Status.OPEN
