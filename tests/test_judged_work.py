"""Each piece of work is bad, good or open, and the conditions of open work are true.

The jobs have the forms of public ones: a command line with paths, a listing of images with a model
in the tasks, a pool behind a repartition by an argument, a filter and an `explode` between, and so
on. Each open answer is given just as it is asked for, with numbers on both sides of the thresholds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from sampling import draws, one_in

from daft_lint.documents.document import Document
from daft_lint.documents.project import NO_PROJECT
from daft_lint.findings import Confidence
from daft_lint.judgement import Judgement, Status, Threshold
from daft_lint.judging.missing_facts import TELL_DOUBTS, TELL_RUNNER
from daft_lint.linting import lint, read_for_work
from daft_lint.plan.cluster import Cluster, RunnerKind
from daft_lint.plan.quantity import Origin, OriginKind, Quantity, exactly
from daft_lint.settings import Settings, default_settings

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
df = daft.read_parquet("s3://in/*.parquet")
df = df.repartition(args.parts)
df = df.with_column("vector", Embed()(col("text")))
df.write_parquet("s3://out")
""",
    "a pool behind a filter": """
df = (
    daft.read_csv(args.input)
    .where(col("lang") == "en")
)
df = df.with_column("vector", Embed()(col("text")))
df.write_parquet("s3://out")
""",
    "a pool behind filters, downloads and an explode": """
df = daft.read_parquet(args.input)
df = df.where(col("name").endswith(".pdf"))
df = df.with_column("raw", download(col("url")))
df = df.with_column("pages", parse(col("raw")))
df = df.explode("pages")
df = df.where(col("pages").not_null())
df = df.with_column("vector", Embed()(col("pages")))
df.write_parquet("s3://out")
""",
    "a pool behind files that are cut": """
df = daft.read_parquet(args.input)
df = df.into_partitions(16)
df = df.with_column("vector", Embed()(col("text")))
df.collect()
""",
    "a model in the tasks behind a limit": """
df = daft.read_video_frames(args.input, image_height=288, image_width=288)
df = df.limit(100)
df = df.with_column("score", Clip()(col("data")))
df.write_parquet("s3://out")
""",
    "a function behind a limit that some run takes": """
def parsed(df, limit=None):
    df = df.where(col("kind") == "response")
    if limit is not None:
        df = df.limit(limit)
    df = df.with_column("raw", col("content"))
    return df.with_column("text", parse(col("raw")))

parsed(daft.read_warc(args.input), args.parts).write_parquet("s3://out")
""",
    "a pool behind a loop that makes columns": """
df = daft.read_parquet(args.input)
for name in args.columns:
    df = df.with_column(name, col(name) + 1)
df = df.with_column("vector", Embed()(col("text")))
df.write_parquet("s3://out")
""",
    "a pool on one of two sources": """
if args.parts:
    df = daft.read_csv(args.input)
else:
    df = daft.read_parquet(args.input)
df = df.with_column("vector", Embed()(col("text")))
df.write_parquet("s3://out")
""",
    "a pool behind a filter of archives that are kept": """
df = daft.read_warc(args.input).collect()
df = df.where(col("text") != "")
df = df.with_column("vector", Embed()(col("text")))
df.write_parquet("s3://out")
""",
    "a model over the network behind columns that an argument names": """
@daft.func
async def ask(text: str) -> str:
    return await client.complete(text)

df = daft.read_parquet(args.input).select(args.column, *args.others)
df = df.with_column("answer", ask(col("text")))
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


def answered(
    job: str, answers: Iterable[str], settings: Settings, facts: dict[str, Any]
) -> tuple[str, Settings]:
    """The job and the settings with the facts just where the answers say."""
    lines = (_HEAD + job).splitlines()
    figures: dict[str, Any] = {}
    for answer in answers:
        hint = re.fullmatch(r"# daft-lint: (.+=\.\.\.) on line (\d+)", answer)
        if hint:
            numbers = re.sub(r"(\S+)=\.\.\.", lambda key: f"{key[1]}={facts[key[1]]}", hint[1])
            lines[int(hint[2]) - 1] += f"  # daft-lint: {numbers}"
        elif answer == TELL_RUNNER:
            settings = replace(settings, runner=RunnerKind.RAY)
        elif answer == TELL_DOUBTS:
            settings = replace(settings, min_confidence=Confidence.POSSIBLE)
        else:
            key = answer.removesuffix(" = ... in [tool.daft-lint.cluster]")
            figures[key.replace("-", "_")] = exactly(facts[key], _ORIGIN)
    text = "\n".join(lines[len(_HEAD.splitlines()) :])
    return text + "\n", replace(settings, cluster=replace(settings.cluster, **figures))


def same(judgement: Judgement, found: Iterable[Judgement]) -> Judgement:
    """How the same piece of work is judged there."""
    return next(
        each for each in found if each.work == judgement.work and each.span == judgement.span
    )


def idle(judgement: Judgement, job: str, settings: Settings) -> Quantity:
    """How many idle in a piece of work, as it is predicted."""
    document = Document("job.py", _HEAD + job)
    cases = read_for_work(document, settings, NO_PROJECT).cases
    work = (each for case in cases for each in case.prediction.work)
    return next(each.idle for each in work if each.call.span == judgement.span)


_SITUATIONS = ("nothing known", "on Ray", "on 8 workers")


@pytest.mark.parametrize("settings", [_NOTHING_KNOWN, _ON_RAY, on_cluster(8)], ids=_SITUATIONS)
@pytest.mark.parametrize("job", JOBS)
def test_every_piece_of_work_gets_an_answer(job: str, settings: Settings) -> None:
    found = judged(JOBS[job], settings)
    assert found
    for judgement in found:
        if judgement.status is Status.OPEN:
            assert judgement.missing, judgement
            assert judgement.thresholds, judgement
            assert judgement.answers, judgement
        else:
            assert judgement.result, judgement


def test_the_ordinary_job_says_what_it_hangs_on() -> None:
    (judgement,) = judged(JOBS["a pool on files that an argument names"], on_cluster(4))
    assert judgement.status is Status.OPEN
    assert judgement.missing == ("how many partitions and rows `daft.read_parquet` on line 31 has",)
    assert [each.text for each in judgement.thresholds] == [
        "no actor idles if 8 or more partitions have rows",
        "at least 2 actors idle if 3 or fewer partitions have rows",
    ]
    assert judgement.answers == ("# daft-lint: partitions=..., rows=... on line 31",)
    assert judgement.measures == ("daft-lint live job.py",)


def test_of_known_partitions_it_says_how_many_rows_each_takes() -> None:
    job = """
df = daft.read_parquet("s3://in/*.parquet")  # daft-lint: partitions=4
df.with_column("vector", Embed()(col("text"))).write_parquet("s3://out")
"""
    (judgement,) = judged(job, on_cluster(4))
    assert [each.text for each in judgement.thresholds] == [
        "no actor idles with 1,028 or more rows (257 in each of the 4 partitions)",
        "at least 1 actor idles with 1,027 or fewer rows (256 in each of the 4 partitions)",
    ]
    assert [each.rows_per_partition for each in judgement.thresholds] == [257, 256]


def test_what_a_hint_says_is_not_asked_for_again() -> None:
    job = """
df = daft.read_parquet("s3://in/*.parquet").where(col("a") > 1)
df = df.where(col("b") > 1)  # daft-lint: partitions=64, rows=1_000_000
df = df.with_column("raw", col("uri").download()).where(col("raw").not_null())
df.limit(args.parts).write_parquet("s3://out")
"""
    (judgement,) = judged(job, on_cluster(8))
    assert judgement.status is Status.GOOD
    assert judgement.result == (
        "all 8 workers work 100% of the time, until `limit` on line 34 has its rows"
    )


def test_work_that_no_number_makes_better_is_good() -> None:
    job = """
df = daft.from_files("/data/ego/**/*.hdf5").into_batches(8)  # daft-lint: rows=264, partitions=1
df.with_column("text", parse(col("file"))).write_parquet("s3://out")
"""
    settings = on_cluster(8)
    few = replace(settings.cluster, cpus_per_worker=exactly(4, _ORIGIN))
    (judgement,) = judged(job, replace(settings, cluster=few))
    assert judgement.status is Status.GOOD
    assert judgement.result.endswith("56% of the time, and no better numbers are known")


@pytest.mark.parametrize("is_called", [True, False])
def test_live_is_offered_where_a_run_gets_to_the_action(is_called: bool) -> None:
    job = f"""
