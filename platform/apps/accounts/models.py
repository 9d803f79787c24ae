"""Who uses Tablehawk: users, their sign-in sessions, and the counters that slow guessing down."""

import uuid
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.contrib.postgres.functions import RandomUUID
from django.db import models
from django.db.models.functions import MD5, Cast, Left, Lower, Now, Upper
from django.utils import timezone

# Twelve random hexadecimal digits, drawn by the database for every new user: none of 0-9 and A-F is taken for another.
NEW_REFERRAL_CODE = Upper(Left(MD5(Cast(RandomUUID(), models.CharField())), 12))


class Tier(models.TextChoices):
    """Subscription tiers, in the specification's words; premium is shown as Pro."""

    NONE = "none"
    STANDARD = "standard"
    PREMIUM = "premium"


class UserManager(BaseUserManager["User"]):
    """Creates users; e-mail addresses are kept in lower case."""

    def create_user(self, email: str, password: str, **fields: Any) -> "User":
        """Create one user with a hashed password."""
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str, **fields: Any) -> "User":
        """Create one member of staff with every permission (used by `manage.py createsuperuser`)."""
        fields = {"email_confirmed_at": timezone.now(), **fields, "is_staff": True, "is_superuser": True}
        return self.create_user(email, password, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """A person with a login. Tier and flags are written by staff and billing only, never by a client."""

    email = models.EmailField(max_length=254, unique=True)
    email_confirmed_at = models.DateTimeField(
        null=True, blank=True, help_text="When a link sent there was opened. Until then only such links are mailed."
    )
    pending_email = models.CharField(
        max_length=254, blank=True, db_default="", default="", help_text="Becomes the address when its link is opened."
    )
    first_name = models.CharField(max_length=100)
    last_name = models.CharField(max_length=100)
    phone = models.CharField(max_length=20, blank=True, help_text="Country code and ten digits, +12125550123.")
    phone_confirmed_at = models.DateTimeField(
        null=True, blank=True, help_text="When a code sent there was entered. Until then no other text is sent."
    )
    tier = models.CharField(max_length=8, choices=Tier.choices, default=Tier.NONE)
    trial_ends_at = models.DateTimeField(null=True, blank=True)
    has_had_free_trial = models.BooleanField(default=False)
    is_vip = models.BooleanField(default=False)
    is_concierge = models.BooleanField(default=False)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    email_notifications = models.BooleanField(default=True)
    phone_notifications = models.BooleanField(default=False)
    referral_code = models.CharField(
        max_length=12, unique=True, db_default=NEW_REFERRAL_CODE, help_text="Their own, to give away."
    )
    referred_by = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="referred")
    referred_with = models.CharField(
        max_length=64, blank=True, db_default="", help_text="The code as entered, known or not."
    )
    referral_link = models.CharField(max_length=300, blank=True, help_text="The invitation they came by.")
    date_joined = models.DateTimeField(db_default=Now())

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["first_name", "last_name"]

    class Meta:
        db_table = "app_user"
        permissions = [("grant_entitlements", "Can give tiers, VIP and concierge to users")]
        constraints = [
            models.UniqueConstraint(Lower("email"), name="one_user_for_each_email"),
            models.CheckConstraint(condition=~models.Q(referred_by=models.F("id")), name="nobody_refers_themselves"),
        ]

    def __str__(self) -> str:
        return self.email


class Session(models.Model):
    """One signed-in device: a family of refresh tokens of which only the newest counts.

    Only hashes are kept. The previous token stays good for a short grace, so that two tabs that share one
    stored token do not sign each other out; after it, reuse ends the whole family.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, models.CASCADE, related_name="sessions")
    current_hash = models.CharField(max_length=64)
    previous_hash = models.CharField(max_length=64, blank=True)
    rotated_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(db_default=Now())
    last_used_at = models.DateTimeField(db_default=Now())
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    user_agent = models.CharField(max_length=300, blank=True)

    class Meta:
        db_table = "session"

    def __str__(self) -> str:
        return self.user_agent or "a device"


class Throttle(models.Model):
    """Failures counted for one key (what is guarded, for which account and address) in one window."""

    key = models.CharField(max_length=200, primary_key=True)
    window_ends_at = models.DateTimeField()
    failures = models.PositiveIntegerField(default=0)

    class Meta:
        db_table = "throttle"
        indexes = [models.Index(fields=["window_ends_at"], name="throttle_by_end")]


class PasswordReset(models.Model):
    """The newest reset link of a user. The link is signed over `nonce`; the row alone is worth nothing to who reads it.

    A new request replaces the row, so earlier links die; use deletes it, so a link works once.
    """

    user = models.OneToOneField(User, models.CASCADE, primary_key=True, related_name="password_reset")
    nonce = models.UUIDField(default=uuid.uuid4)
    expires_at = models.DateTimeField()

    class Meta:
        db_table = "password_reset"


class EmailConfirmation(models.Model):
    """The newest confirmation link of a user, for the sign-up address or for the pending one. Signed over `nonce`.

    A new link replaces the row. `used_at` stays, so that a link opened twice gets its own sentence. `session_id` is
    the session that asked for a change: it alone outlives the activation.
    """

    user = models.OneToOneField(User, models.CASCADE, primary_key=True, related_name="email_confirmation")
    email = models.CharField(max_length=254, blank=True)
    nonce = models.UUIDField(default=uuid.uuid4)
    session_id = models.UUIDField(null=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "email_confirmation"


class EmailRevert(models.Model):
    """An address that a user had before a change: its link restores it until `expires_at`, and nobody else gets it.

    The link is signed over `nonce`.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="email_reverts")
    email = models.CharField(max_length=254, blank=True)
    nonce = models.UUIDField(default=uuid.uuid4)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "email_revert"
        indexes = [models.Index(fields=["email"], name="email_revert_by_email")]


class AuditEntry(models.Model):
    """One thing that matters to the safety of accounts: what, to whom, by whom, from where. Only ever added.

    A trigger refuses UPDATE and DELETE, so an entry also outlives the user it is about. Written by `audit.record`.
    """

    at = models.DateTimeField()
    act = models.CharField(max_length=40)
    user = models.ForeignKey(User, models.DO_NOTHING, null=True, db_constraint=False, related_name="audit_entries")
    by = models.ForeignKey(User, models.DO_NOTHING, null=True, db_constraint=False, related_name="+")
    address = models.CharField(max_length=64, blank=True)
    facts = models.JSONField(default=dict)

    class Meta:
        db_table = "audit_entry"
        verbose_name_plural = "audit entries"
        indexes = [
            models.Index(fields=["user", "-at"], name="audit_by_user"),
            models.Index(fields=["act", "-at"], name="audit_by_act"),
            models.Index(fields=["-at"], name="audit_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.act} at {self.at:%Y-%m-%d %H:%M:%S}"
