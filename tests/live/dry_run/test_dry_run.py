"""What a program of the user's does when it runs without its rows, and what is heard of it."""

from __future__ import annotations

import sys

import pytest
from live_program import Programs, steps
from packaging.version import Version

from daft_lint.live.dry_run.messages import Barrier
from daft_lint.programs.target import ProgramError

daft = pytest.importorskip("daft")

LOSES_ROWS_IN_THREADS = ("0.7.6", "0.7.15")
"""The first and the last Daft that gives 0, 1,000 or 2,000 rows to each of eight threads that run
`daft.from_pydict(...).with_column(...).collect()` of 1,000 rows natively. 0.7.5 and 0.7.16 are
right."""


def test_nothing_runs_that_nobody_looks_at(programs: Programs) -> None:
    done = programs.run(
        """
        from udfs import *

        df = daft.from_pydict({"a": list(range(1000))}).into_partitions(12)
        df = df.with_column("b", Embed(col("a")))
        df.show()
        df.count_rows()
        df.to_pydict()
        other = df.where(col("b") > 1)
        other.write_parquet("written")
        other.collect()
        """
    )
    assert done.ran.exit_code == 0
    assert done.actions == ["show", "count_rows", "to_pydict", "write_parquet", "collect"]
    assert not any(planned.ran for planned in done.planned)
    assert done.traces == []
    assert done.output == ""


def test_a_plan_is_reported_as_it_was_built(programs: Programs) -> None:
    done = programs.run(
        """
        from udfs import *

        df = daft.from_pydict({"a": list(range(1000))}).into_partitions(12)
        df.with_column("b", Embed(col("a"))).show(3)
        """
    )
    (planned,) = done.planned
    assert planned.limit == 3
    assert planned.place.path == str(done.folder / "program.py")
    assert planned.place.line == planned.place.end_line == done.line("show")
    assert planned.plan.optimised.ascii != planned.plan.written.ascii
    assert "12" in planned.plan.written.ascii
    assert "Embed" in planned.plan.optimised.ascii


def test_each_step_has_its_place(programs: Programs) -> None:
    done = programs.run(
        """
        from udfs import *
        from steps import embedded

        def source():
            return daft.from_pydict({"a": [1, 2], "é": [3, 4]})

        df = embedded(source())
        df = (
            df
            .where(
                col("b") > 0
            )
            .select("é", "a")
        )
        for number in range(3):
            df = df.with_column(f"c{number}", col("a") * number)
        df.join(source(), on="a").groupby("a").agg(col("c0").sum()).collect()
        """,
        modules={
            "steps": """
            from udfs import *

            def embedded(df):
                return df.with_column("b", Embed(col("a")))
            """
        },
    )
    made = done.planned[0].plan.made
    looped = ("with_column", done.line("with_column"))
    last = done.line("groupby")
    source = ("from_pydict", done.line("from_pydict"))
    assert list(steps(made)) == [
        source,
        ("with_column", 5),
        ("where", done.line(".where(")),
        ("select", done.line(".select(")),
        looped,
        looped,
        looped,
        source,
        ("join", last),
        ("agg", last),
    ]
    assert made is not None
    assert [step.file.rpartition("/")[2] for step in made.each()][:3] == [
        "program.py",
        "steps.py",
        "program.py",
    ]
    where = list(made.each())[2]
    assert (where.line, where.end_line) == (done.line(".where("), done.line(".where(") + 2)
    if sys.version_info >= (3, 11):
        assert where.end_column == len("    )")
        selected = '    .select("é", "a")'
        assert list(made.each())[3].end_column == len(selected.encode())


