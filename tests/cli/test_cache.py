"""What the cache promises on the command line: the same output, sooner, and never an old one."""

import os
import pickle
import shutil
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from linted_programs import JOB, MODEL

from daft_lint.caching.result_cache import ResultCache
from daft_lint.cli import main
from daft_lint.documents.document import Document
from daft_lint.linting import Linted, lint

Check = Callable[..., Result]

CLUSTER = "[tool.daft-lint.cluster]\nworkers = 2\ncpus-per-worker = 8\n"
FORMATS = ("full", "concise", "json", "github", "sarif")


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that records are in, not there yet."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.delenv("DAFT_LINT_NO_CACHE", raising=False)
    monkeypatch.setenv("DAFT_LINT_CACHE_DIR", str(folder))
    return folder / "daft-lint" / "results"


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text(CLUSTER)
    folder = tmp_path / "app"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "config.py").write_text("ROWS = 100\n")
    (folder / "model.py").write_text(MODEL)
    (folder / "job.py").write_text(JOB)
    (folder / "quiet.py").write_text("import daft  # noqa: DFT101\n")
    return folder


@pytest.fixture
def check() -> Check:
    def check(*arguments: str) -> Result:
        # On a slow machine other processes would take files, and what they lint isn't seen here.
        options = ("--min-confidence=possible", "--jobs=1")
        result = CliRunner().invoke(main, ["check", *options, *arguments])
        assert result.exit_code in (0, 1), result.output
        return result

    return check


