"""What `ray_options` decide of where the actors of a UDF stand, wherever they are given."""

from __future__ import annotations

import pytest

from daft_lint.pipelines.reading import read
from daft_lint.plan.pipeline import Udf
from daft_lint.plan.placement import UNREADABLE, Placement

PROGRAM = """
import sys

import daft
from daft import DataType, col
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy as Near

HERE = {{"resources": {{"cpu_node": 0.001}}}}

@daft.cls(max_concurrency=4{options})
class Render:
    def __call__(self, path: str) -> str: return path

@daft.func.batch(return_dtype=DataType.string(){options})
def tag(paths): return paths

@daft.udf(return_dtype=DataType.string(), concurrency=4{options})
class Old:
    def __call__(self, paths): return paths

daft.range(10).select({call}).collect()
"""

CPU_NODE = Placement((("cpu_node", 0.001),))


def udf_of(call: str, options: str = "") -> Udf:
    given = f", {options}" if options else ""
    (pipeline,) = read(PROGRAM.format(options=given, call=call), "job.py").pipelines
    return pipeline.plan.operators[0].calls[0].udf


FORMS = ("Render()(col('id'))", "tag(col('id'))", "Old(col('id'))")


@pytest.mark.parametrize("call", FORMS)
@pytest.mark.parametrize(
    ("options", "placement"),
    [
        ("", None),
        ("ray_options=None", None),
        ("ray_options={}", None),
        ("ray_options=HERE", CPU_NODE),
        ("ray_options={'resources': {'b': 2, 'a': 1}}", Placement((("a", 1), ("b", 2)))),
        ("ray_options={'resources': {'a': 0}}", None),
        ("ray_options={'resources': None}", None),
        ("ray_options={'resources': {}, 'max_restarts': 2, 'name': 'render'}", None),
        ("ray_options={'runtime_env': {'conda': sys.argv[1]}}", None),
        ("ray_options={'scheduling_strategy': 'SPREAD'}", None),
    ],
)
def test_custom_resources_are_read_and_what_chooses_no_node_is_not(
    call: str, options: str, placement: Placement | None
) -> None:
    assert udf_of(call, options).placement == placement


@pytest.mark.parametrize("call", FORMS)
@pytest.mark.parametrize(
    "options",
    [
        "ray_options={'label_selector': {'zone': 'a'}}",
        "ray_options={'scheduling_strategy': 'DEFAULT'}",
        "ray_options={'scheduling_strategy': Near(sys.argv[1], soft=False)}",
        "ray_options={'accelerator_type': 'A100'}",
        "ray_options={sys.argv[1]: 1}",
        "ray_options={'resources': {'a': int(sys.argv[1])}}",
        "ray_options={'resources': sys.argv[1]}",
        "ray_options=load_options()",
        "**load_options()",
    ],
)
def test_what_else_may_choose_nodes_leaves_them_unknown(call: str, options: str) -> None:
    assert udf_of(call, options).placement == UNREADABLE


def test_resources_are_kept_beside_what_else_chooses_nodes() -> None:
    options = "ray_options={**HERE, 'label_selector': {'zone': 'a'}}"
    found = udf_of(FORMS[0], options).placement
    assert found == Placement(CPU_NODE.resources, more=True)


@pytest.mark.parametrize(
    ("method", "placement"),
    [
        ("with_ray_options(resources={'cpu_node': 0.001})", CPU_NODE),
        ("with_ray_options(resources={'a': 1}).with_ray_options(**HERE)", CPU_NODE),
        ("with_ray_options(**HERE).with_ray_options(max_restarts=1)", CPU_NODE),
        ("with_ray_options(**HERE).with_concurrency(3)", CPU_NODE),
        ("with_ray_options(**load_options())", UNREADABLE),
    ],
)
def test_options_are_laid_over_those_before(method: str, placement: Placement) -> None:
    udf = udf_of(f"tag.{method}(col('id'))")
    assert udf.placement == placement
    assert udf.is_actor_pool


@pytest.mark.parametrize(
    ("arguments", "placement"),
    [
        ("ray_options={'resources': {'a': 1}}", Placement((("a", 1),))),
        ("ray_options={}", None),
        ("ray_options=None", CPU_NODE),
        ("batch_size=8", CPU_NODE),
        ("**load_options()", UNREADABLE),
    ],
)
def test_a_legacy_udf_takes_other_options_in_their_place(
    arguments: str, placement: Placement | None
) -> None:
    call = f"Old.override_options({arguments})(col('id'))"
    assert udf_of(call, "ray_options=HERE").placement == placement


def test_an_attribute_that_is_set_may_hold_anything() -> None:
    program = PROGRAM.replace("daft.range", "setattr(tag, 'ray_options', HERE)\ndaft.range")
    text = program.format(options="", call="tag(col('id'))")
    (pipeline,) = read(text, "job.py").pipelines
    assert pipeline.plan.operators[0].calls[0].udf.placement == UNREADABLE