def test_the_nodes_of_each_step_are_counted(programs: Programs) -> None:
    done = programs.run(
        """
        import daft
        from daft import col

        left = daft.from_pydict({"a": [1, 2]}).into_partitions(3)
        right = daft.from_pydict({"a": [1, 2]}).where(col("a") > 1)
        left.join(right, on="a").concat(left).sort("a").collect()
        """
    )
    made = done.planned[0].plan.made
    assert made is not None
    text = done.planned[0].plan.written.ascii
    assert made.nodes == text.count("* ")
    counts = {step.method: step.nodes for step in made.each()}
    assert counts["from_pydict"] == 1
    assert counts["into_partitions"] == 2
    assert counts["concat"] == counts["join"] + 1 + 2
    assert [input_.method for input_ in made.inputs] == ["concat"]
    assert [input_.method for input_ in made.inputs[0].inputs] == ["join", "into_partitions"]


def test_what_runs_sees_few_rows_of_each_source(programs: Programs) -> None:
    done = programs.run(
        """
        from udfs import *

        df = daft.from_pydict({"a": list(range(1000))}).into_partitions(12)
        df = df.with_column("b", Embed(col("a")))
        print(df.count_rows(), len(df.to_pydict()["a"]), sum(1 for _ in df))
        """,
        limit_rows=7,
    )
    assert done.output == "7 7 7\n"
    assert done.rows <= 2 * 7
    assert [planned.ran for planned in done.planned] == [True, True]


def test_files_are_read_as_far_as_needed(programs: Programs) -> None:
    done = programs.run(
        """
        from udfs import *

        for number in range(4):
            Path(f"{number}.csv").write_text("a\\n" + "1\\n" * 1000)
        df = daft.read_csv("*.csv").with_column("b", Embed(col("a")))
        df.show()
        for row in df.iter_rows():
            pass
        """.replace('Path(f"', 'TRACES.with_name(f"').replace(
            '"*.csv"', 'str(TRACES.with_name("*.csv"))'
        ),
        limit_rows=20,
    )
    assert done.ran.exit_code == 0, done.errors
    assert done.actions == ["show", "iter_rows"]
    assert done.rows == 20


def test_a_collected_frame_waits_until_somebody_looks(programs: Programs) -> None:
    done = programs.run(
        """
        from udfs import *

        df = daft.from_pydict({"a": list(range(1000))}).into_partitions(12)
        df = df.with_column("b", Embed(col("a"))).collect()
        df.where(col("a") > 2).collect(None)
        print(TRACES.exists())
        print(len(df), len(df), df.num_partitions() in (None, 12))
        """
    )
    assert done.output == "False\n100 100 True\n"
    assert done.rows == 100
    assert [planned.ran for planned in done.planned] == [True, False]


def test_collected_frames_are_computed_one_after_the_other(programs: Programs) -> None:
    done = programs.run(
        """
        from udfs import *

        file = TRACES.with_name("numbers.csv")
        file.write_text("a\\n" + "1\\n" * 1000)
        first = daft.read_csv(str(file)).where(col("a") == 1).collect()
        second = first.with_column("b", col("a") + 1).collect()
        third = second.join(first, on="a", how="semi").collect()
        print(len(first), len(second), len(third))
        """,
        limit_rows=20,
    )
    assert done.output == "20 20 20\n", done.errors


def test_a_collected_frame_is_a_barrier(programs: Programs) -> None:
    done = programs.run(
        """
        from udfs import *

        first = daft.from_pydict({"a": list(range(1000))}).into_partitions(12)
        first = first.with_column("b", Embed(col("a"))).collect()
        other = daft.from_pydict({"a": [1, 2]})
        second = other.join(first, on="a").collect()
        second.where(col("a") > 1).show()
        """
    )
    assert [planned.barriers for planned in done.planned] == [
        (),
        (Barrier(1, 0, 12),),
        (Barrier(0, 1, done.planned[2].barriers[0].partitions),),
    ]
    assert list(steps(done.planned[1].plan.made)) == [
        ("from_pydict", done.line("other = ")),
        ("collect", done.line("first = first")),
        ("join", done.line("second = ")),
    ]
    assert "Number of partitions = 12" in done.planned[1].plan.written.ascii
    assert done.traces == []