def embed(path: str) -> None:
    df = daft.read_parquet(path)
    df.with_column("vector", Embed()(col("text"))).write_parquet("s3://out")
{"embed(args.input)" if is_called else ""}
"""
    (judgement,) = judged(job, on_cluster(4))
    assert judgement.measures == (("daft-lint live job.py",) if is_called else ())


_CLUSTER = {"workers": 4, "cpus-per-worker": 16, "gpus-per-worker": 8}
_CLUSTER |= {"concurrency": 8, "batch-size": 64}


@pytest.mark.parametrize("settings", [_NOTHING_KNOWN, _ON_RAY], ids=("nothing known", "on Ray"))
@pytest.mark.parametrize("partitions", [3, 16])
@pytest.mark.parametrize("job", one_in(2, [*JOBS]))
def test_what_it_asks_for_decides_it_at_once(job: str, partitions: int, settings: Settings) -> None:
    facts = {**_CLUSTER, "partitions": partitions, "rows": 100_000, "keeps": 0.5}
    for asked in judged(JOBS[job], settings):
        text, known = answered(JOBS[job], asked.answers, settings, facts)
        judgement = same(asked, judged(text, known))
        assert not {*judgement.missing} & {*asked.missing}, judgement
        assert judgement.status is not Status.OPEN or not any(judgement.answers), judgement


def _conditions() -> Iterator[tuple[str, int, Judgement, Threshold]]:
    """Every condition of the jobs on clusters of several sizes that a hint decides."""
    for job, text in JOBS.items():
        for workers in (1, 4):
            for judgement in judged(text, on_cluster(workers)):
                # Of partitions that are counted, the rows decide how many have any.
                if not judgement.missing or not re.search(
                    r"how many of the \d+ partitions", judgement.missing[0]
                ):
                    yield from ((job, workers, judgement, each) for each in judgement.thresholds)


@pytest.mark.parametrize(
    ("job", "workers", "asked", "threshold"), one_in(2, [*_conditions()]), ids=str
)
def test_a_condition_is_true_on_its_side_and_turns(
    job: str, workers: int, asked: Judgement, threshold: Threshold
) -> None:
    settings, of_rows = on_cluster(workers), threshold.factor == "rows"
    answers = [each.replace("partitions=..., ", "") if of_rows else each for each in asked.answers]
    outward = -1 if threshold.comparison == "at most" else 1
    start = threshold.number + (threshold.comparison == "more than")
    for number in {start, start + outward, start + 3 * outward, start - outward}:
        if number < 1:
            continue
        rows = number if of_rows or "takes its rows" in asked.missing[0] else 9 * number
        facts = {**_CLUSTER, "rows": rows, "partitions": number, "keeps": 1}
        facts[threshold.factor] = number
        text, known = answered(JOBS[job], answers, settings, facts)
        idles, judgement = idle(asked, text, known), same(asked, judged(text, known))
        if threshold.holds == "no actor idles":
            assert (idles.high < 1) is (number != start - outward), number
        elif threshold.holds == "actors idle" and number != start - outward:
            assert idles.low >= 1, number
            assert judgement.status is not Status.GOOD, number


def test_with_what_it_asks_for_the_ordinary_job_is_good_or_bad() -> None:
    job = JOBS["a pool on files that an argument names"]
    (asked,) = judged(job, on_cluster(4))
    few, many = (
        judged(*answered(job, asked.answers, on_cluster(4), {"rows": 100_000, "partitions": parts}))
        for parts in (3, 16)
    )
    assert [judgement.status for judgement in few] == [Status.BAD]
    assert few[0].code == "DFT101"
    assert [pair.status for pair in many] == [Status.GOOD]
    assert many[0].result.startswith("all 8 actors work ")


def test_where_nothing_chooses_a_runner_the_native_one_is_judged() -> None:
    *_, clip = judged(JOBS["a model in the tasks of a listing"])
    assert clip.status is Status.GOOD_NATIVELY
    assert clip.result == "on the native runner, Daft's default: only 1 worker, so none idles"


def test_where_code_chooses_between_runners_it_is_asked_for() -> None:
    job = """
if args.parts:
    daft.set_runner_ray()
else:
    daft.set_runner_native()
df = daft.from_glob_path("s3://bucket/images/**/*.jpg")
df.with_column("score", Clip()(col("path"))).write_parquet("s3://out")
"""
    (clip,) = judged(job)
    assert clip.status is Status.OPEN
    assert clip.missing[0] == "which runner it runs on"
    assert {threshold.given for threshold in clip.thresholds} == {"on Ray"}


def test_where_code_chooses_ray_in_some_runs_the_runner_is_asked_for_first() -> None:
    job = """
if args.parts:
    daft.set_runner_ray()
df = daft.read_parquet("s3://in/*.parquet")
df.with_column("score", Clip()(col("path"))).write_parquet("s3://out")
"""
    (clip,) = judged(job)
    assert clip.missing[0] == "which runner it runs on"
    assert clip.answers[0] == TELL_RUNNER
    assert clip.result == "on the native runner, Daft's default: only 1 worker, so none idles"
    assert {threshold.given[:6] for threshold in clip.thresholds} == {"on Ray"}
    for settings in (_ON_RAY, on_cluster(4), on_cluster(4, _NOTHING_KNOWN)):
        assert "which runner it runs on" not in judged(job, settings)[0].missing
    native = replace(_NOTHING_KNOWN, runner=RunnerKind.NATIVE)
    assert judged(job, native)[0].status is Status.GOOD


def test_a_few_rows_that_stand_in_for_files_make_no_work_bad() -> None:
    job = """
try:
    df = daft.read_json("s3://in/*.json"){hint}
except Exception:
    df = daft.from_pydict({{"path": ["a", "b", "c"]}}){rows}
df.with_column("line", daft.functions.prompt(col("path"))).write_parquet("s3://out")
"""
    (asked,) = judged(job.format(hint="", rows=""), on_cluster(8))
    assert asked.status is Status.OPEN
    assert asked.thresholds[0].text == "no worker idles if 8 or more partitions have rows"
    hint = "  # daft-lint: partitions=16, rows=100_000"
    assert judged(job.format(hint=hint, rows=""), on_cluster(8))[0].status is Status.GOOD
    more = "  # daft-lint: rows=100_000"
    assert judged(job.format(hint=hint, rows=more), on_cluster(8))[0].status is Status.BAD


def test_the_native_runner_is_one_worker() -> None:
    native = replace(_NOTHING_KNOWN, runner=RunnerKind.NATIVE)
    found = judged(JOBS["a model in the tasks of a listing"], native)
    assert {judgement.status for judgement in found} == {Status.GOOD}


@pytest.mark.parametrize(
    ("cpus", "status", "share"),
    [(None, Status.GOOD, "100%"), (8, Status.GOOD, "100%"), (2, Status.BAD, "25%")],
)
def test_processes_of_the_native_runner_take_turns_on_fewer_cpus(
    cpus: int | None, status: Status, share: str
) -> None:
    """On two CPUs never more than two calls ran at once, in 2, 4 and 6 processes."""
    job = """
df = daft.from_pydict({"text": list(range(4096))})
df = df.with_column("vector", Embed()(col("text")))
df.write_parquet("out")
"""
    cluster = Cluster(cpus_per_worker=None if cpus is None else exactly(cpus))
    native = replace(_NOTHING_KNOWN, runner=RunnerKind.NATIVE, cluster=cluster)
    (judgement,) = judged(job, native)
    assert judgement.status is status
    assert share in judgement.result


_TOLD_AT_RUN_TIME = """
@daft.cls(max_concurrency=4, **vars(args))
class Any:
    def __call__(self, text) -> str:
        return text


df = daft.from_pydict({"text": ["x"] * 100_000}).into_batches(10_000)
df.with_column("tag", Any()(col("text"))).write_parquet("s3://out")
"""


@pytest.mark.parametrize("cpus", [None, exactly(8, _ORIGIN)])
def test_natively_nothing_hangs_on_cpus_and_gpus_that_only_a_run_knows(
    cpus: Quantity | None,
) -> None:
    job = _TOLD_AT_RUN_TIME.replace("**vars(args)", "cpus=args.parts, gpus=args.parts")
    (judgement,) = judged(job, replace(_NOTHING_KNOWN, cluster=Cluster(cpus_per_worker=cpus)))
    assert judgement.status is Status.GOOD_NATIVELY


def test_where_no_setting_tells_the_place_of_actors_none_is_asked_for() -> None:
    job = _TOLD_AT_RUN_TIME.replace("**vars(args)", "ray_options=GIVEN")
    text = judged(job.replace("GIVEN", "vars(args)"), on_cluster(4))[0]
    assert text.missing == ("which workers `ray_options` put `Any` on (no setting tells that)",)
    assert text.answers == ()
    named = judged(job.replace("GIVEN", "{'resources': {'fast': 1}}"), on_cluster(4))[0]
    assert named.missing == ("which workers `ray_options` put `Any` on",)
    assert named.answers == ("[[tool.daft-lint.cluster.worker-groups]] with resources = ...",)


def test_batches_of_the_native_runner_are_its_pieces() -> None:
    """Two processes of a pool without a batch_size had 412 and 388 of 800 rows, in 26 calls."""
    job = """
