import os


def workers() -> int:
    physical = os.cpu_count() or 4
    return max(2, min(8, physical))


BATCH = max(4096, int(os.environ.get("BATCH", "0")))
