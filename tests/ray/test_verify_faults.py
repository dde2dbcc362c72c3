"""What goes wrong around a verification is told in one line; nothing is left of it."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from sampling import nightly, one_in

from daft_lint.verification.messages import DAFTS_PATIENCE

FINDING = """\
import daft
from daft import col


@daft.cls(max_concurrency={actors}, cpus=1)
class Embed{rows}:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size={batch_size})
    def __call__(self, path):
        return path


# daft-lint: workers=1, cpus-per-worker={cpus}
def embed_{rows}():
    df = daft.from_pydict({{"path": [f"file-{{n}}" for n in range({rows})]}})
    return df.with_column("embedding", Embed{rows}()(col("path"))).collect()
"""
AT_ONCE = 25.0
"""Seconds on a busy machine; Ray's own waits take 30 and more."""


def finding(rows: int = 300, actors: int = 2, batch_size: int = 300, cpus: int = 4) -> str:
    """A program with one finding."""
    return FINDING.format(rows=rows, actors=actors, batch_size=batch_size, cpus=cpus)


def refused(run, *, seconds: float = AT_ONCE) -> str:
    """The one line that a run ends with which can do nothing, soon and without a Ray cluster."""
    began = time.monotonic()
    ended = run.ended()
    assert time.monotonic() - began < seconds
    assert not any("gcs_server" in " ".join(seen.command) for seen in run.seen.values())
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.count("\n") == 1, ended.err
    run.assert_nothing_left()
    return ended.err.strip()