df = daft.range(800, partitions=8).into_batches(32)
df.with_column("vector", Embed()(col("id"))).write_parquet("out")
"""
    head = _HEAD.replace(", batch_size=256", "").replace("max_concurrency=8", "max_concurrency=2")
    native = replace(_NOTHING_KNOWN, runner=RunnerKind.NATIVE)
    (judgement,) = lint(Document("job.py", head + job), native).judgements
    assert judgement.status is Status.GOOD
    assert "97%" in judgement.result


def test_pieces_of_a_text_file_are_asked_for_where_no_batch_size_cuts_them() -> None:
    """A CSV file of 21 MB reached four actors in six pieces."""
    job = """
df = daft.read_csv("docs.csv")  # daft-lint: rows=10_000, partitions=1
df = df.with_column("vector", Embed()(col("text")))
df.write_parquet("out")
"""
    head = _HEAD.replace(", batch_size=256", "")
    native = replace(_NOTHING_KNOWN, runner=RunnerKind.NATIVE)
    (judgement,) = lint(Document("job.py", head + job), native).judgements
    assert judgement.status is Status.OPEN
    assert judgement.missing == ("how many rows `Embed` gets at a time, as no batch_size is set",)


@pytest.mark.parametrize("call", ['parse(col("raw"))', 'Embed()(col("text"))'])
@pytest.mark.parametrize("step", ["csv", 'distinct("k")', 'sort("k")'])
def test_rows_at_a_time_are_asked_for_with_the_rest_where_they_decide(step: str, call: str) -> None:
    """What comes out of a shuffle, or of a text file, is in pieces of unknown sizes.

    A function of single rows has no batch_size to ask for.
    """
    read = f"daft.read_{'csv' if step == 'csv' else 'parquet'}(args.input)"
    lines = [f"df = {read}", *(() if step == "csv" else (f"df = df.{step}",))]
    head = _HEAD.replace(", batch_size=256", "")

    def job(rows: str = "", size: str = "") -> Document:
        steps = (*lines[:-1], f"{lines[-1]}{rows}", f'df = df.with_column("x", {call}){size}')
        return Document("job.py", "\n".join((head, *steps, 'df.write_parquet("out")', "")))

    (first,) = lint(job(), on_cluster(4)).judgements
    line = head.count("\n") + 1 + len(lines)
    of_size = (f"# daft-lint: batch-size=... on line {line + 1}",)
    of_rows = (f"# daft-lint: partitions=..., rows=... on line {line}",)
    is_batch = call.startswith("Embed")
    assert first.answers == (*of_rows, *(of_size if is_batch else ()))
    rows, size = "  # daft-lint: partitions=65, rows=65_000", "  # daft-lint: batch-size=100"
    (half,) = lint(job(rows), on_cluster(4)).judgements
    if not is_batch:
        assert half.status is Status.POSSIBLE
        return
    assert half.answers == of_size
    (told,) = lint(job(rows, size), on_cluster(4)).judgements
    assert told.status is Status.GOOD


@pytest.mark.parametrize(
    ("cuts", "status"),
    [("", Status.OPEN), (', partition_bound_strategy="percentile"', Status.GOOD)],
)
def test_how_evenly_a_query_is_cut_by_values_is_asked_for(cuts: str, status: Status) -> None:
    """Of 1,000 rows, 900 in one of four partitions, two without any and 100 were seen."""
    job = f"""
df = daft.read_sql(  # daft-lint: rows=80_000
    "SELECT * FROM t", "postgresql://db", partition_col="id", num_partitions=8{cuts}
)
df = df.with_column("vector", Embed()(col("text")))
df.write_parquet("out")
"""
    ray = Cluster(workers=exactly(2), cpus_per_worker=exactly(4), gpus_per_worker=exactly(4))
    settings = replace(default_settings(), runner=RunnerKind.RAY, cluster=ray)
    (judgement,) = lint(Document("job.py", _HEAD + job), settings).judgements
    assert judgement.status is status
    if status is Status.OPEN:
        assert judgement.missing[0].startswith("how evenly `daft.read_sql` on line")
        assert "percentile" in judgement.answers[0]


def test_a_window_by_keys_is_asked_for_and_one_of_all_rows_is_one_partition() -> None:
    """With five keys five partitions were left of eight; without keys, one."""
    job = """
from daft import Window
from daft.functions import row_number
df = daft.range(8000, partitions=8)
df = df.with_column("w", row_number().over(Window().partition_by("id").order_by("id")))
df = df.with_column("vector", Embed()(col("id")))
df.write_parquet("out")
"""
    (judgement,) = judged(job, on_cluster(2))
    assert judgement.status is Status.OPEN
    missing = "how many of the 8 partitions have rows after `with_column` on line 34"
    assert judgement.missing == (missing,)
    (judgement,) = judged(job.replace('.partition_by("id")', ""), on_cluster(2))
    assert judgement.status is Status.BAD
    assert judgement.code == "DFT101"


def test_udfs_in_keys_are_work_whether_a_rule_says_so_or_not() -> None:
    job = """
df = daft.read_parquet("s3://in/*.parquet")
df.sort(Embed()(col("text"))).write_parquet("s3://a")
df.repartition(4, parse(col("raw"))).write_parquet("s3://b")
"""
    for selected in (_ON_RAY, replace(_ON_RAY, ignore=("DFT211",))):
        bad, good = judged(job, selected)
        assert (bad.work, bad.status) == ("Embed", Status.BAD)
        assert (good.work, good.status) == ("parse", Status.GOOD)
    assert bad.result.startswith("in the keys of `sort` it runs without its pool")


def test_udfs_of_groups_are_work_of_the_tasks_behind_the_shuffle() -> None:
    lines = """
@daft.func.batch(return_dtype=daft.DataType.string())
def merged(texts):
    return [" ".join(texts)]
df = daft.read_parquet("s3://in/*.parquet")
df = df.groupby("k").map_groups(merged(col("text")))"""
    write = '\ndf.write_parquet("s3://a")\n'
    (judgement,) = judged(lines + write, default_settings())
    assert judgement.status is Status.GOOD_NATIVELY
    (judgement,) = judged(lines + write, on_cluster(4))
    assert judgement.status is Status.OPEN
    line = (_HEAD + lines).count("\n") + 1
    assert judgement.answers == (f"# daft-lint: partitions=..., rows=... on line {line}",)
    assert judgement.missing == (
        f"how many rows `map_groups` on line {line} makes, "
        "and in how many partitions its groups are",
    )
    for partitions, status in ((3, Status.BAD), (64, Status.GOOD)):
        hint = f"  # daft-lint: partitions={partitions}, rows=64_000"
        (judgement,) = judged(lines + hint + write, on_cluster(4))
        assert judgement.status is status


@pytest.mark.parametrize("grouped", ["", '.groupby("k")'])
def test_aggregates_in_python_are_work_of_the_tasks_before_the_shuffle(grouped: str) -> None:
    """Of 8 partitions and 16 groups, 128 calls aggregated 12 or 13 rows each (Daft 0.7.26)."""
    job = f"""
@daft.udaf(return_dtype=daft.DataType.float64(), state=daft.DataType.float64())
class Total:
    def aggregate(self, values):
        return 0.0
    def combine(self, states):
        return 0.0
    def finalize(self, state):
        return state
df = daft.read_parquet("s3://in/*.parquet")  # daft-lint: partitions=64, rows=64_000
df = df{grouped}.agg(Total()(col("raw")).alias("t"))
df.write_parquet("s3://a")
"""
    (judgement,) = judged(job, on_cluster(4))
    assert judgement.status is Status.GOOD
    (judgement,) = judged(job.replace("partitions=64", "partitions=2"), on_cluster(4))
    assert judgement.status is Status.BAD


def test_a_pool_on_groups_is_bad_work_since_it_has_no_pool() -> None:
    """On Daft 0.7.26 a UDF in `map_groups` has no pool, and is called once for each group."""
    job = """
df = daft.read_parquet("s3://in/*.parquet").groupby("k").map_groups(Embed()(col("raw")))
df.write_parquet("s3://a")
"""
    for settings in (_ON_RAY, default_settings()):
        (judgement,) = judged(job, settings)
        assert (judgement.status, judgement.code) == (Status.BAD, "DFT211")


def test_what_is_found_is_bad_whoever_silences_it() -> None:
    job = JOBS["a model in the tasks of a listing"]
    silenced = "# daft-lint: ignore-file\n" + job
    for text in (job, silenced):
        assert {judgement.status for judgement in judged(text, on_cluster(8))} == {Status.BAD}


def test_a_possible_finding_makes_work_possible_and_is_counted() -> None:
    job = """
