"""Leaves a process behind that is in a session of its own, and writes its number into a file."""

import os
import sys
import time
from pathlib import Path

import daft

daft.from_pydict({"a": [1]}).collect()
file = Path(sys.argv[1])
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        part = file.with_name("part")
        part.write_text(str(os.getpid()))
        part.rename(file)
        time.sleep(1000)
    os._exit(0)
os.wait()
while not file.exists():
    time.sleep(0.01)
