"""Names of our Ray actors, which are the same in every process.

A venue has two actor names, because a move starts the second watcher while the first one still polls.
"""

NAMESPACE = "tablehawk"
AGENT = "agent-"
_VENUE = "venue-"
_SECOND = "-b"


def venue_actor(venue_id: int, *, second: bool = False) -> str:
    """Return the first actor name of a venue, or with `second` the second one."""
    return f"{_VENUE}{venue_id}{_SECOND if second else ''}"


def venue_actors(venue_id: int) -> tuple[str, str]:
    """Return both actor names of a venue."""
    return venue_actor(venue_id), venue_actor(venue_id, second=True)


def node_agent(node_id: str) -> str:
    """Return the actor name of the agent of the node with this id of Ray."""
    return f"{AGENT}{node_id}"


def parse_venue_id(actor: str) -> int | None:
    """Return the venue id in an actor's name; None for other actors."""
    number = actor.removeprefix(_VENUE).removesuffix(_SECOND)
    return int(number) if actor.startswith(_VENUE) and number.isdecimal() else None
