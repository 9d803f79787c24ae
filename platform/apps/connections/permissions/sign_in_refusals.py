"""Remembers that a platform's firewall refuses sign-ins from our address, while other calls work.

Then nobody can connect or reconnect an account. So no message asks for it, and of all renewals only one is tried after
each pause.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from apps.connections.models import SignInRefusal

# A refusal that was not seen again for this long says nothing any more.
COUNTS_FOR: Final = timedelta(hours=24)
# Between two renewals, the pause is as long as the refusal lasts, within these bounds.
SHORTEST_PAUSE: Final = timedelta(hours=1)
LONGEST_PAUSE: Final = timedelta(hours=6)


def record(*, platform: str, now: datetime) -> None:
    """Store that a sign-in was refused."""
    row, created = SignInRefusal.objects.get_or_create(platform=platform, defaults={"since": now, "last_at": now})
    if not created:
        since = now if now - row.last_at > COUNTS_FOR else row.since
        SignInRefusal.objects.filter(pk=platform).update(since=since, last_at=now)


def clear(*, platform: str) -> None:
    """Store that the platform has answered a sign-in."""
    SignInRefusal.objects.filter(pk=platform).delete()


def refused(*, now: datetime) -> Collection[str]:
    """Return the platforms at which nobody can sign in."""
    return list(SignInRefusal.objects.filter(last_at__gt=now - COUNTS_FOR).values_list("platform", flat=True))


def pausing(*, now: datetime) -> Collection[str]:
    """Return the platforms at which no renewal is tried now."""
    return [row.platform for row in SignInRefusal.objects.all() if now < row.last_at + _pause(row)]


def _pause(row: SignInRefusal) -> timedelta:
    return min(max(SHORTEST_PAUSE, row.last_at - row.since), LONGEST_PAUSE)
