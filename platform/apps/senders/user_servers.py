"""A user's own server that we call, again and again: a webhook or an MQTT broker. Each is a table that derives from
UserServer.

A server whose calls fail rests for longer and longer, so that slow servers hold up nobody else. After three days of
failures it is turned off.
"""

from datetime import datetime, timedelta
from typing import Final, Self

from django.db import models, transaction
from django.dispatch import Signal

from snipers.domain.backoff import Backoff

# Longer than any call, so that the process of an older claim has died.
CLAIM_LIFE: Final = timedelta(minutes=1)
# The worker's clock may be behind the clock of the process that wrote the event.
CLOCK_SKEW: Final = timedelta(seconds=2)
LONGEST_RETRY_AFTER: Final = timedelta(hours=1)
MOST_FAILURES: Final = 30
_BACKOFF: Final = Backoff(first=10.0, ceiling=1800.0)
_FAILING: Final = timedelta(days=3)

# server: UserServer, now: datetime. Sent in the transaction that turns a server off because it does not accept calls.
# The sender is its class.
switched_off: Final = Signal()


class UserServer(models.Model):
    """A server that is on while `off_reason` is empty. `failures` counts failed calls in a row since `failing_since`;
    nothing is sent before `rests_until`."""

    off_reason = models.CharField(max_length=8, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)
    failing_since = models.DateTimeField(null=True)
    rests_until = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    @property
    def is_on(self) -> bool:
        return not self.off_reason

    @classmethod
    def lock(cls, pk: int) -> Self | None:
        """Lock a server until the transaction ends. All transitions take this lock first."""
        return cls._default_manager.select_for_update(no_key=True).filter(pk=pk).first()

    def recover(self) -> None:
        """Let the server be called without further rest. The caller saves it."""
        self.failures, self.failing_since, self.rests_until = 0, None, None

    def rest(self, *, retry_after: timedelta = timedelta(), now: datetime) -> None:
        """Count a failed call, and let the server rest. The caller saves it."""
        self.failing_since = self.failing_since or now
        self.failures = min(self.failures + 1, MOST_FAILURES)
        self.rests_until = now + pause(failures=self.failures, retry_after=retry_after)

    def has_failed(self, *, now: datetime) -> bool:
        """Return whether the server has failed for so long that it has to be turned off."""
        return self.failing_since is not None and now - self.failing_since >= _FAILING


def pause(*, failures: int, retry_after: timedelta) -> timedelta:
    """Return the pause after `failures` failed calls in a row. `retry_after` is what the server has asked for."""
    asked = min(retry_after, LONGEST_RETRY_AFTER).total_seconds()
    return timedelta(seconds=_BACKOFF.delay(failures=failures, retry_after=asked))


@transaction.atomic
def switch_off(server: UserServer, reason: str, *, now: datetime) -> bool:
    """Turn a failing server off and notify its user. Return False if the user has changed it meanwhile, or if a call
    got through. If the process dies before, the next failure does it.

    The notice comes first, because it locks the user's event cursor, which writers of events lock before the server.
    """
    server.off_reason = reason
    switched_off.send(type(server), server=server, now=now)
    same = type(server)._default_manager.filter(pk=server.pk, off_reason="", failing_since=server.failing_since)
    if same.update(off_reason=reason):
        return True
    transaction.set_rollback(True)
    return False