df = daft.from_pylist([{"text": "a"}, {"text": "b"}, {"text": "c"}])
df.with_column("vector", Embed()(col("text"))).collect()
"""
    linted = lint(Document("job.py", _HEAD + job), on_cluster(4))
    (judgement,) = linted.judgements
    assert (linted.findings, linted.hidden) == ((), 1)
    assert judgement.status is Status.POSSIBLE
    assert judgement.result.startswith("DFT101: ")


def test_work_in_a_test_is_none_to_judge() -> None:
    text = _HEAD + JOBS["a function on files"]
    assert lint(Document("tests/test_job.py", text), _ON_RAY).judgements == ()


TWO_PIPELINES = """
daft.set_runner_ray()


def embedded(df):
    return df.with_column("vector", Embed()(col("text")))


# daft-lint: workers=4
a = daft.read_parquet(args.input)
embedded(a).write_parquet("a")
# daft-lint: workers=8
b = daft.read_csv(args.input)
embedded(b).write_parquet("b")
"""


def test_work_of_two_pipelines_has_the_conditions_of_each() -> None:
    (judgement,) = judged(TWO_PIPELINES)
    assert judgement.status is Status.OPEN
    of_each: dict[str, set[tuple[str, int]]] = {}
    for each in judgement.thresholds:
        of_each.setdefault(each.given, set()).add((each.comparison, each.number))
    first, second = of_each.values()
    assert first >= {("from", 8), ("at most", 3)}
    assert second >= {("from", 8), ("at most", 7)}
    line = _HEAD.count("\n")
    assert [*of_each] == [
        f"for `write_parquet` on line {line + 11}",
        f"for `write_parquet` on line {line + 14}",
    ]


def test_work_of_three_pipelines_asks_for_the_facts_of_all_at_once() -> None:
    lines = [
        "def embedded(df, out):",
        '    df.with_column("vector", Embed()(col("text"))).write_parquet(out)',
        *(
            f'embedded(daft.read_{kind}(args.input), "{kind}")'
            for kind in ("parquet", "csv", "lance")
        ),
    ]
    first = _HEAD.count("\n") + 3
    questions = []
    for given in range(4):
        hinted = (f"{line}  # daft-lint: partitions=64, rows=64_000" for line in lines[2:][:given])
        text = "\n".join((*lines[:2], *hinted, *lines[2:][given:]))
        (judgement,) = judged(text, on_cluster(4))
        questions.append(judgement.answers)
        assert judgement.status is (Status.GOOD if given == 3 else Status.OPEN)
    hint = "# daft-lint: partitions=..., rows=... on line"
    asked = [tuple(f"{hint} {first + place}" for place in range(given, 3)) for given in range(4)]
    assert questions == asked


def test_work_is_judged_once_by_its_worst_pipeline() -> None:
    job = """
def run(df):
    df.with_column("text", parse(col("raw"))).write_parquet("s3://out")

run(daft.from_glob_path("s3://in/*"))
run(daft.read_parquet("s3://in/*.parquet").into_partitions(64))
"""
    (judgement,) = judged(job, on_cluster(4))
    assert judgement.status is Status.BAD


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
            "# daft-lint: partitions=..., rows=... on line 32",
            f"{_LISTING}\n"
            "df = df.repartition(args.parts)  # daft-lint: partitions=16, rows=100_000",
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


def test_in_front_of_a_filter_the_source_is_asked_for_and_what_the_filter_keeps() -> None:
    job = """
df = daft.read_parquet("s3://in/*.parquet")
{where}
df.with_column("vector", Embed()(col("text"))).write_parquet("s3://out")
"""
    (plain,) = judged(job.format(where=""), on_cluster(4))
    (filtered,) = judged(job.format(where='df = df.where(col("ok"))'), on_cluster(4))
    assert plain.measures == ("daft-lint --read-metadata job.py", "daft-lint live job.py")
    assert filtered.measures == plain.measures
    assert filtered.missing == (
        "how many partitions and rows `daft.read_parquet` on line 31 has",
        "what share of the rows `where` on line 32 keeps",
    )
    assert filtered.answers == (
        "# daft-lint: partitions=..., rows=... on line 31",
        "# daft-lint: keeps=... on line 32",
    )


@pytest.mark.parametrize(
    ("source", "measured"),
    [
        ('daft.read_parquet("s3://in/*.parquet")', True),
        ('daft.read_parquet("s3://in/*.parquet", row_groups=groups)', False),
        ('daft.read_table("events")', False),
        ('daft.read_mcap("s3://in/*.mcap")', False),
    ],
)
def test_metadata_is_offered_where_daft_has_some(source: str, measured: bool) -> None:
    (work,) = judged(
        f"""
df = {source}
df.with_column("vector", Embed()(col("text"))).write_parquet("s3://out")
""",
        on_cluster(4),
    )
    assert ("daft-lint --read-metadata job.py" in work.measures) is measured
    assert "daft-lint live job.py" in work.measures


def test_what_is_said_of_few_rows_of_parquet_holds_for_one_row_group() -> None:
    """100,000 rows in groups of 10,000 were shared by two processes (Daft 0.7.26)."""
    (work,) = judged(
        """
@daft.cls(max_concurrency=2)
class Whole:
    def __call__(self, x): ...

df = daft.read_parquet("a.parquet")  # daft-lint: partitions=1
df.with_column("y", Whole()(col("x"))).write_parquet("s3://out")
""",
        replace(_NOTHING_KNOWN, runner=RunnerKind.NATIVE),
    )
    given = {threshold.holds: threshold.given for threshold in work.thresholds}
    assert given == {
        "no actor idles": "",
        "actors idle": "if each Parquet file is one row group",
    }


def test_a_selection_of_unknown_names_is_assumed_to_make_no_rows() -> None:
    job = """
df = daft.from_glob_path("s3://in/*").select(args.column)
df.with_column("text", parse(col("raw"))).write_parquet("s3://out")
"""
    (finding,) = lint(Document("job.py", _HEAD + job), on_cluster(4)).findings
    assert finding.code == "DFT101"
    assert finding.confidence is Confidence.LIKELY
    assert finding.assumptions == ("what is selected there makes no rows",)


def test_a_filter_that_daft_runs_first_is_named_as_that() -> None:
    job = """
df = daft.read_parquet("s3://in/*.parquet").explode("texts")
df = df.with_column("vector", Embed()(col("text")))
df = df.where(col("ok"))
df.write_parquet("s3://out")
"""
    (asked,) = judged(job, on_cluster(4))
    assert asked.missing == (
        "how many rows there are after `where` on line 33 (Daft runs it first), "
        "and in how many partitions",
    )


_PAGES = """
class Pages:
    def __init__(self, wordy: bool = True):
        self.wordy = wordy

    def __call__(self, df: daft.DataFrame) -> daft.DataFrame:{of_frame}
        {choice}df = df.where(parse(col("text")).not_null()){of_udf}
        df = df.where(col("language") == "en"){of_language}
        return df.with_column("words", parse(col("body")))
"""


def test_of_filters_by_udfs_and_by_columns_each_is_asked_for_what_it_keeps() -> None:
    """Daft runs the filter by a column first, whatever the order in the code."""
    hints = dict.fromkeys(("of_frame", "of_udf", "of_language"), "")
    asked = judged(_PAGES.format(choice="", **hints), on_cluster(4))[-1]
    assert asked.missing == (
        "how many partitions and rows parameter `df` of `Pages.__call__` on line 35 has",
        "what share of the rows `where` on line 37 keeps",
        "what share of the rows `where` on line 36 keeps",
    )
    told = {
        "of_frame": "  # daft-lint: partitions=64, rows=1_000_000",
        "of_udf": "  # daft-lint: keeps=0.9",
        "of_language": "  # daft-lint: keeps=0.9",
    }
    answered = judged(_PAGES.format(choice="", **told), on_cluster(4))
    assert {each.status for each in answered} == {Status.GOOD}


def test_behind_a_filter_that_only_some_runs_do_all_that_decides_is_asked_for() -> None:
    hints = dict.fromkeys(("of_frame", "of_udf", "of_language"), "")
    asked = judged(_PAGES.format(choice="if self.wordy: ", **hints), on_cluster(4))[-1]
    assert asked.missing == (
        "how many rows there are after `where` on line 36, and in how many partitions",
        "for runs without `where` on line 36, how many rows there are after `where` on line 37",
    )
    told = dict.fromkeys(hints, "  # daft-lint: keeps=0.9")
    told["of_frame"] = "  # daft-lint: partitions=64, rows=1_000_000"
    answered = judged(_PAGES.format(choice="if self.wordy: ", **told), on_cluster(4))
    assert {each.status for each in answered} == {Status.GOOD}


_OPTIONAL = """
class Job:
    def __init__(self, keep, limit, once):
        self.keep, self.limit, self.once = keep, limit, once

    def run(self):
        df = daft.read_parquet(args.input){source}
        if self.keep:
            df = df.where(col("length") > 9){where}
        if self.limit:
            df = df.limit(self.limit){limit}
        if self.once:
            df = df.distinct("id"){distinct}
        df.with_column("vector", Embed()(col("text"))).write_parquet("s3://out")
