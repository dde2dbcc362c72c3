"""Which runner and which cluster a program itself chooses."""

from __future__ import annotations

import pytest

from daft_lint.pipelines.reading import read
from daft_lint.plan.cluster import RunnerKind
from daft_lint.plan.pipeline import Pipeline

RUN = "daft.range(9).collect()\n"
RAY, NATIVE = (RunnerKind.RAY, True), (RunnerKind.NATIVE, True)
MAYBE_RAY, UNKNOWN = (RunnerKind.RAY, False), (RunnerKind.UNKNOWN, False)

CHOICES = {
    "nothing": (RUN, UNKNOWN),
    "set_runner_ray": (f"daft.set_runner_ray()\n{RUN}", RAY),
    "set_runner_native": (f"daft.set_runner_native()\n{RUN}", NATIVE),
    "daft.context": (f"daft.context.set_runner_ray()\n{RUN}", RAY),
    "an imported name": (f"from daft.context import set_runner_ray as go\ngo()\n{RUN}", RAY),
    "after the pipeline": (f"{RUN}daft.set_runner_ray()\n", UNKNOWN),
    "ray.init after the pipeline": (f"import ray\n{RUN}ray.init()\n", UNKNOWN),
    "again after the pipeline": (f"import ray\ndaft.set_runner_ray()\n{RUN}ray.init()\n", RAY),
    "after a loop": (f"for x in xs:\n    {RUN}daft.set_runner_ray()\n", UNKNOWN),
    "after a function in a loop": (
        f"def f():\n    {RUN}for x in xs:\n    f()\ndaft.set_runner_native()\n",
        UNKNOWN,
    ),
    "at the end of each round of a loop": (
        f"for x in xs:\n    {RUN}    daft.set_runner_ray()\n",
        UNKNOWN,
    ),
    "before a function that others call": (
        f"daft.set_runner_ray()\ndef f(x):\n    {RUN}",
        RAY,
    ),
    "in each round of a loop": (
        f"for x in xs:\n    daft.set_runner_ray()\n    {RUN}",
        MAYBE_RAY,
    ),
    "ray.init": (f"import ray\nray.init()\n{RUN}", RAY),
    "the environment": (f"import os\nos.environ['DAFT_RUNNER'] = 'ray'\n{RUN}", RAY),
    "the environment in capitals": (f"import os\nos.environ['DAFT_RUNNER'] = 'RAY'\n{RUN}", RAY),
    "the environment by name": (
        f"from os import environ\nenviron['DAFT_RUNNER'] = 'native'\n{RUN}",
        NATIVE,
    ),
    "setdefault": (f"import os\nos.environ.setdefault('DAFT_RUNNER', 'ray')\n{RUN}", MAYBE_RAY),
    "update": (f"import os\nos.environ.update({{'DAFT_RUNNER': 'ray'}})\n{RUN}", RAY),
    "a value that isn't known": (
        f"import os\nos.environ['DAFT_RUNNER'] = args.runner\n{RUN}",
        UNKNOWN,
    ),
    "another variable": (f"import os\nos.environ['RUNNER'] = 'ray'\n{RUN}", UNKNOWN),
    "in a branch": (f"if args.ray:\n    daft.set_runner_ray()\n{RUN}", MAYBE_RAY),
    "in a handler": (
        f"try:\n    load()\nexcept Exception:\n    daft.set_runner_ray()\n{RUN}",
        MAYBE_RAY,
    ),
    "in each branch another": (
        f"if a:\n    daft.set_runner_ray()\nelse:\n    daft.set_runner_native()\n{RUN}",
        UNKNOWN,
    ),
    "one after the other": (
        f"daft.set_runner_ray()\ndaft.set_runner_native()\n{RUN}",
        UNKNOWN,
    ),
    "in main, which is called": (
        f"def main():\n    daft.set_runner_ray()\n    {RUN}\nmain()",
        RAY,
    ),
    "in main, which others call": (f"def main():\n    daft.set_runner_ray()\n    {RUN}", RAY),
    "in a helper": (f"def setup():\n    daft.set_runner_ray()\nsetup()\n{RUN}", RAY),
    "in a helper that others call": (
        f"def setup():\n    daft.set_runner_ray()\n{RUN}",
        MAYBE_RAY,
    ),
    "in a helper that is called in a branch": (
        f"def setup():\n    daft.set_runner_ray()\nif a:\n    setup()\n{RUN}",
        MAYBE_RAY,
    ),
}


