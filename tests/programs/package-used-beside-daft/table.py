from sizes import cut


class Table:
    def __init__(self, name):
        self.name = name

    def repartition(self, number):
        return self

    def into_batches(self, size):
        return self

    def collect(self):
        return cut(self).repartition(1).into_batches(1)


def read(name):
    return Table(name)


read("rows").into_batches(1).repartition(1).into_batches(2).collect()
