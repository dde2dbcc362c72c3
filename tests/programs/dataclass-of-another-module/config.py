from dataclasses import dataclass, field


@dataclass(frozen=True)
class Config:
    actors: int = 8
    paths: list[str] = field(default_factory=list)
