from conf import Around
from udfs import use

debug = Around()
debug.holder.constants.batch = 400
use(Around().holder.constants.batch)
