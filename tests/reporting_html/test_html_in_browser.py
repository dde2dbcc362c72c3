"""What a real browser makes of `--report`'s page: headless Chromium, where there is one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pytest
from headless import Chromium

from daft_lint.verification.verdict import Verified

PageOf = Callable[..., str]
Seen = dict[str, Any]

WIDTHS = (1280, 400)
RUN = "document.title=1/1?String.fromCharCode(114,97,110):0"
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
MEASURING = """
<pre id="measured"></pre>
<script>
const seen = {};
for (const width of WIDTHS) {
  const frame = document.createElement("iframe");
  frame.style = `border: 0; width: ${width}px; height: 900px`;
  frame.srcdoc = PAGE;
  frame.onload = () => {
    const inner = frame.contentDocument, root = inner.documentElement;
    const boxes = name => [...inner.querySelectorAll(name)].map(one => {
      const box = one.getBoundingClientRect();
      return [box.left, box.top, box.right, box.bottom];
    });
    seen[width] = {
      width: root.clientWidth, scrolls: root.scrollWidth,
      bars: boxes(".before .bar"), remedied: boxes(".after .bar"), idle: boxes("rect.idle"),
      notes: boxes("text.note"), names: boxes("text.name"), rows: boxes("text.rows"),
      drawings: boxes("svg"), cards: boxes("section"),
      ground: getComputedStyle(inner.body).backgroundColor,
    };
    document.getElementById("measured").textContent = JSON.stringify(seen);
  };
  document.body.append(frame);
}
</script>
"""


@dataclass(frozen=True)
class Browser:
    """Measures each page once."""

    chromium: Chromium
    seen: dict[str, Seen] = field(default_factory=dict)

    def measured(self, text: str, width: int, *options: str) -> Seen:
        """Where the elements of a page are when it is so many pixels wide."""
        key = " ".join([*options, text])
        if key not in self.seen:
            quoted = json.dumps(POLICY.sub("", text)).replace("</", "<\\/")
            script = MEASURING.replace("WIDTHS", str([*WIDTHS])).replace("PAGE", quoted)
            self.seen[key] = self.chromium.measured(script, *options)
        found: Seen = self.seen[key][str(width)]
        return found


@pytest.fixture(scope="module")
def browser(chromium: Chromium) -> Browser:
    return Browser(chromium)


@pytest.fixture(scope="module")
def article_page(article: Verified, page_of: PageOf) -> str:
    return page_of(article)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["everything", "crowd", "attack"])
def test_the_page_never_scrolls_sideways(
    browser: Browser,
    name: str,
    width: int,
    request: pytest.FixtureRequest,
    page_of: PageOf,
) -> None:
    text = page_of(request.getfixturevalue(name))
    seen = browser.measured(text, width)
    assert seen["width"] == width
    assert seen["scrolls"] <= width
    for left, _, right, _ in seen["cards"] + seen["drawings"] + seen["names"] + seen["rows"]:
        assert left >= 0
        assert right <= width


@pytest.mark.parametrize("width", WIDTHS)
def test_bars_are_as_long_as_their_morsels(browser: Browser, article_page: str, width: int) -> None:
    seen = browser.measured(article_page, width)
    before, after = seen["bars"][:5], seen["remedied"][:8]
    assert len(seen["bars"]) == 5 + 2 + 6
    assert len(seen["remedied"]) == 8 + 4 + 7
    lengths = [right - left for left, _, right, _ in before]
    assert lengths == pytest.approx([lengths[0]] * 5, rel=0.02)
    start = min(box[0] for box in before)
    makespans = [max(box[2] for box in boxes) - start for boxes in (before, after)]
    assert makespans[1] / makespans[0] == pytest.approx(2.56 / 6.04, abs=0.02)


@pytest.mark.parametrize("width", WIDTHS)
def test_idle_actors_are_visibly_empty(browser: Browser, article_page: str, width: int) -> None:
    seen = browser.measured(article_page, width)
    assert len(seen["idle"]) == len(seen["notes"]) == 4
    for idle, note in zip(seen["idle"], seen["notes"], strict=True):
        assert idle[2] - idle[0] > 0.4 * width
        assert idle[0] < note[0] < note[2] < idle[2]
        assert not [bar for bar in seen["bars"] if overlap(idle, bar)]


def test_many_actors_and_morsels_stay_legible(
    browser: Browser, crowd: Verified, page_of: PageOf
) -> None:
    seen = browser.measured(page_of(crowd), 1280)
    assert len(seen["names"]) == 64
    assert all(bottom - top >= 11 for _, top, _, bottom in seen["names"])
    assert all(right - left >= 2 for left, _, right, _ in seen["bars"] + seen["remedied"])
    assert not [pair for pair in pairwise(seen["names"]) if overlap(*pair)]


def overlap(numbers: list[float], other: list[float]) -> bool:
    return (
        numbers[0] < other[2] - 0.5
        and other[0] < numbers[2] - 0.5
        and numbers[1] < other[3] - 0.5
        and other[1] < numbers[3] - 0.5
    )


def test_light_and_dark_follow_the_reader(browser: Browser, article_page: str) -> None:
    light, dark = (
        browser.measured(article_page, 1280, *options)["ground"]
        for options in ((), ("--blink-settings=preferredColorScheme=0",))
    )
    assert sum(map(int, re.findall(r"\d+", light))) > 600
    assert sum(map(int, re.findall(r"\d+", dark))) < 150


def test_the_policy_of_the_page_lets_no_script_run(chromium: Chromium, article_page: str) -> None:
    attacked = article_page.replace("</main>", "<script>document.title = 'ran'</script></main>")
    assert "<title>ran" not in chromium.run(attacked, "--dump-dom")
    assert "<title>ran" in chromium.run(POLICY.sub("", attacked), "--dump-dom")


def test_the_page_prints(chromium: Chromium, article_page: str) -> None:
    paper = chromium.folder / "page.pdf"
    chromium.run(article_page, f"--print-to-pdf={paper}", "--no-pdf-header-footer")
    assert len(re.findall(rb"/Type\s*/Page\b", paper.read_bytes())) >= 2


def test_hostile_names_run_nothing_even_without_the_policy(
    chromium: Chromium, attack: Verified, page_of: PageOf
) -> None:
    text = POLICY.sub("", page_of(attack)).replace("alert(1)", RUN)
    assert RUN in text
    assert "<title>ran" not in chromium.run(text, "--dump-dom")
