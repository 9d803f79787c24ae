"""A concierge's client book: list, search, create, change and delete clients.

Another concierge's client is not found (404), and a user who is not a concierge has no client book (403).
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Prefetch, Q, QuerySet, Value, prefetch_related_objects
from django.db.models.functions import Concat, Lower

from apps.accounts.models import User
from apps.accounts.security import audit
from apps.clients import messages
from apps.clients.schemas import BookEntryOut, BookOut, ClientCardOut
from apps.common.errors import Refusal, bad_form, require_row
from apps.connections.models import AccountStatus
from apps.keys import idempotency
from apps.requests import change_records
from apps.requests.models import Client, ClientCard, Reservation
from apps.requests.rules import cards
from apps.requests.rules import clients as rules
from apps.requests.rules.changes import OPEN
from apps.requests.services import on_behalf
from snipers.clients import registry

PAGE_SIZE = 50
# The most open groups that the sentence of a refusal names. The refusal's `group_ids` has all of them.
MAX_NAMED = 5


def list_clients(*, owner: User, search: str, saved: bool, page: int) -> BookOut:
    """Return one page of the client book, sorted by name. With `saved` False, return clients known only from
    requests."""
    on_behalf.check_concierge(owner)
    found = _searched(owner.clients.filter(saved=saved), search)
    count = found.count()
    ordered = found.order_by(Lower("last_name"), Lower("first_name"), "id")
    chosen = list(ordered[(page - 1) * PAGE_SIZE : page * PAGE_SIZE])
    return BookOut(clients=_entries(chosen), page=page, pages=max(1, -(-count // PAGE_SIZE)), count=count)


def read_client(*, owner: User, client_id: int) -> BookEntryOut:
    """Return one client. Raises Refusal 403, 404."""
    return _entries([client_of(owner=owner, client_id=client_id)])[0]


def client_of(*, owner: User, client_id: int) -> Client:
    """Return the owner's client. Raises Refusal: 403 if the user has no client book, 404 for another owner's client."""
    on_behalf.check_concierge(owner)
    return require_row(owner.clients.filter(pk=client_id), "client")


@transaction.atomic
def create_client(*, owner: User, person: Mapping[str, str]) -> BookEntryOut:
    """Add a person to the client book; `person` has all fields of a client. A client known only from requests becomes
    saved.

    Raises Refusal: 400 for invalid fields, 409 for an e-mail that is already in the client book.
    """
    on_behalf.lock_concierge(owner)
    columns = _columns(person)
    client, created = Client.objects.get_or_create(
        owner=owner, email=columns["email"], defaults=columns | {"saved": True}
    )
    if not created:
        if client.saved:
            raise _client_exists(client_id=client.pk)
        _update(client.pk, **columns, saved=True)
    return read_client(owner=owner, client_id=client.pk)


@transaction.atomic
def change_client(*, owner: User, client_id: int, person: Mapping[str, str], saved: bool | None) -> BookEntryOut:
    """Change some fields of a client, and whether the client is saved in the client book. Raises Refusal: 400 for
    invalid fields, 403 and 404 as in `client_of`, 409 if another client has the e-mail."""
    on_behalf.lock_concierge(owner)
    client = client_of(owner=owner, client_id=client_id)
    columns: dict[str, Any] = _columns(person) | ({} if saved is None else {"saved": saved})
    if "email" in columns and owner.clients.filter(email=columns["email"]).exclude(pk=client.pk).exists():
        raise _client_exists()
    if columns:
        _update(client.pk, **columns)
    return read_client(owner=owner, client_id=client.pk)


@transaction.atomic
def delete_client(*, owner: User, client_id: int, address: str, now: datetime) -> str:
    """Delete a client and the client's cards. Return a sentence that names the platforms where a card stays on file.

    Raises Refusal 409 if the client has open requests, because they book in the client's name.
    """
    on_behalf.lock_concierge(owner)
    client = client_of(owner=owner, client_id=client_id)
    refuse_open(client)
    platforms = set(client.cards.values_list("account__platform", flat=True))
    groups = list(client.groups.values_list("pk", flat=True))
    answers = Q(answer__client__id=client_id) | Q(answer__lines__contains=[{"client_id": client_id}])
    idempotency.forget_answers(answers | Q(answer__group__group_id__in=groups), user_id=owner.pk)
    client.delete()
    audit.record(audit.Act.CLIENT_DELETED, user_id=owner.pk, now=now, address=address, client_id=client_id)
    return messages.client_deleted(client=str(client), platforms=names_of(platforms))


def _client_exists(**extra: int) -> Refusal:
    errors = {"email": messages.CLIENT_EXISTS}
    return Refusal("client_exists", 409, messages.CLIENT_EXISTS, errors=errors, extra=extra)


def names_of(platforms: Iterable[str]) -> str:
    """Return the platforms' names for a sentence, joined with "and"."""
    return " and ".join(registry.find(platform).name for platform in sorted(platforms, reverse=True))


