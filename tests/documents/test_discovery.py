from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sampling import draws

from daft_lint.documents.discovery import Discovery, Problem, find_files, is_excluded, would_find
from daft_lint.documents.file_selection import FilePatterns, Nested

NOBODY = 65534


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the current one, and no repository."""
    folder = (tmp_path / "project").resolve()
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def write(*files: str, text: str = "") -> None:
    for file in files:
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        Path(file).write_text(text, encoding="utf-8")


def names(discovery: Discovery) -> list[str]:
    """The files found, from the current folder, when nothing failed."""
    assert discovery.problems == ()
    return [file.relative_to(Path.cwd()).as_posix() for file in discovery.files]


def find(*paths: str, exclude: tuple[str, ...] = (), force_exclude: bool = False) -> list[str]:
    return names(find_files(map(Path, paths), exclude=exclude, force_exclude=force_exclude))


def test_python_files_of_a_folder_are_found_in_order(project: Path) -> None:
    write("b.py", "a-b/x.py", "a/y.py", "a/deep/z.py", "c.pyi", "d.txt", "e.py.orig", "é ü.py")
    assert find(".") == ["a/deep/z.py", "a/y.py", "a-b/x.py", "b.py", "é ü.py"]
    found = find_files([Path()]).files
    assert list(found) == sorted(found)


@pytest.mark.parametrize(
    ("include", "expected"),
    [
        (("*.py", "*.ipynb"), ["a.py", "old/b.ipynb", "old/c.py", "run.ipynb"]),
        (("*.ipynb", "!old/*.ipynb"), ["run.ipynb"]),
        (("/*.md", "old/*.py"), ["guide.md", "old/c.py"]),
        (("run.*",), ["run.ipynb"]),
        (("old/",), []),
        ((), []),
    ],
)
def test_files_that_are_included_are_found(
    project: Path, include: tuple[str, ...], expected: list[str]
) -> None:
    write("a.py", "run.ipynb", "guide.md", "old/b.ipynb", "old/c.py", "old/notes.md")
    assert names(find_files([Path()], include=include)) == expected


def test_a_file_that_is_named_need_not_be_included(project: Path) -> None:
    write("run.ipynb")
    assert find("run.ipynb", force_exclude=True) == ["run.ipynb"]


def test_an_empty_folder_holds_nothing(project: Path) -> None:
    assert find(".") == []
    assert find() == []


def test_folders_that_hold_no_code_of_the_project_are_skipped(project: Path) -> None:
    write("a.py", "src/venv/b.py", ".venv/c.py", "node_modules/d.py", "__pycache__/e.py")
    write("env/lib/site-packages/f.py", ".git/hooks/g.py", "venv.py")
    assert find(".") == ["a.py", "venv.py"]


def test_a_skipped_folder_can_be_taken_back(project: Path) -> None:
    write("venv/a.py", "src/venv/b.py", "node_modules/c.py")
    assert find(".", exclude=("!/venv/",)) == ["venv/a.py"]


def test_what_is_named_is_looked_at_whatever_its_name(project: Path) -> None:
    write("script", "venv/a.py", "gen/b.py", "gen/skip.py", "c.py")
    write(".gitignore", text="c.py\n")
    exclude = ("gen/", "skip.py")
    assert find("script", "venv", "gen", "c.py", exclude=exclude) == [
        "c.py",
        "gen/b.py",
        "script",
        "venv/a.py",
    ]
    assert find("gen/skip.py", exclude=exclude) == ["gen/skip.py"]


def test_force_exclude_finds_what_a_walk_would_find(project: Path) -> None:
    write("a.py", "venv/b.py", "gen/deep/c.py", "d.tmp.py", "sub/e.py", "sub/f.py", "script")
    write(".gitignore", text="*.tmp.py\n")
    write("sub/.gitignore", text="e.py\n")
    everything = [str(path) for path in Path().rglob("*.py")]
    walked = find(".", exclude=("gen/",))
    assert walked == ["a.py", "sub/f.py"]
    assert find(*everything, exclude=("gen/",), force_exclude=True) == walked
    assert find("venv", "gen", "gen/deep", exclude=("gen/",), force_exclude=True) == []
    assert find("script", force_exclude=True) == ["script"]


def test_what_a_walk_would_leave_out_need_not_be_there(project: Path) -> None:
    write(".gitignore", text="*.tmp.py\nignored/\n")
    out = ["venv/b.py", "gen/deep/c.py", "d.tmp.py", "ignored/new/e.py"]
    assert [
        name for name in [*out, "sub/f.py", "g.py"] if is_excluded(Path(name), exclude=["gen/"])
    ] == out
    assert not is_excluded(project.parent / "venv" / "a.py")


def test_excluding_is_relative_to_the_root(project: Path) -> None:
    write("a.py", "sub/a.py", "sub/deep/a.py", "sub/deep/b.py")
    assert find(".", exclude=("/a.py", "deep/b.py")) == [
        "sub/a.py",
        "sub/deep/a.py",
        "sub/deep/b.py",
    ]
    assert find(".", exclude=("sub/*", "!sub/deep/")) == ["a.py", "sub/deep/a.py", "sub/deep/b.py"]
    below_sub = find_files([Path()], exclude=["/a.py"], root=project / "sub")
    assert names(below_sub) == ["a.py", "sub/deep/a.py", "sub/deep/b.py"]


def test_what_is_outside_the_root_is_not_excluded(project: Path) -> None:
    write("other/a.py", "root/b.py")
    found = find_files(
        [Path("other/a.py"), Path("root")], exclude=["*.py"], root=Path("root"), force_exclude=True
    )
    assert names(found) == ["other/a.py"]


def test_folders_with_settings_of_their_own_choose_their_files(project: Path) -> None:
    write("a.py", "gen.py", "in/a.py", "in/b.md", "in/deep/gen.py", "in/deep/c.py", "in/x/d.py")
    write("pyproject.toml", "in/pyproject.toml", "in/x/pyproject.toml", "out/pyproject.toml")
    asked: list[str] = []

    def own(folder: str) -> FilePatterns | None:
        asked.append(Path(folder).relative_to(project).as_posix())
        return FilePatterns(("*.md",), ("/deep/",)) if folder.endswith("/in") else None

    nested = Nested(own, FilePatterns(include=("in/x/*.py",)))
    found = find_files([Path()], exclude=["out/", "gen.py"], nested=nested)
    assert names(found) == ["a.py", "in/b.md", "in/x/d.py"]
    assert sorted(asked) == ["in", "in/x"]
    inner = find_files([Path("in/x"), Path("in/deep")], exclude=["gen.py"], nested=nested)
    assert names(inner) == ["in/x/d.py"]
    every = ["a.py", "gen.py", "in/a.py", "in/b.md", "in/deep/gen.py", "in/x/d.py", "out/e.py"]
    assert [
        name
        for name in every
        if would_find(Path(name), include=["*.py"], exclude=["out/", "gen.py"], nested=nested)
    ] == ["a.py", "in/b.md", "in/x/d.py"]
    assert is_excluded(Path("in/deep"), nested=nested)
    assert not is_excluded(Path("in/gen.py"), exclude=["gen.py"], nested=nested)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository of git's own with a few folders of Python files."""
    folder = tmp_path_factory.mktemp("repository").resolve()
    for below in ("", "sub", "sub/deep", "sub/deep/sub", "a", "[b"):
        for name in ("a.py", "b.py", "keep.tmp.py", "#.py", "! .py"):
            (folder / below / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / below / name).touch()
    git("init", "--quiet", folder=folder)
    return folder


