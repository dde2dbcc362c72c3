from dataclasses import dataclass

actors = 4


@dataclass
class Settings:
    actors: int