"""


def test_of_steps_that_only_some_runs_take_each_answer_leaves_fewer_questions() -> None:
    """Four lines decide; whichever are given, the others are asked for, and no more."""
    counted = "  # daft-lint: partitions=16, rows=100_000"
    told = {
        "distinct": counted,
        "limit": counted,
        "where": "  # daft-lint: keeps=0.9",
        "source": counted,
    }
    given = dict.fromkeys(told, "")
    for number, name in enumerate(told):
        (asked,) = judged(_OPTIONAL.format(**given), on_cluster(4))
        assert asked.status is Status.OPEN
        assert len(asked.answers) == len(told) - number
        given[name] = told[name]
    (answered,) = judged(_OPTIONAL.format(**given), on_cluster(4))
    assert answered.status is Status.GOOD


def test_with_all_numbers_given_a_later_limit_leaves_nothing_to_ask_for() -> None:
    job = """
df = daft.read_parquet(args.input)  # daft-lint: partitions=16, rows=100_000
df.with_column("vector", Embed()(col("text"))).where(col("vector").not_null()).show()
"""
    (judged_work,) = judged(job, replace(on_cluster(4), daft_version=(0, 7, 4)))
    assert judged_work.status is Status.POSSIBLE
    assert judged_work.result == "until `show` on line 32 has its rows, 0 to 8 of 8 actors idle"


def test_what_is_left_to_chance_is_possible_and_leads_to_better_numbers() -> None:
    """As many keys as partitions that fall together may leave half of the actors without rows."""
    job = """
@daft.cls(max_concurrency=8)
class Score:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=1)
    def __call__(self, matches):
        return [model(match) for match in matches]

df = daft.read_json("s3://all.json")  # daft-lint: rows=64, partitions=1
df = df.repartition(8, "team").with_column("score", Score()(col("match")))
df.join(daft.read_json("s3://teams.json"), on="team").write_lance("out.lance")
"""
    (judged_work,) = judged(job, on_cluster(8))
    assert judged_work.status is Status.POSSIBLE
    assert judged_work.result == (
        "utilisation 44% to 89%, which is left to chance; "
        "run daft-lint plan to look for better numbers"
    )


def test_where_only_some_runs_cut_the_rows_that_is_told_and_nothing_is_asked_for() -> None:
    job = """
def run(ids, parts):
    df = daft.from_pylist([{"raw": each} for each in ids])  # daft-lint: rows=90_000
    if parts > 1:
        df = df.repartition(parts, "raw")  # daft-lint: partitions=64, rows=90_000
    df.with_column("text", parse(col("raw"))).write_parquet("s3://out")
"""
    (judged_work,) = judged(job, on_cluster(8))
    assert judged_work.status is Status.POSSIBLE
    assert judged_work.result == (
        "0 to 7 of 8 workers idle, as only some runs take `repartition` on line 34"
    )


def test_behind_many_optional_steps_one_answer_is_about_the_rows_at_the_work() -> None:
    steps = "".join(f"    df = df.explode('c{each}')\n" for each in range(5))
    job = f"""
df = daft.read_parquet(args.input)
if args.nested:
{steps}df = df.with_column("text", parse(col("raw"))){{hint}}
df.write_parquet("s3://out")
"""
    (asked,) = judged(job.format(hint=""), on_cluster(8))
    assert asked.missing == (
        "how many rows reach `with_column` on line 38, and in how many partitions",
    )
    few, many = (f"  # daft-lint: partitions={count}, rows=64_000" for count in (4, 64))
    assert [judged(job.format(hint=hint), on_cluster(8))[0].status for hint in (few, many)] == [
        Status.BAD,
        Status.GOOD,
    ]


def test_a_filter_of_what_a_udf_makes_of_so_many_partitions_asks_what_it_keeps_of_them() -> None:
    job = """
df = daft.read_parquet(args.input)
df = df.into_partitions(16){cut}
df = df.with_column("page", parse(col("raw"))).where(col("page") != ""){kept}
df.with_column("text", parse(col("page"))).write_parquet("s3://out")
"""
    asked = judged(job.format(cut="", kept=""), on_cluster(8))[-1]
    assert asked.missing == (
        "how many rows there are after `into_partitions(16)` on line 32, "
        "and in how many of the 16 partitions",
        "what share of the rows `where` on line 33 keeps",
    )
    cut, kept = "  # daft-lint: partitions=16, rows=90_000", "  # daft-lint: keeps=0.9"
    half = judged(job.format(cut=cut, kept=""), on_cluster(8))[-1]
    assert half.missing == asked.missing[1:]
    assert judged(job.format(cut=cut, kept=kept), on_cluster(8))[-1].status is Status.GOOD


def test_behind_what_may_make_more_rows_a_filter_is_asked_about_itself() -> None:
    """A column out of sight may be a generator's: what is in front of it decides nothing."""
    job = """
from elsewhere import make
df = daft.read_parquet(args.input)
df = df.with_column("raw", make(col("url")))
df = df.where(col("raw") != "")
df.with_column("text", parse(col("raw"))).write_parquet("s3://out")
"""
    asked = judged(job, on_cluster(8))[-1]
    assert asked.missing == (
        "how many rows there are after `where` on line 34, and in how many partitions",
    )


def test_a_source_is_asked_about_once_where_only_some_runs_cut_it() -> None:
    job = """
df = daft.read_parquet(args.input)
if args.parts > 1:
    df = df.repartition(args.parts)
df.with_column("text", parse(col("raw"))).write_parquet("s3://out")
"""
    (asked,) = judged(job, on_cluster(8))
    assert asked.missing[0] == (
        "how many partitions `repartition(args.parts)` on line 33 makes, "
        "and how many rows there are"
    )
    assert "how many partitions and rows `daft.read_parquet` on line 31 has" in asked.missing


_ONE_LINE = {
    "a filter": 'df = daft.read_parquet(args.input).where(col("a") > 1)',
    "a filter in parts": "df = daft.read_parquet(args.input).where(is_ok & is_long)",
    "a number of partitions": "df = daft.read_parquet(args.input).into_partitions(16)",
    "partitions out of sight": """\
df = daft.read_parquet(args.input)
df = df.into_partitions(args.parts)""",
}


@pytest.mark.parametrize("lines", _ONE_LINE.values(), ids=_ONE_LINE)
def test_answers_on_one_line_decide_the_work_behind_it(lines: str) -> None:
    job = f"""
is_ok, is_long = parse(col("c")) == "ok", col("a") > parse(col("b"))
{lines}
df.with_column("vector", Embed()(col("text"))).write_parquet("s3://out")
"""
    facts = {"partitions": 50, "rows": 123_457, "keeps": 0.5}
    settings = on_cluster(8)
    asked = judged(job, settings)
    assert any(judgement.status is Status.OPEN for judgement in asked)
    for judgement in asked:
        assert "own line" not in "".join(judgement.answers)
        told = judged(*answered(job, judgement.answers, settings, facts))
        assert same(judgement, told).status is not Status.OPEN


@pytest.mark.parametrize(
    "condition",
    ['where(col("a") > 1)', 'where((col("a") > 1) & (col("b") > 1))'],
    ids=["one part", "two parts"],
)
def test_rows_and_partitions_told_of_a_condition_count_for_all_its_parts(condition: str) -> None:
    job = f"""
df = daft.read_parquet(args.input)  # daft-lint: partitions=40, rows=10_000
df = df.{condition}  # daft-lint: partitions=3, rows=100
df.with_column("vector", Embed()(col("text"))).write_parquet("s3://out")
"""
    (judged_work,) = judged(job, on_cluster(4))
    assert judged_work.status is Status.BAD


@pytest.mark.parametrize(
    "lines",
    [
        "read_parquet(args.input).{}  # daft-lint: {}, {}",
        "read_parquet(args.input)  # daft-lint: {1}\ndf = df.{0}  # daft-lint: {2}",
    ],
    ids=["of the source", "of their own"],
)
def test_filters_on_one_line_share_what_they_keep(lines: str) -> None:
    """If each of them kept one row of a hundred, it would be toy data: ten rows."""
    filters = 'where(col("a") > 1).where(col("b") > 1)'
    job = f"""
df = daft.{lines.format(filters, "partitions=40, rows=100_000", "keeps=0.01")}
df.with_column("vector", Embed()(col("text"))).write_parquet("s3://out")
"""
    (judged_work,) = judged(job, on_cluster(4))
    assert judged_work.status is Status.GOOD
    assert "toy data" not in judged_work.result


def test_behind_an_explode_its_own_rows_are_asked_for() -> None:
    job = """
df = daft.read_parquet("s3://in/*.parquet")
df = df.explode("text")
df.with_column("vector", Embed()(col("text"))).write_parquet("s3://out")
"""
    (asked,) = judged(job, on_cluster(4))
    assert asked.missing == (
        "how many rows there are after `explode` on line 32, and in how many partitions",
    )
    assert asked.answers == ("# daft-lint: partitions=..., rows=... on line 32",)


