import sys

if sys.platform == "linux":
    ACTORS = 8
else:
    ACTORS = 16
