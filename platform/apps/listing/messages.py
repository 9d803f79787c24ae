"""The sentences of the list of requests."""

from typing import Final

# Warnings above the list
ban_risk = "{platform} may ban accounts that hold more than one reservation at a restaurant.".format


def several_active(*, venue: str, platform: str) -> str:
    return f"You have several active requests at {venue}. {ban_risk(platform=platform)}"


def active_beside_table(*, venue: str, platform: str) -> str:
    return f"You have a reservation and an active request at {venue}. {ban_risk(platform=platform)}"


# A body that names no amount and not `unknown`
NOTHING_ACCEPTED: Final = "Name an amount to accept, or set unknown to true."


# Kill switches, for staff
def no_such_switch(*, scope: str, key: str) -> str:
    return f"There's no {scope} {key!r}."
