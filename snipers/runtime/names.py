"""Under which names our actors are known in the cluster, the same in every process.

A venue has two names, so that a second watcher can start while the first one still watches: that is how one moves.
"""

NAMESPACE = "tablehawk"
# The value is the name of a running actor: processes of the version before look it up, so it stays.
MAILBOX = "switchboard"
_VENUE = "venue-"
_BESIDE = "-b"


def of_venue(venue_id: int, *, beside: bool = False) -> str:
    """Return the name of a venue's actor, or of one beside it."""
    return f"{_VENUE}{venue_id}{_BESIDE if beside else ''}"


def venue_of(name: str) -> int | None:
    """Return whose actor it is; None for other actors."""
    number = name.removeprefix(_VENUE).removesuffix(_BESIDE)
    return int(number) if name.startswith(_VENUE) and number.isdecimal() else None


def of_node(*, host: str, node_id: str) -> str:
    """Return what we call a node: its host (in Kubernetes the pod), and enough of Ray's id to tell two lives apart."""
    return f"{host[:70]}-{node_id[:8]}"
