"""Models of billing: a mirror of each user's Stripe subscription, an inbox of Stripe's events, our calls to Stripe, and
used trials.

Stripe is the source of truth. No row contains a card number or an amount of money.
"""

import uuid

from django.db import models
from django.db.models.functions import Now

from apps.accounts.models import Tier, User


class Subscription(models.Model):
    """A user's subscription as last read from Stripe (the mirror). Code that writes the result of a
    read from Stripe locks the row.

    `plan` is the tier of the subscription's price. `granted` is the tier that the user last got for
    the subscription. `version` grows with every result of a read from Stripe that is written, so
    that an older result never replaces a newer one. At `look_again_at` the subscription is read
    from Stripe without an event, in case a webhook was lost.
    """

    # PROTECT: a user who has this row cannot be deleted, because Stripe may still charge the user.
    user = models.OneToOneField(User, models.PROTECT, primary_key=True, related_name="subscription")
    customer_id = models.CharField(max_length=255, unique=True, null=True, blank=True)
    subscription_id = models.CharField(max_length=255, blank=True)
    status = models.CharField(max_length=20, blank=True)
    plan = models.CharField(max_length=8, choices=Tier.choices, default=Tier.NONE)
    granted = models.CharField(max_length=8, choices=Tier.choices, default=Tier.NONE)
    will_cancel = models.BooleanField(default=False)
    cancels_on = models.DateTimeField(null=True, blank=True)
    current_period_end = models.DateTimeField(null=True, blank=True)
    trial_ends_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0)
    synced_at = models.DateTimeField(null=True, blank=True)
    look_again_at = models.DateTimeField(null=True, blank=True)
    closing = models.BooleanField(default=False, help_text="The account is closed: its subscriptions are ended.")

    class Meta:
        db_table = "billing_subscription"
        indexes = [models.Index(fields=["look_again_at"], name="subscription_look_again")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.plan} {self.status}".strip()

    @classmethod
    def lock(cls, *, user_id: int) -> "Subscription":
        """Return the user's row, locked until the transaction ends. The caller must not call Stripe while it holds the
        lock."""
        return cls.objects.select_for_update(no_key=True).get(pk=user_id)


class WebhookEvent(models.Model):
    """One event that Stripe sent to the webhook.

    Only the event's type and customer are stored. To apply the event, the worker reads the subscription from Stripe.
    """

    event_id = models.CharField(max_length=255, unique=True)
    type = models.CharField(max_length=100)
    customer_id = models.CharField(max_length=255, blank=True)
    created = models.DateTimeField(help_text="By Stripe's clock.")
    received_at = models.DateTimeField(db_default=Now())
    applied_at = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveIntegerField(default=0)
    next_try_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "billing_webhook_event"
        indexes = [
            models.Index(
                fields=["customer_id"], name="webhook_event_unapplied", condition=models.Q(applied_at__isnull=True)
            )
        ]


class CommandKind(models.TextChoices):
    CUSTOMER = "customer"
    CHECKOUT = "checkout"
    EXPIRE = "expire"
    UPDATE = "update"
    PORTAL = "portal"


class CommandState(models.TextChoices):
    """The state of a command.

    `open`: stored, and the outcome of its call is unknown. `done`: Stripe executed it. `refused`: Stripe refused it.
    `dropped`: it is not sent again, because a newer command replaces it or its key cannot be used any more.
    """

    OPEN = "open"
    DONE = "done"
    REFUSED = "refused"
    DROPPED = "dropped"


class Command(models.Model):
    """One POST to Stripe, stored with its idempotency key before it is sent. A retry sends the same request."""

    user = models.ForeignKey(User, models.CASCADE, related_name="billing_commands")
    kind = models.CharField(max_length=10, choices=CommandKind.choices)
    key = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    request = models.JSONField()
    state = models.CharField(max_length=8, choices=CommandState.choices, default=CommandState.OPEN)
    result_id = models.CharField(max_length=255, blank=True)
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "billing_command"
        constraints = [
            models.UniqueConstraint(
                fields=["user", "kind"], condition=models.Q(state="open"), name="one_open_command_of_each_kind"
            )
        ]


class UsedTrial(models.Model):
    """A keyed hash of an e-mail address, phone or card that has had its free trial.

    `user` is the account that had the trial, null if that account no longer exists.
    """

    mark = models.CharField(max_length=64, primary_key=True)
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="used_trials")
    since = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "billing_used_trial"
