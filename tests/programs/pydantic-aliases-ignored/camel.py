from conf import Camel
from udfs import use


use(Camel(batch_size=400).batch_size)