@pytest.fixture(scope="module", autouse=True)
def unanswered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[subprocess.Popen[str]]:
    """A run against an address where somebody listens who never answers.

    It takes its time, so it runs beside all the others.
    """
    folder = tmp_path_factory.mktemp("unanswered")
    (folder / "program.py").write_text(finding())
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        process = subprocess.Popen(
            [sys.executable, "-m", "daft_lint", "verify", "--address", address, "program.py"],
            cwd=folder,
            env={**os.environ, "TMPDIR": str(folder)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        yield process
        process.kill()
        process.communicate()


@pytest.mark.parametrize("package", ["daft", "psutil"])
def test_without_a_package_it_says_what_to_install(
    verify, starved: str, tmp_path: Path, package: str
) -> None:
    python = environment_without(package, tmp_path / "venv")
    message = refused(verify(starved, python=python))
    assert f"{python} -m pip install 'daft-lint[verify]'" in message
    assert package in message.lower()


def test_a_report_needs_its_template_engine(verify, starved: str, tmp_path: Path) -> None:
    python = environment_without("jinja2", tmp_path / "venv")
    message = refused(verify(starved, "--report", "report.html", python=python))
    assert f"{python} -m pip install 'daft-lint[verify]'" in message


def test_a_daft_that_is_too_old_is_refused(verify, starved: str, tmp_path: Path) -> None:
    (tmp_path / "old" / "daft").mkdir(parents=True)
    (tmp_path / "old" / "daft" / "__init__.py").touch()
    metadata = tmp_path / "old" / "daft-0.5.0.dist-info" / "METADATA"
    metadata.parent.mkdir()
    metadata.write_text("Metadata-Version: 2.1\nName: daft\nVersion: 0.5.0\n")
    message = refused(verify(starved, PYTHONPATH=str(tmp_path / "old")))
    assert "(Daft 0.5.0 is too old: 0.6.4 or later is needed)" in message
    assert f"{sys.executable} -m pip install 'daft-lint[verify]'" in message


def environment_without(package: str, folder: Path) -> str:
    """The Python of an environment that has all that this one has, but a package."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    scheme = {"base": str(folder), "platbase": str(folder)}
    packages = Path(sysconfig.get_path("purelib", vars=scheme))
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if path.name.lower().partition("-")[0] != package:
            (packages / path.name).symlink_to(path)
    return str(folder / "bin" / "python")


@pytest.mark.parametrize(
    ("address", "why"),
    one_in(
        2,
        [
            ("127.0.0.1:{free}", "no Ray cluster answers at 127.0.0.1:{free}: Connection refused"),
            ("ray://127.0.0.1:{free}", "no Ray cluster answers at ray://127.0.0.1:{free}"),
            ("cluster", "cluster isn't the address of a Ray cluster: use host:port"),
            ("http://127.0.0.1:{free}", "http://127.0.0.1:{free} is for submitting jobs"),
        ],
    ),
)
def test_an_address_that_refuses_is_reported_soon(verify, starved: str, address, why) -> None:
    with socket.socket() as bound:
        # Nobody else gets this port meanwhile, and nobody listens.
        bound.bind(("127.0.0.1", 0))
        free = bound.getsockname()[1]
        run = verify(starved, RAY_ADDRESS=address.format(free=free))
        assert why.format(free=free) in refused(run, seconds=30)


@nightly
def test_more_actors_than_cpus_are_confirmed_without_dafts_long_wait(verify, tmp_path) -> None:
    (tmp_path / "crowded.py").write_text(finding(rows=600, actors=3, batch_size=20, cpus=2))
    run = verify("crowded.py", "--timeout", str(DAFTS_PATIENCE / 2))
    ended = run.ended()
    assert ended.code == 1, ended.err
    assert "error[DFT107]" in ended.out
    assert "CONFIRMED" in ended.out
    run.assert_nothing_left()


def test_an_actor_that_dies_makes_a_run_inconclusive(verify, starved: str) -> None:
    run = verify(starved)
    run.wait_for("ray::UDFActor.eval_input").kill()
    ended = run.ended()
    assert ended.code == 0, ended.err
    assert "INCONCLUSIVE: an actor died and was restarted" in ended.out
    run.assert_nothing_left()


@nightly
def test_an_engine_that_dies_costs_one_finding_only(verify, tmp_path: Path) -> None:
    (tmp_path / "first.py").write_text(finding(rows=300))
    (tmp_path / "second.py").write_text(finding(rows=400, batch_size=400))
    run = verify("first.py", "second.py")
    run.wait_for("ray::UDFActor")
    engine = run.engine()
    assert engine is not None
    psutil.Process(engine).kill()
    ended = run.ended()
    assert ended.code == 1, ended.err
    assert "INCONCLUSIVE: the engine was killed by SIGKILL" in ended.out
    assert "1 confirmed, 1 inconclusive of 2 findings" in ended.out
    assert "Traceback" not in ended.out + ended.err
    run.assert_nothing_left()


def test_a_time_limit_makes_a_run_inconclusive(verify, starved: str) -> None:
    run = verify(starved, "--timeout", "1")
    ended = run.ended()
    assert ended.code == 0, ended.err
    assert "INCONCLUSIVE: the replay did not finish within 1 s" in ended.out
    run.assert_nothing_left()


@nightly
def test_a_budget_too_small_for_all_makes_the_rest_inconclusive(verify, tmp_path: Path) -> None:
    (tmp_path / "first.py").write_text(finding(rows=300))
    (tmp_path / "second.py").write_text(
        finding(rows=400, batch_size=400).replace("workers=1", "workers=2")
    )
    run = verify("first.py", "second.py", "--budget", "1")
    ended = run.ended()
    assert ended.code == 0, ended.err
    assert ended.out.count("INCONCLUSIVE: no time left of the 1 s of --budget") == 2
    run.assert_nothing_left()
    assert len(run.sessions) == 1


@pytest.mark.parametrize("option", ["--report", "--output-file"])
def test_a_file_that_cannot_be_written_is_reported_before_anything_runs(
    verify, starved: str, option: str, tmp_path: Path
) -> None:
    message = refused(verify(starved, option, "missing/file"))
    assert message == "daft-lint: can't write missing/file: No such file or directory"
    (tmp_path / "readonly").mkdir(mode=0o555)
    message = refused(verify(starved, option, "readonly/file", prefix=without_privileges()))
    assert message == "daft-lint: can't write readonly/file: Permission denied"


def without_privileges() -> list[str]:
    """What to start a program with, so that permissions hold even for root."""
    if os.geteuid():
        return []
    if shutil.which("setpriv") is None:
        pytest.skip("root may write anywhere")
    return ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]


@nightly
def test_a_full_disk_loses_no_verdict(verify, starved: str) -> None:
    targets = [f"{option}=/dev/full" for option in ("--output-file", "--report")]
    run = verify(starved, *targets)
    ended = run.ended()
    assert ended.code == 2
    assert "1 confirmed of 1 finding" in ended.out
    assert ended.err.count("can't write /dev/full: No space left on device") == 2
    assert "Traceback" not in ended.err
    run.assert_nothing_left()


def test_a_file_is_replaced_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    """The system lets no file grow beyond 1,000 bytes here, as a disk that is full would."""
    (tmp_path / "report.html").write_text("as it was")
    program = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from daft_lint.cli.output_files import written\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "sys.exit(2 if not written('x' * 100_000, Path('report.html')) else 0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("daft-lint: can't write report.html: ")
    assert [file.name for file in tmp_path.iterdir()] == ["report.html"]
    assert (tmp_path / "report.html").read_text() == "as it was"


@nightly
def test_it_runs_whatever_surrounds_it(verify, starved: str, tmp_path: Path) -> None:
    """Files with the names of packages, variables for other clusters, no home, under nohup."""
    for name in ("daft", "ray"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('this is not the installed one')")
    run = verify(
        starved,
        prefix=["nohup"],
        PYTHONPATH=".",
        PYTHONWARNINGS="error",
        HOME="/nonexistent",
        DAFT_RUNNER="native",
        RAY_ADDRESS="local",
        RAY_TMPDIR="/nonexistent",
        RAY_RUNTIME_ENV_HOOK="no.such.hook",
        RAY_OVERRIDE_RESOURCES='{"CPU": 0}',
        RAY_USE_TLS="1",
    )
    run.wait_for("gcs_server")
    run.send(signal.SIGHUP)
    ended = run.ended()
    assert ended.code == 1, ended.err
    assert "1 confirmed of 1 finding" in ended.out
    run.assert_nothing_left()


@nightly
def test_a_long_path_for_temporary_files_is_not_used(verify, starved: str, tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 20)
    folder.mkdir()
    run = verify(starved, TMPDIR=str(folder))
    run.wait_for("gcs_server")
    run.send(signal.SIGINT)
    assert run.ended().code == 130
    run.assert_nothing_left()


ON_A_FULL_DISK = ("unshare", "-rm", "sh", "-c")
MOUNT = 'mount -t tmpfs -o size=64k tmpfs "$TMPDIR" && exec "$@"'


@pytest.mark.skipif(
    subprocess.run(
        [*ON_A_FULL_DISK, "mount -t tmpfs tmpfs /mnt"], capture_output=True, check=False
    ).returncode
    != 0,
    reason="may not mount a small disk",
)
def test_without_room_for_temporary_files_it_says_where(
    verify, starved: str, temporary: Path
) -> None:
    message = refused(verify(starved, prefix=[*ON_A_FULL_DISK, MOUNT, "sh"]))
    assert message.startswith("daft-lint: can't create a temporary folder: ")
    assert "No space left on device" in message
    assert str(temporary) in message


def test_somebody_who_never_answers_is_waited_for_half_a_minute(unanswered) -> None:
    out, err = unanswered.communicate(timeout=40)
    assert (unanswered.returncode, out) == (2, "")
    assert "no Ray cluster could be reached at 127.0.0.1:" in err
    assert err.strip().endswith(" within 25 s")
