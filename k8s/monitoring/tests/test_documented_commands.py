"""Commands and statements in runbooks and READMEs are valid: SQL, manage.py, make and ops.

A document that still has the old name of a column, command or option fails here. k8s/policy checks kubectl commands and
quotations.
"""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.db import connection

from snipers.ops.cli import build_parser

ROOT = Path(__file__).resolve().parents[3]
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "k8s" / "DEPLOYMENT.md",
    ROOT / "k8s" / "CAPACITY.md",
    *sorted((ROOT / "k8s" / "runbooks").glob("*.md")),
    *sorted((ROOT / "k8s" / "monitoring").glob("*.md")),
]
BLOCK = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`([^`\n]+)`")
# Placeholders of the documents, and values of the right type.
VALUES = {
    "VENUE": "7",
    "SOURCE": "resy",
    "NODE": "node-1",
    "CELL": "blue",
    "N": "3",
    "PID": "1",
    "....": "7",
    "...": "1",
}


def lines(text: str) -> Iterator[str]:
    """Yield the lines of code blocks and the inline code of a document."""
    for block in BLOCK.findall(text):
        yield from block.splitlines()
    yield from INLINE.findall(BLOCK.sub("", text))


def documented() -> Iterator[tuple[str, str]]:
    for path in DOCUMENTS:
        for line in lines(path.read_text()):
            yield path.name, line


def filled(text: str) -> str:
    for name, value in VALUES.items():
        text = re.sub(rf"(?<![\w.]){re.escape(name)}(?![\w.])", value, text)
    return text


def queries() -> list[tuple[str, str]]:
    found = []
    for name, line in documented():
        quoted = re.search(r"""\bdb -c (["'])(.*)\1""", line)
        query = quoted[2] if quoted else line
        if query.startswith("select "):
            found.append((name, filled(query)))
    return found


@pytest.mark.django_db
@pytest.mark.parametrize(("document", "query"), queries())
def test_documented_query_plans_on_the_migrated_tables(document: str, query: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"explain {query}")


def ops_commands() -> list[tuple[str, str]]:
    return [(name, line) for name, line in documented() if line.startswith("ops ") and "=" not in line.split()[1]]


@pytest.mark.parametrize(("document", "command"), ops_commands())
def test_documented_ops_command_is_valid(document: str, command: str) -> None:
    arguments = shlex.split(filled(command.partition(" #")[0]))[1:]
    try:
        build_parser().parse_args(arguments)
    except SystemExit as error:
        pytest.fail(f"{document}: `{command}` exits with {error.code}")


def test_documented_manage_commands_and_make_targets_exist() -> None:
    targets = set(re.findall(r"^([a-z0-9-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for name, line in documented():
        for command in re.findall(r"manage\.py ([a-z_]+)|make manage ARGS=[\"']?([a-z_]+)", line):
            assert next(filter(None, command)) in get_commands() | {"x": ""}, f"{name}: {line}"
        if made := re.match(r"make ([a-z0-9-]+)", line):
            assert made[1] in targets, f"{name}: {line}"
