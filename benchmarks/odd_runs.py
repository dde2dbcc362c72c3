"""Runs daft-lint in the odd ways that other scripts here don't: each run ends, and in good order.

Mutants with several jobs and the cache, programs that misbehave while they run, and a checkout that
somebody else owns.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from attacks import COMMANDS, WRITING, held, problems, run
from hostile_projects import IDLE
from robustness import mutants, programs_of_rules

HEAD = "import daft, os, sys\ndf = daft.from_pydict({'a': [1, 2, 3]})\n"
SECONDS, MEMORY = 60, 2**37
PROGRAMS = {
    "it fails": "raise ValueError('\\x1b[31m' + 'x' * 10_000)\n",
    "it exits": "sys.exit(3)\n",
    "it ends at once": "os._exit(0)\n",
    "it is killed": "os.kill(os.getpid(), 9)\n",
    "it closes all files": "os.closerange(0, 256)\ndf.collect()\n",
    "it prints without end": "import time\nwhile True: print('x' * 1_000_000), time.sleep(0.01)\n",
    "it waits": "import time\ntime.sleep(1_000)\n",
    "it reads": "input()\ndf.collect()\n",
    "it leaves a child": "if os.fork() == 0: os.setsid(); __import__('time').sleep(1_000)\n",
    "it goes away": "import shutil\nshutil.rmtree(os.getcwd())\ndf.collect()\n",
    "it changes Daft": "del daft.DataFrame.collect\ndf.collect()\n",
    "it takes memory": "x = [bytearray(2**30) for _ in range(64)]\n",
    "it goes on for ever": "def f(): return f()\nf()\n",
}
SOURCES = (
    "daft.read_parquet('missing/*.parquet')",
    "daft.read_parquet('broken.parquet')",
    "daft.read_csv('broken.parquet')",
    "daft.read_parquet('pipe')",
    "daft.read_parquet('http://127.0.0.1:9/x.parquet')",
    "daft.read_parquet('\\x1b[31m')",
)
# Root may write everywhere, unless it is let go of that.
_AS_ANOTHER = (
    ("setpriv", "--bounding-set=-dac_override,-fowner", "--inh-caps=-dac_override,-fowner")
    if hasattr(os, "geteuid") and os.geteuid() == 0
    else ()
)


def in_several_jobs(folder: Path, chosen: random.Random) -> Iterator[str]:
    """Mutants give the same, whether one process looks at them or several, cached or not."""
    for case in mutants(programs_of_rules(), 24, chosen.randrange(10**9)):
        (folder / case.name.replace("/", "_")).write_bytes(case.data)
    plain = ("check", ".", "--output-format", "json")
    first = run(folder, *plain, "--no-cache", "-j1")
    yield from problems(first)
    for more in (("-j2",), ("-j2",), ("-j1",), ("--no-cache", "-j3")):
        again = run(folder, *plain, *more)
        yield from problems(again)
        if (again.code, again.out) != (first.code, first.out):
            yield f"{more} gives something else"


def while_it_runs(folder: Path, chosen: random.Random) -> Iterator[str]:
    """Programs that misbehave are ended, and what became of them is said."""
    name, code = chosen.choice(list(PROGRAMS.items()))
    (folder / "job.py").write_text(f"{HEAD}{code}")
    command = chosen.choice((("live", "--timeout", "20"), ("verify", "--timeout", "20", "--run")))
    started = time.monotonic()
    # Daft and Ray take CPU time and room of their own.
    ended = run(folder, *command, "job.py", seconds=SECONDS, memory=MEMORY)
    for each in problems(ended, SECONDS):
        # With `live` a program prints its own error, as it does in Python.
        if not (command[0] == "live" and each.startswith("it prints")):
            yield f"{name}, {command[0]}: {each}"
    if time.monotonic() - started > 100:
        yield f"{name}, {command[0]}: it takes {time.monotonic() - started:.0f} s"


def of_metadata(folder: Path, chosen: random.Random) -> Iterator[str]:
    """Sources that are missing, broken or never answer."""
    source = chosen.choice(SOURCES)
    (folder / "broken.parquet").write_bytes(b"PAR1" + chosen.randbytes(200) + b"PAR1")
    os.mkfifo(folder / "pipe")
    (folder / "job.py").write_text(f"import daft\n{source}.repartition(8).collect()\n")
    command = ("facts", "from-metadata", "--metadata-timeout", "10", ".")
    ended = run(
        folder,
        *chosen.choice((command, ("check", "--read-metadata", "."))),
        seconds=SECONDS,
        memory=MEMORY,
    )
    yield from (f"{source}: {each}" for each in problems(ended, SECONDS))


def in_a_checkout_of_others(folder: Path, chosen: random.Random) -> Iterator[str]:
    """A folder that can't be written to: nothing changes, and that is said."""
    (folder / "job.py").write_text(IDLE)
    (folder / "base.json").write_text("{}")
    for path in (folder / "job.py", folder / "base.json", folder):
        path.chmod(0o555)
    before = held(folder)
    command = chosen.choice((*WRITING, *COMMANDS))
    yield from (
        f"{command}: {each}" for each in problems(run(folder, *command, through=_AS_ANOTHER))
    )
    if held(folder) != before:
        yield f"{command} changed something"


KINDS: tuple[Callable[[Path, random.Random], Iterator[str]], ...] = (
    in_several_jobs,
    while_it_runs,
    of_metadata,
    in_a_checkout_of_others,
)


def main() -> int:
    """Try each kind in turn; 1 when a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="kinds whose names hold this")
    options = parser.parse_args()
    kinds = [kind for kind in KINDS if options.only in kind.__name__]
    broken = 0
    for number in range(options.count):
        kind = kinds[number % len(kinds)]
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            project = Path(folder, "project")
            project.mkdir()
            for wrong in kind(project, random.Random(f"{options.seed} {number}")):
                broken += 1
                print(f"{number} {kind.__name__}: {wrong}", flush=True)
    print(f"{options.count} tried, {broken} broken promises")
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main())
