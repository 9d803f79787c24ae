"""For whom a concierge files a request, and that client's card at the platform accounts that book it.

A card's number and CVC go to the platform within the request that brings them. What stays is the platform's id of the
card, its last four digits and its expiry, one row for each account. The book itself is client_book.py.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from apps.accounts.models import User
from apps.common.errors import Refusal
from apps.connections.cards import store_card
from apps.connections.models import PlatformAccount
from apps.reservations import change_records
from apps.reservations.models import Client, ClientCard, Reservation, Status
from apps.reservations.rules import cards, submission
from apps.reservations.rules import clients as rules
from apps.reservations.rules.cards import CardEntry
from snipers.clients.base import CardOnFile

NOT_ON_FILE = "Please enter the card again: it is not on file with this account."
CLIENT_NEEDED = "Please enter the client that you book for."


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientDetails:
    """For whom a concierge books. `card` is what was typed into the card's fields, or a mask; None when nobody was
    asked for a card. `save`: keep the client in the book.
    """

    first_name: str
    last_name: str
    email: str
    phone: str
    zip_code: str = ""
    card: CardEntry | None = None
    save: bool = False

    @property
    def person(self) -> dict[str, str]:
        """What is kept of the person."""
        return {
            "first_name": self.first_name,
            "last_name": self.last_name,
            "email": self.email.lower(),
            "phone": self.phone,
            "zip_code": self.zip_code,
        }


def check(*, owner: User, details: ClientDetails | None, now: datetime) -> None:
    """Refuse a client of somebody who is no concierge (403), and details that are missing or can not be right (400)."""
    if details is None:
        return
    check_concierge(owner)
    errors = rules.mistakes(details.person)
    if details.card is not None and cards.kept(details.card.number) is None:
        errors |= cards.mistakes(details.card, today=now.date())
    if errors:
        raise Refusal("invalid", 400, next(iter(errors.values())), errors=errors)


def check_concierge(user: User) -> None:
    """Refuse users who are no concierge with 403."""
    if not user.is_concierge:
        raise Refusal("not_concierge", 403, "Only concierge accounts book on behalf of clients.")


def brings_card(details: ClientDetails | None) -> bool:
    """Whether there is a card to be handed on."""
    entry = details.card if details else None
    return entry is not None and entry.given and cards.kept(entry.number) is None


def hand_on(
    *, owner: User, details: ClientDetails | None, accounts: Collection[PlatformAccount], now: datetime
) -> Mapping[int, CardOnFile]:
    """Put a new card on file with each of the accounts, by account id; nothing to do without one.

    Speaks with the platforms, so call it outside any transaction. Raises Refusal; what one platform took by then stays
    there, known to nobody.
    """
    if details is None or details.card is None or not brings_card(details):
        return {}
    card = cards.card(details.card, zip_code=details.zip_code)
    return {account.pk: store_card(user=owner, account=account, card=card, now=now) for account in accounts}


def diner_key(*, owner: User, details: ClientDetails | None) -> str:
    """Return who will sit down, as far as that is known; a client who is not known yet holds nothing."""
    if details is None:
        return f"user:{owner.pk}"
    known = owner.clients.filter(email=details.email.lower()).first()
    return f"client:{known.pk if known else 0}"


def entered(
    *,
    owner: User,
    details: ClientDetails | None,
    accounts: Collection[PlatformAccount],
    on_file: Mapping[int, CardOnFile],
) -> Client | None:
    """Return the concierge's client with this e-mail, entered now if new; None when the user books for themselves.

    Keeps what is on file with the accounts now. Raises Refusal 400 for a mask of a card that is not on file, and when a
    concierge's account is to book for nobody.
    """
    if details is None:
        if any(account.is_concierge for account in accounts):
            errors = {"client_error": CLIENT_NEEDED}
            raise Refusal("incomplete", 400, submission.INCOMPLETE, errors=errors)
        return None
    client, _ = Client.objects.update_or_create(
        owner=owner,
        email=details.email.lower(),
        # Who is in the book stays there.
        defaults=details.person | ({"saved": True} if details.save else {}),
        create_defaults=details.person | {"saved": details.save},
    )
    for account_id, card in on_file.items():
        keep_traces(client=client, account_id=account_id, card=card)
    last_four = cards.kept(details.card.number) if details.card else None
    if last_four is not None:
        held = client.cards.filter(account__in=accounts, last_four=last_four).count()
        if held < len(accounts):
            raise Refusal("invalid", 400, NOT_ON_FILE, errors={"cc_number": NOT_ON_FILE})
    return client


def wake_watchers(client_ids: Collection[int]) -> None:
    """Make the watchers of these clients read them again; a claim with the data of before is refused."""
    waiting = Reservation.objects.filter(group__client_id__in=client_ids, status=Status.ACTIVE)
    change_records.wake_snipers(venue_ids=list(waiting.order_by().values_list("venue_id", flat=True).distinct()))


def keep_traces(*, client: Client, account_id: int, card: CardOnFile) -> None:
    """Note which card of the client is on file with an account; it takes the place of the one before."""
    ClientCard.objects.update_or_create(
        client=client,
        account_id=account_id,
        defaults={
            "platform_payment_id": card.payment_method_id,
            "last_four": card.last_four,
            "expiry": card.expiry,
        },
    )
