"""Durable events for the browser, numbered without gaps for each user, and the messages about them."""

from django.db import models
from django.db.models.functions import Now

from apps.accounts.models import User
from snipers.telemetry import trace as traces


class EventCursor(models.Model):
    """One user's last event number and the last number that the user has read.

    Its row lock makes the numbers gapless.
    """

    user = models.OneToOneField(User, models.CASCADE, primary_key=True)
    last_seq = models.BigIntegerField(default=0)
    seen_seq = models.BigIntegerField(db_default=0)

    class Meta:
        db_table = "event_cursor"


class Event(models.Model):
    """One browser event. `payload` is the event without its number. `trace` is the traceparent of the cause."""

    user = models.ForeignKey(User, models.CASCADE, related_name="events")
    seq = models.BigIntegerField()
    type = models.CharField(max_length=40)
    payload = models.JSONField()
    trace = models.CharField(max_length=traces.LENGTH, db_default="", default="", blank=True)
    dedupe_key = models.CharField(max_length=80, null=True)  # noqa: DJ001 - null: this event has no natural key
    created_at = models.DateTimeField(db_default=Now())
    published_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "event"
        constraints = [
            models.UniqueConstraint(fields=["user", "seq"], name="dense_event_numbers"),
            models.UniqueConstraint(fields=["dedupe_key"], name="one_event_for_each_cause"),
        ]
        indexes = [
            models.Index(fields=["id"], name="event_unpublished", condition=models.Q(published_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.type} no. {self.seq}"


class PhoneCode(models.Model):
    """The newest code that was texted to confirm a user's phone.

    Only a keyed hash of the code is stored, which also covers the user, `phone` and `nonce`.

    A new code replaces the row. Entering the right code deletes it.
    """

    user = models.OneToOneField(User, models.CASCADE, primary_key=True, related_name="phone_code")
    phone = models.CharField(max_length=20)
    nonce = models.UUIDField()
    code_hash = models.CharField(max_length=64)
    expires_at = models.DateTimeField()
    wrong_tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        db_table = "phone_code"


class Channel(models.TextChoices):
    """The channel of a message, and the name of its queue."""

    EMAIL = "email"
    SMS = "sms"


class DeliveryState(models.TextChoices):
    """queued -> sending -> sent | failed | queued (to be repeated); queued -> skipped | failed.

    `sending` is committed before the provider is called. If a row stays in this state, the outcome is unknown: the row
    becomes failed, and the message is never sent again.
    """

    QUEUED = "queued"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
    SKIPPED = "skipped"


class Delivery(models.Model):
    """One message for one event on one channel, queued in the transaction that wrote the event.

    `facts` are the fields of its kind (kinds.py). They may name a client, so they are emptied when the message ends.
    `reason` says why it was not sent, or not yet. `reference` is the provider's id.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=5, choices=Channel.choices)
    kind = models.CharField(max_length=20)
    facts = models.JSONField(default=dict)
    state = models.CharField(max_length=7, choices=DeliveryState.choices, default=DeliveryState.QUEUED)
    reason = models.CharField(max_length=40, blank=True)
    reference = models.CharField(max_length=120, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "delivery"
        verbose_name_plural = "deliveries"
        constraints = [
            models.UniqueConstraint(fields=["event", "channel"], name="one_message_for_each_event_and_channel")
        ]
        indexes = [
            models.Index(fields=["channel", "next_at"], name="deliveries_due", condition=models.Q(state="queued")),
            models.Index(fields=["taken_at"], name="deliveries_in_hand", condition=models.Q(state="sending")),
        ]

    def __str__(self) -> str:
        return f"{self.kind} by {self.channel}"
