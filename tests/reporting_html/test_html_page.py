"""The structure of `--report`'s page."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest

from daft_lint.verification.verdict import Verified

PageOf = Callable[..., str]
VOID = {"meta", "link"}


class Page(HTMLParser):
    """The elements of a page with their attributes, and its text; fails on unbalanced tags."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag in ("td", "th"):
            self.texts.append(" ")
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self._open:
            self.texts.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.texts).replace("\u202f", " ").split())

    def count(self, tag: str, name: str = "") -> int:
        return sum(
            text == tag and (not name or name in attributes.get("class", "").split())
            for text, attributes in self.elements
        )


@pytest.fixture(scope="module")
def article_page(article: Verified, page_of: PageOf) -> Page:
    return Page(page_of(article))


@pytest.fixture(scope="module")
def whole(everything: Verified, page_of: PageOf) -> Page:
    return Page(page_of(everything))


def test_the_headline_counts_the_verdicts(whole: Page) -> None:
    assert "3 of 5 findings confirmed on a Ray cluster" in whole.text
    assert "3 confirmed, 1 refuted, 1 inconclusive of 5 findings; 62 s on Daft 0.7.26" in whole.text


def test_the_text_of_a_finding_is_on_the_page(article_page: Page) -> None:
    text = article_page.text
    assert "warning[DFT101] missing-repartition: only 1 task for 2 workers: 2 of the 4" in text
    assert "--> examples/article.py:41:39" in text
    assert 'return df.with_column("features", featurise(col("path"))).collect()' in text
    assert "CONFIRMED: 2 of 4 actors got no rows in each of 3 trials, as predicted" in text
    assert "predicted observed with remedy idle actors 2 of 4 2 of 4 0 of 4" in text


def test_colours_are_those_of_the_reader(article: Verified, page_of: PageOf) -> None:
    colors = set(
        re.findall(r"color: ([^;\"]+)", re.sub("(?s)<style>.*</style>", "", page_of(article)))
    )
    assert {"var(--red)", "var(--amber)", "var(--green)"} < colors
    assert all(color.startswith("var(--") for color in colors)


def test_before_and_after_are_drawn_for_each_finding(article_page: Page) -> None:
    assert article_page.count("svg") == 6
    assert article_page.count("g", "actor") == 24
    assert article_page.count("rect", "idle") == 4
    assert article_page.count("rect", "bar") == 5 + 8 + 2 + 4 + 6 + 7
    assert "0 of 4 idle · 2.6 s of work · 2.4 times as fast" in article_page.text


def test_a_drawing_has_a_name_and_a_description(whole: Page) -> None:
    names = {attributes["id"] for _, attributes in whole.elements if "id" in attributes}
    labels = [attributes["aria-labelledby"] for tag, attributes in whole.elements if tag == "svg"]
    assert labels
    assert {name for label in labels for name in label.split()} <= names
    assert "2 of 4 actors idle, the work over after 6 s." in whole.text


def test_no_two_elements_share_an_id(whole: Page) -> None:
    names = [attributes["id"] for _, attributes in whole.elements if "id" in attributes]
    assert len(names) == len(set(names))


def test_a_finding_that_did_not_run_says_why(whole: Page) -> None:
    assert "INCONCLUSIVE: the rows of s3://bucket/meta/*.parquet are unknown" in whole.text


def test_nothing_to_verify_is_a_page_too(nothing: Verified, page_of: PageOf) -> None:
    text = Page(page_of(nothing)).text
    assert "No findings to verify" in text
    assert "Nothing to verify" in text


def test_code_that_is_gone_leaves_its_place(article: Verified, page_of: PageOf) -> None:
    text = Page(page_of(article, lambda path, line: None)).text
    assert "examples/article.py:41:39" in text
    assert "with_column(" not in text


@pytest.mark.parametrize("name", ["everything", "crowd", "attack", "nothing"])
def test_the_page_loads_nothing_and_runs_nothing(
    name: str, request: pytest.FixtureRequest, page_of: PageOf
) -> None:
    text = page_of(request.getfixturevalue(name))
    made = Page(text)
    for tag, attributes in made.elements:
        assert tag not in ("script", "iframe", "object", "embed", "img", "base", "form")
        assert not [attribute for attribute in attributes if attribute.startswith("on")]
        for attribute in ("src", "href", "xlink:href", "srcset", "data", "action"):
            assert attributes.get(attribute, "#")[:1] == "#" or tag == "link"
    links = [attributes for tag, attributes in made.elements if tag == "link"]
    assert links == [{"rel": "icon", "href": "data:,"}]
    styles = "".join(re.findall(r"<style>(.*?)</style>", text, re.DOTALL))
    assert styles
    styles += "".join(attributes.get("style", "") for _, attributes in made.elements)
    assert not re.search(r"url\(|@import|https?:", styles)


def test_hostile_text_stays_text(attack: Verified, page_of: PageOf) -> None:
    text = page_of(attack)
    assert "<script" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; {{ 7 * 7 }}" in text
    assert r"\u202e \x00 \udc80" in text
    assert text.replace("\n", "").replace("\u202f", "").isprintable()
    assert text.encode("utf-8")


def test_a_page_of_many_morsels_stays_small(crowd: Verified, page_of: PageOf) -> None:
    text = page_of(crowd)
    assert len(text) < 800_000
    assert Page(text).count("g", "actor") == 64
