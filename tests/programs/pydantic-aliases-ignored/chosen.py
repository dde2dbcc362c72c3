from conf import Chosen
from udfs import use


use(Chosen(batch=400).batch)
