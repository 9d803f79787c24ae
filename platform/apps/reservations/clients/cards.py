"""Cards of clients in the book: put on file with one of the concierge's accounts, and forgotten again.

Number and CVC go to the platform within the request that brings them (connections/cards.py) and are kept nowhere. No
platform is known to take a card away at an app's asking, so what is forgotten here stays on file there, and we say so.
"""

from datetime import datetime

from django.db import transaction

from apps.accounts import audit
from apps.accounts.models import User
from apps.common.errors import bad_form, not_found
from apps.connections.cards import store_card
from apps.connections.models import AccountStatus, PlatformAccount
from apps.reservations import entitlements
from apps.reservations.rules import cards
from apps.reservations.rules.cards import CardEntry
from apps.reservations.schemas.clients import BookEntryOut

from . import book, on_behalf


def put(*, owner: User, client_id: int, account_id: int, card: CardEntry, address: str, now: datetime) -> BookEntryOut:
    """Put a client's card on file with an account; it takes the place of the one before.

    Raises Refusal: 404 for a client or an account that is not the owner's, 400 for a card that can not be right or that
    the platform refuses, 409 for an account that has to be reconnected, 429 after ten refused cards, 503 when the
    platform is away.
    """
    client = book.client_of(owner=owner, client_id=client_id)
    account = _account(owner=owner, account_id=account_id)
    if errors := cards.mistakes(card, today=now.date()):
        raise bad_form(errors)
    # Speaks with the platform, so it stands outside the transaction.
    kept = store_card(user=owner, account=account, card=cards.card(card, zip_code=client.zip_code), now=now)
    with transaction.atomic():
        entitlements.locked_user(user_id=owner.pk)
        # Both may have gone while the platform was asked.
        client = book.client_of(owner=owner, client_id=client_id)
        _account(owner=owner, account_id=account_id)
        on_behalf.keep_traces(client=client, account_id=account_id, card=kept)
        on_behalf.wake_watchers([client_id])
        audit.record(
            audit.Act.CARD_ON_FILE,
            user_id=owner.pk,
            now=now,
            address=address,
            client_id=client_id,
            account_id=account_id,
        )
    return book.entry(owner=owner, client_id=client_id)


@transaction.atomic
def forget(*, owner: User, client_id: int, account_id: int, address: str, now: datetime) -> str:
    """Forget the card that a client has on file with an account; returns a sentence that says what is left there.

    Raises Refusal: 404 without such a card; 409 while requests of the client with this account are open, because they
    would be booked with the account's own card from then on.
    """
    on_behalf.check_concierge(owner)
    entitlements.locked_user(user_id=owner.pk)
    client = book.client_of(owner=owner, client_id=client_id)
    card = client.cards.filter(account_id=account_id).select_related("account").first()
    if card is None:
        raise not_found("card")
    at_work = book.open_groups([client.pk], account_id=account_id)
    book.refuse_open(client, open_groups=at_work.get(client.pk, []))
    card.delete()
    audit.record(
        audit.Act.CARD_REMOVED,
        user_id=owner.pk,
        now=now,
        address=address,
        client_id=client_id,
        account_id=account_id,
    )
    return f"We have forgotten this card.{book.left_at([card.account.platform])}"


def _account(*, owner: User, account_id: int) -> PlatformAccount:
    live = owner.platform_accounts.exclude(status=AccountStatus.DISCONNECTED)
    account = live.filter(pk=account_id).first()
    if account is None:
        raise not_found("account")
    return account