def test_a_finding_shows_the_step_whose_partitions_are_reported() -> None:
    job = """
df = daft.read_parquet(args.input)
df = df.where(col("ok"))  # daft-lint: partitions=3, rows=100_000
df.with_column("vector", Embed()(col("text"))).write_parquet("s3://out")
"""
    (finding,) = lint(Document("job.py", _HEAD + job), on_cluster(4)).findings
    assert finding.code == "DFT101"
    place = finding.related[0]
    assert place.span.line == 32
    assert place.message == "a hint says that 3 partitions have rows after it"


def test_a_parameter_is_reported_on_its_line() -> None:
    job = """
def run(df: daft.DataFrame):{hint}
    df.with_column("vector", Embed()(col("text"))).write_parquet("s3://out")
"""
    (asked,) = judged(job.format(hint=""), on_cluster(4))
    assert asked.answers == ("# daft-lint: partitions=..., rows=... on line 31",)
    hint = "  # daft-lint: partitions=800, rows=100_000"
    (answered,) = judged(job.format(hint=hint), on_cluster(4))
    assert answered.status is Status.GOOD


def test_only_next_to_no_rows_would_make_it_bad() -> None:
    job = """
df = daft.from_glob_path("s3://in/*.txt").into_partitions(96)
df.with_column("vector", Embed()(col("path"))).write_parquet("s3://out")
"""
    (judgement,) = judged(job, on_cluster(4))
    assert judgement.status is Status.GOOD
    assert (
        judgement.result
        == "all 8 actors work with 8 or more rows, 100% of the time with 1,000,000 rows"
    )


def test_a_doubt_is_cleared_by_the_answer_that_is_named() -> None:
    job = """
df = daft.from_pydict({{"text": ["a"] * 300}}){hint}
df.with_column("vector", Embed()(col("text"))).write_parquet("s3://out")
"""
    (doubted,) = judged(job.format(hint=""), on_cluster(4))
    assert doubted.status is Status.POSSIBLE
    assert doubted.answers[0] == "# daft-lint: rows=... on line 31"
    hint = "  # daft-lint: rows=300"
    (sure,) = judged(job.format(hint=hint), on_cluster(4))
    assert (sure.status, sure.code) == (Status.BAD, "DFT101")


@pytest.mark.parametrize("comment", ["", "  # daft-lint: ignore[DFT102] a try"])
def test_a_comment_on_a_possible_finding_leaves_work_possible(comment: str) -> None:
    text = f"""\
import daft

@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.python(), batch_size=64)
    def __call__(self, texts):
        return texts

df = daft.from_pydict({{"path": ["s3://texts/1.txt"] * 100}})
df = df.with_column("vector", Embed()(daft.col("path"))){comment}
df.collect()
"""
    (judgement,) = lint(Document("job.py", text), default_settings()).judgements
    assert judgement.status is Status.POSSIBLE


def test_async_work_is_good_where_equal_workers_get_equal_rows() -> None:
    job = JOBS["a model over the network behind columns that an argument names"]
    for partitions, status in ((16, Status.GOOD), (9, Status.POSSIBLE)):
        hint = f"  # daft-lint: rows=90_000, partitions={partitions}"
        lines = job.replace("args.others)", f"args.others){hint}")
        (judgement,) = judged(lines, on_cluster(8))
        assert judgement.status is status
        tried = "daft-lint verify --all-work tries it on a small cluster" in judgement.result
        assert tried == (status is Status.POSSIBLE)


def test_batches_of_a_size_out_of_sight_are_good_where_equal_workers_get_equal_rows() -> None:
    """A hint says how many there are; how their rows are cut again doesn't matter then.

    Where a few workers run one task more, the others may have nothing to do for half of the time.
    """
    for partitions, status in ((40, Status.GOOD), (44, Status.GOOD), (41, Status.POSSIBLE)):
        job = f"""
df = daft.read_parquet(args.input)
df = df.into_batches(args.size)  # daft-lint: rows=123_457, partitions={partitions}
df.with_column("image", col("data").image.decode()).write_parquet("s3://out")
"""
        (judgement,) = judged(job, on_cluster(8))
        assert judgement.status is status


def test_many_small_tasks_are_good_only_with_rows_that_take_long() -> None:
    """With 200 tasks of 20 rows of 0.75 ms, 42% of the time were used on Ray."""
    job = """
df = daft.range(4_000).into_partitions(5).into_batches(20)
df.with_column("vector", Embed()(col("id"))).write_parquet("s3://out")
"""
    (judgement,) = judged(job, on_cluster(4))
    assert judgement.status is Status.GOOD
    assert judgement.needed_row_seconds == pytest.approx(0.005, rel=0.2)
    assert re.fullmatch(r"all 8 actors work .*, if a row takes 5\.\d ms or more", judgement.result)


def test_json_lines_are_cut_by_bytes_whatever_the_batch_size() -> None:
    """Seen on Ray and natively, Daft 0.7.26: 1,000 lines with `batch_size=25` are 1,000 calls."""
    job = """
df = daft.read_{kind}("in/*.{kind}")  # daft-lint: partitions=4, rows=1000
df.with_column("vector", Embed()(col("text"))).write_parquet("s3://out")
"""
    (lines,) = judged(job.format(kind="json"), on_cluster(4))
    assert (lines.status, lines.code) == (Status.BAD, "DFT116")
    # Into as many as there are it changes nothing, and they stay single lines.
    doubtful = job.replace("df.with_column", "df.into_partitions(4).with_column")
    (lines,) = judged(doubtful.format(kind="json"), on_cluster(4))
    assert lines.status is Status.POSSIBLE
    assert not any("batch-size" in answer for answer in lines.answers)
    (text,) = judged(job.format(kind="csv"), on_cluster(4))
    assert text.status is Status.BAD


_KEYED = """
df = {frame}
df = df.with_column("vector", Embed()(col("id")))
df.write_parquet("s3://out")
"""


@pytest.mark.parametrize(
    "frame",
    [
        'daft.range(8000).with_column("k", col("id") % 5).repartition(16, "k")',
        'daft.range(8000).select("id", (col("id") % 5).alias("k")).repartition(16, "k")',
        'daft.from_pydict({"id": ids, "k": ["a", "b", "c"] * 2000}).repartition(16, "k")',
        'daft.from_pydict({"id": ids, "k": [i % 5 for i in range(8000)]}).repartition(16, "k")',
        'daft.range(8000, partitions=8).with_column("k", col("id") % 5).distinct("k")',
        'daft.range(8000, partitions=8).with_column("k", col("id") % 5).groupby("k").max("id")',
    ],
)
def test_few_keys_fill_few_partitions(frame: str) -> None:
    """Seen on Ray: five keys filled 4 and 5 of 16 partitions."""
    settings = on_cluster(8, replace(_ON_RAY, min_confidence=Confidence.POSSIBLE))
    (judgement,) = judged(_KEYED.format(frame=frame), settings)
    assert judgement.status is Status.BAD
    assert judgement.code == "DFT101"


@pytest.mark.parametrize(
    ("frame", "given"),
    [
        ('daft.range(80_000).repartition(16, "id")', ""),
        ("daft.range(80_000).repartition(16)", ""),
        ('daft.range(80_000).with_column("k", col("id") % 900).repartition(16, "k")', ""),
        ('daft.range(80_000).with_column("k", col("id").hash()).repartition(16, "k")', "`k` has"),
        ('daft.range(80_000).repartition(16, "id", "k")', "the keys have"),
        # Only the last of two such steps runs.
        ('daft.range(80_000).repartition(16, "k").into_partitions(8)', ""),
        (
            'daft.range(9).with_column("k", col("id") % 5)'
            '.concat(daft.range(80_000)).repartition(16, "k")',
            "`k` has",
        ),
    ],
)
def test_where_the_keys_are_not_known_good_work_says_so(frame: str, given: str) -> None:
    (judgement,) = judged(_KEYED.format(frame=frame), on_cluster(4))
    assert judgement.status is Status.GOOD
    assert ("many values" in judgement.result) == bool(given)
    assert given in judgement.result


@pytest.mark.parametrize(
    ("step", "works"),
    [
        ("step(df)", ["unknown steps", "Embed"]),
        ("df.where(step)", ["Embed"]),
        ("df.into_partitions(8)", ["Embed"]),
    ],
)
def test_steps_out_of_sight_are_open_work(step: str, works: list[str]) -> None:
    job = f"""
from job import steps

df = daft.read_parquet(args.input)
for step in steps:
    df = {step}
df.with_column("vector", Embed()(col("text"))).write_parquet("s3://out")
"""
    found = lint(Document("job.py", _HEAD + job), default_settings(), NO_PROJECT).judgements
    assert [judgement.work for judgement in found] == works
    assert [judgement.status for judgement in found if judgement.work == "unknown steps"] == [
        Status.OPEN
    ] * works.count("unknown steps")


