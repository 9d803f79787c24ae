"""The sentences of weekly requests."""

from typing import Final

# Weekly requests
RULE_OVER: Final = "This weekly request is over."


def release_over(*, day: str) -> str:
    return f"The book for {day} is already open, and this weekly request is for releases only."


def too_many_rules(*, most: int) -> str:
    return f"You have {most} weekly requests. End one to make room for another"


def weekly_refused(*, venue: str, reason: str) -> str:
    return f"{venue}: {reason}"