def git(*arguments: str, folder: Path) -> str:
    no_settings = {"GIT_CONFIG_NOSYSTEM": "1", "HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    command = [shutil.which("git") or "git", "-C", str(folder), *arguments]
    return subprocess.run(
        command,
        env={**os.environ, **no_settings},
        check=True,
        capture_output=True,
        encoding="utf-8",
    ).stdout


def check_against_git(repository: Path, outer: str, inner: str) -> None:
    (repository / ".gitignore").write_text(outer, encoding="utf-8", newline="")
    (repository / "sub" / ".gitignore").write_text(inner, encoding="utf-8", newline="")
    listed = git("ls-files", "--others", "--exclude-standard", "-z", "*.py", folder=repository)
    expected = sorted(repository / name for name in listed.split("\0") if name)
    assert list(find_files([repository], root=repository).files) == expected


@pytest.mark.parametrize(
    ("outer", "inner"),
    [
        ("", ""),
        ("sub/\n*.tmp.py\n!keep.tmp.py\n", ""),
        ("/a.py\nsub/deep/\n", "!a.py\n"),
        ("*.py\n", "!*.py\n"),
        ("*\n!sub/\n!sub/a.py\n", ""),
        ("*\n!*/\n!a.py\n", "/a.py"),
        ("sub\n", "!*\n"),
        ("# c\n\n!\n\\\na.py \r\n  \n", "**/b.py"),
        ("sub/**/b.py\na/**\n!a/a.py\n", "/deep\n"),
        ("\ufeffa.py\n[\n", "deep/**/"),
        ("\\#.py\n\\!\\ .py", "[[:alpha:]].py\n"),
        ("[!a].py\n", "[]-a].py\n[z-a]*\n[[:what:]]*\n"),
        ("", "/**\n!*/\n"),
        ("sub/*\n!sub/deep/\n!deep/sub/", "*/*.tmp.py"),
        ("[^[-b]*.py\n\\[b/\n", "?.py"),
        ("", "**[*.py-[ab]"),
        ("*a*.*p*\n*[ab]*[.]*\n", "**/*e*p/**/*.py"),
    ],
)
def test_gitignore_means_what_git_says(repository: Path, outer: str, inner: str) -> None:
    check_against_git(repository, outer, inner)


# git strips the literal start of a pattern first, so that `a**/` means `**/` after an `a`.
QUIRKS = re.compile(r"(?m)^[^/\n!]\*\*|(?<!^)[^/\n]\*\*")
PIECES = (
    *"ab*?!#/\\[]-. \n\n",
    *("**", "**/", "/**", "*.py", "sub", "deep", "[ab]", "[!a]", "!*/\n"),
)
WILDCARDS = (
    st.lists(st.sampled_from(PIECES), max_size=12)
    .map("".join)
    .filter(lambda text: QUIRKS.search(text) is None)
)


@settings(max_examples=draws(200), deadline=None)
@given(WILDCARDS, WILDCARDS)
def test_any_gitignore_means_what_git_says(repository: Path, outer: str, inner: str) -> None:
    check_against_git(repository, outer, inner)


@pytest.mark.parametrize("named", ["gen", "gen/deep"])
def test_a_named_folder_is_walked_though_it_is_ignored(project: Path, named: str) -> None:
    write("gen/deep/a.py", "gen/deep/b.tmp.py")
    write(".gitignore", text="gen/\n*.tmp.py\n")
    assert find(named) == ["gen/deep/a.py"]


def test_gitignore_counts_up_to_the_top_of_the_repository(project: Path) -> None:
    write(".gitignore", text="*.py\n")
    write("repo/.gitignore", text="b.py\n")
    write("repo/src/a.py", "repo/src/b.py", "repo/.git/HEAD")
    assert find("repo/src") == ["repo/src/a.py"]
    assert find(".") == ["repo/src/a.py"]


def test_gitignore_counts_up_to_the_root_where_there_is_no_repository(project: Path) -> None:
    write("../.gitignore", text="a.py\n")
    write(".gitignore", text="b.py\n")
    write("src/a.py", "src/b.py")
    assert find(".") == find("src") == ["src/a.py"]


def test_a_gitignore_that_cannot_be_read_ignores_nothing(project: Path) -> None:
    write("a.py")
    Path(".gitignore").mkdir()
    Path("sub").mkdir()
    Path("sub/.gitignore").write_bytes(b"\xff\nb.py")
    write("sub/b.py", "sub/c.py")
    assert find(".") == ["a.py", "sub/c.py"]


def test_a_file_is_found_once_however_it_is_reached(project: Path) -> None:
    write("sub/a.py")
    Path("link.py").symlink_to("sub/a.py")
    Path("folder").symlink_to("sub")
    assert find("link.py", "sub", "sub/../sub/a.py", str(project / "sub"), "folder", ".") == [
        "sub/a.py"
    ]
    assert find("link.py", "folder") == ["link.py"]


def test_a_link_to_a_folder_is_followed_only_when_named(project: Path) -> None:
    write("real/a.py")
    Path("tree").mkdir()
    Path("tree/link").symlink_to(Path("../real"))
    assert find("tree") == []
    assert find("tree/link") == ["tree/link/a.py"]


def test_the_way_back_over_a_link_is_the_real_one(project: Path) -> None:
    write("far/away/a.py", "far/b.py", "b.py")
    Path("near").symlink_to("far/away")
    assert find("near/../b.py") == ["far/b.py"]


def test_loops_and_dead_links_end_nowhere(project: Path) -> None:
    write("a.py")
    Path("loop").symlink_to(".")
    Path("itself.py").symlink_to("itself.py")
    Path("dead.py").symlink_to("missing")
    assert find(".") == ["a.py"]
    assert find_files([Path("dead.py"), Path("itself.py")]).problems == (
        Problem("dead.py", "no such file or folder"),
        Problem("itself.py", "can't be read: Too many levels of symbolic links"),
    )


def test_a_missing_path_is_reported_as_it_was_written_and_once(project: Path) -> None:
    write("a.py")
    discovery = find_files([Path("nowhere"), Path("a.py"), Path("nowhere"), Path("a.py/b")])
    assert discovery.files == (project / "a.py",)
    assert discovery.problems == (
        Problem("a.py/b", "can't be read: Not a directory"),
        Problem("nowhere", "no such file or folder"),
    )


@pytest.fixture
def forbidding(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A current folder with a subfolder `locked` that this process may not read."""
    folder = Path(tempfile.mkdtemp()).resolve()
    monkeypatch.chdir(folder)
    write("a.py", "locked/b.py")
    folder.chmod(0o755)
    Path("locked").chmod(0)
    was_root = os.geteuid() == 0
    if was_root:
        os.seteuid(NOBODY)
    yield folder
    if was_root:
        os.seteuid(0)
    Path("locked").chmod(0o755)
    shutil.rmtree(folder)


def test_a_folder_without_permission_is_reported_and_the_rest_is_found(forbidding: Path) -> None:
    expected = Problem("locked", "can't be read: Permission denied")
    assert find_files([Path()]) == Discovery((forbidding / "a.py",), (expected,))
    assert find_files([Path("locked"), Path("a.py")]).problems == (expected,)


def test_a_file_in_a_folder_without_permission_is_reported(forbidding: Path) -> None:
    expected = Problem("locked/b.py", "can't be read: Permission denied")
    assert find_files([Path("locked/b.py")]) == Discovery((), (expected,))


@pytest.fixture(scope="module")
def tangle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of links, patterns and nested folders."""
    folder = tmp_path_factory.mktemp("tangle").resolve()
    for file in ("a.py", "x/b.py", "x/y/c.py", "x/y/d.tmp.py", "venv/e.py", "text"):
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).touch()
    (folder / ".gitignore").write_text("*.tmp.py\n", encoding="utf-8")
    (folder / "link.py").symlink_to("x/b.py")
    (folder / "x" / "up").symlink_to("..")
    (folder / "why").symlink_to("x/y")
    return folder


@given(
    st.lists(
        st.sampled_from(
            ["a.py", "x", "x/b.py", "x/y", "x/y/d.tmp.py", "venv", "text", "link.py", "why", "none"]
        ),
        unique=True,
    ).flatmap(lambda paths: st.tuples(st.just(paths), st.permutations(paths))),
    st.sampled_from([(), ("y/",), ("x/*", "!x/y"), ("*.py",)]),
    st.booleans(),
)
def test_the_order_of_paths_changes_nothing(
    tangle: Path, orders: tuple[list[str], list[str]], exclude: tuple[str, ...], force: bool
) -> None:
    first, other = (
        find_files(
            [tangle / name for name in order], exclude=exclude, root=tangle, force_exclude=force
        )
        for order in orders
    )
    assert first == other
    assert len({file.resolve() for file in first.files}) == len(first.files)


def test_thousands_of_files_are_found_fast(project: Path) -> None:
    write(".gitignore", text="".join(f"pattern{number}/\n" for number in range(50)))
    for number in range(2000):
        write(f"package{number % 40}/module{number}.py")
    started = time.process_time()
    assert len(find(".", exclude=("docs/",))) == 2000
    assert time.process_time() - started < 2


def test_a_thousand_patterns_cost_each_path_next_to_nothing(project: Path) -> None:
    """The first one fits each path, and of all others only the last that fits decides."""
    write("a.py", *(f"kept/job{number}.py" for number in range(100)))
    lines = ("job*.py", *(f"folder{number}/*x{number}/" for number in range(1_000)), "!job7.py")
    start = process_time()
    assert find(".", exclude=lines) == ["a.py", "kept/job7.py"]
    assert process_time() - start < 3