@pytest.mark.parametrize(
    ("step", "status"),
    [
        ("df.with_column(name, col(name) + 1)", Status.GOOD),
        ("df.exclude(name).with_column_renamed(name + '_new', name)", Status.GOOD),
        ("df.where(col(name) > 0)", Status.OPEN),
        ("df.with_column('n', col('n') + 1).explode(name)", Status.OPEN),
        ("df.with_column(name, pages(col(name)))", Status.OPEN),
    ],
)
def test_rounds_that_make_columns_alone_leave_the_rows_where_they_are(
    step: str, status: Status
) -> None:
    job = f"""
@daft.func
def pages(raw: bytes) -> Iterator[str]:
    yield from raw.split()

df = daft.read_parquet(args.input)  # daft-lint: partitions=16, rows=100_000
for name in args.columns:
    df = {step}
df.with_column("vector", Embed()(col("text"))).write_parquet("s3://out")
"""
    found = {judgement.work: judgement for judgement in judged(job, on_cluster(4))}
    assert found["Embed"].status is status


_TWO_SOURCES = """
if args.parts:
    df = daft.read_csv(args.input){first}
else:
    df = daft.{second}
df = df.with_column("vector", Embed()(col("text")))
df.write_parquet("s3://out")
"""


def test_where_branches_meet_each_source_that_is_not_known_is_asked_for() -> None:
    both = _TWO_SOURCES.format(first="", second="read_parquet(args.input)")
    (asked,) = judged(both, on_cluster(4))
    assert asked.missing == (
        "how many partitions and rows `daft.read_csv` on line 32 has",
        "how many partitions and rows `daft.read_parquet` on line 34 has",
    )
    one = _TWO_SOURCES.format(first="", second="from_pydict({'text': ['a', 'b']})")
    (asked,) = judged(one, on_cluster(4))
    assert asked.answers == ("# daft-lint: partitions=..., rows=... on line 32",)


def test_of_two_known_sources_the_worse_one_is_judged() -> None:
    hint = "  # daft-lint: partitions=800, rows=100_000"
    second = "read_parquet(args.input)  # daft-lint: partitions={}, rows=100_000"
    for partitions, status in ((16, Status.GOOD), (3, Status.BAD)):
        job = _TWO_SOURCES.format(first=hint, second=second.format(partitions))
        (judgement,) = judged(job, on_cluster(4))
        assert judgement.status is status
    assert judgement.result.startswith("from `daft.read_parquet` on line 34: 2 of 8 actors idle")


def _with_facts(job: str, facts: dict[str, float], settings: Settings) -> tuple[str, Settings]:
    """The job and the settings with facts about its source, its first filter and the cluster."""
    lines = job.splitlines()
    of_source = [f"{key}={facts[key]}" for key in ("rows", "partitions") if key in facts]
    of_filter = [f"keeps={facts['keeps']}"] if "keeps" in facts else []
    for hints, pattern in (
        (of_source, r"daft\.(read|from)_"),
        (of_filter, r"^\s*(df = df)?\.where"),
    ):
        place = next((n for n, line in enumerate(lines) if re.search(pattern, line)), None)
        if hints and place is not None:
            lines[place] += f"  # daft-lint: {', '.join(hints)}"
    given = {
        key: exactly(facts[key], _ORIGIN)
        for key in ("workers", "cpus_per_worker", "gpus_per_worker")
        if key in facts
    }
    return "\n".join(lines) + "\n", replace(settings, cluster=Cluster(**given))


@pytest.mark.parametrize("job", one_in(4, [*JOBS]))
def test_more_facts_never_turn_a_finding_into_silence(job: str) -> None:
    """What was bad, possible or open with some facts has a verdict with more of them.

    The facts are drawn at random, with a fixed seed for each job. A verdict of bad work names its
    rule or the figures, and open work still says what it lacks.
    """
    draw = Random(job)
    for _ in range(draws(6)):
        all_facts = {
            "rows": draw.choice((1, 64, 1_000, 50_000, 3_000_000)),
            "partitions": draw.choice((1, 3, 8, 64)),
            "keeps": draw.choice((0.01, 0.5, 1)),
            "workers": draw.choice((1, 2, 8)),
            "cpus_per_worker": draw.choice((1, 4, 16)),
            "gpus_per_worker": draw.choice((0, 1, 8)),
        }
        names = draw.sample(sorted(all_facts), len(all_facts))
        settings = draw.choice((_NOTHING_KNOWN, _ON_RAY))
        before: tuple[Judgement, ...] = ()
        for known in range(len(names) + 1):
            facts = {name: all_facts[name] for name in names[:known]}
            text, known_settings = _with_facts(JOBS[job], facts, settings)
            linted = lint(Document("job.py", _HEAD + text), known_settings)
            # Work of which no worker can run a task has a finding instead.
            hangs = any(finding.code == "DFT107" for finding in linted.findings)
            for judgement in before if not hangs else ():
                after = same(judgement, linted.judgements)
                assert after.result or after.missing, (facts, judgement, after)
            before = linted.judgements


_WHERE_NO_POOL = """
class Pages:
    def __init__(self, wordy, clean):
        self.wordy, self.clean = wordy, clean

    def __call__(self, df: daft.DataFrame) -> daft.DataFrame:{source}
        if self.wordy:
            df = df.where(col("length") > 9){wordy}
        if self.clean:
            df = df.where(col("ok")){clean}
        return df.with_column("text", parse(col("raw")))
"""


def test_several_steps_that_only_some_runs_take_are_asked_for_without_a_pool_too() -> None:
    told = dict.fromkeys(("wordy", "clean"), "  # daft-lint: partitions=16, rows=90_000")
    told["source"] = "  # daft-lint: partitions=16, rows=100_000"
    given = dict.fromkeys(told, "")
    (asked,) = judged(_WHERE_NO_POOL.format(**given), on_cluster(4))
    assert asked.answers == (
        "# daft-lint: partitions=..., rows=... on line 39",
        "# daft-lint: keeps=... on line 37",
        "# daft-lint: partitions=..., rows=... on line 35",
    )
    for name, hint in told.items():
        (asked,) = judged(_WHERE_NO_POOL.format(**given), on_cluster(4))
        assert asked.status is Status.OPEN
        given[name] = hint
    (answered,) = judged(_WHERE_NO_POOL.format(**given), on_cluster(4))
    assert answered.status is Status.GOOD


def test_a_filter_that_daft_may_run_first_is_asked_for() -> None:
    job = """
def clean(condition):
    df = daft.read_parquet("s3://in/*.parquet")  # daft-lint: partitions=16, rows=100_000
    df = df.with_column("text", parse(col("raw")))
    df.where(condition).write_parquet("s3://out"){hint}
"""
    (asked,) = judged(job.format(hint=""), on_cluster(4))
    assert asked.missing == (
        "what share of the rows `where` on line 34 (Daft may run it first) keeps",
    )
    assert asked.answers == ("# daft-lint: keeps=... on line 34",)
    (answered,) = judged(job.format(hint="  # daft-lint: keeps=0.5"), on_cluster(4))
    assert answered.status is Status.GOOD


@pytest.mark.parametrize("fields", ['col("parts")["*"]', 'col("parts").unnest()'])
def test_a_filter_on_fields_of_a_struct_stays_behind_what_makes_it(fields: str) -> None:
    job = f"""
df = daft.read_parquet("s3://in/*.parquet")  # daft-lint: partitions=16, rows=100_000
df = df.select(parse(col("raw")).alias("parts")).select({fields})
df.where(col("u") != col("v")).write_parquet("s3://out")
"""
    (judgement,) = judged(job, on_cluster(4))
    assert judgement.status is Status.GOOD


_FIELDS = """
@daft.cls(max_concurrency=4)
class Organize:
    @daft.method(return_dtype=STRUCT, unnest=True)
    def __call__(self, raw: str) -> dict:
        return model(raw)

"""


@pytest.mark.parametrize(
    ("made", "kept"),
    [
        ('df.select(col("*"), Organize()(col("raw")))', 'where(col("event").not_null())'),
        ('df.select(col("*"), Organize()(col("raw")))', 'drop_null("event")'),
        ('df.with_column("text", parse(col("raw")))', 'drop_null("text")'),
        ('df.with_column("text", parse(col("raw")))', 'drop_nan("id", "text")'),
    ],
)
def test_a_filter_on_what_a_udf_returns_stays_behind_it(made: str, kept: str) -> None:
    """Seen in the plans of Daft 0.7.26: a UDF that unnests makes a column of each field."""
    job = f"""
STRUCT = daft.DataType.struct({{"event": daft.DataType.string(), "n": daft.DataType.int64()}})
{_FIELDS}
df = daft.read_parquet("s3://in/*.parquet")  # daft-lint: partitions=16, rows=1_000_000
df = {made}
df.{kept}.write_parquet("s3://out")
"""
    (judgement,) = judged(job, on_cluster(4))
    assert judgement.status is Status.GOOD


