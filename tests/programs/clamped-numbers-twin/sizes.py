import os

GIVEN = int(os.environ.get("BATCH", "0"))
BATCH = min(512, GIVEN)


def workers() -> int:
    return max(2, min(8, os.cpu_count() or 4))


def max_of_few(sizes):
    return max(4096, *sizes, key=lambda size: -size)
