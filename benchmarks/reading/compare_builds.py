"""Compares what two builds of daft-lint read in the same programs, and finds in them.

    python benchmarks/reading/compare_builds.py --packages PACKAGES --tree SOME/CHECKOUT

The old build is a commit, which gets a git worktree, or the folder of a checkout. The programs are
the cases in tests/rules and tests/across_files, packages from PyPI (packages.txt), and any folders.
A file labels the differences that are known (differences.toml). Prints the others.

The exit code is 0 if each difference has a label, 1 if one has none, and 2 if a build can't run.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from build_facts import Facts, facts_of, failure
from run_build import MARK

from daft_lint.testing.documents import read_case_document

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).parent
PROJECT = HERE.parents[1]
OLD = "6d23c56"
LABELS = ("lost ordinary", "lost exotic", "gained", "wording")
_DOCUMENTS = ("tests/rules", "tests/across_files")
# The settings of tests/across_files, where a case has none of its own.
_SETTINGS = """\
[tool.daft-lint]
runner = "ray"

[tool.daft-lint.cluster]
workers = 1
cpus-per-worker = 16
"""
_SUFFIXES = (".py", ".ipynb", ".md")


class CompareError(Exception):
    """What keeps builds from being compared; its text is one line."""


@dataclass(frozen=True, slots=True)
class Program:
    """A folder that is linted as a whole; its own settings count if it is not `isolated`."""

    name: str
    folder: Path
    isolated: bool

    @property
    def digest(self) -> str:
        """What the folder holds, as far as a build may read it."""
        digest = hashlib.blake2b(digest_size=16)
        for path in sorted(self.folder.rglob("*")):
            if path.is_file() and path.suffix in (*_SUFFIXES, ".toml"):
                digest.update(f"{path.relative_to(self.folder)}\0".encode() + path.read_bytes())
        return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class Difference:
    """What only one build says of a place, or what each of them says."""

    program: str
    about: str
    old: Sequence[str]
    new: Sequence[str]

    def __str__(self) -> str:
        sides = (" | ".join(side) or "nothing" for side in (self.old, self.new))
        return f"{self.program}: {self.about}: {' -> '.join(sides)}"


@dataclass(frozen=True, slots=True)
class Label:
    """What differences of some programs are: `program` and `about` may have wildcards."""

    label: str
    program: str
    about: str
    why: str

    def fits(self, difference: Difference) -> bool:
        """Whether it is the label of a difference."""
        return fnmatchcase(difference.program, self.program) and fnmatchcase(
            difference.about, self.about
        )


class Build:
    """A build in a process of its own, which is asked for one program after the other."""

    def __init__(self, checkout: Path) -> None:
        self.seconds = 0.0
        command = [sys.executable, str(HERE / "run_build.py"), str(checkout.resolve())]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )

    def __enter__(self) -> Build:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.communicate()

    def facts(self, program: Program) -> Facts:
        """All that the build says of a program."""
        shared = ["--isolated"] if program.isolated else []
        wanted = ["--min-confidence", "possible", "--no-cache", "-j", "1"]
        checked = self._asked(program, ["check", *shared, *wanted], ["."])
        found = dict(self._pipelines(program, ["pipelines", *shared], ["."]))
        pipelines = {"pipelines": found.pop("pipelines", [])}
        facts = facts_of(pipelines, json.loads(checked["output"]))
        facts.update(found)
        return facts

    def _pipelines(
        self, program: Program, command: list[str], paths: list[str]
    ) -> Iterator[tuple[str, Any]]:
        """The pipelines, and failures: the file that fails the command is found by halves."""
        answer = self._asked(program, command, paths)
        if answer["output"]:
            yield "pipelines", json.loads(answer["output"])["pipelines"]
        elif paths != ["."] and len(paths) == 1:
            yield failure(paths[0], "pipelines", answer["errors"])
        else:
            if paths == ["."]:
                files = sorted(program.folder.rglob("*.py"))
                paths = [str(file.relative_to(program.folder)) for file in files]
            middle = len(paths) // 2
            together: list[Any] = []
            for half in (paths[:middle], paths[middle:]):
                for about, what in self._pipelines(program, command, half) if half else ():
                    if about == "pipelines":
                        together += what
                    else:
                        yield about, what
            yield "pipelines", together

    def _asked(self, program: Program, command: list[str], paths: list[str]) -> dict[str, Any]:
        arguments = [*command, "--output-format", "json", *paths]
        question = json.dumps({"folder": str(program.folder), "arguments": arguments})
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{question}\n")
        self._process.stdin.flush()
        line = next((line for line in self._process.stdout if line.startswith(MARK)), None)
        if line is None:
            raise CompareError(f"{program.name}: the build ended; see above")
        answer: dict[str, Any] = json.loads(line.removeprefix(MARK))
        self.seconds += answer["seconds"]
        if command[0] == "check" and not answer["output"]:
            raise CompareError(f"{program.name}: {answer['errors'].strip()}")
        return answer


def main() -> int:
    """Compare, and print; the exit code."""
    options = _options()
    try:
        labels = read_labels(options.labels)
        for tree in (*options.tree, *options.project):
            if not tree.is_dir():
                raise CompareError(f"{tree}: no such folder")
        with tempfile.TemporaryDirectory() as scratch, ExitStack() as stack:
            old = stack.enter_context(checkout(options.old))
            programs = [
                *(cases((old, options.new), Path(scratch)) if options.cases else ()),
                *(packages(options.packages, Path(scratch)) if options.packages else ()),
                *(Program(tree.name, tree.resolve(), True) for tree in options.tree),
                *(Program(tree.name, tree.resolve(), False) for tree in options.project),
            ]
            programs = [each for each in programs if fnmatchcase(each.name, options.only)]
            with ThreadPoolExecutor(2) as pool:
                kept = options.keep if old != Path(options.old) else None
                of_old = pool.submit(all_facts, old, programs, kept, options.old)
                of_new = pool.submit(all_facts, options.new, programs, None, "new")
                found = list(differences(of_old.result(), of_new.result()))
    except CompareError as error:
        print(f"compare_builds.py: {error}", file=sys.stderr)
        return 2
    return report(found, labels, whole=options.cases and options.only == "*")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--old", default=OLD, help="a commit or a folder [%(default)s]")
    parser.add_argument("--new", type=Path, default=PROJECT, help="a folder [this checkout]")
    parser.add_argument("--no-cases", dest="cases", action="store_false", help="no test documents")
    parser.add_argument("--packages", type=Path, help="the folder of the wheels of packages.txt")
    parser.add_argument("--tree", type=Path, action="append", default=[], help="read isolated")
    parser.add_argument("--project", type=Path, action="append", default=[], help="with settings")
    parser.add_argument("--only", default="*", help="programs by their names, with wildcards")
    parser.add_argument("--labels", type=Path, default=HERE / "differences.toml")
    parser.add_argument("--keep", type=Path, help="a folder for what the old commit said")
    return parser.parse_args()


def read_labels(path: Path) -> list[Label]:
    """The labels of a file, in order.

    Raises:
        CompareError: when one isn't complete, or none of `LABELS`.
    """
    labels = []
    for table in tomllib.loads(path.read_text(encoding="utf-8")).get("difference", []):
        try:
            labels.append(Label(**table))
        except TypeError as error:
            raise CompareError(f"{path}: {table}: {error}") from None
        if labels[-1].label not in LABELS:
            raise CompareError(f"{path}: {table}: a label is one of {', '.join(LABELS)}")
    return labels


@contextmanager
def checkout(name: str) -> Iterator[Path]:
    """The folder of a build: the one that is named, or that of a commit, for a while."""
    if Path(name).is_dir():
        yield Path(name)
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "old")
        _git("worktree", "add", "--quiet", "--detach", str(folder), name)
        try:
            yield folder
        finally:
            _git("worktree", "remove", "--force", str(folder))


def _git(*arguments: str) -> None:
    done = subprocess.run(("git", *arguments), cwd=PROJECT, capture_output=True, text=True)
    if done.returncode:
        raise CompareError(done.stderr.strip())


def cases(builds: Sequence[Path], scratch: Path) -> Iterator[Program]:
    """The cases of the documents of both builds; where both have one, it is that of the first."""
    known = set()
    for build in builds:
        for group in _DOCUMENTS:
            for document in sorted((build / group).glob("*.md")):
                for case in read_case_document(document).cases:
                    name = f"{Path(group).name}/{document.stem}/{case.name}"
                    if name in known:
                        continue
                    known.add(name)
                    case.write(scratch / name)
                    settings = scratch / name / "pyproject.toml"
                    if not settings.exists():
                        settings.write_text(_SETTINGS)
                    yield Program(name, scratch / name, isolated=False)


def packages(folder: Path, scratch: Path) -> Iterator[Program]:
    """The packages of packages.txt, unpacked from their wheels."""
    for line in (HERE / "packages.txt").read_text().split():
        name, _, version = line.partition("==")
        wheels = sorted(folder.glob(f"{name.replace('-', '_')}-{version}-*.whl"))
        if not wheels:
            command = f"pip download --no-deps -d {folder} -r {HERE / 'packages.txt'}"
            raise CompareError(f"{folder} has no wheel of {line}; run {command}")
        target = scratch / "packages" / line
        with zipfile.ZipFile(wheels[0]) as wheel:
            wheel.extractall(target, [m for m in wheel.namelist() if m.endswith(_SUFFIXES)])
        yield Program(line, target, isolated=True)


def all_facts(
    checkout: Path, programs: Sequence[Program], kept: Path | None, name: str
) -> dict[str, Facts]:
    """What a build says of each program, which is kept in a folder for the next time."""
    found: dict[str, Facts] = {}
    with Build(checkout) as build:
        for program in programs:
            file = None if kept is None else kept / f"{name}-{program.digest}.json"
            if file is not None and file.exists():
                found[program.name] = json.loads(file.read_text())
                continue
            before = build.seconds
            found[program.name] = build.facts(program)
            if (seconds := build.seconds - before) > 1:
                print(f"{program.name}: {seconds:.1f} s of CPU, {name}", flush=True)
            if file is not None:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(json.dumps(found[program.name]))
    return found


def differences(old: Mapping[str, Facts], new: Mapping[str, Facts]) -> Iterator[Difference]:
    """Where two builds don't say the same."""
    for program, said in old.items():
        for about in sorted({*said, *new[program]}):
            sides = said.get(about, []), new[program].get(about, [])
            if sides[0] != sides[1]:
                yield Difference(program, about, *sides)


def report(found: Sequence[Difference], labels: Sequence[Label], *, whole: bool) -> int:
    """Print what has no label, and how many have which; the exit code."""
    counted: Counter[str] = Counter()
    used: Counter[Label] = Counter()
    unlabelled = 0
    for difference in found:
        label = next((each for each in labels if each.fits(difference)), None)
        if label is None:
            unlabelled += 1
            print(difference)
        else:
            counted[label.label] += 1
            used[label] += 1
    for label in labels if whole else ():
        if not used[label]:
            print(f"differences.toml: nothing is {label.program}: {label.about} any more")
    known = ", ".join(f"{counted[label]} {label}" for label in LABELS)
    print(f"{len(found)} differences: {known}, {unlabelled} without a label")
    return int(unlabelled > 0)


if __name__ == "__main__":
    sys.exit(main())
