"""`daft-lint check`: what a person types, what they see, and the exit code."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from linted_programs import IDLE
from syrupy.assertion import SnapshotAssertion

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_findings_exit_with_1(run: Run, idle: Path, snapshot: SnapshotAssertion) -> None:
    result = run("check", "idle.py")
    assert (result.returncode, result.stderr) == (1, "")
    assert result.stdout == snapshot


def test_check_is_the_default_command(run: Run, idle: Path) -> None:
    assert run(".").stdout == run("check", ".").stdout == run().stdout
    assert run(".").returncode == run().returncode == 1


def test_nothing_found_exits_with_0(run: Run, tmp_path: Path) -> None:
    (tmp_path / "fine.py").write_text("import daft\n")
    result = run("fine.py")
    assert (result.returncode, result.stdout) == (
        0,
        "No problems found, no work judged. 1 file read.\n",
    )


def test_exit_zero_is_for_findings_only(run: Run, idle: Path) -> None:
    assert run("--exit-zero", ".").returncode == 0
    assert run("--exit-zero", ".", "missing.py").returncode == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("missing.py",),
        ("",),
        ("--select", "DFT999", "."),
        ("--output-format", "xml", "."),
        ("--workers", "0", "."),
        ("--min-confidence", "sure", "."),
        ("--config", "missing.toml", "."),
        ("--output-file", "missing/folder/out.txt", "."),
        ("rule", "DFT10"),
        ("rule", "--all", "DFT101"),
        ("pipelines", "missing.py"),
    ],
    ids=" ".join,
)
def test_wrong_input_is_reported_in_one_line_and_exits_with_2(
    run: Run, arguments: tuple[str, ...], snapshot: SnapshotAssertion
) -> None:
    result = run(*arguments)
    assert result.returncode == 2
    assert "Traceback" not in result.stdout + result.stderr
    assert result.stdout + result.stderr == snapshot


def test_an_unknown_option_is_reported_in_one_line(run: Run) -> None:
    result = run("--selct", "DFT1", ".")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith("daft-lint: No such option")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("word", "meant"), [("cehck", "check"), ("verfy", "verify"), ("Pipeline", "pipelines")]
)
def test_a_misspelt_command_is_reported_in_one_line(
    run: Run, idle: Path, tmp_path: Path, word: str, meant: str
) -> None:
    reported = f"daft-lint: {word}: no such file or folder; did you mean the command `{meant}`?\n"
    for arguments in ([word], [word, "idle.py"], [word, "--trials", "3"]):
        result = run(*arguments)
        assert (result.returncode, result.stdout, result.stderr) == (2, "", reported)
    (tmp_path / word).mkdir()
    assert run(word).returncode == 0
    other = run("nowhere")
    assert (other.returncode, other.stderr) == (2, "")
    assert "nowhere: no such file or folder" in other.stdout.replace("error: ", "")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("explain", "the command `rule`"),
        ("lint", "the command `check`"),
        ("version", "`daft-lint --version`"),
        ("DFT101", "`daft-lint rule DFT101`"),
    ],
)
def test_what_other_tools_call_a_command_is_understood(
    run: Run, idle: Path, tmp_path: Path, word: str, meant: str
) -> None:
    result = run(word, ".")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"daft-lint: {word}: no such file or folder; did you mean {meant}?\n"
    (tmp_path / word).mkdir()
    assert run(word).returncode == 0


@pytest.mark.parametrize("command", ["init", "pipelines", "plan", "verify"])
def test_a_command_alone_stops_where_a_folder_of_code_has_its_name(
    run: Run, tmp_path: Path, command: str
) -> None:
    folder = tmp_path / command
    folder.mkdir()
    (folder / "job.py").write_text(IDLE)
    result = run(command)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == (
        f"daft-lint: `{command}` is a command and a folder here: write `daft-lint check {command}` "
        f"to lint the folder, or `daft-lint {command} .` to run the command\n"
    )
    assert run("check", command).returncode == 1
    # With a file that can't be written, nothing runs on a cluster.
    elsewhere = ("--output-file", "missing/file") if command == "verify" else ()
    assert "is a command" not in run(command, ".", *elsewhere).stderr


def test_a_command_that_others_start_goes_on(run: Run, tmp_path: Path) -> None:
    (tmp_path / "rule").mkdir()
    (tmp_path / "rule" / "own.py").write_text("")
    result = run("rule")
    assert result.returncode == 0
    assert "DFT101" in result.stdout
    assert result.stderr.startswith("daft-lint: `rule` is a command and a folder here, and")
    assert "daft-lint check rule" in result.stderr


@pytest.mark.parametrize("given", ["", ",", " , "])
def test_a_selection_of_no_rule_is_refused(run: Run, idle: Path, given: str) -> None:
    result = run("--select", given, "idle.py")
    reported = "daft-lint: --select names no rule; name one, or omit the option\n"
    assert (result.returncode, result.stdout, result.stderr) == (2, "", reported)
    assert run("--ignore", given, "idle.py").returncode == 1


@pytest.mark.parametrize("given", ["[]", "['!a.py']"])
def test_to_look_for_no_file_is_refused(run: Run, idle: Path, given: str) -> None:
    result = run("--config", f"include = {given}", ".")
    assert (result.returncode, result.stdout) == (2, "")
    assert "include: matches no file; use a pattern such as `*.py`, or remove it" in result.stderr


def test_settings_come_from_the_nearest_pyproject(run: Run, idle: Path, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.daft-lint]\nignore = ['DFT101']\n")
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "pyproject.toml").write_text("[tool.daft-lint.cluster]\nworkers = 1\n")
    (inner / "one_worker.py").write_text(idle.read_text())
    assert run(".").returncode == 0
    assert run(".", "--isolated").returncode == 1


def test_options_win_over_settings(run: Run, idle: Path, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.daft-lint.cluster]\nworkers = 1\n")
    assert run(".").returncode == 0
    assert "3 workers" in run("--workers", "3", ".").stdout


@pytest.mark.parametrize(
    ("settings", "reported"),
    [
        ("select = []", "`[tool.daft-lint] select` in pyproject.toml, line 2"),
        ("ignore = ['DFT']", "`[tool.daft-lint] ignore` in pyproject.toml, line 2"),
        ("select = []\nextend-select = ['DFT1']", None),
    ],
)
def test_settings_that_let_everything_pass_are_reported(
    run: Run, idle: Path, tmp_path: Path, settings: str, reported: str | None
) -> None:
    (tmp_path / "pyproject.toml").write_text(f"[tool.daft-lint]\n{settings}\n")
    rest = "leaves no rule to run: nothing can be found\n"
    lines = "" if reported is None else f"daft-lint: {reported} {rest}"
    for _ in range(2):
        result = run(".")
        assert (result.returncode, result.stderr) == (1 if reported is None else 0, lines)
    assert run("-q", ".").stderr == ""


LEGACY = """\
import daft


