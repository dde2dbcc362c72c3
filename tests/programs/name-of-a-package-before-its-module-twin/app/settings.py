from dataclasses import dataclass

actors = 8


@dataclass
class Settings:
    actors: int
