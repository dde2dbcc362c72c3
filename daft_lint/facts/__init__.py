"""`daft-lint-facts.toml`: what was measured for a project, made to be committed with its code."""

from daft_lint.documents.file_selection import FACTS_FILE
from daft_lint.facts.file import Facts, facts_text, read_facts, with_recorded_facts

__all__ = ["FACTS_FILE", "Facts", "facts_text", "read_facts", "with_recorded_facts"]