@daft.udf(return_dtype=daft.DataType.string())
def tag(x):
    return [f"#{v}" for v in x.to_pylist()]


def run(df: daft.DataFrame):
    df.with_column("tag", tag(df["x"])).show()
"""


def test_the_version_is_that_of_the_lock_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "job.py").write_text(LEGACY)
    (tmp_path / ".git").mkdir()
    lock = tmp_path / "uv.lock"
    found = {}
    for version in ("0.6.4", "0.7.14", "0.5.22"):
        lock.write_text(f'version = 1\n\n[[package]]\nname = "daft"\nversion = "{version}"\n')
        found[version] = run("--output-format=concise", ".")
        shown = run("--show-settings").stdout
        taken = "0.6.0" if version == "0.5.22" else version
        assert f'daft-version = "{taken}"  # uv.lock:4\n' in shown
    assert "DFT301" not in found["0.6.4"].stdout
    assert "DFT301" in found["0.7.14"].stdout
    assert found["0.7.14"].stderr == ""
    assert found["0.5.22"].stderr == (
        "daft-lint: uv.lock:4: daft-lint knows Daft 0.6 and 0.7; `daft 0.5.22` is judged as 0.6.0\n"
    )
    for alone in (("--daft-version", "0.7"), ("--isolated",)):
        result = run(*alone, "--output-format=concise", ".")
        assert "DFT301" in result.stdout
        assert result.stderr == ""


def test_names_are_looked_up_for_older_releases_than_work_is_judged_for(
    run: Run, tmp_path: Path
) -> None:
    """daft.sql.SQLCatalog was last in Daft 0.5, daft.func is there since 0.5.22."""
    (tmp_path / "job.py").write_text(
        "import daft\nfrom daft.sql import SQLCatalog\n\n\n@daft.func\ndef f(a: int) -> int: ...\n"
    )
    found = {}
    for version in ("0.4.2", "0.5.22", "0.6.4"):
        (tmp_path / "requirements.txt").write_text(f"daft=={version}\n")
        found[version] = run("--select=DFT310", "--output-format=concise", ".").stdout
    assert "Daft 0.4.2 has no `daft.func` (added in 0.5.22)" in found["0.4.2"]
    assert "SQLCatalog" not in found["0.4.2"]
    assert "No problems found" in found["0.5.22"]
    assert "Daft 0.6.4 has no `daft.sql.SQLCatalog` (last in 0.5)" in found["0.6.4"]


WRAPPER = """\
[[tool.daft-lint.udf-wrappers]]
name = "acme.udfs.pool"
batch-size = "batch_size"
"""


@pytest.mark.parametrize(
    ("file", "text", "is_reported"),
    [
        ("acme/udfs.py", "def make(embed, batch_size): ...\n", True),
        ("src/acme/udfs/__init__.py", "def make(pooled): ...\n", True),
        ("acme/udfs.py", "def pool(embed, batch_size): ...\n", False),
        ("acme/udfs/__init__.py", "from acme.making import make as pool\n", False),
        ("acme/udfs/__init__.py", "from acme.making import *\n", False),
        ("acme/udfs/__init__.py", "def __getattr__(name): ...\n", False),
        ("acme/udfs/pool.py", "", False),
        ("other/udfs.py", "", False),
    ],
)
def test_a_wrapper_is_reported_that_its_module_surely_lacks(
    run: Run, idle: Path, tmp_path: Path, file: str, text: str, is_reported: bool
) -> None:
    (tmp_path / "pyproject.toml").write_text(WRAPPER)
    (tmp_path / file).parent.mkdir(parents=True)
    (tmp_path / file).write_text(text)
    reported = (
        f"daft-lint: pyproject.toml: udf-wrappers: `acme.udfs.pool` has no effect: {file} "
        "doesn't define it\n"
    )
    for _ in range(2):
        result = run(".")
        assert (result.returncode, result.stderr) == (1, reported if is_reported else "")


SOURCES = """\
[[tool.daft-lint.sources]]
match = "{match}"
rows = 100
"""


@pytest.mark.parametrize(
    ("match", "paths", "is_reported"),
    [
        ("s3://bucket/docs/*.parquet", ["."], False),
        ("s3://bukcet/docs/*.parquet", ["."], True),
        ("s3://bukcet/docs/*.parquet", ["job.py"], False),
        ("s3://bukcet/docs/*.parquet", ["--select=DFT310", "."], False),
        ("s3://bukcet/docs/*.parquet", ["--extend-exclude=old", "."], False),
    ],
)
def test_facts_about_a_source_that_no_judged_work_reads_are_reported(
    run: Run, tmp_path: Path, match: str, paths: list[str], is_reported: bool
) -> None:
    (tmp_path / "pyproject.toml").write_text(SOURCES.format(match=match))
    (tmp_path / "job.py").write_text(
        "import daft\nfrom daft import col\n\n\n@daft.func\ndef parse(raw: str) -> str:\n"
        "    return model(raw)\n\n\n"
        'df = daft.read_parquet("s3://bucket/docs/*.parquet")\n'
        'df.with_column("text", parse(col("raw"))).write_parquet("out")\n'
    )
    reported = (
        f"daft-lint: pyproject.toml: sources: `{match}` has no effect: "
        "no judged work is known to read such a path\n"
    )
    for _ in range(2):
        assert run(*paths).stderr == (reported if is_reported else "")
    # A file that can't be read may hold the work that reads it.
    (tmp_path / "broken.py").write_text("import daft\nx = (\n")
    assert "no effect" not in run(*paths).stderr
    (tmp_path / "broken.py").unlink()
    # Those of a file that several projects extend may be about another one.
    (tmp_path / "pyproject.toml").rename(tmp_path / "base.toml")
    (tmp_path / "pyproject.toml").write_text('[tool.daft-lint]\nextend = "base.toml"\n')
    assert run(*paths).stderr == ""


@pytest.mark.parametrize("option", ["--output-file", "--write-baseline"])
def test_a_read_only_file_keeps_what_it_holds(
    run: Run, idle: Path, tmp_path: Path, option: str
) -> None:
    kept = tmp_path / "kept.txt"
    kept.write_text("kept")
    kept.chmod(0o444)
    result = run(option, "kept.txt", ".")
    assert (result.returncode, kept.read_text()) == (2, "kept")
    assert result.stderr == "daft-lint: can't write kept.txt: Permission denied\n"


def test_a_path_that_leads_nowhere_has_no_settings_to_show(run: Run, idle: Path) -> None:
    result = run("--show-settings", "idle.py", "missing.py")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "daft-lint: missing.py: no such file or folder\n"


def test_excluded_files_stay_out_even_by_name_when_forced(run: Run, idle: Path) -> None:
    assert run("--exclude", "idle.py", ".").returncode == 0
    assert run("--exclude", "idle.py", "idle.py").returncode == 1
    assert run("--exclude", "idle.py", "--force-exclude", "idle.py").returncode == 0


def test_a_terminal_without_columns_gets_lines_of_the_usual_width(run: Run, idle: Path) -> None:
    usual = run(".", COLUMNS="100").stdout
    assert run(".", COLUMNS="0").stdout == run(".", COLUMNS="").stdout == usual
    assert run(".", COLUMNS="60").stdout != usual


def test_quiet_leaves_only_findings(run: Run, idle: Path) -> None:
    assert run("-q", "--output-format", "concise", ".").stdout.count("\n") == 1
    assert run("-q", "--ignore", "DFT", ".").stdout == ""


def test_verbose_tells_what_is_done_on_standard_error(run: Run, idle: Path) -> None:
    assert "idle.py: " in run("-v", ".").stderr


@pytest.mark.parametrize("output_format", ["full", "concise", "json", "github", "sarif"])
def test_output_goes_to_a_file_when_asked(
    run: Run, idle: Path, tmp_path: Path, output_format: str
) -> None:
    result = run(".", "--output-format", output_format, "--output-file", "out")
    assert (result.returncode, result.stdout) == (1, "")
    assert "DFT101" in (tmp_path / "out").read_text(encoding="utf-8")


def test_a_pipe_gets_no_colour_unless_it_asks(run: Run, idle: Path) -> None:
    assert "\x1b" not in run(".").stdout
    assert "\x1b" in run("--color", "always", ".").stdout
    assert "\x1b" in run(".", FORCE_COLOR="1").stdout
    assert "\x1b" not in run(".", FORCE_COLOR="1", NO_COLOR="1").stdout


def test_a_terminal_that_knows_only_ascii_gets_ascii(run: Run, idle: Path) -> None:
    result = run(".", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert result.returncode == 1
    assert result.stdout.isascii()


def test_github_gets_the_names_of_files_whatever_a_terminal_shows(
    run: Run, idle: Path, tmp_path: Path
) -> None:
    idle.rename(tmp_path / "größe.py")
    result = run(".", "--output-format", "github", PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert "file=größe.py," in result.stdout


def test_output_keeps_links_modes_and_devices(run: Run, idle: Path, tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("old")
    (tmp_path / "real.txt").chmod(0o600)
    (tmp_path / "link.txt").symlink_to("real.txt")
    run(".", "--output-file", "link.txt")
    assert (tmp_path / "link.txt").is_symlink()
    assert "DFT101" in (tmp_path / "real.txt").read_text(encoding="utf-8")
    assert (tmp_path / "real.txt").stat().st_mode & 0o777 == 0o600
    assert "DFT101" in run(".", "--output-file", "/dev/stdout").stdout
    assert sorted(path.name for path in tmp_path.iterdir()) == ["idle.py", "link.txt", "real.txt"]


@pytest.mark.parametrize(
    "arguments",
    [
        "check --output-file idle.py",
        "check idle.py --output-format json --output-file=idle.py",
        "check --diff --output-file link.txt",
        "check elsewhere --output-file idle.py",
        "check program --output-file program",
        "check --output-file guide.md",
        "check --output-file pyproject.toml",
        "check --output-file known.json",
        "pipelines --output-file idle.py",
        "plan --output-file idle.py",
        "plan --concurrency 4 --workers 2 --output-file idle.py",
        "live idle.py --output-file idle.py",
        "verify --output-file idle.py",
        "verify --report idle.py",
    ],
)
def test_no_report_takes_the_place_of_code_or_settings(
    run: Run, idle: Path, tmp_path: Path, arguments: str
) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link.txt").symlink_to("idle.py")
    (tmp_path / "program").write_text(idle.read_text())
    (tmp_path / "guide.md").write_text("# Guide\n")
    (tmp_path / "known.json").write_text('{"version": 1, "findings": []}')
    (tmp_path / "pyproject.toml").write_text(
        "[tool.daft-lint]\nextend-include = ['*.md']\nbaseline = 'known.json'\n"
    )
    files = [path for path in tmp_path.iterdir() if path.is_file()]
    before = {file: file.read_bytes() for file in files}
    result = run(*arguments.split())
    assert (result.returncode, result.stdout) == (2, "")
    name = arguments.replace("=", " ").split()[-1]
    assert result.stderr == (
        f"daft-lint: won't overwrite {name}, which holds code or settings; name another file\n"
    )
    assert {file: file.read_bytes() for file in files} == before


@pytest.mark.parametrize("name", ["report.md", "report.json", "new.py"])
def test_a_report_takes_the_place_of_an_older_one(
    run: Run, idle: Path, tmp_path: Path, name: str
) -> None:
    (tmp_path / "report.md").write_text("old")
    (tmp_path / "report.json").write_text("old")
    assert run("idle.py", "--output-file", name).returncode == 1
    assert "DFT101" in (tmp_path / name).read_text(encoding="utf-8")


def test_a_file_is_linted_once_however_often_it_is_named(
    run: Run, idle: Path, tmp_path: Path
) -> None:
    (tmp_path / "link.py").symlink_to("idle.py")
    result = run("idle.py", "link.py", ".", "idle.py", "--output-format", "concise")
    assert result.stdout.count("DFT101") == 1
