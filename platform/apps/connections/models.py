"""Users' accounts at the booking platforms, kill switches, our access to the platforms, and their breakers' states."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

from apps.accounts.models import User
from snipers.domain.access import LONGEST_VALUE


class Platform(models.TextChoices):
    RESY = "resy"
    OPENTABLE = "opentable"


class AccountStatus(models.TextChoices):
    """Whether the snipers may use the account."""

    CONNECTED = "connected"
    NEEDS_RECONNECT = "needs_reconnect"
    DISCONNECTED = "disconnected"


class PlatformAccount(models.Model):
    """One account at a platform, connected by one of our users. If two users connect the same account, each has a row.

    `platform_user_id`, the platform's id, identifies the account, so connecting it again keeps the row. `username` is
    the name used to sign in; the platform may give it to another account later. The token is sealed (authenticated
    encryption), and the platform's password is never stored. `sealed_refresh_token`, which not every sign-in has,
    renews the token at `renewal_due_at`.

    `known_reservations` are the platform's ids of the account's reservations at `known_at`. They show which
    reservations are the diner's own, so that an unknown outcome is not settled with one of them. `attention_reason`:
    why the owner has to act; with `payment_required` and `expires_soon` the account stays connected. `tables_due_at`:
    when the account's list is next compared with our booked tables; null means now. `verified_at`: when the platform
    last accepted the token; `checked_at`: when it was last called only for a check.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="platform_accounts")
    platform = models.CharField(max_length=10, choices=Platform.choices)
    username = models.CharField(max_length=254)
    display_name = models.CharField(max_length=200, blank=True)
    platform_user_id = models.CharField(max_length=64, blank=True)
    # The platform's opaque id of the default card. Null means no card, because any text can be an id.
    payment_method_id = models.CharField(max_length=64, null=True, blank=True)  # noqa: DJ001 - see above
    sealed_token = models.TextField(blank=True)
    sealed_refresh_token = models.TextField(blank=True, db_default="", default="")
    renewal_due_at = models.DateTimeField(null=True, blank=True)
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
    PLATFORM = "platform"
    VENUE = "venue"
    ACCOUNT = "account"


class KillSwitch(models.Model):
    """Stops all polls and bookings for its key, which is a platform's name, or our id of a venue or an account."""

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


class PlatformAccess(models.Model):
    """How we identify ourselves at one platform: an operator's values in place of the environment's.

    An empty value keeps that of the environment. `sealed_secret` is Resy's API key, or the client secret of our
    application at OpenTable, sealed like tokens. `application_id` is that application's client id.
    """

    platform = models.CharField(max_length=10, choices=Platform.choices, primary_key=True)
    application_id = models.CharField(max_length=LONGEST_VALUE, blank=True, db_default="")
    sealed_secret = models.TextField(blank=True, db_default="")
    user_agent = models.CharField(max_length=LONGEST_VALUE, blank=True, db_default="")
    sign_in_paths = ArrayField(models.CharField(max_length=LONGEST_VALUE), default=list, blank=True, db_default=[])
    changed_at = models.DateTimeField(db_default=Now())
    changed_by = models.CharField(max_length=100, db_default="")

    class Meta:
        db_table = "platform_access"
        verbose_name_plural = "platform access"

    def __str__(self) -> str:
        return self.platform


class SourceState(models.Model):
    """The state of the sniper tower's breaker for one platform. It survives restarts."""

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
