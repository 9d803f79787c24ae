"""Accounts that users hold at the booking platforms, and the sealed tokens that open them."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

from apps.accounts.models import User


class Platform(models.TextChoices):
    """The two booking platforms."""

    RESY = "resy"
    OPENTABLE = "opentable"


class AccountStatus(models.TextChoices):
    """Whether the snipers may use the account now."""

    CONNECTED = "connected"
    NEEDS_RECONNECT = "needs_reconnect"
    DISCONNECTED = "disconnected"


class PlatformAccount(models.Model):
    """One connected account. The platform's password is never kept; the token is sealed (authenticated encryption).

    `known_reservations` are the platform's ids of reservations that the account held when it was last read. Settling an
    unknown outcome needs the list as it was before our call, else it would adopt the diner's own booking.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="platform_accounts")
    platform = models.CharField(max_length=10, choices=Platform.choices)
    username = models.CharField(max_length=254)
    display_name = models.CharField(max_length=200, blank=True)
    platform_user_id = models.CharField(max_length=64, blank=True)
    payment_method_id = models.BigIntegerField(null=True, blank=True)
    sealed_token = models.TextField(blank=True)
    status = models.CharField(max_length=16, choices=AccountStatus.choices, default=AccountStatus.CONNECTED)
    attention_reason = models.CharField(max_length=40, blank=True)
    attention_told = models.BooleanField(db_default=True, default=True)
    is_concierge = models.BooleanField(default=False)
    known_reservations = ArrayField(models.TextField(), default=list, blank=True)
    known_at = models.DateTimeField(null=True, blank=True)
    connected_at = models.DateTimeField(db_default=Now())
    verified_at = models.DateTimeField(null=True, blank=True)
    disconnected_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "platform_account"
        constraints = [
            models.UniqueConstraint(
                fields=["user", "platform", "username"],
                condition=~models.Q(status="disconnected"),
                name="one_live_account_for_each_username",
            )
        ]
