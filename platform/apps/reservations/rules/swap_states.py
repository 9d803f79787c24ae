"""The state of an offer to swap a booked table for a better one. Pure."""

from typing import Literal, NamedTuple

SwapState = Literal["offered", "dismissed", "booking", "refused", "canceling_old", "both", "swapped", "over"]


class Facts(NamedTuple):
    """What the rows say about an offer.

    `old_state` is the state of the old table's attempt, `canceling` that its cancellation was requested. `swap_status`
    is the status of the reservation that the user's command created, and `new_state` that of its newest attempt;
    both are None without one. `finished` says whether the swap has taken its last step (SwapOffer.finished_at).
    """

    old_state: str
    canceling: bool
    dismissed: bool
    swap_status: str | None
    new_state: str | None
    finished: bool


def state_of(facts: Facts) -> SwapState:
    """Return the state of an offer.

    "booking": the new table is being booked. "refused": it was not booked, and the old one stays. "canceling_old": the
    new one is booked, and the old one is being canceled. "both": the new one is booked, and canceling the old one
    failed. "swapped": the old one is canceled. "over": the old table is gone without a swap.
    """
    if facts.new_state == "booked":
        if facts.old_state != "booked":
            return "swapped"
        return "canceling_old" if facts.canceling or not facts.finished else "both"
    if facts.swap_status in ("active", "paused") or facts.new_state in ("claimed", "unknown"):
        return "booking"
    if facts.old_state != "booked" or facts.canceling:
        return "over"
    if facts.dismissed:
        return "dismissed"
    return "offered" if facts.swap_status is None else "refused"
