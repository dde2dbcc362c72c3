import os


def load(path):
    with open(path) as file:
        for line in file:
            key, _, value = line.strip().partition("=")
            if key and key not in os.environ:
                os.environ[key] = value
