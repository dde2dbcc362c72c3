"""What a real browser makes of it in a notebook: headless Chromium, where there is one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from headless import Chromium

from daft_lint.findings import Fix
from daft_lint.live.check_result import Checked

Check = Callable[..., Checked]
Seen = dict[str, Any]
Measure = Callable[..., dict[str, Seen]]

CLUSTER = {"workers": 2, "cpus_per_worker": 4}
WIDTHS = (1000, 360)
HOSTS = {
    "nobody": "",
    "jupyter light": 'data-jp-theme-light="true"',
    "jupyter dark": 'data-jp-theme-light="false"',
    "code light": 'class="vscode-light"',
    "code dark": 'class="vscode-dark"',
    "colab dark": 'theme="dark"',
}
DARK_READER = "--blink-settings=preferredColorScheme=0"

# What notebooks do to preformatted text.
HOSTILE = """
.jp-RenderedHTMLCommon pre { text-align: right; white-space: normal; font-size: 30px; margin: 40px }
"""
MEASURING = """
<pre id="measured"></pre>
<script>
const seen = {};
for (const [host, attributes] of Object.entries(HOSTS)) for (const width of WIDTHS) {
  const frame = document.createElement("iframe");
  frame.style = `border: 0; width: ${width}px; height: 900px`;
  frame.srcdoc = `<!DOCTYPE html><html><head><style>HOSTILE</style></head><body style="margin: 0"`
    + ` ${attributes}><div class="jp-RenderedHTMLCommon">${SHOWN}</div></body></html>`;
  frame.onload = () => {
    const inner = frame.contentDocument, root = inner.documentElement;
    const boxes = name => [...inner.querySelectorAll(name)].map(one => {
      const box = one.getBoundingClientRect();
      return [box.left, box.top, box.right, box.bottom];
    });
    const style = (name, what) => [...inner.querySelectorAll(name)].map(
      one => getComputedStyle(one)[what]);
    seen[`${host} ${width}`] = {
      width: root.clientWidth, scrolls: root.scrollWidth,
      text: boxes("pre"),
      ground: style(".daft-lint-plan", "backgroundColor")[0],
      ink: style(".daft-lint-plan", "color")[0],
      align: style("pre", "textAlign")[0], size: style("pre", "fontSize")[0],
    };
    document.getElementById("measured").textContent = JSON.stringify(seen);
  };
  document.body.append(frame);
}
</script>
"""


@pytest.fixture
def measured(chromium: Chromium) -> Measure:
    """Where the elements of a fragment are in each host, by its name and width."""

    def measured(text: str, *options: str) -> dict[str, Seen]:
        page = MEASURING.replace("HOSTILE", HOSTILE.replace("\n", " "))
        page = page.replace("WIDTHS", str([*WIDTHS])).replace("HOSTS", json.dumps(HOSTS))
        page = page.replace("SHOWN", json.dumps(text).replace("</", "<\\/"))
        page = f"<!DOCTYPE html><meta charset=utf-8>{page}"
        seen = chromium.measured(page, *options, width=max(WIDTHS))
        assert len(seen) == len(HOSTS) * len(WIDTHS)
        return seen

    return measured


def test_it_stays_itself_in_every_notebook(measured: Measure, checked: Check) -> None:
    shown = checked("joined", **CLUSTER)._repr_html_()
    for seen in measured(shown).values():
        assert seen["scrolls"] <= seen["width"]
        [(left, _, right, _)] = seen["text"]
        assert 0 <= left <= right <= seen["width"]
        assert (seen["align"], seen["size"]) == ("left", "12.5px")


def test_it_is_as_light_or_dark_as_its_notebook(measured: Measure, checked: Check) -> None:
    shown = checked("one_partition", **CLUSTER)._repr_html_()
    for reader, options in (("light", ()), ("dark", (DARK_READER,))):
        for host, seen in measured(shown, *options).items():
            name = host.rpartition(" ")[0]
            theme = reader if name == "nobody" else name.split()[1]
            assert brightness(seen["ground"]) > 600 if theme == "light" else True, host
            assert brightness(seen["ground"]) < 150 if theme == "dark" else True, host
            assert abs(brightness(seen["ground"]) - brightness(seen["ink"])) > 450


def brightness(color: str) -> int:
    return sum(map(int, re.findall(r"\d+", color)[:3]))


def test_hostile_names_run_nothing(chromium: Chromium, checked: Check) -> None:
    evil = "<script>document.title='ran'</script><img src=x onerror=\"document.title='ran'\">"
    found = checked("one_partition", **CLUSTER)
    finding = replace(found.findings[0], message=evil, fixes=(Fix(evil),), assumptions=(evil,))
    shown = replace(found, findings=(finding,))._repr_html_()
    assert "document.title" in shown
    assert "<title>ran" not in chromium.run(f"<title>no</title>{shown}", "--dump-dom")
    assert "<title>ran" in chromium.run(f"<title>no</title>{evil}", "--dump-dom")
