import contextlib
import json

ACTORS = 4
with contextlib.suppress(OSError):
    FOUND = json.load(open("/etc/actors.json"))
    ACTORS = 8


@contextlib.contextmanager
def quietly():
    try:
        yield
    except KeyError:
        pass


SIZE = 250
with quietly():
    OVERRIDE = {}["size"]
    SIZE = 1000
