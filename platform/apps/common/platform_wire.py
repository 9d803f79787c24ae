"""The names of platforms in fields that the specification fixes. apps/connections/api/wire.py has those in paths.

No other module of the web tower names a platform. A platform that the specification does not know has the general
fields: `platform_accounts` of a user, `selectedAccounts` and `selectedCards` of a submission, `chosen_cards` of a
group.
"""

from typing import Final, Literal

from pydantic import Field

from apps.common.schemas import Instant, Shape
from realtime.events import Platform

# The field of a user, of a submission (account and card) and of a group, by platform.
USER_FIELDS: Final = {"resy": "resy_accounts", "opentable": "ot_accounts"}
ACCOUNT_FIELDS: Final = {"resy": "selectedResyAccount", "opentable": "selectedOpenTableAccount"}
CARD_FIELDS: Final = {"resy": "selectedResyCard", "opentable": "selectedOpenTableCard"}
GROUP_FIELDS: Final = {"resy": "resy_card", "opentable": "opentable_card"}
# The endpoint below /api/venues/ with the ids of one platform's venues.
IDS_PATH: Final = "/resy-ids/"
IDS_PLATFORM: Final = "resy"


class AccountCardOut(Shape):
    """A card on file at the account. `id` is the platform's id of the card; `label` is a text such as "Visa 4242"."""

    id: str
    label: str
    is_default: bool


class AccountOut(Shape):
    """What all answers say about a connected account. None of them contains its token."""

    id: int
    display_name: str
    is_concierge: bool
    status: Literal["connected", "needs_reconnect"]
    verified_at: Instant | None
    cards: list[AccountCardOut]


class ResyAccountOut(AccountOut):
    """A connected Resy account, without its token."""

    resy_username: str = Field(validation_alias="username")


class OpenTableAccountOut(AccountOut):
    """A connected OpenTable account, without its token."""

    ot_username: str = Field(validation_alias="username")


class PlatformAccountOut(AccountOut):
    """A connected account at any platform, without its token."""

    platform: Platform
    username: str
