ACTORS = 8

import udfs


def embed():
    return udfs.make()
