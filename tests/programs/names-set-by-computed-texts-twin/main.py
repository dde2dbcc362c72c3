import sys

import log
import work

for argument in sys.argv:
    name, _, value = argument.partition("=")
    setattr(log, name, value)
work.of_a_number()
work.of_a_udf()
work.of_a_frame()
