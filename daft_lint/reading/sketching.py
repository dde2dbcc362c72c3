"""Trees of programs made from what Python's own parser gives, many times faster than LibCST's.

A sketch has the nodes that LibCST would give, without their looks: no white space, commas or
parentheses. It tells all that a program means, and where; it isn't for edits. Asking for what it
hasn't raises `AttributeError`, or `KeyError` for a place.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from dataclasses import MISSING, fields
from typing import Any

import libcst as cst

from daft_lint.reading.positions import Positions
from daft_lint.reading.sketch_places import Found, Kind, SketchPlaces
from daft_lint.reading.walking import parts

# What stands in another place for LibCST than for Python, or in another line.
_UNUSUAL = re.compile(r"[\f\x00\ufeff]|\r(?!\n)")
_PLAIN_STRING = re.compile(
    r"""[bBrRuU]{0,2}(?:
    \"\"\"[^\"\\]*(?:(?:\\.|\"(?!\"\"))[^\"\\]*)*\"\"\"
    |'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''
    |(?!\"\"\")\"[^\n\"\\]*(?:\\.[^\n\"\\]*)*\"
    |(?!''')'[^\n'\\]*(?:\\.[^\n'\\]*)*'
    )""",
    re.VERBOSE | re.DOTALL,
)


class UnsketchableError(Exception):
    """A program holds what no sketch is made of."""


def sketch(text: str, tree: ast.Module) -> tuple[cst.Module, SketchPlaces]:
    """The sketch of a program, and where its nodes stand.

    Raises:
        UnsketchableError: when it can't be made.
    """
    if _UNUSUAL.search(text) is not None:
        raise UnsketchableError
    return _Sketcher(text).module(tree)


def _maker(kind: type[cst.CSTNode], *given: str) -> Callable[..., Any]:
    """What makes nodes of a kind from the parts that are named, in that order.

    The other parts are as LibCST has them where nothing is said of them; all nodes share them.
    LibCST's own classes check each part of each node, which takes several times as long.
    """
    new = object.__new__
    every = {one.name: one for one in fields(kind)}
    setters = tuple(getattr(kind, name).__set__ for name in given)
    rest = []
    for name in {*parts(kind), *_PARENTHESES.intersection(every)}.difference(given):
        one = every[name]
        if one.default_factory is not MISSING:
            rest.append((getattr(kind, name).__set__, one.default_factory()))
        elif one.default is not MISSING:
            rest.append((getattr(kind, name).__set__, one.default))
    others = tuple(rest)
    if len(setters) == 1:
        (only,) = setters

        def make_of_one(value: object) -> object:
            node = new(kind)
            only(node, value)
            for setter, default in others:
                setter(node, default)
            return node

        return make_of_one
    if len(setters) == 2:
        first, second = setters

        def make_of_two(value: object, other: object) -> object:
            node = new(kind)
            first(node, value)
            second(node, other)
            for setter, default in others:
                setter(node, default)
            return node

        return make_of_two

    def make(*values: object) -> object:
        node = new(kind)
        for setter, value in zip(setters, values, strict=True):
            setter(node, value)
        for setter, default in others:
            setter(node, default)
        return node

    return make


# Literals are written out anew, and that asks for these.
_PARENTHESES = frozenset({"lpar", "rpar"})

_name = _maker(cst.Name, "value")
_attribute = _maker(cst.Attribute, "value", "attr")
_call = _maker(cst.Call, "func", "args")
_arg = _maker(cst.Arg, "value", "keyword", "star")
_subscript = _maker(cst.Subscript, "value", "slice")
_subscript_element = _maker(cst.SubscriptElement, "slice")
_index = _maker(cst.Index, "value", "star")
_slice = _maker(cst.Slice, "lower", "upper", "step")
_binary = _maker(cst.BinaryOperation, "left", "operator", "right")
_boolean = _maker(cst.BooleanOperation, "left", "operator", "right")
_comparison = _maker(cst.Comparison, "left", "comparisons")
_comparison_target = _maker(cst.ComparisonTarget, "operator", "comparator")
_unary = _maker(cst.UnaryOperation, "operator", "expression")
_if_exp = _maker(cst.IfExp, "test", "body", "orelse")
_lambda = _maker(cst.Lambda, "params", "body")
_list = _maker(cst.List, "elements")
_tuple = _maker(cst.Tuple, "elements")
_set = _maker(cst.Set, "elements")
_element = _maker(cst.Element, "value")
_starred = _maker(cst.StarredElement, "value")
_dict = _maker(cst.Dict, "elements")
_dict_element = _maker(cst.DictElement, "key", "value")
_starred_dict_element = _maker(cst.StarredDictElement, "value")
_list_comp = _maker(cst.ListComp, "elt", "for_in")
_set_comp = _maker(cst.SetComp, "elt", "for_in")
_generator = _maker(cst.GeneratorExp, "elt", "for_in")
_dict_comp = _maker(cst.DictComp, "key", "value", "for_in")
_comp_for = _maker(cst.CompFor, "target", "iter", "ifs", "inner_for_in", "asynchronous")
_comp_if = _maker(cst.CompIf, "test")
_await = _maker(cst.Await, "expression")
_yield = _maker(cst.Yield, "value")
_from = _maker(cst.From, "item")
_named = _maker(cst.NamedExpr, "target", "value")
_integer = _maker(cst.Integer, "value")
_float = _maker(cst.Float, "value")
_imaginary = _maker(cst.Imaginary, "value")
_string = _maker(cst.SimpleString, "value")

_line = _maker(cst.SimpleStatementLine, "body")
_suite = _maker(cst.SimpleStatementSuite, "body")
_block = _maker(cst.IndentedBlock, "body")
_expr = _maker(cst.Expr, "value")
_assign = _maker(cst.Assign, "targets", "value")
_assign_target = _maker(cst.AssignTarget, "target")
_aug_assign = _maker(cst.AugAssign, "target", "operator", "value")
_ann_assign = _maker(cst.AnnAssign, "target", "annotation", "value")
_annotation = _maker(cst.Annotation, "annotation")
_assert = _maker(cst.Assert, "test", "msg")
_del = _maker(cst.Del, "target")
_raise = _maker(cst.Raise, "exc", "cause")
_return = _maker(cst.Return, "value")
_import = _maker(cst.Import, "names")
_import_alias = _maker(cst.ImportAlias, "name", "asname")
_as_name = _maker(cst.AsName, "name")
_import_from = _maker(cst.ImportFrom, "module", "names", "relative")
_global = _maker(cst.Global, "names")
_nonlocal = _maker(cst.Nonlocal, "names")
_name_item = _maker(cst.NameItem, "name")
_function = _maker(
    cst.FunctionDef, "name", "params", "body", "decorators", "returns", "asynchronous"
)
_decorator = _maker(cst.Decorator, "decorator")
_parameters = _maker(
    cst.Parameters,
    "params",
    "star_arg",
    "kwonly_params",
    "star_kwarg",
    "posonly_params",
    "posonly_ind",
)
_param = _maker(cst.Param, "name", "annotation", "default", "star")
_class = _maker(cst.ClassDef, "name", "body", "bases", "keywords", "decorators")
_if = _maker(cst.If, "test", "body", "orelse")
_else = _maker(cst.Else, "body")
_for = _maker(cst.For, "target", "iter", "body", "orelse", "asynchronous")
_while = _maker(cst.While, "test", "body", "orelse")
_try = _maker(cst.Try, "body", "handlers", "orelse", "finalbody")
_except = _maker(cst.ExceptHandler, "body", "type", "name")
_finally = _maker(cst.Finally, "body")
_with = _maker(cst.With, "items", "body", "asynchronous")
_with_item = _maker(cst.WithItem, "item", "asname")

_ASYNCHRONOUS = cst.Asynchronous()
_BINARY: dict[type[ast.operator], type[cst.BaseBinaryOp]] = {
    ast.Add: cst.Add,
    ast.Sub: cst.Subtract,
    ast.Mult: cst.Multiply,
    ast.MatMult: cst.MatrixMultiply,
    ast.Div: cst.Divide,
    ast.Mod: cst.Modulo,
    ast.Pow: cst.Power,
    ast.LShift: cst.LeftShift,
    ast.RShift: cst.RightShift,
    ast.BitOr: cst.BitOr,
    ast.BitXor: cst.BitXor,
    ast.BitAnd: cst.BitAnd,
    ast.FloorDiv: cst.FloorDivide,
}
_BINARY_NODES = {kind: own() for kind, own in _BINARY.items()}
_AUGMENTED_NODES: dict[type[ast.operator], cst.BaseAugOp] = {
    kind: getattr(cst, f"{own.__name__}Assign")() for kind, own in _BINARY.items()
}
_COMPARED: dict[type[ast.cmpop], cst.BaseCompOp] = {
    ast.Eq: cst.Equal(),
    ast.NotEq: cst.NotEqual(),
    ast.Lt: cst.LessThan(),
    ast.LtE: cst.LessThanEqual(),
    ast.Gt: cst.GreaterThan(),
    ast.GtE: cst.GreaterThanEqual(),
    ast.Is: cst.Is(),
    ast.IsNot: cst.IsNot(),
    ast.In: cst.In(),
    ast.NotIn: cst.NotIn(),
}
_UNARY: dict[type[ast.unaryop], cst.BaseUnaryOp] = {
    ast.Invert: cst.BitInvert(),
    ast.Not: cst.Not(),
    ast.UAdd: cst.Plus(),
    ast.USub: cst.Minus(),
}
_AND, _OR = cst.And(), cst.Or()
_DOT = cst.Dot()
_SINGLETONS = {True: "True", False: "False", None: "None"}
_SIMPLE: tuple[type[ast.stmt], ...] = (
    ast.Expr,
    ast.Assign,
    ast.AugAssign,
    ast.AnnAssign,
    ast.Assert,
    ast.Delete,
    ast.Pass,
    ast.Break,
    ast.Continue,
    ast.Raise,
    ast.Return,
    ast.Import,
    ast.ImportFrom,
    ast.Global,
    ast.Nonlocal,
)


class _Sketcher:
    """Makes the sketch of one program."""

    def __init__(self, text: str) -> None:
        self._found: dict[int, Found] = {}
        self._places = SketchPlaces(text, self._found)
        self._lines = self._places.lines
        self._expressions: dict[type[ast.expr], Callable[[Any], Any]] = {
            ast.Name: self._name,
            ast.Attribute: self._attribute,
            ast.Call: self._call,
            ast.Constant: self._constant,
            ast.JoinedStr: self._formatted,
            ast.Subscript: self._subscript,
            ast.BinOp: self._binary,
            ast.BoolOp: self._boolean,
            ast.Compare: self._comparison,
            ast.UnaryOp: self._unary,
            ast.IfExp: self._if_exp,
            ast.Lambda: self._lambda,
            ast.List: self._list,
            ast.Tuple: self._tuple,
            ast.Set: self._set,
            ast.Dict: self._dict,
            ast.ListComp: self._list_comp,
            ast.SetComp: self._set_comp,
            ast.GeneratorExp: self._generator,
            ast.DictComp: self._dict_comp,
            ast.Await: self._await,
            ast.Yield: self._yield,
            ast.YieldFrom: self._yield_from,
            ast.NamedExpr: self._named,
        }
        self._statements: dict[type[ast.stmt], Callable[[Any], Any]] = {
            ast.Expr: self._expr,
            ast.Assign: self._assign,
            ast.AugAssign: self._aug_assign,
            ast.AnnAssign: self._ann_assign,
            ast.Assert: self._assert,
            ast.Delete: self._delete,
            ast.Pass: lambda node: cst.Pass(),
            ast.Break: lambda node: cst.Break(),
            ast.Continue: lambda node: cst.Continue(),
            ast.Raise: self._raise,
            ast.Return: self._return,
            ast.Import: self._import,
            ast.ImportFrom: self._import_from,
            ast.Global: self._global,
            ast.Nonlocal: self._nonlocal,
            ast.FunctionDef: self._function,
            ast.AsyncFunctionDef: self._function,
            ast.ClassDef: self._class,
            ast.If: self._if,
            ast.For: self._for,
            ast.AsyncFor: self._for,
            ast.While: self._while,
            ast.Try: self._try,
            ast.With: self._with,
            ast.AsyncWith: self._with,
        }

    def module(self, tree: ast.Module) -> tuple[cst.Module, SketchPlaces]:
        module = cst.Module([])
        object.__setattr__(module, "body", self._block_body(tree.body))
        return module, self._places

    # Statements.

    def _block_body(self, statements: Sequence[ast.stmt]) -> list[Any]:
        """The statements of a block, the small ones of a line together."""
        found: list[Any] = []
        together: list[ast.stmt] = []
        for one in statements:
            if not isinstance(one, _SIMPLE):
                together = []
                found.append(self._statement(one))
            elif together and together[-1].end_lineno == one.lineno:
                together.append(one)
                found[-1].body.append(self._statement(one))
                self._found[id(found[-1])] = (Kind.SPAN, together[0], one)
            else:
                together = [one]
                made = _line([self._statement(one)])
                self._found[id(made)] = (Kind.SPAN, one, one)
                found.append(made)
        return found

    def _statement(self, node: ast.stmt) -> Any:
        sketcher = self._statements.get(type(node))
        if sketcher is None:
            raise UnsketchableError
        made = sketcher(node)
        self._found[id(made)] = (Kind.NODE, node)
        return made

    def _body(self, statements: Sequence[ast.stmt]) -> Any:
        """The block of a compound statement, on lines of its own or behind the colon."""
        first, last = statements[0], statements[-1]
        if self._places.is_first_of_line(first) or not isinstance(first, _SIMPLE):
            made = _block(self._block_body(statements))
        else:
            made = _suite([self._statement(one) for one in statements])
        self._found[id(made)] = (Kind.SPAN, first, last)
        return made

    def _expr(self, node: ast.Expr) -> Any:
        return _expr(self._expression(node.value))

    def _assign(self, node: ast.Assign) -> Any:
        targets = [_assign_target(self._expression(one)) for one in node.targets]
        return _assign(targets, self._expression(node.value))

    def _aug_assign(self, node: ast.AugAssign) -> Any:
        operator = _AUGMENTED_NODES[type(node.op)]
        return _aug_assign(self._expression(node.target), operator, self._expression(node.value))

    def _ann_assign(self, node: ast.AnnAssign) -> Any:
        target, annotation = self._expression(node.target), self._annotation(node.annotation)
        return _ann_assign(target, annotation, self._optional(node.value))

    def _assert(self, node: ast.Assert) -> Any:
        return _assert(self._expression(node.test), self._optional(node.msg))

    def _delete(self, node: ast.Delete) -> Any:
        if len(node.targets) == 1:
            return _del(self._expression(node.targets[0]))
        return _del(_tuple([_element(self._expression(one)) for one in node.targets]))

    def _raise(self, node: ast.Raise) -> Any:
        cause = _from(self._expression(node.cause)) if node.cause is not None else None
        return _raise(self._optional(node.exc), cause)

    def _return(self, node: ast.Return) -> Any:
        return _return(self._optional(node.value))

    def _import(self, node: ast.Import) -> Any:
        return _import([self._alias(one) for one in node.names])

    def _import_from(self, node: ast.ImportFrom) -> Any:
        module = _dotted(node.module) if node.module else None
        names: Any = [self._alias(one) for one in node.names]
        if node.names[0].name == "*":
            names = cst.ImportStar()
        return _import_from(module, names, [_DOT] * node.level)

    def _alias(self, node: ast.alias) -> Any:
        asname = _as_name(_name(node.asname)) if node.asname else None
        made = _import_alias(_dotted(node.name), asname)
        self._found[id(made)] = (Kind.NODE, node)
        return made

    def _global(self, node: ast.Global) -> Any:
        return _global([_name_item(_name(one)) for one in node.names])

    def _nonlocal(self, node: ast.Nonlocal) -> Any:
        return _nonlocal([_name_item(_name(one)) for one in node.names])

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Any:
        if getattr(node, "type_params", None):
            raise UnsketchableError
        asynchronous = _ASYNCHRONOUS if isinstance(node, ast.AsyncFunctionDef) else None
        return _function(
            self._defined(node),
            self._parameters(node.args),
            self._body(node.body),
            self._decorators(node.decorator_list),
            self._annotation(node.returns) if node.returns is not None else None,
            asynchronous,
        )

    def _class(self, node: ast.ClassDef) -> Any:
        if getattr(node, "type_params", None):
            raise UnsketchableError
        bases = [self._argument(one) for one in node.bases]
        keywords = [self._keyword(one) for one in node.keywords]
        decorators = self._decorators(node.decorator_list)
        return _class(self._defined(node), self._body(node.body), bases, keywords, decorators)

    def _defined(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Any:
        name = _name(node.name)
        self._found[id(name)] = (Kind.DEFINED, node)
        return name

    def _decorators(self, nodes: Sequence[ast.expr]) -> list[Any]:
        found = []
        for node in nodes:
            made = _decorator(self._expression(node))
            self._found[id(made)] = (Kind.DECORATOR, node)
            found.append(made)
        return found

    def _parameters(self, node: ast.arguments) -> Any:
        every = [*node.posonlyargs, *node.args]
        given = len(every) - len(node.defaults)
        defaults = [None] * given + list(node.defaults)
        made = [self._parameter(one, default) for one, default in zip(every, defaults, strict=True)]
        keywords = zip(node.kwonlyargs, node.kw_defaults, strict=True)
        star: Any = cst.MaybeSentinel.DEFAULT
        if node.vararg is not None:
            star = self._parameter(node.vararg, None, "*")
        elif node.kwonlyargs:
            star = cst.ParamStar()
        only = len(node.posonlyargs)
        return _parameters(
            made[only:],
            star,
            [self._parameter(one, default) for one, default in keywords],
            self._parameter(node.kwarg, None, "**") if node.kwarg is not None else None,
            made[:only],
            cst.ParamSlash() if only else cst.MaybeSentinel.DEFAULT,
        )

    def _parameter(self, node: ast.arg, default: ast.expr | None, star: str = "") -> Any:
        name = _name(node.arg)
        annotation = self._annotation(node.annotation) if node.annotation is not None else None
        made = _param(name, annotation, self._optional(default), star)
        self._found[id(name)] = (Kind.PARAMETER, node, "")
        self._found[id(made)] = (Kind.PARAMETER, node, star)
        return made

    def _annotation(self, node: ast.expr) -> Any:
        return _annotation(self._expression(node))

    def _if(self, node: ast.If) -> Any:
        test, body = self._expression(node.test), self._body(node.body)
        otherwise: Any = None
        if node.orelse:
            first = node.orelse[0]
            if isinstance(first, ast.If) and self._places.says("elif", first):
                otherwise = self._statement(first)
            else:
                otherwise = _else(self._body(node.orelse))
        return _if(test, body, otherwise)

    def _otherwise(self, statements: Sequence[ast.stmt]) -> Any:
        return _else(self._body(statements)) if statements else None

    def _for(self, node: ast.For | ast.AsyncFor) -> Any:
        return _for(
            self._expression(node.target),
            self._expression(node.iter),
            self._body(node.body),
            self._otherwise(node.orelse),
            _ASYNCHRONOUS if isinstance(node, ast.AsyncFor) else None,
        )

    def _while(self, node: ast.While) -> Any:
        test = self._expression(node.test)
        return _while(test, self._body(node.body), self._otherwise(node.orelse))

    def _try(self, node: ast.Try) -> Any:
        body = self._body(node.body)
        handlers = [self._handler(one) for one in node.handlers]
        final = _finally(self._body(node.finalbody)) if node.finalbody else None
        return _try(body, handlers, self._otherwise(node.orelse), final)

    def _handler(self, node: ast.ExceptHandler) -> Any:
        name = _as_name(_name(node.name)) if node.name else None
        made = _except(self._body(node.body), self._optional(node.type), name)
        self._found[id(made)] = (Kind.NODE, node)
        return made

    def _with(self, node: ast.With | ast.AsyncWith) -> Any:
        items = [
            _with_item(
                self._expression(one.context_expr),
                _as_name(self._expression(one.optional_vars)) if one.optional_vars else None,
            )
            for one in node.items
        ]
        asynchronous = _ASYNCHRONOUS if isinstance(node, ast.AsyncWith) else None
        return _with(items, self._body(node.body), asynchronous)

    # Expressions.

    def _expression(self, node: ast.expr) -> Any:
        sketcher = self._expressions.get(type(node))
        if sketcher is None:
            raise UnsketchableError
        made = sketcher(node)
        self._found[id(made)] = (Kind.NODE, node)
        return made

    def _optional(self, node: ast.expr | None) -> Any:
        return None if node is None else self._expression(node)

    def _name(self, node: ast.Name) -> Any:
        return _name(node.id)

    def _attribute(self, node: ast.Attribute) -> Any:
        attr = _name(node.attr)
        self._found[id(attr)] = (Kind.ATTRIBUTE, node)
        return _attribute(self._expression(node.value), attr)

    def _call(self, node: ast.Call) -> Any:
        func = self._expression(node.func)
        arguments: list[Any] = [self._argument(one) for one in node.args]
        if len(arguments) == 1 and isinstance(node.args[0], ast.GeneratorExp):
            alone = node.args[0].end_col_offset == node.end_col_offset
            if alone and node.args[0].end_lineno == node.end_lineno:
                # The parentheses are those of the call.
                self._found[id(arguments[0])] = (Kind.NODE, node.args[0])
        if node.keywords:
            arguments += [self._keyword(one) for one in node.keywords]
            if node.args and _stands_before(node.keywords[0].value, node.args[-1]):
                nodes = [*node.args, *(one.value for one in node.keywords)]
                both = zip(nodes, arguments, strict=True)
                placed = sorted(both, key=lambda pair: (pair[0].lineno, pair[0].col_offset))
                arguments = [made for _, made in placed]
        return _call(func, arguments)

    def _argument(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Starred):
            made = _arg(self._expression(node.value), None, "*")
        else:
            made = _arg(self._expression(node), None, "")
        self._found[id(made)] = (Kind.WHOLE, node)
        return made

    def _keyword(self, node: ast.keyword) -> Any:
        value = self._expression(node.value)
        if node.arg is None:
            made = _arg(value, None, "**")
        else:
            name = _name(node.arg)
            self._found[id(name)] = (Kind.KEYWORD, node)
            made = _arg(value, name, "")
        self._found[id(made)] = (Kind.NODE, node)
        return made

    def _constant(self, node: ast.Constant) -> Any:
        value = node.value
        if value is None or value is True or value is False:
            return _name(_SINGLETONS[value])
        if value is ...:
            return cst.Ellipsis()
        text = self._places.text(node)
        if isinstance(value, str | bytes):
            if _PLAIN_STRING.fullmatch(text):
                return _string(text)
            return self._parsed(node, text)
        if isinstance(value, int):
            return _integer(text)
        return _float(text) if isinstance(value, float) else _imaginary(text)

    def _formatted(self, node: ast.JoinedStr) -> Any:
        return self._parsed(node, self._places.text(node))

    def _parsed(self, node: ast.expr, text: str) -> Any:
        """Formatted texts and texts in several parts are left to LibCST."""
        try:
            module = cst.parse_module(f"({text})")
        except Exception as error:
            raise UnsketchableError from error
        line = module.body[0]
        assert isinstance(line, cst.SimpleStatementLine)
        expression = line.body[0]
        assert isinstance(expression, cst.Expr)
        start_line, start_column, *_ = self._places.of(node)
        for inner, place in Positions(module).places.items():
            self._found[id(inner)] = (Kind.SHIFTED, place, start_line, start_column)
        self._places.keep(module)
        return expression.value

    def _subscript(self, node: ast.Subscript) -> Any:
        owner, key = self._expression(node.value), node.slice
        if isinstance(key, ast.Tuple) and not self._places.is_parenthesized(key):
            elements = [self._slice(one) for one in key.elts]
        else:
            elements = [self._slice(key)]
        return _subscript(owner, [_subscript_element(one) for one in elements])

    def _slice(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Slice):
            lower, upper = self._optional(node.lower), self._optional(node.upper)
            return _slice(lower, upper, self._optional(node.step))
        if isinstance(node, ast.Starred):
            return _index(self._expression(node.value), "*")
        return _index(self._expression(node), None)

    def _binary(self, node: ast.BinOp) -> Any:
        left, operator = self._expression(node.left), _BINARY_NODES[type(node.op)]
        return _binary(left, operator, self._expression(node.right))

    def _boolean(self, node: ast.BoolOp) -> Any:
        operator = _AND if isinstance(node.op, ast.And) else _OR
        first, *rest = node.values
        made = self._expression(first)
        for one in rest:
            made = _boolean(made, operator, self._expression(one))
            self._found[id(made)] = (Kind.SPAN, first, one)
        return made

    def _comparison(self, node: ast.Compare) -> Any:
        targets = [
            _comparison_target(_COMPARED[type(operator)], self._expression(other))
            for operator, other in zip(node.ops, node.comparators, strict=True)
        ]
        return _comparison(self._expression(node.left), targets)

    def _unary(self, node: ast.UnaryOp) -> Any:
        return _unary(_UNARY[type(node.op)], self._expression(node.operand))

    def _if_exp(self, node: ast.IfExp) -> Any:
        test, body = self._expression(node.test), self._expression(node.body)
        return _if_exp(test, body, self._expression(node.orelse))

    def _lambda(self, node: ast.Lambda) -> Any:
        return _lambda(self._parameters(node.args), self._expression(node.body))

    def _elements(self, nodes: Sequence[ast.expr]) -> list[Any]:
        found = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                made = _starred(self._expression(node.value))
            else:
                made = _element(self._expression(node))
            self._found[id(made)] = (Kind.WHOLE, node)
            found.append(made)
        return found

    def _list(self, node: ast.List) -> Any:
        return _list(self._elements(node.elts))

    def _tuple(self, node: ast.Tuple) -> Any:
        return _tuple(self._elements(node.elts))

    def _set(self, node: ast.Set) -> Any:
        return _set(self._elements(node.elts))

    def _dict(self, node: ast.Dict) -> Any:
        return _dict(
            [
                _starred_dict_element(self._expression(value))
                if key is None
                else _dict_element(self._expression(key), self._expression(value))
                for key, value in zip(node.keys, node.values, strict=True)
            ]
        )

    def _list_comp(self, node: ast.ListComp) -> Any:
        return _list_comp(self._expression(node.elt), self._clauses(node.generators))

    def _set_comp(self, node: ast.SetComp) -> Any:
        return _set_comp(self._expression(node.elt), self._clauses(node.generators))

    def _generator(self, node: ast.GeneratorExp) -> Any:
        return _generator(self._expression(node.elt), self._clauses(node.generators))

    def _dict_comp(self, node: ast.DictComp) -> Any:
        key, value = self._expression(node.key), self._expression(node.value)
        return _dict_comp(key, value, self._clauses(node.generators))

    def _clauses(self, nodes: Sequence[ast.comprehension]) -> Any:
        inner: Any = None
        for node in reversed(nodes):
            inner = _comp_for(
                self._expression(node.target),
                self._expression(node.iter),
                [_comp_if(self._expression(one)) for one in node.ifs],
                inner,
                _ASYNCHRONOUS if node.is_async else None,
            )
        return inner

    def _await(self, node: ast.Await) -> Any:
        return _await(self._expression(node.value))

    def _yield(self, node: ast.Yield) -> Any:
        return _yield(self._optional(node.value))

    def _yield_from(self, node: ast.YieldFrom) -> Any:
        return _yield(_from(self._expression(node.value)))

    def _named(self, node: ast.NamedExpr) -> Any:
        return _named(self._expression(node.target), self._expression(node.value))


def _dotted(name: str) -> Any:
    """The node of a dotted name in an import; nobody asks where it stands."""
    first, *rest = name.split(".")
    made = _name(first)
    for one in rest:
        made = _attribute(made, _name(one))
    return made


def _stands_before(one: ast.expr, other: ast.expr) -> bool:
    return (one.lineno, one.col_offset) < (other.lineno, other.col_offset)
