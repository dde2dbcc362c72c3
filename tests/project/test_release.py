"""What a release holds, and what is said of releases before there is one."""

import re
import shutil
import subprocess
import sys
import tarfile
from email import message_from_bytes
from pathlib import Path

import pytest
import yaml

from daft_lint import __version__

ROOT = Path(__file__).parents[2]
NAMES = (
    "pyproject.toml",
    "MANIFEST.in",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "CITATION.cff",
    "RELEASING.md",
    "SECURITY.md",
    "mkdocs.yml",
)
# A tag or a version of daft-lint as instructions name one.
NAMED = re.compile(
    r"(?:daft-lint/daft-lint(?:\.git)?@|rev: )(v\d[\w.]*)|daft-lint(?:\[[\w,]+\])?==(\d[\w.]*)"
)


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> tarfile.TarFile:
    """Built of a copy, with a test in it that is not to be published."""
    folder, sources = tmp_path_factory.mktemp("sdist"), tmp_path_factory.mktemp("sources")
    for name in ("daft_lint", "rules", "docs", "examples"):
        shutil.copytree(ROOT / name, sources / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in NAMES:
        shutil.copy(ROOT / name, sources)
    (sources / "tests").mkdir()
    shutil.copy(__file__, sources / "tests")
    done = subprocess.run(
        [sys.executable, "-m", "build", "--sdist", "--outdir", str(folder)],
        cwd=sources,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return tarfile.open(next(folder.glob("*.tar.gz")))


def test_the_sdist_has_the_docs_and_no_tests(sdist: tarfile.TarFile) -> None:
    files = {name.partition("/")[2] for name in sdist.getnames()}
    docs = {
        f"docs/{path.relative_to(ROOT / 'docs').as_posix()}" for path in ROOT.glob("docs/**/*.md")
    }
    assert docs | set(NAMES) | {"examples/clip_scores.py"} <= files
    assert "daft_lint/settings/daft-lint.schema.json" in files
    assert not {name for name in files if name.startswith("tests") or name.endswith(".pyc")}


def test_its_metadata_says_whose_it_is_and_where_to_look(sdist: tarfile.TarFile) -> None:
    name = next(
        text for text in sdist.getnames() if text.count("/") == 1 and text.endswith("PKG-INFO")
    )
    file = sdist.extractfile(name)
    assert file is not None
    message = message_from_bytes(file.read())
    assert message["Version"] == __version__
    assert message["License-Expression"] == "Apache-2.0"
    assert message["License-File"] == "LICENSE"
    assert message["Author"] == "The daft-lint authors"
    urls = {address.partition(",")[0] for address in message.get_all("Project-URL")}
    assert urls >= {"Homepage", "Documentation", "Source", "Changelog", "Issues"}


def test_no_instruction_names_a_tag_that_is_not_there() -> None:
    tags = subprocess.run(
        ["git", "tag"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("daft_lint/**/*.py")]
    named = {
        (page.name, version)
        for page in pages
        if page.name != "RELEASING.md"
        for found in NAMED.finditer(page.read_text("utf-8"))
        if (version := found[1] or f"v{found[2]}") not in tags
    }
    assert not named


def test_the_changelog_keeps_its_form() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    heads = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert heads[0] in {"[Unreleased]", f"[{__version__}] - unreleased"}
    assert all(re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d", head) for head in heads[1:])
    kinds = set(re.findall(r"^### (.*)$", text, re.MULTILINE))
    assert kinds <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    links = set(re.findall(r"^\[(.*?)\]: ", text, re.MULTILINE))
    assert {head[1:].partition("]")[0] for head in heads} == links


def test_the_citation_has_what_its_format_asks_for() -> None:
    reported = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert reported["cff-version"] == "1.2.0"
    assert {"message", "title", "authors"} <= reported.keys()
    assert reported["license"] == "Apache-2.0"
    assert "version" not in reported


def test_the_workflow_trusts_fixed_actions_only_and_asks_for_no_more_than_it_needs() -> None:
    text = (ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8")
    workflow = yaml.safe_load(text)
    assert workflow["permissions"] == {}
    jobs = workflow["jobs"]
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    assert jobs["publish"]["environment"]["name"] == "pypi"
    assert "contents" not in jobs["publish"]["permissions"]
    used = [step["uses"] for job in jobs.values() for step in job["steps"] if "uses" in step]
    assert all(re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", action) for action in used)
    assert [
        action.partition("@")[0] for action in used if "attest" in action or "publish" in action
    ] == [
        "actions/attest-build-provenance",
        "pypa/gh-action-pypi-publish",
    ]
    assert "secrets." not in text
