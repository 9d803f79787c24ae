"""Accounts that users hold at the booking platforms, what we know of the platforms, and the switches that stop us."""

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
    """One account at a platform, connected by one of our users. `platform_user_id`, the platform's own id of the
    account, identifies it: disconnecting and connecting again keeps the row. Two users may connect the same account;
    each has a row. `username` is what the diner signed in with; it may pass to another account. The platform's password
    is never kept; the token is sealed (authenticated encryption).

    `known_reservations` are the platform's ids of reservations that the account held when it was last read. Settling an
    unknown outcome needs the list as it was before our call, else it would adopt the diner's own booking.
    `attention_reason` says what its owner has to do; `payment_required` and `expires_soon` leave the account connected.
    `tables_due_at`: when its list is to be compared with the tables booked there; null is now.
    `verified_at`: when the platform last accepted the token; `checked_at`: when it was last asked just for that.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="platform_accounts")
    platform = models.CharField(max_length=10, choices=Platform.choices)
    username = models.CharField(max_length=254)
    display_name = models.CharField(max_length=200, blank=True)
    platform_user_id = models.CharField(max_length=64, blank=True)
    # The platform's opaque id of the default card; null is no card, which a platform never calls "".
    payment_method_id = models.CharField(max_length=64, null=True, blank=True)  # noqa: DJ001 - see above
    sealed_token = models.TextField(blank=True)
    token_expires_at = models.DateTimeField(null=True, blank=True, help_text="As the token says; empty: not known.")
    status = models.CharField(max_length=16, choices=AccountStatus.choices, default=AccountStatus.CONNECTED)
    attention_reason = models.CharField(max_length=40, blank=True)
    attention_notified = models.BooleanField(db_default=True, default=True)
    is_concierge = models.BooleanField(default=False)
    known_reservations = ArrayField(models.TextField(), default=list, blank=True)
    known_at = models.DateTimeField(null=True, blank=True)
    connected_at = models.DateTimeField(db_default=Now())
    verified_at = models.DateTimeField(null=True, blank=True)
    checked_at = models.DateTimeField(null=True, blank=True)
    tables_due_at = models.DateTimeField(null=True, blank=True)
    disconnected_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "platform_account"
        constraints = [
            models.UniqueConstraint(
                fields=["user", "platform", "platform_user_id"],
                condition=~models.Q(platform_user_id="") & ~models.Q(status="disconnected"),
                name="one_live_row_for_each_platform_account",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.username} ({self.platform})"


class SwitchScope(models.TextChoices):
    """What a kill switch stops."""

    PLATFORM = "platform"
    VENUE = "venue"
    ACCOUNT = "account"


class KillSwitch(models.Model):
    """A row stops all polling and booking for its key: a platform's name, or our id of a venue or of an account."""

    scope = models.CharField(max_length=8, choices=SwitchScope.choices)
    key = models.CharField(max_length=40)
    reason = models.CharField(max_length=200)
    created_by = models.CharField(max_length=100)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "kill_switch"
        verbose_name_plural = "kill switches"
        constraints = [models.UniqueConstraint(fields=["scope", "key"], name="one_switch_for_each_key")]

    def __str__(self) -> str:
        return f"{self.scope} {self.key}"


class SourceState(models.Model):
    """What the breaker of the sniper tower thinks of a platform; it goes on from here after a restart."""

    platform = models.CharField(max_length=10, choices=Platform.choices, primary_key=True)
    state = models.CharField(max_length=10)
    reason = models.CharField(max_length=40, blank=True)
    since = models.DateTimeField(db_default=Now())
    until = models.DateTimeField(null=True)
    factor = models.FloatField(db_default=1.0, default=1.0)
    updated_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "source_state"

    def __str__(self) -> str:
        return self.platform
