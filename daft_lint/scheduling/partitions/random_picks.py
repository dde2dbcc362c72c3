"""The partitions that Daft's random repartition picks: the same ones in every run."""

from __future__ import annotations

from functools import lru_cache

MOST_EXACT_ROWS = 4_096
"""So many rows of a task are followed one by one, which takes 40 ms the first time."""

_WORD = 0xFFFFFFFF
_NUMBERS_PER_BLOCK = 8
_QUARTERS = (
    (0, 4, 8, 12),
    (1, 5, 9, 13),
    (2, 6, 10, 14),
    (3, 7, 11, 15),
    (0, 5, 10, 15),
    (1, 6, 11, 12),
    (2, 7, 8, 13),
    (3, 4, 9, 14),
)


@lru_cache(maxsize=256)
def picked(rows: int, count: int) -> tuple[int, ...]:
    """How many of the first rows of a task pick each of `count` partitions.

    Every task draws them with Rust's `StdRng` (ChaCha12) from seed 0. Measured to be so on Daft
    0.6.4, 0.7.0 and 0.7.26. Source: repartition.rs and partition.rs.

    Args:
        rows: At most `MOST_EXACT_ROWS`.
        count: Partitions to pick from.
    """
    sizes = [0] * count
    for row in range(rows):
        block, place = divmod(row, _NUMBERS_PER_BLOCK)
        sizes[_numbers(block)[place] * count >> 64] += 1
    return tuple(sizes)


@lru_cache(maxsize=MOST_EXACT_ROWS // _NUMBERS_PER_BLOCK)
def _numbers(counter: int) -> tuple[int, ...]:
    """The 64-bit numbers of one ChaCha12 block."""
    words = _block(counter)
    return tuple(words[place] | words[place + 1] << 32 for place in range(0, len(words), 2))


def _block(counter: int) -> list[int]:
    start = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574, *_key(), counter, 0, 0, 0]
    words = start.copy()
    for _ in range(6):
        for quarter in _QUARTERS:
            _mix(words, *quarter)
    return [word + old & _WORD for word, old in zip(words, start, strict=True)]


def _mix(words: list[int], p: int, q: int, r: int, s: int) -> None:
    a, b, c, d = words[p], words[q], words[r], words[s]
    a = a + b & _WORD
    d ^= a
    d = (d << 16 | d >> 16) & _WORD
    c = c + d & _WORD
    b ^= c
    b = (b << 12 | b >> 20) & _WORD
    a = a + b & _WORD
    d ^= a
    d = (d << 8 | d >> 24) & _WORD
    c = c + d & _WORD
    b ^= c
    b = (b << 7 | b >> 25) & _WORD
    words[p], words[q], words[r], words[s] = a, b, c, d


@lru_cache(maxsize=1)
def _key() -> tuple[int, ...]:
    """The key that Rust's `seed_from_u64(0)` makes, with PCG32."""
    state = 0
    key = []
    for _ in range(8):
        state = (state * 6364136223846793005 + 11634580027462260723) % 2**64
        mixed = (state >> 18 ^ state) >> 27 & _WORD
        turn = state >> 59
        key.append((mixed >> turn | mixed << 32 - turn) & _WORD)
    return tuple(key)
