from conf import set_batch

set_batch(10)
