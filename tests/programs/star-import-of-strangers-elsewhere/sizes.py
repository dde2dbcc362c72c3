from strange import *

ACTORS = 8

from strange import *