def test_nothing_gets_where_it_would_be_written(programs: Programs) -> None:
    done = programs.run(
        """
        from udfs import *

        here = TRACES.parent
        (here / "parquet").mkdir()
        (here / "parquet" / "mine").write_text("mine")
        df = daft.from_pydict({"a": list(range(1000))}).with_column("b", Embed(col("a")))
        paths = df.write_parquet(str(here / "parquet"), write_mode="overwrite")
        paths.show()
        print(TRACES.exists())
        written = paths.to_pydict()["path"]
        print(len(written), any(str(here) in one for one in written))
        df.write_csv(str(here / "csv")).collect()
        df.write_json(str(here / "json"))
        print(sorted(one.name for one in here.iterdir() if one.is_dir() and one.name[0] != "_"))
        print([one.name for one in (here / "parquet").iterdir()])
        """
    )
    assert done.ran.exit_code == 0, done.errors
    assert done.output == "False\n1 False\n['parquet']\n['mine']\n"
    assert done.actions == ["write_parquet", "write_csv", "write_json"]
    assert f"nothing was written to {done.folder / 'csv'}" in done.ran.notes


def test_what_was_written_can_be_read_again(programs: Programs) -> None:
    done = programs.run(
        """
        from udfs import *

        out = str(TRACES.parent / "out")
        df = daft.from_pydict({"a": list(range(1000))}).with_column("b", Embed(col("a")))
        df.write_parquet(out)
        print(TRACES.exists())
        again = daft.read_parquet(out + "/*.parquet")
        print(again.column_names, again.where(col("a") >= 0).count_rows())
        """
    )
    assert done.ran.exit_code == 0, done.errors
    assert done.output == "False\n['a', 'b'] 100\n"
    assert [planned.barriers for planned in done.planned] == [(), (Barrier(0, 0, None),)]


def test_other_writes_write_nothing(programs: Programs) -> None:
    done = programs.run(
        """
        from udfs import *
        from daft.io.sink import DataSink

        class Sink(DataSink):
            def name(self): return "sink"
            def schema(self): return daft.from_pydict({"n": [1]}).schema()
            def start(self): raise RuntimeError
            def write(self, *_): raise RuntimeError
            def finalize(self, *_): raise RuntimeError

        df = daft.from_pydict({"a": [1]}).with_column("b", Embed(col("a")))
        print(df.write_sink(Sink()).column_names, df.write_deltalake("nowhere").column_names[:1])
        """
    )
    assert done.ran.exit_code == 0, done.errors
    assert done.output == "['n'] ['operation']\n"
    assert done.actions == ["write_sink", "write_deltalake"]
    assert done.traces == []


def test_show_prints_what_the_program_reads_itself(programs: Programs) -> None:
    done = programs.run(
        """
        import contextlib, io
        import daft

        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            daft.from_pydict({"a": ["seen"]}).with_column("b", daft.col("a")).show()
        print("seen" in text.getvalue())
        """
    )
    assert done.output == "True\n"
    assert [(planned.action, planned.limit, planned.ran) for planned in done.planned] == [
        ("show", 8, True)
    ]


def test_sql_is_followed(programs: Programs) -> None:
    done = programs.run(
        """
        from udfs import *

        big = daft.from_pydict({"a": list(range(1000)), "g": [n % 3 for n in range(1000)]})
        big = big.with_column("b", Embed(col("a")))
        other = daft.from_pydict({"g": [0, 1, 2]})
        print(daft.sql("select g, count(b) as n from big group by g").count_rows())
        print(daft.sql("select big.a from big join other on big.g = other.g").count_rows())
        held = big.collect()
        daft.sql("select * from held where a > 3").show()
        """,
        limit_rows=9,
    )
    assert done.ran.exit_code == 0, done.errors
    assert done.output == "3\n9\n"
    assert done.rows <= 2 * 9
    assert list(steps(done.planned[0].plan.made))[:2] == [
        ("from_pydict", done.line("list(range(1000))")),
        ("with_column", done.line("Embed")),
    ]
    assert done.planned[-1].barriers == (Barrier(0, 2, done.planned[-1].barriers[0].partitions),)
    assert done.ran.notes == ()


