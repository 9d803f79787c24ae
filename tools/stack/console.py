"""Prints lines to the terminal."""

import sys


def print_line(text: str = "") -> None:
    """Print a line and flush it at once; a pipe would otherwise be buffered."""
    print(text, flush=True)


def print_error(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def format_seconds(value: float) -> str:
    return f"{value:.1f} s" if value < 10 else f"{value:.0f} s"