@pytest.mark.parametrize("kept", ['where(col("other").not_null())', 'drop_null("other")'])
def test_a_filter_on_another_column_may_run_before_what_a_udf_returns(kept: str) -> None:
    job = f"""
STRUCT = daft.DataType.struct({{"event": daft.DataType.string(), "n": daft.DataType.int64()}})
{_FIELDS}
df = daft.read_parquet("s3://in/*.parquet")  # daft-lint: partitions=16, rows=1_000_000
df = df.select(col("*"), Organize()(col("raw")))
df.{kept}.write_parquet("s3://out")
"""
    (judgement,) = judged(job, on_cluster(4))
    assert [text for text in judgement.missing if "Daft may run it first" in text]


_LIMITED = """
df = daft.read_parquet("s3://in/*.parquet"){source}
if LIMIT > 0:
    df = df.limit(LIMIT)
df = df.where(col("name").endswith(".pdf")){where}
df.with_column("text", parse(col("raw"))).write_parquet("s3://out")
"""


@pytest.mark.parametrize("limit", ['int(os.environ.get("LIMIT", "0"))', "int(sys.argv[1])"])
def test_a_limit_that_some_runs_take_in_front_of_a_filter_is_named(limit: str) -> None:
    job = f"import os\nimport sys\n\nLIMIT = {limit}\n{_LIMITED}"
    (asked,) = judged(job.format(source="", where=""), on_cluster(4))
    (line,) = [number for number, text in enumerate((_HEAD + job).split("\n"), 1) if ".pdf" in text]
    assert asked.missing == (
        f"how many rows there are after `where` on line {line}, and in how many partitions "
        f"(with `limit` on line {line - 1} or without)",
    )
    assert asked.answers == (f"# daft-lint: partitions=..., rows=... on line {line}",)
    hint = "  # daft-lint: partitions=16, rows=1_000_000"
    (answered,) = judged(job.format(source="", where=hint), on_cluster(4))
    assert answered.status is Status.GOOD


def test_a_limit_that_some_runs_take_behind_a_source_is_asked_for_with_it() -> None:
    job = """
import os

LIMIT = int(os.environ.get("LIMIT", "0"))
df = daft.read_parquet(args.input){source}
if LIMIT > 0:
    df = df.limit(LIMIT){limit}
df.with_column("text", parse(col("raw"))).write_parquet("s3://out")
"""
    (asked,) = judged(job.format(source="", limit=""), on_cluster(4))
    assert asked.missing == (
        "how many partitions and rows `daft.read_parquet` on line 34 has",
        "how many rows there are after `limit` on line 36, in runs that take it",
    )
    hint = "  # daft-lint: partitions=16, rows=1_000_000"
    (half,) = judged(job.format(source=hint, limit=""), on_cluster(4))
    assert half.answers == ("# daft-lint: partitions=..., rows=... on line 36",)
    (told,) = judged(job.format(source=hint, limit=hint), on_cluster(4))
    assert told.status is Status.GOOD


def test_what_show_stops_is_said_of_the_thresholds() -> None:
    job = """
df = daft.read_parquet(args.input)
df.with_column("text", parse(col("raw"))).where(col("text") != "").show()
"""
    (now,) = judged(job, on_cluster(4))
    assert {threshold.given for threshold in now.thresholds} == {
        "until `show` on line 32 has its rows"
    }
    assert {threshold.holds for threshold in now.thresholds} == {"no actor idles", "actors idle"}
    # Before, not all tasks start at once.
    (older,) = judged(job, replace(on_cluster(4), daft_version=(0, 7, 6)))
    assert {threshold.holds for threshold in older.thresholds} == {"actors idle"}


def test_more_than_three_sources_are_one_question_at_the_work() -> None:
    job = """
def read(path, spread):
    if path.endswith(".parquet"):
        df = daft.read_parquet(path)
    elif path.endswith(".csv"):
        df = daft.read_csv(path)
    else:
        df = daft.read_json(path)
    return df if spread is None else df.into_partitions(spread)


df = read(args.input, args.parts)
df = df.with_column("raw", download(col("path"))){hint}
df = df.with_column("text", parse(col("raw")))
if args.parts:
    df = df.into_partitions(args.parts)
df.write_parquet("s3://out")
"""
    for work in judged(job.format(hint=""), on_cluster(4)):
        assert work.missing == (
            "how many rows reach `with_column` on line 42, and in how many partitions",
        )
    hint = "  # daft-lint: partitions=16, rows=1_000_000"
    for work in judged(job.format(hint=hint), on_cluster(4)):
        assert work.status is Status.GOOD


def test_all_callers_are_asked_whose_frames_reach_some_work() -> None:
    job = """
def unpack(df: daft.DataFrame) -> daft.DataFrame:
    df = df.with_column("text", parse(df["raw"]))
    return df.exclude("raw")


class Single:
    def apply(self, df: daft.DataFrame) -> daft.DataFrame:{single}
        if self.packed:
            df = unpack(df)
        return df


class Grouped:
    def apply(self, df: daft.DataFrame) -> daft.DataFrame:{grouped}
        if self.packed:
            df = unpack(df)
        return df
"""
    (asked,) = judged(job.format(single="", grouped=""), on_cluster(4))
    assert sorted(asked.missing) == [
        "how many partitions and rows parameter `df` of `Grouped.apply` on line 44 has",
        "how many partitions and rows parameter `df` of `Single.apply` on line 37 has",
    ]
    hint = "  # daft-lint: partitions=16, rows=1_000_000"
    (half,) = judged(job.format(single=hint, grouped=""), on_cluster(4))
    assert half.status is Status.OPEN
    (told,) = judged(job.format(single=hint, grouped=hint), on_cluster(4))
    assert told.status is Status.GOOD


_STOPPED = """
df = daft.read_parquet("s3://in/*.parquet")  # daft-lint: partitions=16, rows=100_000
df = df.with_column("text", parse(col("raw"))).where(col("text") != "")
df.limit(1_000).write_parquet("s3://out"){hint}
"""


def test_all_tasks_before_a_limit_start_at_once_since_daft_0_7_16() -> None:
    (newest,) = judged(_STOPPED.format(hint=""), on_cluster(4))
    assert newest.status is Status.GOOD
    assert newest.result.endswith("until `limit` on line 33 has its rows")
    older = replace(on_cluster(4), daft_version=(0, 7, 6))
    (asked,) = judged(_STOPPED.format(hint=""), older)
    assert asked.missing == (
        "how many partitions `limit` on line 33 needs before it stops the rest",
    )
    hint = "  # daft-lint: partitions=16, rows=1_000"
    (answered,) = judged(_STOPPED.format(hint=hint), older)
    assert answered.status is Status.GOOD


def test_behind_a_loop_out_of_sight_a_hint_on_its_header_decides() -> None:
    job = """
df = daft.read_parquet("s3://in/*.parquet")
for make in steps():{hint}
    df = make(df)
df.with_column("text", parse(col("raw"))).write_parquet("s3://out")
"""
    steps, asked = judged(job.format(hint=""), on_cluster(4))
    assert steps.missing == ("which steps the loop adds: only a run shows them",)
    assert asked.missing == (
        "how many rows there are after the loop on line 32 (its steps are out of sight), "
        "and in how many partitions",
    )
    assert asked.answers == ("# daft-lint: partitions=..., rows=... on line 32",)
    hint = "  # daft-lint: partitions=3, rows=100_000"
    assert judged(job.format(hint=hint), on_cluster(4))[1].status is Status.BAD
    parsed = 'df = df.with_column("text", parse(col("raw")))'
    told = job.format(hint=hint.replace("=3,", "=16,")).replace(
        'df.with_column("text", parse(col("raw")))', f"{parsed}  # daft-lint: batch-size=100\ndf"
    )
    assert judged(told, on_cluster(4))[1].status is Status.GOOD


def test_a_sample_is_one_on_a_cluster_too() -> None:
    job = """
df = daft.read_parquet("s3://in/*.parquet").limit(5)
df.with_column("text", parse(col("raw"))).write_parquet("s3://out")
"""
    (judgement,) = judged(job, on_cluster(4))
    assert judgement.status is Status.GOOD
    assert judgement.result == "a sample: 0 to 5 rows, so there is nothing to share out"


def test_of_an_empty_source_no_facts_are_asked_for() -> None:
    job = """
def source(rows):
    if not rows:
        return daft.from_pydict({{"raw": []}})
    return daft.from_pydict({{"raw": rows}}){hint}

df = source(load()).with_column("vector", Embed()(col("raw")))
df.write_parquet("s3://out")
"""
    (asked,) = judged(job.format(hint=""), default_settings())
    assert asked.answers == ("# daft-lint: rows=... on line 34",)
    (answered,) = judged(job.format(hint="  # daft-lint: rows=100_000"), default_settings())
    assert answered.status is Status.GOOD_NATIVELY
