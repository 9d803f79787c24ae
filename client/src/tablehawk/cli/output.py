"""Output: answers on stdout as text or JSON, messages on stderr. Text of others cannot control the terminal."""

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import typer


def clean(text: str) -> str:
    """Return a text without control characters."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def say(text: str) -> None:
    """Print a line of the answer."""
    typer.echo(clean(text))


def message(text: str) -> None:
    """Print a message, which is no part of the answer."""
    typer.echo(clean(text), err=True)


def answer(data: Any, lines: Iterable[str], *, as_json: bool) -> None:
    """Print an answer: as one line of JSON, otherwise as lines of text."""
    if as_json:
        typer.echo(json.dumps(data, ensure_ascii=False))
        return
    for line in lines:
        say(line)


def columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines with aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def confirm(question: str, *, yes: bool) -> None:
    """Ask a question on stderr. Ends the program with code 1 if the answer is no."""
    message(question)
    if yes:
        return
    # typer.confirm prints a space on stdout.
    typer.echo("Continue? [y/N] ", nl=False, err=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        message("Nothing was changed.")
        raise typer.Exit(1)


def money(cents: int | None, currency: str | None = None) -> str:
    """Return an amount as USD 40.00."""
    amount = f"{(cents or 0) / 100:.2f}"
    return f"{currency} {amount}" if currency else amount
