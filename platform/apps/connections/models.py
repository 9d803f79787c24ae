"""Models of users' accounts at the platforms, kill switches, our access to the platforms, and the breakers' states."""

from typing import Final

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

from apps.accounts.models import User
from apps.accounts.rules.account_cards import cards_of
from apps.common.platform_wire import AccountCardOut
from snipers.clients import registry
from snipers.domain.access import LONGEST_VALUE

# The choices of columns with a platform.
PLATFORMS: Final = [(one.key, one.key.capitalize()) for one in registry.manifests()]


class AccountStatus(models.TextChoices):
    """Whether the snipers may use the account: only a connected account is used."""

    CONNECTED = "connected"
    NEEDS_RECONNECT = "needs_reconnect"
    DISCONNECTED = "disconnected"


class PlatformAccount(models.Model):
    """One account at a platform, connected by one of our users. If two users connect the same account, each has a row.

    `platform_user_id` is the platform's id of the account. It identifies the account, so a user who connects the
    account again gets the same row. `username` is the name that was used to sign in; the platform may give the name to
    another account later. The token is sealed (authenticated encryption). The password at the platform is never stored.
    `sealed_refresh_token` renews the token at `renewal_due_at`; it is empty if the sign-in has no refresh token.

    `payment_methods` are the cards on file when the profile was last read, as objects with `id` and `label`.

    `known_reservations` are the platform's ids of all reservations that were ever seen in the
    account's list, which was last read at `known_at`, and of those that we booked. A reservation
    that was known before a booking call is not taken for the result of that call, unless it is the
    old booking. `attention_reason` says why the owner has to act; with `payment_required` and `expires_soon` the
    account stays connected. At `tables_due_at` the account's reservation list is next compared with
    our booked tables; null means now. `verified_at` is when the platform last accepted the token,
    `checked_at` when the platform was last called only to check the account.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="platform_accounts")
    platform = models.CharField(max_length=10, choices=PLATFORMS)
    username = models.CharField(max_length=254)
    display_name = models.CharField(max_length=200, blank=True)
    platform_user_id = models.CharField(max_length=64, blank=True)
    # The platform's opaque id of the default card. Null means no card, because any text can be an id.
    payment_method_id = models.CharField(max_length=64, null=True, blank=True)  # noqa: DJ001 - see above
    payment_methods = models.JSONField(default=list, blank=True, db_default=[])
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

    @property
    def cards(self) -> list[AccountCardOut]:
        """The cards on file when the profile was last read."""
        return cards_of(self.payment_methods, default_id=self.payment_method_id)


class SwitchScope(models.TextChoices):
    PLATFORM = "platform"
    VENUE = "venue"
    ACCOUNT = "account"


class KillSwitch(models.Model):
    """A kill switch, which stops all calls for one platform, venue or account.

    `key` is the platform's name, or our id of the venue or account. Deleting the row allows the calls again.
    """

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
    """An operator's values for our access to one platform. They replace the values of the environment.

    An empty field means that the environment's value applies. `sealed_secret` is our API key, or the client secret of
    our application, encrypted like tokens. `application_id` is the client id of the application.
    """

    platform = models.CharField(max_length=10, choices=PLATFORMS, primary_key=True)
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
    """The state of the sniper tower's breaker for one platform, stored so that it survives restarts.

    `factor` is the part of the platform's poll budget that the breaker allows. `reset_at` is the last reset by an
    operator.
    """

    platform = models.CharField(max_length=10, choices=PLATFORMS, primary_key=True)
    state = models.CharField(max_length=10)
    reason = models.CharField(max_length=40, blank=True)
    since = models.DateTimeField(db_default=Now())
    until = models.DateTimeField(null=True)
    factor = models.FloatField(db_default=1.0, default=1.0)
    updated_at = models.DateTimeField(db_default=Now())
    reset_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "source_state"


class SignInRefusal(models.Model):
    """A firewall of a platform refuses sign-ins from our address: since `since`, last at `last_at`.

    The row is deleted when the platform answers a sign-in again.
    """

    platform = models.CharField(max_length=10, choices=PLATFORMS, primary_key=True)
    since = models.DateTimeField()
    last_at = models.DateTimeField()

    class Meta:
        db_table = "sign_in_refusal"


class LearnedPace(models.Model):
    """The pace that the sniper tower has learned for one platform and the egress address of one cell.

    The columns are the fields of snipers.domain.learned_pace.LearnedPace.
    """

    platform = models.CharField(max_length=10, choices=PLATFORMS)
    cell = models.CharField(max_length=40)
    finds_per_minute = models.FloatField()
    window_at = models.DateTimeField()
    window_finds = models.FloatField(db_default=0.0, default=0.0)
    counted_at = models.DateTimeField()
    owed = models.FloatField(db_default=0.0, default=0.0)
    waits = models.BooleanField(db_default=False, default=False)
    refused_pace = models.FloatField(null=True)
    refused_at = models.DateTimeField(null=True)
    locked = models.BooleanField(db_default=False, default=False)
    let_in_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "learned_pace"
        constraints = [models.UniqueConstraint(fields=["platform", "cell"], name="one_pace_for_each_address")]


class ClockReading(models.Model):
    """The last comparison of a platform's clock with ours, made by the web tower while a release is near.

    At `read_at`, the platform's clock was ahead of ours by `low_ms` to `high_ms`. `tried_at` is the last attempt to
    compare. If it failed, `failed` is set, and the other values are those of the last successful comparison, null
    before the first.
    """

    platform = models.CharField(max_length=10, choices=PLATFORMS, primary_key=True)
    tried_at = models.DateTimeField()
    failed = models.BooleanField(default=False)
    read_at = models.DateTimeField(null=True)
    low_ms = models.FloatField(null=True)
    high_ms = models.FloatField(null=True)

    class Meta:
        db_table = "clock_reading"
