import attr
from attrs import define, field, frozen


@frozen(kw_only=True)
class Settings:
    batch: int = field(default=400, alias="size")


@define
class Hidden:
    _batch: int = 400


class Below(Hidden):
    pass


@attr.s
class Old:
    _batch = attr.ib(default=400)


@define
class Capped:
    batch: int = field(default=400, converter=lambda n: min(n, 10))
    actors: int = 4


@define(on_setattr=lambda self, attribute, value: min(value, 10))
class Hooked:
    batch: int = 400


@define
class Plain:
    batch: int = 400
    rows: int = field(default=4, converter=int)
