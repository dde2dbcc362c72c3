"""The keywords that decorators take depend on the version of Daft."""

from __future__ import annotations

from dataclasses import replace

import pytest

from daft_lint import testing
from daft_lint.documents.document import Document
from daft_lint.findings import Confidence, Finding
from daft_lint.linting import lint
from daft_lint.registry import all_rules
from daft_lint.settings import default_settings

RULE = next(rule for rule in all_rules() if rule.name == "unexpected-keyword")

FUNCTION = "@daft.func({})\ndef shout(text: str) -> str: ...\n"
COROUTINE = FUNCTION.replace("def", "async def")
BATCH = "@daft.func.batch(return_dtype=str, {})\ndef shout(texts): ...\n"
CLASS = "@daft.cls({})\nclass Embed:\n    def __call__(self, text: str) -> str: ...\n"
METHOD = "@daft.cls\nclass Embed:\n    @daft.method({})\n    def __call__(self, text): ...\n"
LEGACY = "@daft.udf(return_dtype=str, {})\ndef shout(texts): ...\n"


def found(program: str, version: tuple[int, ...] = (0, 7)) -> tuple[Finding, ...]:
    settings = replace(default_settings(), daft_version=version, min_confidence=Confidence.POSSIBLE)
    return testing.found(f"import daft\n\n{program}", RULE, settings=settings)


@pytest.mark.parametrize(
    ("program", "since"),
    [
        (FUNCTION.format("unnest=False"), (0, 6, 1)),
        (FUNCTION.format("use_process=True"), (0, 6, 5)),
        (FUNCTION.format("on_error='log'"), (0, 6, 8)),
        (FUNCTION.format("gpus=1"), (0, 7, 6)),
        (BATCH.format("max_retries=1"), (0, 6, 8)),
        (BATCH.format("ray_options={}"), (0, 7, 6)),
        (CLASS.format("name_override='x'"), (0, 7, 2)),
        (CLASS.format("cpus=1"), (0, 7, 6)),
        (METHOD.format("max_retries=1"), (0, 6, 8)),
        (LEGACY.format("ray_options={}"), (0, 7, 0)),
    ],
)
def test_a_keyword_is_found_in_versions_before_it_came(
    program: str, since: tuple[int, int, int]
) -> None:
    line, release = since[:2], since[2]
    before = (*line, release - 1) if release else (0, 6)
    (finding,) = found(program, before)
    shown = ".".join(map(str, since))
    assert f"before Daft {shown}: it raises" in finding.message
    assert finding.fixes[0].message == (
        f"Daft has taken it since {shown}: update Daft, or remove it"
    )
    assert finding.confidence is Confidence.CERTAIN
    assert not found(program, since)
    assert not found(program, line)


def test_what_a_later_version_takes_may_be_in_a_branch_for_it() -> None:
    program = FUNCTION.format("gpus=1").replace("\n", "\n    ").rstrip()
    (finding,) = found(f"if NEW:\n    {program}\n", (0, 7, 5))
    assert finding.confidence is Confidence.POSSIBLE


def test_no_version_takes_what_was_renamed_not_even_in_a_branch() -> None:
    program = FUNCTION.format("num_gpus=1").replace("\n", "\n    ").rstrip()
    (finding,) = found(f"if NEW:\n    {program}\n")
    assert finding.confidence is Confidence.CERTAIN


def test_decorators_that_a_version_does_not_have_are_not_judged() -> None:
    for program in (BATCH, CLASS, METHOD):
        assert not found(program.format("nonsense=1"), (0, 6, 5))
        assert found(program.format("nonsense=1"), (0, 6, 6))


@pytest.mark.parametrize(
    ("version", "confidence"),
    [
        ((0, 6), Confidence.CERTAIN),
        ((0, 6, 14), Confidence.CERTAIN),
        ((0, 7, 6), Confidence.CERTAIN),
        ((0, 7, 26), Confidence.CERTAIN),
        ((0, 7), Confidence.LIKELY),
        ((0, 7, 27), Confidence.LIKELY),
    ],
)
def test_a_keyword_that_nobody_knows_may_come_with_a_later_version(
    version: tuple[int, ...], confidence: Confidence
) -> None:
    (finding,) = found(CLASS.format("memory_bytes=1"), version)
    assert finding.confidence is confidence
    assert bool(finding.assumptions) == (confidence is Confidence.LIKELY)


def test_the_error_is_that_of_the_version() -> None:
    (old,) = found(FUNCTION.format("num_gpus=1"), (0, 6, 5))
    (new,) = found(FUNCTION.format("num_gpus=1"))
    says = "() got an unexpected keyword argument 'num_gpus'"
    assert f"`TypeError: _DaftFuncDecorator.__new__{says}`" in old.message
    assert f"`TypeError: _FuncDecorator.__call__{says}`" in new.message


