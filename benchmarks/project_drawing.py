"""Draws projects at random, through which numbers travel from module to module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from project_modules import Module, Project, empty_project
from project_references import reference
from project_templates import FRAMES, UDFS, VALUES, Template, replaced, words_in

_DAFT = "import daft\nfrom daft import col"
_SOURCE = "daft.from_pydict({'id': list(range(40))})"
_ACTORS = (1, 9)
_ROWS = (1, 60)
_PARTITIONS = (1, 9)
# How many templates a number passes, one inside the other, before a UDF or a frame gets it.
_DEPTHS = (0, 0, 1, 1, 2)


def draw(seed: int) -> Project:
    """A project whose main module has a frame `df` with a UDF; the same seed draws the same one."""
    project = empty_project(seed)
    random, main = project.random, project.main
    main.add(_DAFT)
    numbers = {"CONCURRENCY": random.randint(*_ACTORS), "BATCH_SIZE": random.randint(*_ROWS)}
    call = _drawn(project, UDFS, numbers, main, random.choice(_DEPTHS))
    if random.random() < 0.5:
        name = project.fresh("expression")
        main.add(f"{name} = {call}")
        call = name
    numbers = {"PARTITIONS": random.randint(*_PARTITIONS)}
    frame = _drawn(project, FRAMES, numbers, main, random.choice(_DEPTHS), call)
    main.add(f"df = {frame}")
    return project


def draw_alone(template: Template, numbers: Mapping[str, int], seed: int) -> Project:
    """A project with one template, whose expression is `result` in the main module.

    Args:
        template: the template. What is called in one of a frame is `col('id') + 1`, and no UDF.
        numbers: what stands for VALUE, more than 1; CONCURRENCY and BATCH_SIZE; or PARTITIONS.
        seed: decides how modules lie and refer to each other.
    """
    project = empty_project(seed)
    if template.kind != "values":
        project.main.add(_DAFT)
    result = _drawn(project, [template], numbers, project.main, 0, "(col('id') + 1)")
    project.main.add(f"result = {result}")
    return project


def _drawn(
    project: Project,
    templates: Sequence[Template],
    numbers: Mapping[str, int],
    here: Module,
    depth: int,
    call: str = "",
) -> str:
    """The expression of a template for `here`, once all that it takes is in the project."""
    template, there = _placed(project, templates, numbers, here)
    project.ways.append(f"{template.kind}: {template.title}")
    most = max(numbers.values())
    texts = {"CALL": call, "SOURCE": _SOURCE, "MODULE": there.name}
    texts |= {"WRONG": str(most + 1), "WRONG2": str(most + 2)}
    if value := numbers.get("VALUE"):
        part = project.random.randint(1, max(value - 1, 1))
        numbers = {"VALUE": value, "PART": part}
        texts |= {"REST": str(value - part), "DIGITS": str(value)}
    filling = _Filling(project, there, numbers, texts, depth)
    if template.kind != "values":
        there.add(_DAFT)
    there.add(*filling.filled([template.defined], there))
    used, expression = filling.filled([template.used, template.expression], here)
    here.add(used)
    return expression


def _placed(
    project: Project, templates: Sequence[Template], numbers: Mapping[str, int], here: Module
) -> tuple[Template, Module]:
    """A template that can be used in `here`, and the module that is to define it."""
    below = project.below(here)
    while True:
        template = project.random.choice(templates)
        places = below if "MODULE" in template.words else [here, *below, *below]
        if not places or ("PART" in template.words and numbers["VALUE"] == 1):
            continue
        there = project.random.choice(places)
        if template not in there.templates:
            there.templates.add(template)
            return template, there


@dataclass(frozen=True, slots=True)
class _Filling:
    """What stands for the words of one template, whose names are those of `there`."""

    project: Project
    there: Module
    numbers: Mapping[str, int]
    texts: Mapping[str, str]
    depth: int
    names: dict[str, str] = field(default_factory=dict)

    def filled(self, codes: Sequence[str], here: Module) -> list[str]:
        """Pieces of code for `here`. In all of them a number or a name is the same expression."""
        meant = dict(self.texts)
        for before, word in words_in("\n".join(codes)):
            if word in self.numbers and word not in meant:
                meant[word] = self._number(self.numbers[word], here)
            elif word in self.names and not before:
                meant[word] = reference(self.project, here, self.there, self.names[word])
        return [
            replaced(code, lambda before, word: self._text(before, word, meant)) for code in codes
        ]

    def _number(self, number: int, here: Module) -> str:
        if not self.depth:
            return str(number)
        return _drawn(self.project, VALUES, {"VALUE": number}, here, self.depth - 1)

    def _text(self, before: str, word: str, meant: Mapping[str, str]) -> str:
        # After a dot or a quote, the name is the one that was defined.
        if word in meant and not (before and word in self.names):
            return meant[word]
        if word not in self.names:
            if before == ".":
                return word
            self.names[word] = self.project.fresh(word)
        return self.names[word]
