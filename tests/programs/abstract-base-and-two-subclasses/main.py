import daft
from running import run
from steps import Large, Small

run([Small()], daft.range(1000))
run([Large()], daft.range(1000))
