import os

MEMORY = int(os.environ.get("MEMORY", "24"))


def fitting(sizes):
    for size in sizes:
        if size <= MEMORY:
            break
        batch = size * 12
    else:
        batch = 10_000
    return batch
