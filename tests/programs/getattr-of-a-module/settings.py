_VALUES = {"ACTORS": 8}


def __getattr__(name):
    return _VALUES[name]
