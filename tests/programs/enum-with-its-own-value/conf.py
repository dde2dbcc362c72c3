from enum import Enum, IntEnum


class Size(Enum):
    LARGE = 400

    @property
    def value(self):
        return self._value_ // 40


class Divided(Enum):
    @property
    def value(self):
        return self._value_ // 40


class Small(Divided):
    LARGE = 400


class Number(IntEnum):
    LARGE = 400

    @property
    def value(self):
        return 10


class Mixed(int, Enum):
    LARGE = 400

    def __new__(cls, number):
        made = int.__new__(cls, number // 40)
        made._value_ = number
        return made


class Made(Enum):
    LARGE = 400

    def __init__(self, number):
        self._value_ = number // 40
