from conf import Listed
from udfs import use


use(Listed(batch=400).batch)
