"""Stores clients of a concierge, from a submission or from the client book (apps/clients), and the card that a client
has on file at each platform account.

Of a card, only the platform's id, the last four digits and the expiry are stored, in one row for each account. This
module calls no platform: submission.py sends the card's number and CVC.
"""

from collections.abc import Collection, Mapping
from datetime import datetime

from apps.accounts.models import User
from apps.common.errors import Refusal
from apps.connections.models import PlatformAccount
from apps.requests import messages
from apps.requests.locks import lock_user
from apps.requests.models import Client, ClientCard
from apps.requests.rules import cards
from apps.requests.rules import clients as rules
from apps.requests.rules.clients import ClientDetails
from snipers.clients.base import CardOnFile


def details_of(client: Client) -> ClientDetails:
    """Return a stored client as the client of a submission. The result has no card, so the card on file is used."""
    return ClientDetails(**{name: getattr(client, name) for name in rules.PERSON})


def check_concierge(user: User) -> None:
    """Raise Refusal 403 if the user is not a concierge."""
    if not user.is_concierge:
        raise Refusal("not_concierge", 403, messages.NOT_CONCIERGE)


def lock_concierge(owner: User) -> None:
    """Lock the concierge's row until the transaction ends. Raises Refusal 403 if the user is no longer a concierge."""
    check_concierge(owner)
    check_concierge(lock_user(owner.pk))


def check_client(*, owner: User, details: ClientDetails | None, now: datetime) -> None:
    """Raise Refusal: 403 if a user who is not a concierge submits a client, 400 if a field of the client or the card is
    missing or invalid. Without `details`, this does nothing."""
    if details is None:
        return
    check_concierge(owner)
    errors = rules.mistakes(details.person)
    if details.card is not None and cards.last_four_of(details.card.number) is None:
        errors |= cards.mistakes(details.card, today=now.date())
    if errors:
        raise Refusal("invalid", 400, next(iter(errors.values())), errors=errors)


def diner_key(*, owner: User, details: ClientDetails | None) -> str:
    """Return the key of the diner: "user:ID" for the owner, or "client:ID" for the client in `details`.

    A client who is not stored yet gets the key "client:0". No request has this key, so it is in conflict with none.
    """
    if details is None:
        return f"user:{owner.pk}"
    known = owner.clients.filter(email=details.email.lower()).first()
    return f"client:{known.pk if known else 0}"


def enter_client(
    *,
    owner: User,
    details: ClientDetails | None,
    accounts: Collection[PlatformAccount],
    on_file: Mapping[int, CardOnFile],
) -> Client | None:
    """Create or update the owner's client with the e-mail address in `details`, and return the client.

    Without `details`, the user books for themselves, and None is returned. `on_file` has the cards
    that were just put on file, by account id; they are recorded. Raises Refusal 400 if there are no
    `details` and one of the platform `accounts` is that of a concierge, or if the card number is
    masked (it stands for a card on file) and one of the accounts has no such card of the client.
    """
    if details is None:
        if any(account.is_concierge for account in accounts):
            raise Refusal("incomplete", 400, messages.INCOMPLETE, errors={"client_error": messages.NO_CLIENT})
        return None
    client, _ = Client.objects.update_or_create(
        owner=owner,
        email=details.email.lower(),
        # Without `save`, a client who is already in the client book stays there.
        defaults=details.person | ({"saved": True} if details.save else {}),
        create_defaults=details.person | {"saved": details.save},
    )
    for account_id, card in on_file.items():
        record_card(client=client, account_id=account_id, card=card)
    last_four = cards.last_four_of(details.card.number) if details.card else None
    if last_four is not None:
        held = client.cards.filter(account__in=accounts, last_four=last_four).count()
        if held < len(accounts):
            errors = {"cc_number": messages.CARD_NOT_ON_FILE}
            raise Refusal("invalid", 400, messages.CARD_NOT_ON_FILE, errors=errors)
    return client


def record_card(*, client: Client, account_id: int, card: CardOnFile) -> None:
    """Record the card that the client has on file at an account. It replaces the record of an earlier card."""
    ClientCard.objects.update_or_create(
        client=client,
        account_id=account_id,
        defaults={"platform_payment_id": card.payment_method_id, "last_four": card.last_four, "expiry": card.expiry},
    )
