"""Reads platform accounts."""

from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import QuerySet

from apps.accounts.models import User
from apps.accounts.rules.account_cards import AccountCard, cards_of
from apps.common.database.statements import Param, Statement
from apps.connections.models import AccountStatus, PlatformAccount


class LiveAccount(NamedTuple):
    """The fields that the owner of a live account sees. An account is live if it is not
    disconnected: it is connected or needs a reconnect.
    """

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
    def cards(self) -> list[AccountCard]:
        """The cards on file."""
        return cards_of(self.payment_methods, default_id=self.payment_method_id)

    @property
    def attention(self) -> str | None:
        """The reason why the owner has to act, None if there is none."""
        return self.attention_reason or None


def _live_accounts() -> QuerySet[PlatformAccount, Any]:
    accounts = PlatformAccount.objects.filter(user=Param("user"), platform=Param("platform"))
    return accounts.exclude(status=AccountStatus.DISCONNECTED).order_by("id").values_list(*LiveAccount._fields)


LIVE_ACCOUNTS: Final = Statement(_live_accounts, row=LiveAccount._make)


def connected_accounts(*, user: User, platform: str) -> list[PlatformAccount]:
    """Return the user's accounts at one platform that are connected and need no reconnect."""
    accounts = PlatformAccount.objects.filter(user=user, platform=platform, status=AccountStatus.CONNECTED)
    return list(accounts.order_by("id"))


def live_accounts(*, user: User, platform: str) -> list[LiveAccount]:
    """Return the user's accounts at one platform that are not disconnected."""
    return LIVE_ACCOUNTS.rows(user=user.pk, platform=platform)
