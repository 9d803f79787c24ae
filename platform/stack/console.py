"""What the person at the terminal reads: calm lines, one for each thing that happened."""

import sys


def say(text: str = "") -> None:
    """One line, at once: the output may be a pipe."""
    print(text, flush=True)


def complain(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def seconds(value: float) -> str:
    return f"{value:.1f} s" if value < 10 else f"{value:.0f} s"