@pytest.mark.parametrize("name", CHOICES)
def test_the_runner_is_chosen_by(name: str) -> None:
    program, runner = CHOICES[name]
    found = _only(f"import daft\n{program}").runner
    assert (found.kind, found.certain) == runner
    assert (found.origin is None) == (found.kind is RunnerKind.UNKNOWN)


AROUND = {
    "a pipeline that may have run": (
        f"if a:\n    {RUN}daft.set_runner_ray()\n{RUN}",
        [UNKNOWN, MAYBE_RAY],
    ),
    "a pipeline that ran": (f"{RUN}daft.set_runner_ray()\n{RUN}", [UNKNOWN, UNKNOWN]),
    "a pipeline of another run": (
        f"def f():\n    if a:\n        {RUN}        return\n"
        f"    daft.set_runner_native()\n    {RUN}f()\n",
        [UNKNOWN, NATIVE],
    ),
    "a pipeline that the same choice precedes": (
        f"def f():\n    daft.set_runner_ray()\nf()\nif a:\n    {RUN}f()\n{RUN}",
        [RAY, RAY],
    ),
    "a pipeline that another choice precedes": (
        f"daft.set_runner_native()\n{RUN}daft.set_runner_ray()\n{RUN}",
        [NATIVE, UNKNOWN],
    ),
}


def test_what_branches_choose_is_said_of_both() -> None:
    ways = "if a:\n    daft.set_runner_ray()\nelse:\n    daft.set_runner_native()\n"
    either = _only(f"import daft\n{ways}{RUN}").runner.among
    assert [origin.span and origin.span.line for origin in either] == [3, 5]
    one_after_the_other = "daft.set_runner_ray()\ndaft.set_runner_native()\n"
    clashing = _only(f"import daft\n{one_after_the_other}{RUN}").runner.among
    assert [origin.span and origin.span.line for origin in clashing] == [2, 3]


@pytest.mark.parametrize("name", AROUND)
def test_the_first_pipeline_settles_the_runner_around(name: str) -> None:
    program, expected = AROUND[name]
    runners = [pipeline.runner for pipeline in read(f"import daft\n{program}", "job.py").pipelines]
    assert [(runner.kind, runner.certain) for runner in runners] == expected


def test_two_ways_in_choose_each_for_themselves() -> None:
    program = (
        f"import daft\ndef a():\n    daft.set_runner_native()\n    {RUN}"
        f"def b():\n    daft.set_runner_ray()\n    {RUN}"
    )
    runners = [pipeline.runner for pipeline in read(program, "job.py").pipelines]
    assert [(runner.kind, runner.certain) for runner in runners] == [NATIVE, RAY]


_WANTED = "import ray\nif not ray.is_initialized():\n    "
GUARDED = {
    "ray.init": (f"{_WANTED}ray.init()\n{RUN}", RAY),
    "ray.init in a helper": (f"def f():\n    import ray\n    ray.init()\n{_WANTED}f()\n{RUN}", RAY),
    "ray.init in the else": (
        f"import ray\nif ray.is_initialized():\n    pass\nelse:\n    ray.init()\n{RUN}",
        RAY,
    ),
    "ray.init behind a return": (
        "import ray\ndef f():\n    if ray.is_initialized():\n        return\n    ray.init()\n"
        f"f()\n{RUN}",
        RAY,
    ),
    "ray.init in another branch too": (f"{_WANTED}if a:\n        ray.init()\n{RUN}", MAYBE_RAY),
    "ray.init for another reason too": (
        f"import ray\nif a and not ray.is_initialized():\n    ray.init()\n{RUN}",
        MAYBE_RAY,
    ),
    "set_runner_native": (
        f"{_WANTED}daft.set_runner_native()\n{RUN}",
        (RunnerKind.NATIVE, False),
    ),
    "ray where it is initialised": (
        f"import ray\nif ray.is_initialized():\n    daft.set_runner_ray()\n{RUN}",
        MAYBE_RAY,
    ),
}


