from dataclasses import dataclass


@dataclass
class Pool:
    actors: int = 4
