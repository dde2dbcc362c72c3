"""The structure of `--report`'s page."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest

from daft_lint.reporting.html import page
from daft_lint.verification.verdict import Verified

SourceLine = Callable[[str, int], "str | None"]
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
def article_page(article: Verified, source_line: SourceLine) -> Page:
    return Page(page(article, "0.1.0", source_line))


@pytest.fixture(scope="module")
def whole(everything: Verified, source_line: SourceLine) -> Page:
    return Page(page(everything, "0.1.0", source_line))


def test_the_headline_counts_the_verdicts(whole: Page) -> None:
    assert "3 of 5 findings confirmed on a Ray cluster" in whole.text
    assert "3 confirmed 1 refuted 1 inconclusive" in whole.text


def test_the_versions_and_the_seconds_are_reported(whole: Page) -> None:
    reported = "daft-lint 0.1.0 Daft 0.7.26 Ray 2.60.0 Python 3.11.7 cluster local took 62 s"
    assert reported in whole.text


def test_a_finding_is_reported_with_its_place_and_its_code(article_page: Page) -> None:
    text = article_page.text
    assert "confirmed DFT101 missing-repartition" in text
    assert "only 1 task for 2 workers: 2 of the 4 actors of Featurise get no rows" in text
    assert "examples/article.py:41:39" in text
    assert 'return df.with_column("features", featurise(col("path"))).collect()' in text
    assert "Why confirmed: 2 of 4 actors got no rows in each of 3 trials, as predicted" in text


def test_the_prediction_stands_beside_the_observation(article_page: Page) -> None:
    text = article_page.text
    assert "idle actors 2 2 of 4 0 0 of 4" in text
    assert "rows per actor 0, 0, 400, 600 0, 0, 400, 600 250, 250, 250, 250" in text
    assert "rows per actor 109, 200, 291, 400 90, 200, 310, 400" in text
    assert "makespan 6 s 6 s 2.6 s 2.6 s" in text


def test_work_without_a_pool_is_reported_by_worker(
    workers: Verified, source_line: SourceLine
) -> None:
    text = Page(page(workers, "0.1.0", source_line)).text
    assert "idle workers 1 1 of 2" in text
    assert "rows per worker 0, 1,000 0, 1,000" in text
    assert "1 of 2 workers idle, the work over after" in text
    assert "on 2 workers of 4 CPUs; Featurise: batch_size 200" in text


def test_pools_of_the_native_runner_are_reported_by_process(
    processes: Verified, source_line: SourceLine
) -> None:
    text = Page(page(processes, "0.1.0", source_line)).text
    assert "1 of 1 finding confirmed on the native runner" in text
    assert "Daft 0.7.26 Python 3.11.7 took" in text
    assert "idle processes 2 2 of 4" in text
    assert "on the native runner with 8 threads; Featurise: 4 processes, batch_size 500" in text


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
    anchors = [attributes["href"] for tag, attributes in whole.elements if tag == "a"]
    assert anchors
    assert {anchor.removeprefix("#") for anchor in anchors} <= set(names)


def test_a_remedy_that_does_not_help_is_reported(article_page: Page) -> None:
    assert "It helps: idle actors 2 → 0" in article_page.text
    assert "It does not help: idle actors 0 → 0" in article_page.text


def test_every_trial_is_listed_and_the_drawn_one_is_named(article_page: Page) -> None:
    assert article_page.count("table", "trials") == 3
    assert article_page.text.count(", trial ") == 18
    assert article_page.text.count("(drawn above)") == 6
    assert "with the remedy, trial 3 0 of 4 98% 2.6 s 4.7 s 250, 250, 250, 250" in (
        article_page.text
    )


def test_what_is_scaled_and_assumed_is_reported(article_page: Page) -> None:
    assert "each row takes 10 ms, regardless of what the UDF does" in article_page.text
    assert "a hash repartition has many keys" in article_page.text


def test_a_finding_that_did_not_run_says_why(whole: Page) -> None:
    assert "Why inconclusive: the rows of s3://bucket/meta/*.parquet are unknown" in whole.text
    assert "not run" in whole.text


def test_nothing_to_verify_is_a_page_too(nothing: Verified, source_line: SourceLine) -> None:
    text = Page(page(nothing, "0.1.0", source_line)).text
    assert "No findings to verify" in text
    assert "nothing had to run" in text


def test_code_that_is_gone_leaves_its_place(article: Verified) -> None:
    text = Page(page(article, "0.1.0", lambda path, line: None)).text
    assert "examples/article.py:41:39" in text
    assert "with_column(" not in text


@pytest.mark.parametrize("name", ["everything", "crowd", "attack", "nothing"])
def test_the_page_loads_nothing_and_runs_nothing(
    name: str, request: pytest.FixtureRequest, source_line: SourceLine
) -> None:
    text = page(request.getfixturevalue(name), "0.1.0", source_line)
    made = Page(text)
    for tag, attributes in made.elements:
        assert tag not in ("script", "iframe", "object", "embed", "img", "base", "form")
        assert not [attribute for attribute in attributes if attribute.startswith("on")]
        for attribute in ("src", "href", "xlink:href", "srcset", "data", "action", "style"):
            assert attributes.get(attribute, "#")[:1] == "#" or tag == "link"
    links = [attributes for tag, attributes in made.elements if tag == "link"]
    assert links == [{"rel": "icon", "href": "data:,"}]
    styles = "".join(re.findall(r"<style>(.*?)</style>", text, re.DOTALL))
    assert styles
    assert not re.search(r"url\(|@import|https?:", styles)


def test_hostile_text_stays_text(attack: Verified, source_line: SourceLine) -> None:
    text = page(attack, "0.1.0", source_line)
    assert "<script" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; {{ 7 * 7 }}" in text
    assert r"\u202e \x00 \udc80" in text
    assert text.replace("\n", "").replace("\u202f", "").isprintable()
    assert text.encode("utf-8")


def test_a_page_of_many_morsels_stays_small(crowd: Verified, source_line: SourceLine) -> None:
    text = page(crowd, "0.1.0", source_line)
    assert len(text) < 800_000
    assert Page(text).count("g", "actor") == 64
