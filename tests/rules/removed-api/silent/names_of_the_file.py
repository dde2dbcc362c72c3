import daft


class Wrapped:
    def __init__(self, column):
        self.str = column


def col(name):
    return Wrapped(daft.col(name))


print(col("a").str.upper())
expression = daft.col("a")
expression = Wrapped(expression)
print(expression.str)
