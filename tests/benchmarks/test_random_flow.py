"""What is known of a number in a random program holds in every run of it.

`benchmarks/random_flow.py` tries more.
"""

from __future__ import annotations

from flow_checking import Knowledge, checked
from flow_drawing import Flow, draw_flow

SEEDS = range(20)


def test_nothing_that_is_known_is_denied() -> None:
    found = {seed: checked(draw_flow(seed)) or [] for seed in SEEDS}
    knowledge = [compared.knowledge for each in found.values() for compared in each]
    assert knowledge.count(Knowledge.KNOWN) > len(knowledge) / 6
    wrong = [
        f"seed {seed}: {compared}"
        for seed, each in found.items()
        for compared in each
        if compared.knowledge is Knowledge.WRONG
    ]
    assert wrong == []


def test_a_run_that_denies_what_is_known_is_seen() -> None:
    # What sets the number has a name that code analysis doesn't follow.
    program = "import daft\nN = 4\n__builtins__['exec']('N = 6')\n"
    program += 'daft.read_parquet("a").into_partitions(N).write_parquet("o")\n'
    (compared,) = checked(Flow(program, 0, 0, frozenset("a"))) or []
    assert compared.knowledge is Knowledge.WRONG
    assert str(compared) == "a is told to be 4, and is [6]"
