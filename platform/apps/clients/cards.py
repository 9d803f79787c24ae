"""Puts a client's card on file at one of the concierge's accounts, and deletes our record of it.

The card's number and CVC are passed to the platform within the same request (connections/cards.py) and are not stored.
No platform is known to let an app remove a card, so a card that is forgotten here stays on file there.
"""

from datetime import datetime

from django.db import transaction

from apps.accounts.models import User
from apps.accounts.security import audit
from apps.clients import messages
from apps.clients.schemas import BookEntryOut
from apps.common.errors import bad_form, require_row
from apps.connections.cards import store_card
from apps.connections.models import AccountStatus, PlatformAccount
from apps.requests import change_records
from apps.requests.rules import cards
from apps.requests.rules.cards import CardEntry
from apps.requests.services import on_behalf

from . import book


def put_card(
    *, owner: User, client_id: int, account_id: int, card: CardEntry, address: str, now: datetime
) -> BookEntryOut:
    """Put a client's card on file at an account, and record it in place of an earlier card. Return the client.

    Raises Refusal: 404 for a client or an account of another owner; 400 for a card that is invalid or that the platform
    refuses; 409 for an account that has to be reconnected; 429 after ten refused cards; 503 if the platform does not
    answer.
    """
    client = book.client_of(owner=owner, client_id=client_id)
    account = _account(owner=owner, account_id=account_id)
    if errors := cards.mistakes(card, today=now.date()):
        raise bad_form(errors)
    # This calls the platform, so it is outside the transaction.
    on_file = store_card(user=owner, account=account, card=cards.to_card(card, zip_code=client.zip_code), now=now)
    with transaction.atomic():
        on_behalf.lock_concierge(owner)
        # The client or the account may have been removed during the call.
        client = book.client_of(owner=owner, client_id=client_id)
        _account(owner=owner, account_id=account_id)
        on_behalf.record_card(client=client, account_id=account_id, card=on_file)
        change_records.wake_watchers(group__client=client_id)
        ids = {"client_id": client_id, "account_id": account_id}
        audit.record(audit.Act.CARD_ON_FILE, user_id=owner.pk, now=now, address=address, **ids)
    return book.read_client(owner=owner, client_id=client_id)


@transaction.atomic
def forget_card(*, owner: User, client_id: int, account_id: int, address: str, now: datetime) -> str:
    """Delete our record of a client's card at an account. Return a sentence for the concierge.

    Raises Refusal: 404 without such a card; 409 while the client has open requests with this account, because they
    would be booked with the account's own card.
    """
    on_behalf.lock_concierge(owner)
    client = book.client_of(owner=owner, client_id=client_id)
    card = require_row(client.cards.filter(account_id=account_id).select_related("account"), "card")
    book.refuse_open(client, account_id=account_id)
    card.delete()
    ids = {"client_id": client_id, "account_id": account_id}
    audit.record(audit.Act.CARD_REMOVED, user_id=owner.pk, now=now, address=address, **ids)
    return messages.card_forgotten(platform=book.names_of([card.account.platform]))


def _account(*, owner: User, account_id: int) -> PlatformAccount:
    return require_row(
        owner.platform_accounts.exclude(status=AccountStatus.DISCONNECTED).filter(pk=account_id), "account"
    )
