"""Imports and exports client books as CSV files.

An import stores the valid lines in one transaction and reports why it left out the others. The e-mail address in a line
says which client the line is about. Several lines may have the same address.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from django.db import connection, transaction

from apps.accounts.models import User
from apps.clients import messages
from apps.clients.schemas import ImportLineOut, ImportOut
from apps.common.errors import Refusal
from apps.requests import change_records
from apps.requests.models import Client
from apps.requests.services import on_behalf

from .rules import client_csv
from .rules.client_columns import COLUMNS
from .rules.client_csv import NAMES, BadFile, ColumnsMissing, Row

# The order of the columns is that of COLUMNS.
UPSERT: Final = """
    INSERT INTO client (owner_id, first_name, last_name, email, phone, zip_code, saved)
    SELECT %s, person.*, true FROM unnest(%s::text[], %s::text[], %s::text[], %s::text[], %s::text[]) person
    ON CONFLICT (owner_id, email) DO UPDATE SET first_name = EXCLUDED.first_name, last_name = EXCLUDED.last_name,
        phone = EXCLUDED.phone, zip_code = EXCLUDED.zip_code, saved = EXCLUDED.saved
    RETURNING email, id
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stored:
    """The result of an import: e-mails of new and of changed clients, and the ids of all clients by e-mail (None for a
    new client of a preview)."""

    created: frozenset[str]
    updated: frozenset[str]
    ids: Mapping[str, int | None]


def import_clients(
    *,
    owner: User,
    file: bytes | str,
    charset: str | None = None,
    fields: Mapping[str, str] | None = None,
    preview: bool = False,
) -> ImportOut:
    """Add the clients of a CSV file to the client book. Return the result of each line.

    A client who is already in the client book, by e-mail address, gets the values of the file. If several lines have
    one address, the last of them is stored. `fields` has the field of each heading that the user explained. With
    `preview`, nothing is stored, and columns that are still missing are reported. Raises Refusal: 400 for a file that
    cannot be read, 403 if the user has no client book.
    """
    on_behalf.check_concierge(owner)
    try:
        text = client_csv.decode(file, charset=charset) if isinstance(file, bytes) else file
        parsed = client_csv.parse(text, fields=fields)
    except BadFile as error:
        if preview and isinstance(error, ColumnsMissing):
            return ImportOut(message=str(error), ignored_columns=list(error.headings), missing_columns=error.missing)
        raise Refusal("bad_file", 400, str(error)) from None
    valid = {row.person["email"]: row for row in parsed.rows if not row.errors}
    with transaction.atomic():
        on_behalf.lock_concierge(owner)
        stored = _store(owner=owner, valid=valid, preview=preview)
    lines = [_report_line(row, valid=valid, stored=stored) for row in parsed.rows]
    outcomes = Counter(line.outcome for line in lines)
    created, updated = len(stored.created), len(stored.updated)
    unchanged = len(valid) - created - updated
    return ImportOut(
        message=messages.import_summary(
            preview=preview, created=created, updated=updated, unchanged=unchanged, refused=outcomes["refused"]
        ),
        created=created,
        updated=updated,
        unchanged=unchanged,
        merged=outcomes["merged"],
        refused=outcomes["refused"],
        ignored_columns=list(parsed.ignored),
        lines=lines,
    )


def export_clients(*, owner: User) -> str:
    """Return the owner's client book as a CSV file that `import_clients` reads. Raises Refusal 403 if the user has no
    client book."""
    on_behalf.check_concierge(owner)
    people = owner.clients.filter(saved=True).order_by("last_name", "first_name", "id")
    return client_csv.write(people.values(*COLUMNS))


def _store(*, owner: User, valid: Mapping[str, Row], preview: bool) -> _Stored:
    known = {client.email: client for client in owner.clients.filter(email__in=list(valid))}
    created = frozenset(valid.keys() - known.keys())
    updated = frozenset(email for email, client in known.items() if _differs(client, valid[email].person))
    ids: dict[str, int | None] = dict.fromkeys(created) | {email: client.pk for email, client in known.items()}
    if not preview:
        changed = created | updated
        ids |= _upsert(owner=owner, people=[row.person for email, row in valid.items() if email in changed])
        change_records.wake_watchers(group__client__in=[known[email] for email in updated])
    return _Stored(created=created, updated=updated, ids=ids)


def _upsert(*, owner: User, people: Sequence[Mapping[str, str]]) -> dict[str, int]:
    """Save the people in the client book. Return their ids by e-mail address.

    One statement with an array for each column: with 10,000 people, bulk_create and bulk_update take seconds to build
    their statements.
    """
    with connection.cursor() as cursor:
        cursor.execute(UPSERT, [owner.pk, *([person[name] for person in people] for name in COLUMNS)])
        return dict(cursor.fetchall())


def _differs(client: Client, person: Mapping[str, str]) -> bool:
    return not client.saved or any(getattr(client, name) != value for name, value in person.items())


def _report_line(row: Row, *, valid: Mapping[str, Row], stored: _Stored) -> ImportLineOut:
    if row.errors:
        return ImportLineOut(line=row.line, name=_name(row), outcome="refused", client_id=None, errors=dict(row.errors))
    email = row.person["email"]
    outcome: Literal["created", "updated", "unchanged", "merged"] = "unchanged"
    errors = {}
    if valid[email] is not row:
        outcome, errors = "merged", {"email": messages.same_email(line=valid[email].line)}
    elif email in stored.created:
        outcome = "created"
    elif email in stored.updated:
        outcome = "updated"
    return ImportLineOut(line=row.line, name=_name(row), outcome=outcome, client_id=stored.ids[email], errors=errors)


def _name(row: Row) -> str:
    """Return the client's name. Refused parts are left out: they may be anything, also a card's number."""
    return " ".join(row.person[name] for name in NAMES if name in row.person and name not in row.errors)
