"""The sentences for users are in the messages.py of each app, where a translator finds all of them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Final

from django.conf import settings

ROOT: Final = settings.ROOT
# Modules whose sentences are for staff, operators and developers, or are demo data.
NOT_FOR_USERS: Final = re.compile(
    r"/(?:tests|migrations|management|admin|models|demo)/|/(?:models|admin\w*|staff/login|schemas|openapi\w*|metrics|paging|pictures|worker)\.py$"
    r"|/(?:config|server)/(?:backlog|environment|health|pool_metrics|serve|settings)\.py$"
)
# The two modules beside messages.py map reason codes to sentences (docs/decisions/0225).
CATALOG: Final = re.compile(r"/(?:messages|rules/reasons|rules/platform_banner)\.py$")
SENTENCE: Final = re.compile(r"[A-Z{].* .*[\w)”}][.!?]\s*")


def modules() -> Iterator[tuple[str, ast.Module]]:
    for folder in ("platform/apps", "platform/config", "platform/server"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if not NOT_FOR_USERS.search(path.as_posix()):
                yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text())


def texts(tree: ast.AST) -> Iterator[str]:
    """Yield the literal strings, with {} for each value of an f-string, except for docstrings and descriptions."""
    if isinstance(tree, ast.Constant) and isinstance(tree.value, str):
        yield tree.value
    elif isinstance(tree, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in tree.values)
    elif isinstance(tree, ast.Dict):
        for key, value in zip(tree.keys, tree.values, strict=True):
            if not (isinstance(key, ast.Constant) and key.value == "description"):
                yield from texts(value)
    elif not (isinstance(tree, ast.Expr) and isinstance(tree.value, ast.Constant)):
        for node in ast.iter_child_nodes(tree):
            yield from texts(node)


def test_refusals_take_their_sentences_from_a_catalog() -> None:
    calls = [
        (name, node)
        for name, tree in modules()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("Refusal", "bad_form")
    ]
    assert len(calls) > 80
    assert not [f"{name}: {text}" for name, call in calls for text in texts(call) if " " in text]


def test_no_sentence_is_outside_of_a_catalog() -> None:
    assert not [
        f"{name}: {text}"
        for name, tree in modules()
        if not CATALOG.search(f"/{name}")
        for text in texts(tree)
        if SENTENCE.fullmatch(text)
    ]


def test_calls_pass_the_values_that_a_sentence_has_places_for() -> None:
    """mypy does not check the arguments of a sentence, which is `name = "... {platform} ...".format`."""
    places = {
        (path.parent.name, name): {field for _, field, _, _ in Formatter().parse(text) if field}
        for path in ROOT.glob("platform/**/messages.py")
        for name, text in sentences_with_places(path)
    }
    calls = [
        (path, call, sentence)
        for path in ROOT.glob("platform/**/*.py")
        for call, sentence in calls_of_sentences(path)
        if sentence in places
    ]
    assert {sentence for _, _, sentence in calls} == places.keys()
    assert not [
        f"{path}:{call.lineno}: {ast.unparse(call)}"
        for path, call, sentence in calls
        if call.args or {one.arg for one in call.keywords} != places[sentence]
    ]


def calls_of_sentences(path: Path) -> Iterator[tuple[ast.Call, tuple[str, str]]]:
    """Yield each call of a sentence and of a function of the module itself, with (the app, the name)."""
    tree = ast.parse(path.read_text())
    apps = {
        alias.asname or alias.name: (one.module or path.parent.name).rpartition(".")[2]
        for one in ast.walk(tree)
        if isinstance(one, ast.ImportFrom)
        for alias in one.names
        if alias.name == "messages"
    }
    for call in ast.walk(tree):
        match call:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr=name)) if module in apps:
                yield call, (apps[module], name)
            case ast.Call(func=ast.Name(id=name)):
                yield call, (path.parent.name, name)


def sentences_with_places(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each sentence that takes values."""
    for one in ast.parse(path.read_text()).body:
        match one:
            case ast.Assign([ast.Name(name)], ast.Attribute(ast.Constant(str(text)), "format")):
                yield name, text
