"""Parses Resy's replies about an account's owner: the profile, the cards on file, and the tokens of a sign-in.

The functions raise Malformed for a required field that is missing or cannot be read.
"""

from itertools import islice
from typing import Any

from snipers.clients.base import CardOnFile, PaymentMethod, Profile
from snipers.clients.optional import members, text
from snipers.clients.reading import Node, Skips

# The largest number of cards that are read. The list is for diners, who have a few; concierges may have hundreds.
MOST_CARDS = 20
BRANDS = ("card_type", "brand", "provider_name")
LAST_FOUR = ("last_4", "last_four", "display")


def profile(data: Any) -> Profile:
    """Parse the reply to GET /2/user, or the same fields in the reply to a sign-in."""
    user, skips = Node(data), Skips()
    names = [text(user[name], length=200) for name in ("first_name", "last_name")]
    cards = skips.readable(members(user["payment_methods"]), _payment_method)
    default = list(skips.readable([user["payment_method_id"]], _default_card))
    return Profile(
        user_id=str(user["id"].integer()),
        display_name=" ".join(name for name in names if name)[:200],
        payment_method_id=default[0] if default else None,
        payment_methods=tuple(islice(cards, MOST_CARDS)),
        skipped=skips.counts,
    )


def _default_card(card: Node) -> str | None:
    return None if card.value is None else str(card.integer())


def _payment_method(card: Node) -> PaymentMethod:
    brand = next((name for field in BRANDS if (name := text(card[field], length=40))), "Card")
    return PaymentMethod(id=str(card["id"].integer()), label=f"{brand} {_last_four(card)}"[:60])


def _last_four(card: Node) -> str:
    """Return the last four digits of a card. The fields that state them differ between replies."""
    stated = (card[field] for field in LAST_FOUR if card[field].value is not None)
    return next(stated, card["last_4"]).identifier()[-4:]


def login_token(data: Any) -> str:
    """Parse the user token from the reply to a sign-in or a renewal."""
    return Node(data)["token"].text()


def refresh_token(data: Any) -> str | None:
    """Parse the refresh token from the reply to a sign-in or a renewal, None if the reply has none."""
    token = Node(data)["refresh_token"].value
    return token if isinstance(token, str) and token else None


def card_on_file(data: Any) -> CardOnFile:
    """Parse the reply to the call that adds a card."""
    card = Node(data)
    return CardOnFile(
        payment_method_id=str(card["id"].integer()),
        last_four=_last_four(card),
        expiry=f"{card['exp_month'].integer():02d}/{card['exp_year'].integer():04d}",
    )
