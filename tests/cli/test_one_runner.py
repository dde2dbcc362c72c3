"""Every command judges a file for the same runner, and says which."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from sampling import one_in

from daft_lint.cli import main
from daft_lint.cli.options import SettingsFinder
from daft_lint.cli.reading import read_cases
from daft_lint.live.frame_check import check_plan, settings_for
from daft_lint.live.frame_plans import plan_of_frame
from daft_lint.pytest_plugin.fixture import check_in_test
from daft_lint.verification.replay_plans import prepared
from daft_lint.verification.scaling import Limits
from daft_lint.verification.unflagged import unflagged

_PROGRAM = """\
import os
import daft
import ray
from daft import DataType, col
{choice}
@daft.cls(max_concurrency=4)
class Work:
    @daft.method.batch(return_dtype=DataType.int64())
    def run(self, x):
        return x
df = daft.from_pydict({{"id": list(range(1600))}}){step}
df.with_column("out", Work().run(col("id"))).write_parquet("out")
"""
_DEFAULT = "Daft's default: nothing selects Ray"
_GIVEN = "assumed: the number of workers is given"
_NOT_KNOWN = "the runner isn't known: choose it with --runner"
_IGNORED = "assumed: `into_partitions` does nothing on the native runner"

_SITUATIONS = {
    "nothing named": ("", "", "", "native", _DEFAULT),
    "ray.init": ("ray.init()", "", "", "ray", "ray.init() makes Daft choose the Ray runner"),
    "set_runner_ray": ("daft.set_runner_ray()", "", "", "ray", "the ray runner is set here"),
    "set_runner_native": (
        "daft.set_runner_native()",
        "",
        "cluster.workers = 2",
        "native",
        "the native runner is set here",
    ),
    "set_runner_native and ray.init": (
        "ray.init()\ndaft.set_runner_native()",
        "",
        "cluster.workers = 8",
        "native",
        "the native runner is set here",
    ),
    "DAFT_RUNNER and ray.init": (
        "os.environ['DAFT_RUNNER'] = 'native'\nray.init()",
        "",
        "cluster.workers = 8",
        "native",
        "the native runner is set here",
    ),
    "DAFT_RUNNER": ("os.environ['DAFT_RUNNER'] = 'ray'", "", "", "ray", "the ray runner is set"),
    "two choices that clash": (
        "daft.set_runner_ray()\ndaft.set_runner_native()",
        "",
        "",
        "native",
        _NOT_KNOWN,
    ),
    "a choice at run time": (
        "os.environ['DAFT_RUNNER'] = os.sys.argv[1]",
        "",
        "",
        "native",
        _NOT_KNOWN,
    ),
    "a default for the environment": (
        "os.environ.setdefault('DAFT_RUNNER', 'native')\nray.init()",
        "",
        "",
        "native",
        "the native runner is set here",
    ),
    "told workers": ("", "", "cluster.workers = 2", "ray", _GIVEN),
    "repartition on the way": ("", ".into_partitions(2)", "", "ray", _IGNORED),
    "settings of Ray": ("", "", 'runner = "ray"', "ray", "`runner` in daft-lint.toml"),
    "settings of native": ("", "", 'runner = "native"', "native", "`runner` in daft-lint.toml"),
}
each_situation = pytest.mark.parametrize("situation", _SITUATIONS)
some_situations = pytest.mark.parametrize("situation", one_in(3, [*_SITUATIONS]))


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], tuple[str, str]]:
    """Write the program of a situation; gives the runner, and what says so."""

    def write(situation: str) -> tuple[str, str]:
        choice, step, settings, runner, reason = _SITUATIONS[situation]
        (tmp_path / "job.py").write_text(_PROGRAM.format(choice=choice, step=step))
        (tmp_path / "daft-lint.toml").write_text(settings)
        monkeypatch.chdir(tmp_path)
        return runner, reason

    return write


def told(*arguments: str) -> Any:
    result = CliRunner().invoke(main, [*arguments, "job.py", "--output-format", "json"])
    return json.loads(result.stdout)


@each_situation
def test_check_plan_and_pipelines_agree(
    write: Callable[[str], tuple[str, str]], situation: str
) -> None:
    runner, reason = write(situation)
    (pipeline,) = told("pipelines")["pipelines"]
    (plan,) = told("plan")["pipelines"]
    found = told("check", "--no-cache")["findings"]
    assert pipeline["runner"]["kind"] == plan["runner"]["kind"] == runner
    assert reason in pipeline["runner"]["origin"]["text"]
    assert reason in plan["runner"]["text"]
    unit = "actor" if runner == "ray" else "process"
    assert pipeline["work"][0]["unit"] == plan["pools"][0]["unit"] == unit
    found = [finding for finding in found if finding["effect"]]
    assert {finding["effect"]["unit"] for finding in found} <= {unit}
    messages = [finding["message"] for finding in found]
    by_default = any("on the native runner, Daft's default" in message for message in messages)
    assert by_default is (reason == _DEFAULT)


@some_situations
def test_verify_replays_it_there(write: Callable[[str], tuple[str, str]], situation: str) -> None:
    runner, _ = write(situation)
    finder = SettingsFinder.of_rules((), (), isolated=False)
    cases = [case for case, _ in read_cases([Path("job.py")], finder, [], [])]
    (work,) = unflagged(cases, ())
    assert work.pipeline is not None
    assert work.pipeline.runner.kind.value == runner
    if runner == "native":
        assert prepared(work, Limits()).before.cluster.native


@pytest.mark.parametrize(
    ("process", "step", "settings", "judged"),
    [
        (None, "", "", "native"),
        ("native", "", "", "native"),
        ("ray", "", "", "ray"),
        (None, "", "cluster.workers = 2", "ray"),
        ("native", "", "cluster.workers = 2", "ray"),
        (None, ".into_partitions(2)", "", "ray"),
        (None, "", 'runner = "ray"', "ray"),
        ("native", "", 'runner = "native"', "native"),
    ],
)
def test_live_frames_and_tests_agree(
    write: Callable[[str], tuple[str, str]],
    tmp_path: Path,
    process: str | None,
    step: str,
    settings: str,
    judged: str,
) -> None:
    """A process that plans natively says little where there are settings of Ray."""
    daft = pytest.importorskip("daft")
    write("nothing named")
    (tmp_path / "daft-lint.toml").write_text(settings)
    frame = daft.from_pydict({"id": [1, 2]})
    if step:
        with pytest.warns(UserWarning, match="no-op"):
            frame = frame.into_partitions(2)
    plan = replace(plan_of_frame(frame), runner=process)
    found = settings_for(tmp_path)
    live, in_test = check_plan(plan, found), check_in_test(plan, found)
    assert live.case.runner.kind.value == in_test.case.runner.kind.value == judged


def test_numbers_alone_are_for_the_runner_that_they_imply(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def planned(*options: str) -> str:
        arguments = ["plan", "--concurrency", "4", "--rows", "1600", *options]
        result = CliRunner().invoke(main, [*arguments, "--output-format", "json"])
        (plan,) = json.loads(result.stdout)["pipelines"]
        return str(plan["runner"]["text"])

    assert planned() == f"native ({_DEFAULT})"
    assert planned("--workers", "2") == f"Ray ({_GIVEN})"
    assert "--partitions" in planned("--partitions", "8")
    (tmp_path / "daft-lint.toml").write_text('runner = "ray"')
    assert planned().startswith("Ray (")


def test_a_plan_without_a_pool_says_how_to_plan_it_for_a_cluster(
    write: Callable[[str], tuple[str, str]], tmp_path: Path
) -> None:
    write("nothing named")
    text = (tmp_path / "job.py").read_text()
    (tmp_path / "job.py").write_text(text.replace("(max_concurrency=4)", ""))
    result = CliRunner().invoke(main, ["plan", "job.py"])
    assert "Ray isn't selected, so set --workers" in result.output
    assert result.exit_code == 0
