"""What the screen says of a request that is watched: one word out of several facts, the most pressing first."""

from typing import Final, Literal

WatchWord = Literal["starting", "watching", "booking", "verifying", "needs_reconnect", "backing_off"]
WORDS: Final[tuple[WatchWord, ...]] = (
    "starting",
    "watching",
    "booking",
    "verifying",
    "needs_reconnect",
    "backing_off",
)


def shown_state(*, written: str | None, open_attempt: str | None, account_usable: bool) -> WatchWord:
    """Return the word to show.

    `written` is the snipers' latest word (up to a second old, None before their first look); an attempt's row
    ("claimed", "unknown" or None) and the account's status are newer than it and win.
    """
    if open_attempt == "unknown":
        return "verifying"
    if open_attempt == "claimed":
        return "booking"
    if not account_usable:
        return "needs_reconnect"
    return next((word for word in WORDS if word == written), "starting")
