"""What rules say of UDF definitions is what Daft does, and their fixes keep every row."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

import pytest

from daft_lint import testing
from daft_lint.findings import Severity
from daft_lint.registry import all_rules

pytest.importorskip("daft")

HERE = Path(__file__).parent
RULES = {rule.code: rule for rule in all_rules()}


@dataclass(frozen=True)
class Program:
    """A faulty program, and what its `main()` gives with the fault and without it.

    `rule` fixes it; where it has no edits, `remedied` is the program that follows its advice.
    """

    rule: str
    text: str
    before: str
    after: str
    remedied: str | None = None


def run(udf: str, body: str) -> str:
    """A `main()` that gives what a UDF makes of three rows."""
    return dedent(body) + dedent(
        f"""
            def main():
                df = daft.from_pydict({{"n": [1, 2, 3], "s": ["a", "é", "ccc"]}})
                return df.select({udf}.alias("made")).to_pydict()["made"]
            """
    )


NO_SYNCHRONOUS = "ValueError: `max_concurrency` on a synchronous `@daft.func` has no effect"
NO_KEYWORD = "got an unexpected keyword argument"
NO_PICKLE = "ValueError: Daft {} must be serializable"


def rows_at_once(udf: str, body: str) -> str:
    """A `main()` that gives the most rows that were under way at the same time, of 300."""
    start = """
        import asyncio

        import daft

        under_way = 0
        most = 0

        async def answer(n):
            global under_way, most
            under_way += 1
            most = max(most, under_way)
            await asyncio.sleep(0.01)
            under_way -= 1
            return n
        """
    end = f"""
        def main():
            df = daft.from_pydict({{"n": list(range(300))}})
            df.select({udf}(daft.col("n"))).collect()
            return most
        """
    return dedent(start) + dedent(body) + dedent(end)


PROGRAMS: Mapping[str, Program] = {
    "synchronous_function": Program(
        "DFT302",
        run(
            'double(daft.col("n"))',
            """
            import daft

            @daft.func(max_concurrency=2)
            def double(n: int) -> int:
                return 2 * n
            """,
        ),
        NO_SYNCHRONOUS,
        "[2, 4, 6]",
    ),
    "rows_of_an_async_function": Program(
        "DFT302",
        rows_at_once(
            "ask",
            """
            @daft.func(max_concurrency=4)
            async def ask(n: int) -> int:
                return await answer(n)
            """,
        ),
        "300",
        "4",
        rows_at_once(
            "Ask()",
            """
            @daft.cls
            class Ask:
                def __init__(self):
                    self.gate = asyncio.Semaphore(4)

                async def __call__(self, n: int) -> int:
                    async with self.gate:
                        return await answer(n)
            """,
        ),
    ),
    "row_wise_batch_size": Program(
        "DFT303",
        run(
            'size(daft.col("s"), daft.col("n"))',
            """
            import daft

            @daft.func(batch_size=2)
            def size(s: str, n: int | None) -> int:
                return len(s) * n
            """,
        ),
        NO_KEYWORD,
        "[1, 2, 9]",
    ),
    "legacy_keywords_of_a_class": Program(
        "DFT309",
        run(
            'Double()(daft.col("n"))',
            """
            import daft

            @daft.cls(concurrency=2, num_gpus=None, num_cpus=1)
            class Double:
                def __call__(self, n: int) -> int:
                    return 2 * n
            """,
        ),
        NO_KEYWORD,
        "[2, 4, 6]",
    ),
    "new_keywords_in_the_legacy_api": Program(
        "DFT309",
        run(
            'Double(daft.col("n"))',
            """
            import daft

            @daft.udf(return_dtype=daft.DataType.int64(), gpus=0, max_concurrency=2, cpus=1)
            class Double:
                def __init__(self):
                    self.factor = 2

                def __call__(self, numbers):
                    return [self.factor * n for n in numbers.to_pylist()]
            """,
        ),
        NO_KEYWORD,
        "[2, 4, 6]",
    ),
    "list_for_each_row": Program(
        "DFT306",
        run(
            'join(daft.col("s"), daft.col("n"))',
            """
            import daft

            @daft.func.batch(return_dtype=str)
            def join(texts, numbers):
                made = []
                for i, text in enumerate(texts):
                    if text:
                        made.append(f"{text}{numbers.to_pylist()[i]}/{numbers.to_pylist()[0]}")
                return made
            """,
        ),
        "['a1/1', 'é2/1', 'ccc3/1']",
        "['a1/1', 'é2/1', 'ccc3/1']",
    ),
    "captured_lock": Program(
        "DFT307",
        run(
            'double(daft.col("n"))',
            """
            import threading

            import daft

            LOCK = threading.Lock()

            @daft.func
            def double(n: int) -> int:
                with LOCK:
                    return 2 * n
            """,
        ),
        NO_PICKLE.format("functions"),
        "[2, 4, 6]",
        run(
            'Double()(daft.col("n"))',
            """
            import threading

            import daft

            @daft.cls
            class Double:
                def __init__(self):
                    self.lock = threading.Lock()

                def __call__(self, n: int) -> int:
                    with self.lock:
                        return 2 * n
            """,
        ),
    ),
}


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What every program gives, with the fault (`x_before`) and without it (`x_after`)."""
    folder = tmp_path_factory.mktemp("definitions")
    files: list[Path] = []
    for name, program in PROGRAMS.items():
        fixed = program.remedied or testing.fixed(program.text, RULES[program.rule], unsafe=True)
        for suffix, text in (("before", program.text), ("after", fixed)):
            files.append(folder / f"{name}_{suffix}.py")
            files[-1].write_text(text, encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, HERE / "run_programs.py", "native", *files],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert ended.returncode == 0, ended.stderr
    lines = [json.loads(line) for line in ended.stdout.splitlines() if line.startswith("{")]
    return {Path(line["program"]).name: str(line["result"]) for line in lines}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_rule_finds_the_fault_and_nothing_after_the_remedy(name: str) -> None:
    program = PROGRAMS[name]
    rule = RULES[program.rule]
    assert testing.found(program.text, rule)
    fixed = program.remedied or testing.fixed(program.text, rule, unsafe=True)
    assert fixed != program.text
    assert not testing.found(fixed, rule)


@pytest.mark.parametrize("name", PROGRAMS)
def test_daft_does_what_the_rule_says(outcomes: dict[str, str], name: str) -> None:
    program = PROGRAMS[name]
    assert program.before in outcomes[f"{name}_before.py"]
    assert outcomes[f"{name}_after.py"] == program.after


@pytest.mark.parametrize(
    "name",
    [name for name, program in PROGRAMS.items() if program.rule in {"DFT302", "DFT303", "DFT309"}],
)
def test_what_is_called_an_error_is_one(outcomes: dict[str, str], name: str) -> None:
    (finding, *_) = testing.found(PROGRAMS[name].text, RULES[PROGRAMS[name].rule])
    if finding.severity is not Severity.ERROR:
        return
    raised = outcomes[f"{name}_before.py"].partition(":")[0]
    assert raised in finding.message


@pytest.mark.parametrize(
    "name", [name for name, program in PROGRAMS.items() if program.rule == "DFT309"]
)
def test_the_finding_tells_the_text_of_the_error(outcomes: dict[str, str], name: str) -> None:
    (finding, *_) = testing.found(PROGRAMS[name].text, RULES["DFT309"])
    # Python 3.13 adds what may have been meant.
    said = finding.message.split("`")[-2]
    assert outcomes[f"{name}_before.py"].startswith(said)
