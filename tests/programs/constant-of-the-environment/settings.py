import os

ACTORS = int(os.environ.get("ACTORS", "8"))
