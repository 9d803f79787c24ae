"""The cards on file at a platform account, as the account's owner sees them. Pure."""

from collections.abc import Sequence

from apps.common.platform_wire import AccountCardOut


def cards_of(payment_methods: Sequence[dict[str, str]], *, default_id: str | None) -> list[AccountCardOut]:
    """Return the cards in the order of the platform. `payment_methods` is the column of the account, `default_id` its
    default card.
    """
    return [AccountCardOut(**card, is_default=card["id"] == default_id) for card in payment_methods]
