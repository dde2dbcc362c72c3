"""`--report`: one self-contained HTML page that shows what the runs showed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from daft_lint.reporting.amounts import seconds
from daft_lint.reporting.phrases import counted
from daft_lint.reporting.printable import printable
from daft_lint.reporting.sections import section
from daft_lint.verification.verdict import Environment, Verdict, Verified


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that the whole report rests on, such as a version."""

    name: str
    value: str


def page(verified: Verified, version: str, source_line: Callable[[str, int], str | None]) -> str:
    """The page, which loads nothing and runs nothing.

    Args:
        verified: What to show.
        version: The version of daft-lint.
        source_line: Gives the text of a line of a path, None when there is none.

    Raises:
        ImportError: when Jinja isn't installed.
    """
    return filled(
        "page.html.jinja",
        headline=_headline(verified),
        tallies=[(verdict, verified.count(verdict)) for verdict in Verdict],
        facts=_facts(verified.environment, version),
        sections=[
            section(number, verification, source_line)
            for number, verification in enumerate(verified.verifications, start=1)
        ],
    )


def filled(template: str, **values: object) -> str:
    """A template of this package as HTML, whatever the values hold.

    Raises:
        ImportError: when Jinja isn't installed.
    """
    from jinja2 import Environment as Jinja
    from jinja2 import PackageLoader, StrictUndefined

    jinja = Jinja(
        autoescape=True,
        finalize=_shown,
        loader=PackageLoader("daft_lint.reporting"),
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    return jinja.get_template(template).render(**values)


def _shown(value: object) -> object:
    """Text without control and invisible characters; HTML stays as it is."""
    if not isinstance(value, str) or hasattr(value, "__html__"):
        return value
    return printable(value.replace("\n", " "), unicode=True)


def _headline(verified: Verified) -> str:
    findings = len(verified.verifications)
    if not findings:
        return "No findings to verify"
    confirmed = f"{verified.count(Verdict.CONFIRMED):,} of {counted(findings, 'finding')} confirmed"
    environment = verified.environment
    native = environment is not None and environment.ray is None
    return f"{confirmed} on {'the native runner' if native else 'a Ray cluster'}"


def _facts(environment: Environment | None, version: str) -> list[Fact]:
    facts = [Fact("daft-lint", version)]
    if environment is None:
        return facts
    facts += [Fact(name.title(), value) for name, value in environment.versions.items()]
    if environment.ray is not None:
        facts.append(Fact("cluster", environment.address or "local"))
    return [*facts, Fact("took", seconds(environment.seconds))]
