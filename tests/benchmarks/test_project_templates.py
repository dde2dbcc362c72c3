"""Each template of a value is a program whose expression is the number that it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from project_checking import ran
from project_drawing import draw, draw_alone
from project_templates import VALUES, Template
from sampling import one_in

pytestmark = pytest.mark.filterwarnings("ignore")

NUMBER = 7


@pytest.mark.parametrize("template", one_in(4, VALUES), ids=lambda template: template.title)
def test_the_expression_is_the_number(template: Template, tmp_path: Path) -> None:
    # Each is tried with modules that lie and refer to each other in another way.
    project = draw_alone(template, {"VALUE": NUMBER}, seed=VALUES.index(template))
    with ran(project, tmp_path) as main:
        assert main.result == NUMBER


def test_a_seed_draws_the_same_project(tmp_path: Path) -> None:
    for name, seed in (("first", 1), ("again", 1), ("other", 2)):
        draw(seed).write(tmp_path / name)
    first, again, other = (
        {file.relative_to(folder): file.read_text() for file in sorted(folder.rglob("*.py"))}
        for folder in (tmp_path / "first", tmp_path / "again", tmp_path / "other")
    )
    assert first == again != other