def test_tables_of_a_session_are_cut_behind(programs: Programs) -> None:
    done = programs.run(
        """
        from udfs import *
        from daft.session import Session

        session = Session()
        held = daft.from_pydict({"a": list(range(1000))})
        held = held.with_column("b", Embed(col("a"))).collect()
        session.create_temp_table("held", held)
        print(session.read_table("held").count_rows())
        """,
        limit_rows=9,
    )
    assert done.output == "9\n"
    assert done.planned[-1].barriers == (Barrier(None, 0, done.planned[-1].barriers[0].partitions),)
    assert done.ran.notes == ("--limit-rows limits what `read_table` returns, not what it reads",)


@pytest.mark.parametrize(
    "choice",
    [
        "daft.set_runner_ray('ray://nowhere:1', noop_if_initialized=True)",
        "from daft import set_runner_ray; set_runner_ray(); set_runner_ray()",
    ],
)
def test_a_program_that_chooses_ray_stays_here(programs: Programs, choice: str) -> None:
    done = programs.run(
        f"""
        import sys
        import daft
        {choice}
        df = daft.from_pydict({{"a": [1, 2]}}).repartition(4, "a").into_partitions(5)
        df.show()
        print(df.num_partitions(), "ray" in sys.modules)
        """
    )
    assert done.ran.exit_code == 0, done.errors
    assert done.output == "5 False\n"
    assert [planned.plan.runner for planned in done.planned] == ["ray"]
    assert done.ran.notes == (
        "the program chooses Ray, but it ran on Daft's native runner, and Ray wasn't started",
    )
    assert "not supported" not in done.errors


