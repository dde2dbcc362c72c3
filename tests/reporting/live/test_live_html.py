"""What a notebook shows of a live plan."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser

import pytest

from daft_lint.findings import Fix
from daft_lint.live.check_result import Checked
from daft_lint.plan.span import Span
from daft_lint.reporting.report import Style

Check = Callable[..., Checked]

NAMES = (
    "joined",
    "unknown_rows",
    "dropped",
    "partly_read",
    "in_tasks",
    "no_pool",
)
CLUSTER = {"workers": 2, "cpus_per_worker": 4}
STYLE = re.compile(r"<style>.*</style>", re.DOTALL)
SCOPE = ":is(.daft-lint-plan, #daft-lint-plan)"
SCRIPT = "<script>alert(1)</script>"


class Elements(HTMLParser):
    """The elements of a page in order, and those that aren't closed in turn."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.open.pop() != tag:
            self.wrong.append(tag)


def html_of(found: Checked) -> str:
    return found._repr_html_()


@pytest.mark.parametrize("name", NAMES)
def test_it_says_what_a_terminal_says(checked: Check, name: str) -> None:
    found = checked(name, **CLUSTER)
    shown = unescape(re.sub("<[^>]*>", "", STYLE.sub("", html_of(found))))
    style = Style(color=False, width=100)
    assert shown.rstrip("\n") == found.as_text(style).rstrip("\n")


@pytest.mark.parametrize("name", NAMES)
def test_it_loads_nothing_and_runs_nothing(checked: Check, name: str) -> None:
    text = html_of(checked(name, **CLUSTER))
    elements = Elements(text)
    assert not elements.open
    assert not elements.wrong
    tags = {tag for tag, _ in elements.seen}
    assert not tags & {"script", "link", "img", "iframe", "object", "a", "form"}
    names = {name for _, attributes in elements.seen for name in attributes}
    assert names <= {"class", "role", "aria-label", "style"}
    assert not re.search(r"url\(|@import|https?:", text)


def test_every_style_is_for_this_element_alone(checked: Check) -> None:
    found = re.search(r"<style>(.*)</style>", html_of(checked("dropped", **CLUSTER)), re.DOTALL)
    assert found is not None
    assert "&" not in found[1]
    assert "LIGHT" not in found[1]
    assert "DARK" not in found[1]
    rules = re.sub(r"@media [^{]*\{", "", found[1])
    for selectors in re.findall(r"([^{}]+)\{", rules):
        hosts = re.sub(r"^:is\(\[data-jp.*\) (?=:is\(\.)", "", selectors.strip())
        for selector in hosts.replace(SCOPE, "SCOPE").split(","):
            assert selector.strip().startswith("SCOPE")


def test_what_others_wrote_stays_text(checked: Check) -> None:
    evil = f"{SCRIPT} & \u202e \x00 \udc80 ' \" `code` {SCRIPT}"
    found = checked("one_partition", **CLUSTER)
    [finding] = found
    attacked = replace(finding, message=evil, fixes=(Fix(evil),), assumptions=(evil,), name=evil)
    below = replace(attacked, span=Span(SCRIPT, 1, 1, 1, 2))
    code = found.text.replace("id", f"{SCRIPT}\u202e")
    text = html_of(replace(found, text=code, findings=(attacked, below)))
    assert "<script" not in text
    assert "\u202e" not in text
    assert "\\u202e" in text
    text.encode("utf-8")
    assert not Elements(text).open


def test_it_needs_no_template_engine(checked: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "jinja2", None)
    assert "daft-lint-plan" in html_of(checked("one_partition", **CLUSTER))
