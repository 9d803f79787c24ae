"""Reads users, their platform accounts and their sessions for the screens."""

from datetime import datetime
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from django.apps import apps
from django.conf import settings
from django.db.models import Q, QuerySet

from apps.accounts.models import Session, User
from apps.accounts.rules.account_cards import cards_of
from apps.accounts.rules.entitlements import Entitlements, effective_tier, entitlements
from apps.common.database.statements import Param, Statement
from apps.common.platform_wire import USER_FIELDS, AccountCardOut

# A script that signs in repeatedly can open thousands of sessions, so the list has a limit.
MOST_SESSIONS: Final = 100
PROFILE_FIELDS: Final = (
    "id", "email", "first_name", "last_name", "phone", "trial_ends_at", "has_had_free_trial", "is_concierge", "is_vip",
    "referral_code", "cancel_fee_per_guest_cents",
)  # fmt: skip


class LiveAccount(NamedTuple):
    """The fields that the owner of a platform account sees, which is not disconnected: it is connected or needs a
    reconnect."""

    id: int
    platform: str
    username: str
    display_name: str
    is_concierge: bool
    status: str
    attention_reason: str
    connected_at: datetime
    verified_at: datetime | None
    token_expires_at: datetime | None
    payment_method_id: str | None
    payment_methods: list[dict[str, str]]

    @property
    def cards(self) -> list[AccountCardOut]:
        """The cards on file."""
        return cards_of(self.payment_methods, default_id=self.payment_method_id)

    @property
    def attention(self) -> str | None:
        """The reason why the owner has to act, None if there is none."""
        return self.attention_reason or None


def _live_accounts() -> QuerySet[Any, Any]:
    accounts = apps.get_model("connections.PlatformAccount").objects.filter(user=Param("user"))
    return accounts.exclude(status="disconnected").order_by("id").values_list(*LiveAccount._fields)


LIVE_ACCOUNTS: Final = Statement(_live_accounts, row=LiveAccount._make)


def current_tier(*, user: User, now: datetime) -> str:
    """Return the tier that applies now: "none" after the end of a trial, otherwise the user's tier."""
    return effective_tier(tier=user.tier, trial_ends_at=user.trial_ends_at, now=now)


def current_entitlements(*, user: User, now: datetime) -> Entitlements:
    """Return the entitlements of the user's current tier and flags."""
    return entitlements(tier=current_tier(user=user, now=now), is_vip=user.is_vip, is_concierge=user.is_concierge)


def get_profile(*, user: User, now: datetime) -> dict[str, Any]:
    """Return the fields of UserOut: the user with plan, flags, entitlements, and the platform accounts that are not
    disconnected (one query)."""
    accounts = LIVE_ACCOUNTS.rows(user=user.pk)
    return {
        **{name: getattr(user, name) for name in PROFILE_FIELDS},
        "email_confirmed": user.email_confirmed_at is not None,
        "pending_email": user.pending_email or None,
        "phone_confirmed": user.phone_confirmed_at is not None,
        "subscription_type": current_tier(user=user, now=now),
        "referral_link": f"{settings.PUBLIC_URL}/signup?{urlencode({'ref': user.referral_code})}",
        **{
            field: [account for account in accounts if account.platform == platform]
            for platform, field in USER_FIELDS.items()
        },
        "platform_accounts": accounts,
        "entitlements": current_entitlements(user=user, now=now),
    }


def list_sessions(*, user: User, current: UUID, now: datetime) -> QuerySet[Session]:
    """Return up to 100 live sessions of the user, last used first (one query).

    Each session has the attribute `current`, True for the session whose id is the argument `current`.
    """
    live = Session.objects.filter(user=user, revoked_at=None, expires_at__gt=now).annotate(current=Q(id=current))
    return live.order_by("-last_used_at", "id")[:MOST_SESSIONS]
