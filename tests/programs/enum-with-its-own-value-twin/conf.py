from enum import Enum, IntEnum


class Size(Enum):
    LARGE = 400

    def __init__(self, number):
        self.half = number // 2

    @property
    def label(self):
        return f"{self.value} rows"


class Number(IntEnum):
    LARGE = 400

    @property
    def label(self):
        return f"{self.value} rows"