@pytest.fixture
def linted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are linted from here on."""
    paths: list[str] = []

    def noting(document: Document, *arguments: Any, **named: Any) -> Linted:
        paths.append(document.path)
        return lint(document, *arguments, **named)

    monkeypatch.setattr("daft_lint.linting.lint", noting)
    return paths


def uncached(check: Check, *arguments: str) -> Result:
    return check("--no-cache", *arguments)


def test_verbose_names_only_files_that_are_read_anew(check: Check, app: Path) -> None:
    job = str(Path("app", "job.py"))
    assert f"{job}: " in check("--verbose").stderr
    assert check("--verbose").stderr == ""


def test_output_is_the_same_with_a_cache_and_without(
    app: Path, check: Check, linted: list[str]
) -> None:
    plain = {name: uncached(check, "--output-format", name) for name in FORMATS}
    assert plain["full"].exit_code == 1
    assert "leaves the 50 rows of a task in 1 morsel" in plain["full"].stdout
    first = check("--output-format", "full")
    linted.clear()
    for name in FORMATS:
        again = check("--output-format", name)
        assert (again.stdout, again.stderr, again.exit_code) == (
            plain[name].stdout,
            plain[name].stderr,
            plain[name].exit_code,
        )
    assert (first.stdout, linted) == (plain["full"].stdout, [])


def test_every_option_gives_the_same_with_a_cache(app: Path, check: Check) -> None:
    options = (
        ("--diff",),
        ("--workers=4", "--cpus-per-worker=8", "--cost-per-worker-hour=3"),
        ("--ignore=DFT1",),
    )
    for each in options:
        plain = uncached(check, *each)
        for _ in range(2):
            again = check(*each)
            assert (again.stdout, again.exit_code) == (plain.stdout, plain.exit_code), each


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("app/config.py", "ROWS = 1\n"),
        ("app/model.py", MODEL.replace("(max_concurrency=8)", "(max_concurrency=8)  # noqa: DFT1")),
        ("app/config/__init__.py", "ROWS = 7\n"),
        ("app/main.py", "import daft\nimport app.job\ndaft.set_runner_native()\n"),
        (".gitignore", "app/config.py\n"),
        ("uv.lock", '[[package]]\nname = "daft"\nversion = "0.6.4"\n'),
        ("pyproject.toml", "[tool.daft-lint]\nexclude = ['app/model.py']\n"),
    ],
)
def test_a_changed_project_is_never_reported_as_it_was(
    app: Path, check: Check, file: str, text: str | None
) -> None:
    check("--output-format=json")
    changed = app.parent / file
    changed.parent.mkdir(exist_ok=True)
    before = changed.read_text() if changed.exists() else None
    if text is None:
        changed.unlink()
    else:
        changed.write_text(text)
    assert check("--output-format=json").stdout == uncached(check, "--output-format=json").stdout
    if before is None:
        changed.unlink()
    else:
        changed.write_text(before)
    assert check("--output-format=json").stdout == uncached(check, "--output-format=json").stdout


def test_a_change_that_no_clock_shows_is_seen(app: Path, check: Check) -> None:
    model = app / "model.py"
    check()
    check()
    seen = model.stat()
    # As long as before, and as old: what a tool does that keeps times.
    model.write_text(MODEL.replace("max_concurrency=8", "max_concurrency=2"))
    os.utime(model, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    assert check().stdout == uncached(check).stdout


BROKEN = [
    b"",
    b"{}",
    pickle.dumps(({}, {}, {}, {"app/job.py": 1})),
    # What runs a program where pickles of others are trusted.
    b"cos\nsystem\n(S'touch hacked'\ntR.",
    b"cdaft_lint.plan.span\nreplace\n(tR.",
]


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_record_is_none(app: Path, check: Check, cache: Path, broken: bytes) -> None:
    plain = uncached(check).stdout
    check()
    (record,) = cache.iterdir()
    whole = record.read_bytes()
    for data in (broken, whole[:-1], whole[: len(whole) // 2]):
        record.write_bytes(data)
        assert check().stdout == plain
        assert not Path("hacked").exists()
    record.unlink()
    record.mkdir()
    assert check().stdout == plain


def test_a_broken_result_is_none(app: Path, check: Check, cache: Path, linted: list[str]) -> None:
    check()
    (record,) = cache.iterdir()
    rules, names, kept = pickle.loads(record.read_bytes())
    assert len(kept) == 3
    strange = [pickle.dumps(None), pickle.dumps(Path()), b"half"]
    for file, result in zip(sorted(kept), strange, strict=True):
        kept[file] = (*kept[file][:-1], result)
    record.write_bytes(pickle.dumps((rules, names, kept)))
    linted.clear()
    assert check().stdout == uncached(check).stdout
    assert len(linted) == 6


@pytest.mark.parametrize("broken", BROKEN)
def test_what_is_broken_of_texts_is_found_out_again(
    app: Path, check: Check, cache: Path, broken: bytes
) -> None:
    job = app / "job.py"
    # A text that no other test has: modules that are still there aren't read again.
    job.write_text(f"{JOB}# {app}\n")
    check()
    (record,) = (cache.parent / "texts").iterdir()
    known = pickle.loads(record.read_bytes())
    assert known
    inside = pickle.dumps(dict.fromkeys(known, zlib.compress(broken)))
    for data in (broken, inside, record.read_bytes()[:-1]):
        record.write_bytes(data)
        job.write_text(f"{job.read_text()}# edited\n")
        assert check().stdout == uncached(check).stdout
        assert not Path("hacked").exists()


def test_a_folder_that_others_write_to_is_not_read(
    app: Path, check: Check, cache: Path, linted: list[str]
) -> None:
    check()
    assert cache.stat().st_mode & 0o777 == 0o700
    cache.chmod(0o777)
    linted.clear()
    check()
    assert len(linted) == 3
    cache.chmod(0o700)
    linted.clear()
    check()
    assert linted == []


def test_a_folder_that_is_a_link_is_left_alone(app: Path, check: Check, cache: Path) -> None:
    theirs = app.parent / "theirs"
    theirs.mkdir()
    cache.parent.mkdir()
    cache.symlink_to(theirs)
    assert check().stdout == uncached(check).stdout
    assert list(theirs.iterdir()) == []


def test_the_cache_can_be_nowhere(
    app: Path, check: Check, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    uncached(check)
    monkeypatch.setenv("DAFT_LINT_NO_CACHE", "1")
    check()
    assert not cache.exists()


def test_the_cache_is_the_users_own_and_never_in_a_checkout(
    app: Path,
    check: Check,
    linted: list[str],
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = tmp_path_factory.mktemp("own")
    monkeypatch.delenv("DAFT_LINT_CACHE_DIR")
    monkeypatch.setattr("daft_lint.caching.folder.user_cache_path", lambda name, _: own / name)
    before = sorted(app.parent.rglob("*"))
    check()
    linted.clear()
    check()
    assert linted == []
    assert sorted(app.parent.rglob("*")) == before
    assert len(list((own / "daft-lint" / "results").iterdir())) == 1


def test_a_cache_that_cannot_be_is_done_without(app: Path, check: Check, cache: Path) -> None:
    cache.parent.write_text("a file of somebody")
    assert check().stdout == uncached(check).stdout
    assert cache.parent.read_text() == "a file of somebody"


def test_only_so_many_records_are_kept(app: Path, check: Check, cache: Path) -> None:
    cache.mkdir(0o700, parents=True)
    for number in range(120):
        (cache / f"{number:032x}").write_text("")
        os.utime(cache / f"{number:032x}", (number, number))
    (cache / "notes").write_text("mine")
    check()
    assert len(list(cache.iterdir())) == 101
    assert (cache / "notes").exists()
    assert not (cache / f"{20:032x}").exists()
    assert (cache / f"{21:032x}").exists()


def test_only_so_much_is_kept(
    app: Path, check: Check, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check()
    (record,) = cache.iterdir()
    monkeypatch.setattr("daft_lint.caching.folder._MOST_BYTES", record.stat().st_size + 10)
    check("--ignore=DFT1")
    assert len(list(cache.iterdir())) == 1


def test_runs_at_once_keep_what_others_found(
    app: Path, check: Check, cache: Path, linted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second one is done between the start and the end of the first."""
    save = ResultCache.save

    def late(first: ResultCache) -> None:
        monkeypatch.setattr(ResultCache, "save", save)
        check("app/model.py")
        save(first)

    monkeypatch.setattr(ResultCache, "save", late)
    check("app/job.py")
    linted.clear()
    check("app/model.py", "app/job.py")
    assert linted == []


