"""A page answers one question: a longer one is split. Only reference may be as long as it needs."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
MOST_WORDS = 1_500


def test_no_page_but_reference_is_long() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    reference = navigation.partition("- Reference:")[2].partition("- Contribute:")[0]
    exempt = {ROOT / "docs" / page for page in re.findall(r"[\w-]+\.md", reference)}
    assert exempt
    # The table of rules has a row for each.
    exempt.add(ROOT / "docs" / "rules" / "index.md")
    pages = {ROOT / "README.md", *ROOT.glob("docs/**/*.md")} - exempt
    words = {str(page): len(page.read_text(encoding="utf-8").split()) for page in pages}
    assert {page: count for page, count in words.items() if count > MOST_WORDS} == {}
