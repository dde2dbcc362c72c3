import sys

import conf
import pipelines

COMMANDS = {"run": pipelines.run}

conf.ACTORS = 4
COMMANDS[sys.argv[1]]()
