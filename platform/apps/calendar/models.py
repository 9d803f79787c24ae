"""The table of calendar feeds."""

import uuid

from django.db import models
from django.db.models.functions import Now

from apps.accounts.models import User


class CalendarFeed(models.Model):
    """The address of a user's calendar feed. The address contains a signature of `nonce`, so nobody can make the
    address from the row alone.

    A new address replaces `nonce`, which invalidates the earlier address. Without a row the user has no feed.
    """

    user = models.OneToOneField(User, models.CASCADE, primary_key=True, related_name="calendar_feed")
    nonce = models.UUIDField(default=uuid.uuid4)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        app_label = "reservations"
        db_table = "calendar_feed"