@pytest.mark.parametrize("name", GUARDED)
def test_ray_is_chosen_for_want_of_it_or_was_before(name: str) -> None:
    program, expected = GUARDED[name]
    runner = _only(f"import daft\n{program}").runner
    assert (runner.kind, runner.certain) == expected


_NATIVE_IN_VARIABLE = "os.environ['DAFT_RUNNER'] = 'native'\n"
_NATIVE, _INIT = "daft.set_runner_native()\n", "ray.init(num_cpus=8)\n"
# Each of the first six was run on Daft 0.7.26 and Ray 2.59.0.
STRONGER = {
    "ray.init before a setter": (f"{_INIT}{_NATIVE}{RUN}", NATIVE),
    "ray.init behind a setter": (f"{_NATIVE}{_INIT}{RUN}", NATIVE),
    "ray.init before the variable": (f"{_INIT}{_NATIVE_IN_VARIABLE}{RUN}", NATIVE),
    "ray.init behind the variable": (f"{_NATIVE_IN_VARIABLE}{_INIT}{RUN}", NATIVE),
    "the variable before a setter": (f"os.environ['DAFT_RUNNER'] = 'ray'\n{_NATIVE}{RUN}", NATIVE),
    "the variable behind a setter": (f"{_NATIVE}os.environ['DAFT_RUNNER'] = 'ray'\n{RUN}", NATIVE),
    "a setter in main": (f"{_INIT}def main():\n    {_NATIVE}    {RUN}main()\n", NATIVE),
    "a setter in a branch": (f"if a:\n    {_NATIVE}{_INIT}{RUN}", UNKNOWN),
    "ray.init and no variable any more": (
        f"{_INIT}{_NATIVE_IN_VARIABLE}os.environ.pop('DAFT_RUNNER')\n{RUN}",
        RAY,
    ),
    "a setter behind an action": (f"{_INIT}df = {RUN}{_NATIVE}df.show()\n", UNKNOWN),
}


@pytest.mark.parametrize("name", STRONGER)
def test_ray_init_counts_where_nothing_stronger_chooses(name: str) -> None:
    program, expected = STRONGER[name]
    last = read(f"import os\nimport daft, ray\n{program}", "job.py").pipelines[-1]
    assert (last.runner.kind, last.runner.certain) == expected


def test_the_native_runner_has_no_part_in_a_ray_that_the_program_starts() -> None:
    assert _only(f"import daft, ray\n{_INIT}{_NATIVE}{RUN}").cluster.workers is None


CLUSTERS = {
    "ray.init(num_cpus=8)": (1, 8, None),
    "ray.init(num_cpus=8, num_gpus=2)": (1, 8, 2),
    "ray.init(num_gpus=2)": (1, None, 2),
    "ray.init()": (None, None, None),
    "ray.init(address='auto', num_cpus=8)": (None, None, None),
    "ray.init('ray://x', num_cpus=8)": (None, None, None),
    "ray.init(**options)": (None, None, None),
    "ray.init(num_cpus=8, **options)": (None, None, None),
    "ray.init(num_cpus=n)": (1, None, None),
    "if a: ray.init(num_cpus=8)": (None, None, None),
    "if not ray.is_initialized(): ray.init(num_cpus=8)": (None, None, None),
}


@pytest.mark.parametrize("call", CLUSTERS)
def test_a_ray_that_the_program_starts_is_one_node(call: str) -> None:
    cluster = _only(f"import daft, ray\n{call}\n{RUN}").cluster
    figures = (cluster.workers, cluster.cpus_per_worker, cluster.gpus_per_worker)
    assert tuple(figure.count if figure else None for figure in figures) == CLUSTERS[call]


def test_a_ray_started_elsewhere_is_not_the_one_of_this_pipeline() -> None:
    program = f"import daft, ray\ndef a():\n    ray.init(num_cpus=8)\ndef b():\n    {RUN}"
    assert _only(program).cluster.workers is None


def _only(program: str) -> Pipeline:
    (pipeline,) = read(program, "job.py").pipelines
    return pipeline