def test_no_other_name_is_advised_that_the_version_does_not_take() -> None:
    (finding,) = found(FUNCTION.format("num_gpus=1"), (0, 7, 5))
    assert [fix.edits for fix in finding.fixes] == [()]
    assert finding.fixes[0].message == (
        "Daft has taken it as `gpus` since 0.7.6: update Daft, or remove it"
    )
    (finding,) = found(FUNCTION.format("concurrency=4"), (0, 6, 5))
    assert "`@daft.udf(concurrency=4)`" in finding.fixes[1].message


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (FUNCTION.format("num_gpus = 1, num_cpus=2"), FUNCTION.format("gpus = 1, cpus=2")),
        (CLASS.format("concurrency=n"), CLASS.format("max_concurrency=n")),
        (CLASS.format("num_gpus=None"), CLASS.replace("({})", "")),
        (LEGACY.format("gpus=1, batch_size=2"), LEGACY.format("num_gpus=1, batch_size=2")),
        (LEGACY.format("max_concurrency=None"), LEGACY.format("concurrency=None")),
    ],
)
def test_a_keyword_gets_its_other_name_safely(before: str, after: str) -> None:
    head = "import daft\n\n"
    assert testing.fixed(head + before, RULE) == head + after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (CLASS.format("num_gpus=n"), CLASS.format("gpus=n")),
        (FUNCTION.format("return_type=str"), FUNCTION.format("return_dtype=str")),
        (BATCH.format("concurrency=4"), BATCH.replace(", {}", "")),
        (FUNCTION.format("concurrency=4"), FUNCTION.replace("({})", "")),
        (COROUTINE.format("concurrency=4"), COROUTINE.format("max_concurrency=4")),
    ],
)
def test_what_may_mean_something_else_is_no_safe_fix(before: str, after: str) -> None:
    head = "import daft\n\n"
    assert testing.fixed(head + before, RULE) == head + before
    assert testing.fixed(head + before, RULE, unsafe=True) == head + after


@pytest.mark.parametrize(
    "program",
    [
        METHOD.format("gpus=1"),
        CLASS.format("return_dtype=str"),
        CLASS.format("gpus=1, num_gpus=1"),
        CLASS.format("concurrency=2, **options"),
        "@daft.func.batch(concurrency=2)\ndef shout(texts): ...\n",
    ],
)
def test_what_only_the_author_knows_gets_no_edit(program: str) -> None:
    (finding,) = found(program)
    assert not any(fix.edits for fix in finding.fixes)


@pytest.mark.parametrize(
    "around",
    [
        "try:\n    {}\nexcept TypeError:\n    pass",
        "try:\n    {}\nexcept (KeyError, Exception):\n    pass",
        "try:\n    {}\nexcept:\n    pass",
        "with pytest.raises(TypeError):\n    {}",
        "with contextlib.suppress(TypeError):\n    {}",
        "def test(self):\n    with self.assertRaises(TypeError):\n        {}",
    ],
)
def test_an_error_that_is_expected_is_hardly_reported(around: str) -> None:
    program = around.format("f = daft.func(shout, num_gpus=1)")
    (finding,) = found(f"def shout(text: str) -> str: ...\n\n{program}\n")
    assert finding.confidence is Confidence.POSSIBLE


@pytest.mark.parametrize(
    "around",
    [
        "try:\n    {}\nfinally:\n    pass",
        "try:\n    {}\nexcept (ImportError, KeyError):\n    pass",
        "try:\n    pass\nexcept TypeError:\n    {}",
        "try:\n    pass\nexcept TypeError:\n    pass\nelse:\n    {}",
        "with open('log') as log:\n    {}",
    ],
)
def test_an_error_that_nobody_expects_is_certain(around: str) -> None:
    program = around.format("f = daft.func(shout, num_gpus=1)")
    (finding,) = found(f"def shout(text: str) -> str: ...\n\n{program}\n")
    assert finding.confidence is Confidence.CERTAIN


POOL = """\
import daft
from daft import DataType, col


@daft.cls({of_class})
class Embed:
    @daft.method.batch(return_dtype=DataType.int64(), {of_method})
    def run(self, ids): ...


daft.set_runner_ray()
df = daft.range(4_000).into_partitions(2)
df = df.with_column("made", Embed().run(col("id")))
df.write_parquet("out")
"""


@pytest.mark.parametrize(
    ("of_class", "of_method", "codes"),
    [
        ("max_concurrency=4", "batch_size=4_000", {"DFT102"}),
        ("concurrency=4", "batch_size=4_000", {"DFT309"}),
        ("max_concurrency=4, num_gpus=1", "batch_size=4_000", {"DFT309"}),
        ("max_concurrency=4", "batch_size=4_000, use_process=True", {"DFT309"}),
    ],
)
def test_a_pool_that_never_starts_is_judged_by_no_other_rule(
    of_class: str, of_method: str, codes: set[str]
) -> None:
    program = POOL.format(of_class=of_class, of_method=of_method)
    settings = replace(default_settings(), min_confidence=Confidence.POSSIBLE)
    findings = lint(Document("job.py", f"# daft-lint: workers=2\n{program}"), settings).findings
    assert {finding.code for finding in findings} == codes
