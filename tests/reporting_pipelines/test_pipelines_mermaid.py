from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping

from syrupy.assertion import SnapshotAssertion

from daft_lint.reporting.pipelines.mermaid import render
from daft_lint.reporting.report import Style
from daft_lint.rule import Case

Cases = tuple[Case, ...]
Reader = Callable[[str], Cases]

LABEL = r'"[^"`<>\[\]{}|*\\]*(?:<br/>[^"`<>\[\]{}|*\\]*)*"'
CLASS = r"(?P<class>:::[a-z]+)?"
NODE = re.compile(rf"  (?P<id>n\d+)(?:\[\({LABEL}\)\]|\[\[?{LABEL}\]\]?|\(\[{LABEL}\]\)){CLASS}")
EDGE = re.compile(rf"  (n\d+) (?:-->|-\.->)\|{LABEL}\| (n\d+)|  (n\d+) --x (n\d+)")
STYLE = re.compile(r"  classDef ([a-z]+) \S+")


def charts(rendered: str) -> list[list[str]]:
    blocks = re.findall(r"^```mermaid\n(.*?)^```$", rendered, re.MULTILINE | re.DOTALL)
    return [block.splitlines() for block in blocks]


def as_shown(label: str) -> str:
    return html.unescape(re.sub(r"#(\d+);", r"&#\1;", label).replace("#quot;", "&quot;"))


def test_a_flowchart_per_pipeline(
    program: Cases, plain: Style, snapshot: SnapshotAssertion
) -> None:
    assert render(program, plain) == snapshot


def test_a_frame_that_flows_into_several_steps_is_drawn_once(
    read: Reader, programs: Mapping[str, str], plain: Style
) -> None:
    (chart,) = charts(render(read(programs["shared"]), plain))
    (node,) = [
        match["id"] for line in chart if (match := NODE.match(line)) and "runs clean" in line
    ]
    assert sum(line.startswith(f"  {node} -->") for line in chart) == 3


def test_nothing_found_is_said(plain: Style) -> None:
    assert render((), plain) == "No pipelines found.\n"


def test_every_line_is_a_node_an_edge_or_a_style(program: Cases, plain: Style) -> None:
    drawn = charts(render(program, plain))
    assert len(drawn) == len(program)
    for head, *lines in drawn:
        assert head == "flowchart TD"
        nodes = [match for line in lines if (match := NODE.fullmatch(line))]
        edges = [match for line in lines if (match := EDGE.fullmatch(line))]
        styles = [match for line in lines if (match := STYLE.fullmatch(line))]
        assert len(nodes) + len(edges) + len(styles) == len(lines)
        ends = {end for edge in edges for end in edge.groups() if end}
        assert ends == {node["id"] for node in nodes}
        used = {node["class"].lstrip(":") for node in nodes if node["class"]}
        assert used == {style[1] for style in styles}


def test_labels_show_the_text_as_it_is(
    read: Reader, programs: Mapping[str, str], plain: Style
) -> None:
    ((_, source, step, *_),) = charts(render(read(programs["hostile"]), plain))
    assert r's3://b/\x1b[31m<i>"`*_*`#1;|]\u202e*.csv' in as_shown(source)
    assert r'"1. "<b>`__x__`#quot;](\x1b[0m結果"' in as_shown(step)


def test_idle_pools_are_marked(read: Reader, programs: Mapping[str, str], plain: Style) -> None:
    idle = re.compile(r"\[\[.*idle actors 2 of 4.*\]\]:::idle")
    assert idle.search(render(read(programs["one-sided"]), plain))
    assert not idle.search(render(read(programs["tuned"]), plain))


def test_steps_of_one_branch_have_dotted_edges(
    read: Reader, programs: Mapping[str, str], plain: Style
) -> None:
    assert "-.->" in render(read(programs["everything"]), plain)
    assert "-.->" not in render(read(programs["tuned"]), plain)
