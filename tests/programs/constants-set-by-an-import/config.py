PARTS = 1
SIZES = {"cut": 1}


class Options:
    parts = 1
