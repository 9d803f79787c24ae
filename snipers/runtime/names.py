"""Under which names our actors are known in the cluster, the same in every process."""

NAMESPACE = "tablehawk"
SWITCHBOARD = "switchboard"
_VENUE = "venue-"


def of_venue(venue_id: int) -> str:
    """Return the name of a venue's actor."""
    return f"{_VENUE}{venue_id}"


def venue_of(name: str) -> int | None:
    """Return whose actor it is; None for other actors."""
    number = name.removeprefix(_VENUE)
    return int(number) if name != number and number.isdecimal() else None