def test_the_environment_chooses_too(programs: Programs, monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
        import os
        {}
        import daft
        daft.from_pydict({{"a": [1]}}).with_column("b", daft.col("a")).show()
        """
    monkeypatch.delenv("DAFT_RUNNER", raising=False)
    set_ray = source.format("os.environ['DAFT_RUNNER'] = 'ray'")
    assert programs.run(set_ray).planned[0].plan.runner == "ray"
    monkeypatch.setenv("DAFT_RUNNER", "native")
    assert programs.run(source.format("")).planned[0].plan.runner == "native"


def test_a_program_that_starts_ray_does_not(programs: Programs) -> None:
    pytest.importorskip("ray")
    done = programs.run(
        """
        import ray
        import daft

        print(ray.is_initialized())
        with ray.init("ray://nowhere:1"):
            print(ray.is_initialized(), ray.cluster_resources()["GPU"])
            daft.from_pydict({"a": [1]}).with_column("b", daft.col("a")).show()
        ray.client("nowhere:1").namespace("mine").connect()
        ray.util.connect("nowhere:1")
        ray.shutdown()
        print(ray.is_initialized())
        """,
        resources={"CPU": 8.0, "GPU": 2.0},
    )
    assert done.ran.exit_code == 0, done.errors
    assert done.output == "False\nTrue 2.0\nFalse\n"
    assert done.planned[0].plan.runner == "ray"


def test_threads_tasks_and_generators(programs: Programs) -> None:
    first, last = map(Version, LOSES_ROWS_IN_THREADS)
    if first <= Version(daft.__version__) <= last:
        pytest.skip("this Daft itself loses rows of queries in threads")
    done = programs.run(
        """
        import asyncio
        from concurrent.futures import ThreadPoolExecutor
        from udfs import *

        df = daft.from_pydict({"a": list(range(1000))})

        def rows(number):
            return len(df.with_column("b", col("a") + number).collect())

        def each(frame):
            for row in frame.iter_rows():
                yield row["a"]

        async def main():
            frame = df.with_column("b", Embed(col("a")))
            return await asyncio.gather(*[asyncio.to_thread(frame.collect) for _ in range(3)])

        with ThreadPoolExecutor(4) as pool:
            print(sum(pool.map(rows, range(8))))
        print(len(list(each(df.with_column("b", col("a"))))))
        first = next(each(df.with_column("b", col("a"))))
        print([len(one) for one in asyncio.run(main())])
        """,
        limit_rows=10,
    )
    assert done.ran.exit_code == 0, done.errors
    assert done.output == "80\n10\n[10, 10, 10]\n"
    places = {planned.place.line for planned in done.planned[:8]}
    assert places == {done.line("return len(df")}
    assert len({planned.number for planned in done.planned}) == len(done.planned)


def test_a_process_that_the_program_starts_disturbs_nothing(programs: Programs) -> None:
    done = programs.run(
        """
        import multiprocessing
        import daft

        def work(number):
            return number + 1

        if __name__ == "__main__":
            with multiprocessing.get_context("spawn").Pool(2) as pool:
                print(pool.map(work, [1, 2]))
            daft.from_pydict({"a": [1]}).with_column("b", daft.col("a")).show()
        """
    )
    assert done.ran.exit_code == 0, done.errors
    assert done.output == "[2, 3]\n"
    assert done.actions == ["show"]


def test_it_runs_as_python_runs_it(programs: Programs) -> None:
    done = programs.run(
        """
        import argparse, sys
        import daft

        def main():
            parser = argparse.ArgumentParser()
            parser.add_argument("--rows", type=int)
            rows = parser.parse_args().rows
            df = daft.from_pydict({"a": list(range(rows))}).with_column("b", daft.col("a"))
            df.show()
            print(rows, sys.argv[0], __file__, __name__)
            sys.exit(3)

        if __name__ == "__main__":
            main()
        """,
        "--rows",
        "5",
    )
    file = done.folder / "program.py"
    assert done.output == f"5 {file} {file} __main__\n"
    assert done.ran.exit_code == 3
    assert done.planned[0].place.line == done.line("df.show()")


def test_it_runs_a_function_of_a_module(
    programs: Programs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(programs.folder)
    source = """
    import sys
    import daft

    def main():
        daft.from_pydict({"a": [1]}).with_column("b", daft.col("a")).show()
        print(sys.argv[1:])
    """
    done = programs.run(source, "one", target="program:main")
    assert (done.output, done.ran.exit_code) == ("['one']\n", 0)
    assert done.actions == ["show"]


def test_a_program_that_fails_says_so_itself(programs: Programs) -> None:
    done = programs.run(
        """
        from udfs import *

        def broken(numbers):
            raise ValueError("mine")

        df = daft.from_pydict({"a": [1, 2]}).with_column("b", col("a"))
        df.show()
        df.with_column("c", col("missing"))
        """
    )
    assert done.ran.exit_code == 1
    assert done.actions == ["show"]
    assert "Traceback" in done.errors
    assert f'program.py", line {done.line("missing")}' in done.errors
    assert "daft_lint" not in done.errors


def test_endless_recursion_is_the_program_s_own(programs: Programs) -> None:
    done = programs.run("""
        def again():
            again()

        again()
    """)
    assert done.ran.exit_code == 1
    assert "RecursionError" in done.errors
    assert "daft_lint" not in done.errors


def test_its_time_is_up(programs: Programs) -> None:
    done = programs.run(
        """
        import time
        import daft

        daft.from_pydict({"a": [1]}).with_column("b", daft.col("a")).show()
        time.sleep(1000)
        """,
        timeout=6.0,
    )
    assert done.ran.exit_code is None
    assert done.actions == ["show"]


def test_a_plan_of_many_steps(programs: Programs) -> None:
    done = programs.run(
        """
        import daft
        from daft import col

        df = daft.from_pydict({"a": [1, 2]})
        for number in range(150):
            df = df.where(col("a") > number)
        df.show()
        print(df.count_rows())
        """
    )
    assert done.ran.exit_code == 0, done.errors
    assert done.output == "0\n"
    assert done.actions == ["show", "count_rows"]


def test_there_must_be_a_script(programs: Programs) -> None:
    with pytest.raises(ProgramError, match=r"there is no script nowhere\.py"):
        programs.run("", target="nowhere.py")
