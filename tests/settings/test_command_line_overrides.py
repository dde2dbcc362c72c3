from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from daft_lint.findings import Confidence, Severity
from daft_lint.plan.cluster import RunnerKind
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.settings import Settings, SettingsError, default_settings, with_overrides

Load = Callable[[str], Settings]


def test_saying_nothing_changes_nothing(load: Load, known_rules: Mapping[str, str]) -> None:
    settings = load("[tool.daft-lint]\nselect = ['DFT1']\ncluster.workers = 3")
    assert with_overrides(settings, known_rules) == settings


def test_every_option_arrives(known_rules: Mapping[str, str]) -> None:
    settings = with_overrides(
        default_settings(),
        known_rules,
        exclude=["a"],
        extend_exclude=["b"],
        force_exclude=True,
        runner="native",
        daft_version="0.6",
        min_confidence="certain",
        min_severity="warning",
        workers=2,
        cpus_per_worker=8,
        gpus_per_worker=0,
        cost_per_worker_hour=2.5,
    )
    assert settings.exclude == ("a", "b")
    assert settings.force_exclude is True
    assert settings.runner is RunnerKind.NATIVE
    assert settings.daft_version == (0, 6)
    assert settings.min_confidence is Confidence.CERTAIN
    assert settings.min_severity is Severity.WARNING
    cluster = settings.cluster
    figures = (
        cluster.workers,
        cluster.cpus_per_worker,
        cluster.gpus_per_worker,
        cluster.cost_per_worker_hour,
    )
    assert [figure and figure.value for figure in figures] == [2, 8, 0, 2.5]
    assert [figure and figure.origins for figure in figures] == [
        (Origin(OriginKind.CONFIGURATION, f"`--{name}`"),)
        for name in ("workers", "cpus-per-worker", "gpus-per-worker", "cost-per-worker-hour")
    ]


def test_an_option_replaces_the_files_figure_and_no_other(
    load: Load, known_rules: Mapping[str, str]
) -> None:
    settings = load("[tool.daft-lint.cluster]\nworkers = 3\ncpus-per-worker = 8")
    overridden = with_overrides(settings, known_rules, workers=5)
    assert overridden.cluster.workers is not None
    assert overridden.cluster.workers.count == 5
    assert overridden.cluster.cpus_per_worker == settings.cluster.cpus_per_worker


def test_auto_undoes_the_files_runner(load: Load, known_rules: Mapping[str, str]) -> None:
    settings = load("[tool.daft-lint]\nrunner = 'native'")
    assert with_overrides(settings, known_rules, runner="auto").runner is None


def test_force_exclude_can_be_undone(load: Load, known_rules: Mapping[str, str]) -> None:
    settings = load("[tool.daft-lint]\nforce-exclude = true")
    assert not with_overrides(settings, known_rules, force_exclude=False).force_exclude


def test_exclude_starts_afresh_and_extend_exclude_adds(
    load: Load, known_rules: Mapping[str, str]
) -> None:
    settings = load("[tool.daft-lint]\nexclude = ['a']\nextend-exclude = ['b']")
    assert with_overrides(settings, known_rules, exclude=["c"]).exclude == ("c",)
    assert with_overrides(settings, known_rules, extend_exclude=["c"]).exclude == ("a", "b", "c")


def test_a_key_knows_who_set_it_last(load: Load, known_rules: Mapping[str, str]) -> None:
    settings = load("[tool.daft-lint]\nrunner = 'ray'\nselect = ['DFT']\nignore = ['DFT2']")
    overridden = with_overrides(settings, known_rules, runner="native", select=["DFT1"])
    assert overridden.origin("runner") == Origin(OriginKind.CONFIGURATION, "`--runner`")
    assert overridden.origin("select") == Origin(OriginKind.CONFIGURATION, "`--select`")
    assert overridden.origin("ignore") is None
    assert overridden.origin("min-severity") is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"workers": 0}, "--workers: expected a whole number of at least 1, got 0"),
        (
            {"runner": "local"},
            '--runner: expected one of "auto", "ray", "native", got "local"',
        ),
        (
            {"select": ["DFT101 DFT102"]},
            '--select: there is no rule "DFT101 DFT102"; separate them with commas: DFT101,DFT102',
        ),
        (
            {"cluster_file": "none.yaml"},
            "--cluster-file: none.yaml can't be read: No such file or directory",
        ),
        (
            {"select": ["DFT1"], "ignore": ["DFT1"]},
            '--ignore: "DFT1" is also in --select; keep one of the two',
        ),
    ],
)
def test_an_error_names_the_option(
    known_rules: Mapping[str, str], options: dict[str, object], message: str
) -> None:
    with pytest.raises(SettingsError) as error:
        with_overrides(default_settings(), known_rules, **options)
    assert str(error.value) == message
