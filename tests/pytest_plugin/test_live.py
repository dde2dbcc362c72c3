"""`--daft-lint-live` checks what tests materialise, and reports it at the end."""

from __future__ import annotations

import pytest

pytest_plugins = ["pytester"]

LIVE = "--daft-lint-live"
FAIL = "--daft-lint-live-fail"
FOUND = "*only 2 tasks for 4 workers*"


@pytest.fixture
def faulty(project: pytest.Pytester) -> pytest.Pytester:
    """Two files of tests that run the same frame, and one of a frame that is in order."""
    project.makepyfile(
        pipeline="""
        import daft

        def ran(rows=3):
            return daft.embedded(2, rows).collect()
        """,
        test_first="""
        import pytest
        from pipeline import ran

        @pytest.mark.parametrize("rows", [1, 2, 3])
        def test_rows(rows):
            assert ran(rows)

        def test_again():
            assert ran()
        """,
        test_second="""
        from pipeline import ran

        def test_elsewhere():
            assert ran()
        """,
        test_third="""
        import daft

        def test_in_order():
            daft.embedded(8).collect()
        """,
    )
    return project


def test_it_reports_each_finding_once_at_the_line_that_runs_it(faulty: pytest.Pytester) -> None:
    done = faulty.runpytest_subprocess(LIVE)
    done.assert_outcomes(passed=6)
    assert done.ret == pytest.ExitCode.OK
    done.stdout.fnmatch_lines(
        [
            "*= daft-lint =*",
            "warning?DFT101? missing-repartition: *",
            "*--> pipeline.py:4:*",
            "*4 ?     return daft.embedded(2, rows).collect()",
            "*help: *",
            "6 frames checked: 1 finding (1 warning). 2 pieces of work: 1 bad, 1 open *",
        ]
    )
    assert done.stdout.str().count("DFT101") == 1


def test_quiet_gives_a_line_for_each_finding(faulty: pytest.Pytester) -> None:
    done = faulty.runpytest_subprocess(LIVE, "-q")
    done.stdout.fnmatch_lines(
        ["*= daft-lint =*", "pipeline.py:4:*: DFT101 [[]warning[]] *", "6 frames checked*"],
        consecutive=True,
    )


def test_nothing_found_is_a_line_and_nothing_when_quiet(faulty: pytest.Pytester) -> None:
    done = faulty.runpytest_subprocess(LIVE, "test_third.py")
    done.stdout.fnmatch_lines(["*= daft-lint =*", "1 frame checked: no findings.*"])
    done = faulty.runpytest_subprocess(LIVE, "test_third.py", "-q")
    done.stdout.no_fnmatch_line("*daft-lint*")


def test_findings_fail_the_run_when_asked_for(faulty: pytest.Pytester) -> None:
    assert faulty.runpytest_subprocess(FAIL).ret == pytest.ExitCode.TESTS_FAILED
    assert faulty.runpytest_subprocess(FAIL, "test_third.py").ret == pytest.ExitCode.OK


def test_a_run_that_ends_otherwise_keeps_its_exit_code(faulty: pytest.Pytester) -> None:
    done = faulty.runpytest_subprocess(FAIL, "-k", "nothing")
    assert done.ret == pytest.ExitCode.NO_TESTS_COLLECTED


@pytest.mark.parametrize(
    ("mode", "code"),
    [("report", pytest.ExitCode.OK), ("fail", pytest.ExitCode.TESTS_FAILED)],
)
def test_the_project_can_ask_for_it(faulty: pytest.Pytester, mode: str, code: int) -> None:
    done = faulty.runpytest_subprocess("-o", f"daft_lint_live={mode}")
    done.stdout.fnmatch_lines(["*DFT101*"])
    assert done.ret == code


def test_the_command_line_wins_over_the_project(faulty: pytest.Pytester) -> None:
    assert faulty.runpytest_subprocess("-o", "daft_lint_live=fail", LIVE).ret == pytest.ExitCode.OK


def test_an_unknown_mode_is_refused(faulty: pytest.Pytester) -> None:
    done = faulty.runpytest_subprocess("-o", "daft_lint_live=always")
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["ERROR: daft_lint_live = always: use off, report or fail"])


def test_it_needs_no_terminal(faulty: pytest.Pytester) -> None:
    done = faulty.runpytest_subprocess(FAIL, "-p", "no:terminal")
    assert done.ret == pytest.ExitCode.TESTS_FAILED
    assert (done.stdout.str(), done.stderr.str()) == ("", "")


