"""The models of events, which are numbered without gaps for each user; of messages about events; of the devices and
chat apps that get messages; and of codes that confirm a phone.
"""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

from apps.accounts.models import Session, User
from snipers.telemetry import trace as traces


class EventCursor(models.Model):
    """The number of a user's newest event (`last_seq`) and of the last event that the user has read (`seen_seq`).

    Writers of a user's events lock this row until their commit, so the numbers have no gaps.
    """

    user = models.OneToOneField(User, models.CASCADE, primary_key=True)
    last_seq = models.BigIntegerField(default=0)
    seen_seq = models.BigIntegerField(db_default=0)

    class Meta:
        db_table = "event_cursor"


class Event(models.Model):
    """One durable event for a user's pages. `payload` is the event without its number.

    `dedupe_key` names the cause, so that the same cause is not reported twice; null if there is no such key. `trace` is
    the W3C traceparent of the cause.
    """

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

    Only a keyed hash of the code is stored. The hash includes the user, `phone` and `nonce`, so the code confirms only
    this phone of this user. A new code replaces the row. Entering the right code deletes the row.
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
    """The channel of a message. The procrastinate queue of the jobs that send on a channel has the channel's name.

    A user has any number of addresses on `push` (devices) and `chat` (chat apps); `email` and `sms` use the user's own
    e-mail address and phone.
    """

    EMAIL = "email"
    SMS = "sms"
    PUSH = "push"
    CHAT = "chat"


class NotificationSettings(models.Model):
    """A user's choices about messages. Without a row, all is on and there are no quiet hours.

    `muted` lists what is off, as "topic:channel" (rules/topics.py). Quiet hours are set if `quiet_start` is not null.
    """

    user = models.OneToOneField(User, models.CASCADE, primary_key=True, related_name="notification_settings")
    muted = ArrayField(models.CharField(max_length=20), default=list)
    quiet_start = models.TimeField(null=True)
    quiet_end = models.TimeField(null=True)
    time_zone = models.CharField(max_length=64, blank=True)

    class Meta:
        db_table = "notification_settings"


class AddressState(models.TextChoices):
    """Whether the background worker has checked the host of an address (settings/address_checks.py). A message that
    arrives sets READY.
    """

    READY = "ready"
    CHECKING = "checking"
    INTERNAL = "internal"
    UNKNOWN = "unknown"


class DeliveryAddress(models.Model):
    """A device (Web Push) or a chat app that gets a user's messages.

    `sealed_address` is the encrypted address, which is a secret: with it, anybody can send to the device or the chat.
    `fingerprint` is a keyed hash of it. `app` is the chat app, "" for a device; `label` is what the page shows. A
    device belongs to the `session` that turned its notifications on, and gets no messages after that session has
    ended or expired.

    After `failures` failed calls in a row, no message is sent to the address before `rests_until` (queue/turns.py).
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="delivery_addresses")
    channel = models.CharField(max_length=5, choices=Channel.choices)
    app = models.CharField(max_length=20, blank=True)
    label = models.CharField(max_length=120)
    sealed_address = models.TextField()
    fingerprint = models.CharField(max_length=64)
    session = models.ForeignKey(Session, models.CASCADE, null=True, related_name="+")
    created_at = models.DateTimeField()
    state = models.CharField(
        max_length=8, choices=AddressState.choices, default=AddressState.READY, db_default=AddressState.READY
    )
    failures = models.PositiveSmallIntegerField(default=0, db_default=0)
    rests_until = models.DateTimeField(null=True)

    class Meta:
        db_table = "delivery_address"
        verbose_name_plural = "delivery addresses"
        constraints = [
            models.UniqueConstraint(fields=["user", "fingerprint"], name="each_address_of_a_user_once"),
            models.UniqueConstraint(
                fields=["fingerprint"], condition=models.Q(channel="push"), name="one_user_for_each_device"
            ),
        ]


class DeliveryState(models.TextChoices):
    """The states of a message.

    Transitions: queued -> sending -> sent | failed | queued (for another attempt); queued -> skipped | failed.

    `sending` is committed before the provider is called. If the process dies in this state, the outcome is unknown: the
    sweep marks the message as failed, and it is not sent again (except for mails of deliveries.SENT_TWICE, once).
    """

    QUEUED = "queued"
    SENDING = "sending"
    SENT = "sent"
    FAILED = "failed"
    SKIPPED = "skipped"


class Delivery(models.Model):
    """One message for one event on one channel, queued in the transaction that wrote the event.

    `facts` are the fields of the message's kind (content/kinds.py). They may name a concierge's client, so they are
    deleted when the message is sent, failed or skipped. `reason` is a code that says why the message was not sent, or
    not yet. `reference` is the provider's id of the message. `address` is the device or the chat app; it is null for
    e-mails and text messages, and after the address was removed.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="deliveries")
    # The index is partial (Meta.indexes): most messages have no address.
    address = models.ForeignKey(
        DeliveryAddress, models.SET_NULL, null=True, blank=True, related_name="deliveries", db_index=False
    )
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
            models.UniqueConstraint(
                fields=["event", "channel"],
                condition=models.Q(channel__in=["email", "sms"]),
                name="one_mail_and_one_text_for_each_event",
            ),
            models.UniqueConstraint(
                fields=["event", "address"],
                condition=models.Q(address__isnull=False),
                name="one_message_for_each_event_and_address",
            ),
        ]
        indexes = [
            models.Index(fields=["channel", "next_at"], name="deliveries_due", condition=models.Q(state="queued")),
            models.Index(fields=["taken_at"], name="deliveries_in_hand", condition=models.Q(state="sending")),
            models.Index(fields=["address"], name="deliveries_by_address", condition=models.Q(address__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} by {self.channel}"
