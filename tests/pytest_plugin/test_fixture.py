"""The fixture `daft_lint_check` checks a frame of a test."""

from __future__ import annotations

import pytest

pytest_plugins = ["pytester"]


def test_it_gives_the_findings(project: pytest.Pytester) -> None:
    project.makepyfile(
        """
        import daft
        import pytest

        def test_findings(daft_lint_check):
            (finding,) = findings = daft_lint_check(daft.embedded(2))
            assert finding.code == "DFT101"
            assert len(findings) == 1
            assert findings.case.pipeline

        def test_clean(daft_lint_check):
            assert not daft_lint_check(daft.embedded(8))
            daft_lint_check(daft.embedded(8)).assert_clean()

        def test_cluster(daft_lint_check):
            cluster = {"workers": 2, "cpus_per_worker": 4}
            assert not daft_lint_check(daft.embedded(2), cluster=cluster)

        def test_no_frame(daft_lint_check):
            with pytest.raises(TypeError, match="takes a daft.DataFrame, not int"):
                daft_lint_check(3)

        def test_much_data_is_taken_at_its_word(daft_lint_check):
            (finding,) = daft_lint_check(daft.embedded(2, rows=100_000))
            assert [share.rows for share in finding.effect.shares][4:] == [0, 0, 0, 0]
            (finding,) = daft_lint_check(daft.embedded(2, rows=100))
            assert finding.effect.shares is None
        """
    )
    project.runpytest_subprocess().assert_outcomes(passed=5)


def test_a_failure_tells_the_findings_as_the_linter_does(project: pytest.Pytester) -> None:
    project.makepyfile(
        """
        import daft

        def test_clean(daft_lint_check):
            daft_lint_check(daft.embedded(2)).assert_clean()
        """
    )
    done = project.runpytest_subprocess()
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(
        [
            ">       daft_lint_check(daft.embedded(2)).assert_clean()",
            "E       AssertionError: daft-lint found 1 problem in this frame",
            "E*warning?DFT101? missing-repartition: *",
            "E*.into_partitions(2)*",
            "E*help: *",
        ]
    )
    done.stdout.no_fnmatch_line("*check_result.py*")


def test_settings_are_those_nearest_to_the_test(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    tests = project.mkdir("tests")
    (tests / "pyproject.toml").write_text("[tool.daft-lint.cluster]\nworkers = 2\n")
    (tests / "test_near.py").write_text(
        "import daft\n\n"
        "def test_clean(daft_lint_check, tmp_path, monkeypatch):\n"
        "    monkeypatch.chdir(tmp_path)\n"
        "    assert not daft_lint_check(daft.embedded(2))\n"
    )
    project.runpytest_subprocess().assert_outcomes(passed=1)


def test_only_settings_make_the_native_runner_that_of_production(
    project: pytest.Pytester,
) -> None:
    project.makepyfile(
        """
        import daft

        def test_native(daft_lint_check):
            assert [one.name for one in daft_lint_check(daft.embedded(2))] == [
                "repartition-on-native"
            ]
        """
    )
    project.runpytest_subprocess().assert_outcomes(failed=1)
    (project.path / "pyproject.toml").write_text('[tool.daft-lint]\nrunner = "native"\n')
    project.runpytest_subprocess().assert_outcomes(passed=1)
