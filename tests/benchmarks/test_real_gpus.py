"""What the script for machines with GPUs calls true, of calls that were seen."""

from __future__ import annotations

import real_gpus
from real_gpus import Call


def calls(*visible: str | None, used: str | None = None) -> list[Call]:
    return [Call(number, each, 10, 0.1, used) for number, each in enumerate(visible)]


def test_each_actor_of_a_pool_has_a_gpu_of_its_own() -> None:
    assert real_gpus.own_gpus("", calls("0", "1"), 2, each=1).holds
    assert real_gpus.own_gpus("", calls(*"00001111"), 2, each=4).holds
    for wrong in (calls("0", "0"), calls("0,1", "0,1"), calls("0"), calls(None, None)):
        assert not real_gpus.own_gpus("", wrong, 2, each=1).holds
    # Ray gave each one, and all use the same nevertheless.
    assert not real_gpus.own_gpus("", calls("0", "1", used="GPU-a"), 2, each=1).holds


def test_without_a_pool_each_call_sees_all() -> None:
    assert real_gpus.all_gpus("", calls("0,1", "0,1", used="GPU-a"), 2).holds
    assert real_gpus.all_gpus("", calls(None), 2).holds
    assert not real_gpus.all_gpus("", calls("0", "1"), 2).holds


def test_bytes_of_calls_are_unknown_without_a_gpu() -> None:
    assert real_gpus.bytes_of_calls({16: calls("0"), 256: calls("0")}).holds is None
    held = {rows: [Call(1, "0", rows, 0.1, held=rows)] for rows in (16, 256)}
    assert real_gpus.bytes_of_calls(held).holds
