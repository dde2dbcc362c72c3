import sys

import pipelines

COMMANDS = {"run": pipelines.run}

COMMANDS[sys.argv[1]]()
