"""How one module of a random project refers to a name of another one."""

from __future__ import annotations

from project_modules import Module, Project
from project_templates import REFERENCES, replaced

_HANDED_ON = 0.15
# So many times as often as others.
_OFTEN = {"from import": 3, "relative import": 3}


def reference(project: Project, here: Module, there: Module, name: str) -> str:
    """An expression of `here` for a name of `there`; what it takes is imported."""
    if here is there:
        return name
    between = [module for module in project.below(here) if there in project.below(module)]
    if between and project.random.random() < _HANDED_ON:
        middle, alias = project.random.choice(between), project.fresh("again")
        middle.add(f"{alias} = {reference(project, middle, there, name)}")
        project.ways.append("references: handed on")
        return reference(project, here, middle, alias)
    texts = {**_texts(here, there), "NAME": name, "ALIAS": project.fresh("alias")}
    fitting = [template for template in REFERENCES if template.words <= texts.keys()]
    weights = [_OFTEN.get(template.title, 1) for template in fitting]
    (way,) = project.random.choices(fitting, weights)
    project.ways.append(f"references: {way.title}")
    first, then, expression = (
        replaced(code, lambda _, word: texts[word])
        for code in (way.defined, way.used, way.expression)
    )
    if then:
        project.package(there.package).add(first)
    here.add(then or first)
    return expression


def _texts(here: Module, there: Module) -> dict[str, str]:
    """What stands for the words of templates that fit."""
    texts = {"MODULE": there.name, "TYPE_CHECKING": "TYPE_CHECKING"}
    if not there.package:
        return texts
    *mine, _ = here.name.split(".")
    *theirs, last = there.name.split(".")
    texts |= {"PACKAGE": ".".join(theirs), "LAST": last}
    if here.package != there.package:
        return texts | {"TOP": there.package, "INNER": there.name.removeprefix(there.package)}
    # They share the topmost package, or all of them.
    shared = len(mine) if mine == theirs else 1
    dots = "." * (len(mine) - shared + 1)
    inner = theirs[shared:]
    return texts | {"PARENT": dots + ".".join(inner), "RELATIVE": dots + ".".join([*inner, last])}
