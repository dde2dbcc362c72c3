"""An import hook: it acts on a module right after the module's first import."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

Action = Callable[[ModuleType], None]


def after_import(actions: Mapping[str, Action]) -> None:
    """Call each action with the module of its name, as soon as there is one.

    The modules are imported when the program wants them, with the environment that it set before.
    """
    waiting = dict(actions)
    for name in actions:
        if name in sys.modules:
            waiting.pop(name)(sys.modules[name])
    sys.meta_path.insert(0, _Finder(waiting))


class _Finder(MetaPathFinder):
    def __init__(self, actions: dict[str, Action]) -> None:
        self._actions = actions

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        action = self._actions.get(name)
        if action is None:
            return None
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(name, path, target)
            if spec is not None and spec.loader is not None:
                spec.loader = _Loader(spec.loader, action)
                return spec
        return None


class _Loader(Loader):
    """Loads as another loader does, which the module then takes for its own."""

    def __init__(self, loader: Loader, action: Action) -> None:
        self._loader = loader
        self._action = action

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        module.__loader__ = self._loader
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        self._action(module)
