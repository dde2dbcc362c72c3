import daft

FEW = daft.range(1000)
MANY = daft.range(2000)