def test_workers_tell_each_finding_once(faulty: pytest.Pytester) -> None:
    pytest.importorskip("xdist")
    done = faulty.runpytest_subprocess(FAIL, "-p", "xdist", "-n", "2")
    done.stdout.fnmatch_lines(
        [
            "*--> pipeline.py:4:*",
            "*4 ?     return daft.embedded(2, rows).collect()",
            "6 frames checked: 1 finding (1 warning). 2 pieces of work: 1 bad, 1 open *",
        ]
    )
    assert done.stdout.str().count("DFT101") == 1
    assert done.ret == pytest.ExitCode.TESTS_FAILED


def test_a_worker_that_dies_is_reported(project: pytest.Pytester) -> None:
    pytest.importorskip("xdist")
    project.makepyfile("import os\n\ndef test_dies():\n    os._exit(1)\n")
    done = project.runpytest_subprocess(LIVE, "-p", "xdist", "-n", "1")
    done.stdout.fnmatch_lines(["*The frames of 1 worker that crashed weren't checked."])


def test_comments_and_settings_silence(project: pytest.Pytester) -> None:
    project.makepyfile(
        """
        import daft
        import pytest

        @pytest.mark.parametrize("rows", [1, 2])
        def test_comment(rows):
            daft.embedded(
                2, rows
            ).collect()  # daft-lint: ignore[DFT101] it is only a test
        """
    )
    done = project.runpytest_subprocess(LIVE)
    done.stdout.fnmatch_lines(
        ["2 frames checked: no findings. 1 piece of work: 1 bad. 1 finding suppressed."]
    )
    with (project.path / "pyproject.toml").open("a", encoding="utf-8") as settings:
        settings.write('\n[tool.daft-lint.per-file-ignores]\n"test_*.py" = ["DFT101"]\n')
    project.makepyfile("import daft\n\ndef test_settings():\n    daft.embedded(2).collect()\n")
    done = project.runpytest_subprocess(LIVE)
    done.stdout.fnmatch_lines(["1 frame checked: no findings.*"])


def test_each_frame_has_the_settings_nearest_to_the_code_that_runs_it(
    project: pytest.Pytester,
) -> None:
    package = project.mkpydir("small")
    (package / "pyproject.toml").write_text("[tool.daft-lint.cluster]\nworkers = 2\n")
    code = "import daft\n\ndef ran():\n    return daft.embedded(2).collect()\n"
    (package / "pipeline.py").write_text(code)
    project.makepyfile("from small.pipeline import ran\n\ndef test_ran():\n    ran()\n")
    done = project.runpytest_subprocess(LIVE, "-q")
    done.stdout.no_fnmatch_line(FOUND)


def test_wrong_settings_end_the_run_before_it_starts(project: pytest.Pytester) -> None:
    (project.path / "pyproject.toml").write_text("[tool.daft-lint]\nselekt = []\n")
    done = project.runpytest_subprocess(LIVE)
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["ERROR: *pyproject.toml:2: *selekt*"])


def test_a_plan_that_cannot_be_read_is_reported_and_harms_no_test(project: pytest.Pytester) -> None:
    project.makepyfile(
        """
        import daft

        def test_unknown_words():
            frame = daft.embedded(2)
            frame._builder.written = frame._builder.optimised = "words"
            assert frame.collect() == [1, 2]
        """
    )
    done = project.runpytest_subprocess(FAIL)
    done.assert_outcomes(passed=1)
    done.stdout.fnmatch_lines(
        ["error: test_*.py:6: *", "1 frame checked: no findings. 1 plan could not be checked."]
    )
    assert done.ret == pytest.ExitCode.TESTS_FAILED


def test_a_plan_that_daft_refuses_is_the_tests_own_affair(project: pytest.Pytester) -> None:
    project.makepyfile(
        """
        import daft
        import pytest

        def test_refused():
            with pytest.raises(ValueError, match="no such plan"):
                daft.broken().collect()
        """
    )
    done = project.runpytest_subprocess(FAIL)
    done.assert_outcomes(passed=1)
    done.stdout.fnmatch_lines(["1 frame checked: no findings.*"])
    assert done.ret == pytest.ExitCode.OK


def test_the_runner_is_left_as_it_was(project: pytest.Pytester) -> None:
    project.makeconftest(
        """
        import pytest
        from daft.logical.builder import LogicalPlanBuilder
        from daft.runners.native_runner import NativeRunner

        BEFORE = vars(NativeRunner)["run_iter"], vars(LogicalPlanBuilder)["pretty_print"]

        def pytest_unconfigure():
            after = vars(NativeRunner)["run_iter"], vars(LogicalPlanBuilder)["pretty_print"]
            print("restored" if after == BEFORE else "changed")
        """
    )
    project.makepyfile("import daft\n\ndef test_frame():\n    daft.embedded(2).collect()\n")
    done = project.runpytest_subprocess(LIVE)
    done.stdout.fnmatch_lines(["1 frame checked*", "restored"])
