"""The tables of webhooks and of the events that are sent to them."""

from datetime import datetime
from typing import Final, Literal, get_args
from uuid import uuid4

from django.contrib.postgres.fields import ArrayField
from django.db import models

from apps.accounts.models import User
from apps.senders.user_servers import UserServer

from . import messages

# The durable events of realtime/events.py that a webhook can get, under their names in `GET /api/events/`.
EventName = Literal[
    "reservation.outcome",
    "reservation.opening",
    "reservation.deadline",
    "reservation.not_ready",
    "reservation.changed",
    "weekly_rule.changed",
    "account.attention",
    "user.notice",
    "user.changed",
]
EVENT_NAMES: Final[tuple[EventName, ...]] = get_args(EventName)
TEST: Final = "webhook.test"


class OffReason(models.TextChoices):
    """Why a webhook is off: its user turned it off, its server failed for days, or its server answered 410 Gone."""

    BY_USER = "by_user"
    FAILING = "failing"
    GONE = "gone"


class Webhook(UserServer):
    """An address of a user's program that gets the user's events.

    `sealed_url` and the two secrets are encrypted; `label` is what the page shows of the address. The old secret signs
    beside the new one until `rotates_until`.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="webhooks")
    label = models.CharField(max_length=120)
    sealed_url = models.TextField()
    sealed_secret = models.TextField()
    sealed_old_secret = models.TextField(blank=True)
    rotates_until = models.DateTimeField(null=True)
    events = ArrayField(models.CharField(max_length=40))
    off_reason = models.CharField(max_length=8, choices=OffReason.choices, blank=True)
    created_at = models.DateTimeField()

    # A new secret in plain text, only in the object that was given it.
    secret = ""

    class Meta:
        db_table = "webhook"

    @property
    def problem(self) -> str | None:
        """A sentence that says why events don't get through, None if they do."""
        return messages.OFF[self.off_reason] if self.off_reason else messages.FAILING if self.failures else None


class SendingState(models.TextChoices):
    """The states of an event for a webhook: queued -> sending -> accepted | given_up | queued (for another try).

    A user may queue an accepted event, or one that was given up, once more.
    """

    QUEUED = "queued"
    SENDING = "sending"
    ACCEPTED = "accepted"
    GIVEN_UP = "given_up"


OPEN: Final = (SendingState.QUEUED, SendingState.SENDING)


class WebhookDelivery(models.Model):
    """One event for one webhook. queueing.py inserts it in the transaction of the event; deliveries.py changes it.

    `uuid` is the same in every try, so that a receiver recognizes a repeat. Events with the same `ordering_key`
    are sent one after the other; it is the id of the event's request. The next try is due at `next_at`; in the state
    `sending`, this is when its worker counts as dead. After a failed try no further one begins after `gives_up_at`.
    `status`, `answer` (its first bytes), `duration_ms` and `reason` (a code, if there was no answer) are of the last
    try.
    """

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries", db_index=False)
    uuid = models.UUIDField(default=uuid4)
    type = models.CharField(max_length=40)
    ordering_key = models.CharField(max_length=40, blank=True)
    payload = models.JSONField()
    state = models.CharField(max_length=8, choices=SendingState.choices, default=SendingState.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(db_index=True)
    next_at = models.DateTimeField()
    gives_up_at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(null=True)
    answer = models.TextField(blank=True)
    duration_ms = models.PositiveIntegerField(null=True)
    reason = models.CharField(max_length=20, blank=True)

    class Meta:
        db_table = "webhook_delivery"
        indexes = [
            models.Index(fields=["webhook", "id"], name="webhook_log"),
            models.Index(
                fields=["webhook", "ordering_key", "id"],
                name="webhook_deliveries_open",
                condition=models.Q(state__in=["queued", "sending"]),
            ),
        ]

    @property
    def message_id(self) -> str:
        """The header `webhook-id`."""
        return f"msg_{self.uuid.hex}"

    @property
    def next_try_at(self) -> datetime | None:
        return self.next_at if self.state == SendingState.QUEUED else None

    @property
    def problem(self) -> str | None:
        """A sentence that says why there was no answer, None if there was one."""
        return messages.REASONS.get(self.reason)
