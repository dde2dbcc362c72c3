"""Replays a coding agent that follows the skill literally, on thirty seeded bad pipelines.

The same steps for each, through the client of the MCP package: check, tell what is open, apply the
diffs, check again, verify. Nothing here knows what is wrong with a pipeline: the numbers are those
of the answers. What the skill says to ask the user is in `agents/answers.json`.

    python benchmarks/agent_replays.py                  # all, with daft-lint[mcp,verify]
    python benchmarks/agent_replays.py --only s01 s02   # some of them
    python benchmarks/agent_replays.py --report         # what is known of all

Writes what happened to `results/agents.json`, and with `--keep FOLDER` the repaired pipelines. The
exit code is 1 when fewer than 27 of 30 end without an idle actor or worker.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters
from mcp_types import TextContent

_HERE = Path(__file__).parent
SEEDS = _HERE / "agents" / "pipelines"
ANSWERS = _HERE / "agents" / "answers.json"
RESULTS = _HERE / "results" / "agents.json"
NEEDED = 27
WELL = "RESULT: nothing idles"

_ROUNDS = 5
_VERIFIED = 2
_LONGEST_CALL = 300.0
_VERIFY_SECONDS = 120
_TELL = re.compile(r"add: # daft-lint: (?P<facts>[^#\n]*?) on line (?P<line>\d+)")
_POSSIBLE = 'add: min-confidence = "possible"'
_METADATA = "--read-metadata"
_UNKNOWN = "aren't known"


@dataclass(slots=True)
class Replay:
    """What an agent did with one pipeline: each call with the line that sums up its answer.

    `before` and `after` are those lines of `check`, `result` that of the last `verify`, whose whole
    answer is `proof`. `steps` say what was done between the calls.
    """

    name: str
    before: str = ""
    after: str = ""
    result: str = ""
    rounds: int = 0
    steps: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    proof: str = ""

    @property
    def well(self) -> bool:
        """Whether `verify` showed that no actor and no worker idles."""
        return self.result.startswith(WELL)


@dataclass(slots=True)
class Agent:
    """An agent at work on one file in a folder of its own."""

    client: Client
    folder: Path
    file: str
    answers: dict[str, str]
    replay: Replay
    options: dict[str, Any] = field(default_factory=dict)

    async def call(self, tool: str, **arguments: Any) -> str:
        """What a tool answers; an error is an answer too."""
        given = {"paths": [self.file], **self.options, **arguments}
        answered = await self.client.call_tool(tool, given)
        text = "\n".join(
            content.text for content in answered.content if isinstance(content, TextContent)
        )
        options = {name: value for name, value in given.items() if name != "paths"}
        shown = "".join(f", {name}={value!r}" for name, value in options.items())
        self.replay.calls.append(f"{tool}({self.file!r}{shown}): {_summed_up(text)}")
        return text

    async def follow(self) -> None:
        """The steps of the skill."""
        self.replay.before = _summed_up(await self.call("check"))
        for _ in range(_VERIFIED):
            for _ in range(_ROUNDS):
                self.replay.rounds += 1
                reported = await self.tell_what_is_open()
                fixed = await self.apply("fix") or await self.apply("fix", unsafe=True)
                if not (reported or fixed):
                    break
            self.replay.after = _summed_up(await self.call("check"))
            proven = await self.call("verify", seconds=_VERIFY_SECONDS)
            self.replay.result, self.replay.proof = _summed_up(proven), " ".join(proven.split())
            if self.replay.well:
                return
            await self.call("plan", paths=[self.file])

    async def tell_what_is_open(self) -> bool:
        """Measure or ask for the facts that open work lacks; whether there is something new."""
        answer = " ".join((await self.call("check")).split())
        unknown = _METADATA in answer or _UNKNOWN in self.replay.proof
        if unknown and self.metadata_is_new():
            return True
        if _POSSIBLE in answer and self.answers.pop("possible", "") == "yes":
            self.options["min_confidence"] = "possible"
            self.replay.steps.append("the user says that the assumption holds")
            return True
        wanted = _TELL.search(answer)
        if wanted is None or "hint" not in self.answers:
            return False
        self.write_hint(int(wanted["line"]), self.answers.pop("hint"))
        return True

    def metadata_is_new(self) -> bool:
        """Ask Daft about the files, as the skill says; whether it knew something."""
        facts = self.folder / "daft-lint-facts.toml"
        if facts.exists():
            return False
        command = [sys.executable, "-m", "daft_lint", "facts", "from-metadata", self.file]
        command += ["--metadata-timeout", "20"]
        done = subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, timeout=120, check=False
        )
        self.replay.steps.append(f"daft-lint facts from-metadata: {_last_line(done.stderr)}")
        return facts.exists()

    def write_hint(self, line: int, hint: str) -> None:
        """Put what the user knows on the line above the one that `check` names."""
        file = self.folder / self.file
        lines = file.read_text().splitlines()
        below = lines[line - 1]
        indent = below[: len(below) - len(below.lstrip())]
        lines.insert(line - 1, f"{indent}# daft-lint: {hint}")
        file.write_text("\n".join(lines) + "\n")
        self.replay.steps.append(f"the user says {hint}, written above line {line}")

    async def apply(self, tool: str, **arguments: Any) -> bool:
        """Apply the diff that a tool answers; whether there was one."""
        answer = await self.call(tool, **arguments)
        start = answer.find("--- ")
        if start < 0:
            return False
        subprocess.run(
            ["patch", "-p0", "--quiet"],
            cwd=self.folder,
            input=answer[start:] + "\n",
            text=True,
            check=True,
        )
        self.replay.steps.append(f"applied the diff of {tool} {arguments}")
        return True


def _summed_up(answer: str) -> str:
    """The summary of `check` or the result of `verify`, else the first line of an answer."""
    lines = answer.splitlines()
    return next(
        (line for line in lines if line.startswith("RESULT: ") or " read" in line), lines[0]
    )


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or [""])[-1]


async def replayed(seed: Path, reported: dict[str, str], keep: Path | None) -> Replay:
    """Let an agent work on a copy of a pipeline, and perhaps keep what it made of it."""
    replay = Replay(seed.stem)
    with tempfile.TemporaryDirectory(prefix="daft-lint-agent-") as name:
        folder = Path(name)
        shutil.copy(seed, folder)
        shutil.copy(SEEDS / "pyproject.toml", folder)
        if "data/" in seed.read_text():
            _write_table(folder / "data" / "texts.parquet")
        server = StdioServerParameters(
            command=sys.executable, args=["-m", "daft_lint", "mcp"], cwd=folder
        )
        async with Client(server, read_timeout_seconds=_LONGEST_CALL) as client:
            await Agent(client, folder, seed.name, dict(reported), replay).follow()
        if keep is not None:
            keep.mkdir(parents=True, exist_ok=True)
            shutil.copy(folder / seed.name, keep)
    return replay


def _write_table(file: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    file.parent.mkdir()
    pq.write_table(pa.table({"text": [f"text {number}" for number in range(1_000)]}), file)


def _known() -> dict[str, dict[str, Any]]:
    return json.loads(RESULTS.read_text())["pipelines"] if RESULTS.exists() else {}


def _keep(replay: Replay, versions: str) -> None:
    """Write one more result beside those that are known."""
    known = _known()
    known[replay.name] = {**asdict(replay), "well": replay.well}
    document = {
        "versions": versions,
        "without_idling": sum(run["well"] for run in known.values()),
        "pipelines": dict(sorted(known.items())),
    }
    RESULTS.write_text(json.dumps(document, indent=1) + "\n")


def _versions() -> str:
    from importlib.metadata import version

    names = ("daft", "ray", "mcp")
    return ", ".join(f"{name} {version(name)}" for name in names)


def _report() -> int:
    known = _known()
    for name, entry in known.items():
        print(f"{name}: {entry['result']}")
    well = sum(run["well"] for run in known.values())
    print(f"{well} of {len(known)} end without an idle actor or worker")
    return int(well < NEEDED)


def main() -> int:
    """Replay, and tell what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", nargs="+", default=[""], metavar="NAME", help="starts of names")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="for repaired pipelines")
    parser.add_argument("--report", action="store_true", help="run nothing, tell what is known")
    arguments = parser.parse_args()
    if not arguments.report:
        answers = json.loads(ANSWERS.read_text())
        for seed in sorted(SEEDS.glob("s*.py")):
            if seed.stem.startswith(tuple(arguments.only)):
                told = answers.get(seed.stem, {})
                replay = asyncio.run(replayed(seed, told, arguments.keep))
                _keep(replay, _versions())
                print(f"{replay.name}: {replay.result}", flush=True)
    return _report()


if __name__ == "__main__":
    sys.exit(main())
