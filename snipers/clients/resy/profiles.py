"""Parses Resy's replies about an account's owner: the profile, the cards on file, and the tokens of a sign-in.

The functions raise Malformed for a required field that is missing or cannot be read.
"""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

from snipers.clients.base import CardOnFile, PaymentMethod, Profile
from snipers.clients.optional import members
from snipers.clients.reading import Node, member, unless_malformed

# The largest number of cards that are read. The list is for diners, who have a few; concierges may have hundreds.
MOST_CARDS = 20


def profile(data: Any) -> Profile:
    """Parse the reply to GET /2/user, or the same fields in the reply to a sign-in."""
    user = Node(data)
    names = [str(user[name].value or "").strip() for name in ("first_name", "last_name")]
    card = user["payment_method_id"]
    return Profile(
        user_id=str(user["id"].integer()),
        display_name=" ".join(name for name in names if name)[:200],
        payment_method_id=None if card.value is None else str(card.integer()),
        payment_methods=tuple(islice(_cards(user), MOST_CARDS)),
    )


def _cards(user: Node) -> Iterator[PaymentMethod]:
    """Yield the cards of an account. A card that cannot be read is left out, because a booking does not depend on this
    list.
    """
    for card in members(member(user, "payment_methods")):
        found = unless_malformed(partial(_payment_method, card))
        if found is not None:
            yield found


def _payment_method(card: Node) -> PaymentMethod:
    last_four = card["last_4"] if card["last_4"].value is not None else card["display"]
    brand = card["card_type"].value or card["provider_name"].value or "Card"
    return PaymentMethod(id=str(card["id"].integer()), label=f"{brand} {last_four.text()[-4:]}"[:60])


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
    last_four = card["last_4"] if card["last_4"].value is not None else card["display"]
    return CardOnFile(
        payment_method_id=str(card["id"].integer()),
        last_four=last_four.text()[-4:],
        expiry=f"{card['exp_month'].integer():02d}/{card['exp_year'].integer():04d}",
    )
