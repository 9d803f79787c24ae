"""Durable events for the browser: numbered densely for each user, replayed by the socket, never lost."""

from django.db import models
from django.db.models.functions import Now

from apps.accounts.models import User


class EventCursor(models.Model):
    """The last number given to a user; its row lock makes the numbers dense."""

    user = models.OneToOneField(User, models.CASCADE, primary_key=True)
    last_seq = models.BigIntegerField(default=0)

    class Meta:
        db_table = "event_cursor"


class Event(models.Model):
    """One thing that the user must see exactly once. `payload` is the browser event without its number."""

    user = models.ForeignKey(User, models.CASCADE, related_name="events")
    seq = models.BigIntegerField()
    type = models.CharField(max_length=40)
    payload = models.JSONField()
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
