"""A program of several files while it is made."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from project_templates import Template

_PACKAGES = ("app", "pipeline", "media", "jobs")
_SUBPACKAGES = ("core", "lib")
_NAMES = ("base", "common", "config", "consts", "helpers", "models", "settings", "steps", "udfs")
_IN_SUBPACKAGE = 0.6


@dataclass(eq=False, slots=True)
class Module:
    """A file with its dotted name. It holds no template twice."""

    name: str
    code: list[str] = field(default_factory=list)
    templates: set[Template] = field(default_factory=set)

    @property
    def package(self) -> str:
        """The topmost package that it is in, or nothing."""
        return self.name.partition(".")[0] if "." in self.name else ""

    def add(self, code: str) -> None:
        """Put statements at its end, if there are any."""
        if code:
            self.code.append(code)


@dataclass(slots=True)
class Project:
    """Modules of which each imports only later ones; the first one is run.

    `ways` tells what was drawn: templates, and how modules refer to each other.
    """

    random: Random
    modules: list[Module]
    ways: list[str] = field(default_factory=list)
    _packages: dict[str, Module] = field(default_factory=dict)
    _names: int = 0

    @property
    def main(self) -> Module:
        """The module that is run."""
        return self.modules[0]

    def below(self, module: Module) -> list[Module]:
        """Those that a module may import."""
        return self.modules[self.modules.index(module) + 1 :]

    def package(self, name: str) -> Module:
        """What a package is made of: its `__init__.py`."""
        return self._packages.setdefault(name, Module(f"{name}.__init__"))

    def fresh(self, word: str) -> str:
        """A name that nothing has."""
        self._names += 1
        return f"{word}_{self._names}"

    def write(self, folder: Path) -> None:
        """Write all files into a folder."""
        for module in (*self.modules, *self._packages.values()):
            file = folder.joinpath(*module.name.split(".")).with_suffix(".py")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("\n\n".join(module.code) + "\n", encoding="utf-8")
        for module in self.modules:
            *packages, _ = module.name.split(".")
            for depth in range(1, len(packages) + 1):
                folder.joinpath(*packages[:depth], "__init__.py").touch()


def empty_project(seed: int) -> Project:
    """Three to six modules without code: all at the top, in a package, or in subpackages too."""
    random = Random(seed)
    package = f"{random.choice(_PACKAGES)}_{seed}"
    names = random.sample(_NAMES, random.randint(2, 5))
    layout = random.choice(("top", "package", "package", "subpackages"))
    if layout == "top":
        names = [f"{name}_{seed}" for name in names]
    else:
        deep = _IN_SUBPACKAGE if layout == "subpackages" else 0.0
        names = [
            f"{package}.{random.choice(_SUBPACKAGES)}.{name}"
            if random.random() < deep
            else f"{package}.{name}"
            for name in names
        ]
    return Project(random, [Module(f"main_{seed}"), *map(Module, names)])
