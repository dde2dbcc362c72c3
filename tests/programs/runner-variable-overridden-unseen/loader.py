import os


def load(path, override=False):
    with open(path) as file:
        for line in file:
            key, _, value = line.strip().partition("=")
            if override or key not in os.environ:
                os.environ[key] = value