def refuse_open(client: Client, **requests: Any) -> None:
    """Raise Refusal 409 if the client has active or paused reservations that match the filters `requests`. The refusal
    names their groups."""
    open_groups = _open_groups([client], **requests)[client.pk]
    if not open_groups:
        return
    numbers = ", ".join(f"{group_id:05d}" for group_id in open_groups[:MAX_NAMED])
    if len(open_groups) > MAX_NAMED:
        numbers += f" and {len(open_groups) - MAX_NAMED} more"
    sentence = messages.client_in_use(client=str(client), requests=numbers)
    raise Refusal("client_in_use", 409, sentence, extra={"group_ids": open_groups})


def _open_groups(people: Sequence[Client], **requests: Any) -> dict[int, list[int]]:
    """Return, by client id, the ids of the client's groups with active or paused reservations, oldest first.

    `requests` are further filters of the reservations.
    """
    rows = Reservation.objects.filter(group__client__in=people, status__in=OPEN, **requests).order_by("group_id")
    found: dict[int, list[int]] = {client.pk: [] for client in people}
    for client_id, group_id in rows.values_list("group__client", "group_id").distinct():
        found[client_id].append(group_id)
    return found


def _columns(person: Mapping[str, str]) -> dict[str, str]:
    """Return the given fields as they are stored, with the e-mail address in lower case. Raises Refusal 400 if a field
    is invalid."""
    if errors := rules.mistakes(person):
        raise bad_form(errors)
    return {name: value.lower() if name == "email" else value for name, value in person.items()}


def _update(client_id: int, **columns: Any) -> None:
    Client.objects.filter(pk=client_id).update(**columns)
    change_records.wake_watchers(group__client=client_id)


def _searched(found: QuerySet[Client], search: str) -> QuerySet[Client]:
    """Select the clients whose name, e-mail or phone contains the text."""
    if not search:
        return found
    full_name = Concat("first_name", Value(" "), "last_name")
    return found.annotate(full_name=full_name).filter(
        Q(full_name__icontains=search) | Q(email__icontains=search) | Q(phone__contains=search)
    )


def _entries(people: Sequence[Client]) -> list[BookEntryOut]:
    """Return the clients with their cards and open requests. It uses two queries."""
    prefetch_related_objects(people, Prefetch("cards", ClientCard.objects.select_related("account").order_by("id")))
    open_groups = _open_groups(people)
    return [
        BookEntryOut(
            id=client.pk,
            **{name: getattr(client, name) for name in rules.PERSON},
            saved=client.saved,
            created_at=client.created_at,
            open_groups=open_groups[client.pk],
            cards=[_card(card) for card in client.cards.all()],
        )
        for client in people
    ]


def _card(card: ClientCard) -> ClientCardOut:
    month, _, year = card.expiry.partition("/")
    return ClientCardOut(
        account_id=card.account_id,
        platform=card.account.platform,
        account_name=card.account.display_name or card.account.username,
        cc_number=cards.mask(last_four=card.last_four),
        exp_month=month,
        exp_year=year,
        usable=card.account.status == AccountStatus.CONNECTED,
    )