def test_only_what_a_change_may_matter_to_is_linted_again(
    app: Path, check: Check, linted: list[str]
) -> None:
    (app.parent / "alone.py").write_text("import daft\ndaft.read_parquet('a').show()\n")
    tests = app.parent / "test_app.py"
    tests.write_text("import daft\nfrom app import model\n")
    check()
    for file, text, again in (
        (app / "config.py", "ROWS = 2\n", {"app/job.py", "app/model.py", "test_app.py"}),
        (app.parent / "alone.py", "import daft\n", {"alone.py"}),
        (tests, "import daft\nfrom app import model\nmodel.SIZE = 3\n", {"test_app.py"}),
        (app.parent / "new.py", "import os\n", set()),
    ):
        file.write_text(text)
        linted.clear()
        check()
        assert set(linted) == again


def test_a_project_that_moved_is_linted_anew(
    app: Path, check: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check()
    moved = tmp_path.with_name(f"{tmp_path.name}-moved")
    shutil.copytree(tmp_path, moved)
    monkeypatch.chdir(moved)
    (moved / "app" / "config.py").write_text("ROWS = 1\n")
    assert check().stdout == uncached(check).stdout
    monkeypatch.chdir(moved / "app")
    assert check().stdout == uncached(check).stdout


def test_rules_of_the_project_are_part_of_what_makes_a_result(app: Path, check: Check) -> None:
    rules = app.parent / "lint_rules"
    rules.mkdir()
    (rules / "show.py").write_text(
        "from daft_lint.rule import Problem, rule\n\n\n"
        '@rule("ACME001", "no-write")\ndef no_write(case):\n    """Writes."""\n'
        "    from lint_rules.words import WORD\n"
        "    action = case.pipeline.action\n"
        "    yield Problem(span=action.span, message=WORD, remedy='remove it', on_ray=False)\n"
    )
    (app.parent / "pyproject.toml").write_text(
        '[tool.daft-lint]\nextend-rules = ["lint_rules.show"]\n'
    )
    concise = ("--output-format=concise", "--select=ACME", "app")
    # Of other lengths: Python tells a module that changes within a second by its size alone.
    for word in ("one", "another"):
        (rules / "words.py").write_text(f"WORD = 'word {word}'\n")
        # Modules are imported once in a process: what counts is what the cache says of the next.
        from daft_lint import registry

        registry._folder.cache_clear()
        registry._with_those_of.cache_clear()
        registry._called_in.cache_clear()
        assert f"word {word}" in check(*concise).stdout


def test_fixing_with_a_cache_fixes_what_is_there(app: Path, check: Check) -> None:
    quiet = app / "quiet.py"
    check()
    assert "DFT901" in check("app/quiet.py", "--output-format=concise").stdout
    check("--fix", "app/quiet.py")
    assert "noqa" not in quiet.read_text()
    assert check("app/quiet.py").stdout == uncached(check, "app/quiet.py").stdout


def test_standard_input_is_never_taken_from_a_cache(app: Path) -> None:
    def given(text: str) -> str:
        arguments = ["check", "-", "--stdin-filename", "app/job.py", "--output-format=json"]
        return CliRunner().invoke(main, arguments, input=text).stdout

    CliRunner().invoke(main, ["check", "."])
    assert "DFT900" in given("import daft\n(")
    assert "DFT900" not in given(JOB)


CHECKED = """\
import daft
from test_sizes import SIZE


@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=SIZE)
    def __call__(self, text): ...


def test_it():
    df = daft.from_pydict({"text": ["a"] * 50}).into_partitions(2)
    assert df.with_column("e", Embed()(df["text"])).count_rows()
"""


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        # A test that another one imports.
        ("test_sizes.py", "SIZE = 1\n", "SIZE = 64\n"),
    ],
)
def test_what_counts_from_elsewhere_is_seen(
    app: Path, check: Check, file: str, before: str, after: str
) -> None:
    (app.parent / "test_app.py").write_text(CHECKED)
    changed = app.parent / file
    changed.write_text(before)
    first = check("--output-format=json").stdout
    changed.write_text(after)
    second = check("--output-format=json").stdout
    assert second != first
    assert second == uncached(check, "--output-format=json").stdout
