import sys

from pipelines import run

run(int(sys.argv[1]))
