"""The contract of a rule, the same for built-in rules and for those of others.

A rule is one function to the problems it sees: from a `Case`, made a `Rule` by `@rule`, from a
`Definition`, by `@definition_rule`, or from a `Module`, by `@module_rule`. Its docstring is its
documentation: a summary line, then sections as `docs/writing-a-rule.md` tells.
"""

from daft_lint.rule.case import Case, Cases
from daft_lint.rule.contract import Rule, definition_rule, module_rule, rule
from daft_lint.rule.definition import Definition, Use
from daft_lint.rule.finding_of import WARNING_LOSS, severity_of
from daft_lint.rule.module import Module
from daft_lint.rule.problem import Problem, assuming_taken, assuming_unshared, assuming_used

__all__ = [
    "WARNING_LOSS",
    "Case",
    "Cases",
    "Definition",
    "Module",
    "Problem",
    "Rule",
    "Use",
    "assuming_taken",
    "assuming_unshared",
    "assuming_used",
    "definition_rule",
    "module_rule",
    "rule",
    "severity_of",
]
