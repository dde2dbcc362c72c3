import daft

INT = daft.DataType.int64()
small = daft.method.batch(return_dtype=INT, batch_size=10)


class Embed:
    @daft.method.batch(return_dtype=INT, batch_size=10)
    def run(self, ids): ...


class Assigned:
    @daft.method.batch(return_dtype=INT, batch_size=250)
    def run(self, ids): ...

    @daft.method.batch(return_dtype=INT, batch_size=250)
    def kept(self, ids): ...


Assigned.run = small(lambda self, ids: ids)


class SetLater:
    @daft.method.batch(return_dtype=INT, batch_size=250)
    def run(self, ids): ...


class Deleted(Embed):
    @daft.method.batch(return_dtype=INT, batch_size=250)
    def run(self, ids): ...


del Deleted.run


class Registered:
    found = []

    def __init_subclass__(cls):
        cls.found.append(cls)
        cls.name = cls.__name__


class Refitting:
    def __init_subclass__(cls):
        cls.run = small(cls.run)


class Meta(type):
    def __new__(mcs, name, bases, names):
        return super().__new__(mcs, name, bases, {key: small(one) for key, one in names.items()})


class OfRegistered(Registered):
    @daft.method.batch(return_dtype=INT, batch_size=250)
    def run(self, ids): ...


class OfRefitting(Refitting):
    @daft.method.batch(return_dtype=INT, batch_size=250)
    def run(self, ids): ...

    @daft.method.batch(return_dtype=INT, batch_size=250)
    def kept(self, ids): ...


class OfMeta(metaclass=Meta):
    @daft.method.batch(return_dtype=INT, batch_size=250)
    def run(self, ids): ...
