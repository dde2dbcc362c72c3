import sys

import daft
import steps
from registry import STEPS

frame = daft.range(1000)
for name in sys.argv[1:]:
    frame = STEPS[name](frame)
frame.write_parquet("out")
