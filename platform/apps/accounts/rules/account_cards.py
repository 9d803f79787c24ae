"""The cards on file at a platform account, as the account's owner sees them. Pure."""

from collections.abc import Sequence
from typing import NamedTuple


class AccountCard(NamedTuple):
    """A card. `id` is the platform's id of the card; `label` is a text such as "Visa 4242"."""

    id: str
    label: str
    is_default: bool


def cards_of(payment_methods: Sequence[dict[str, str]], *, default_id: str | None) -> list[AccountCard]:
    """Return the cards in the order of the platform. `payment_methods` is the column of the account, `default_id` its
    default card.
    """
    return [AccountCard(card["id"], card["label"], card["id"] == default_id) for card in payment_methods]
