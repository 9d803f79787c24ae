"""Client books in and out as CSV files.

An import keeps the good lines and says of each bad one why it was left; all good ones in one transaction, so a file is
never half in. Lines are matched to the book, and to each other, by e-mail.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from django.db import transaction

from apps.accounts.models import User
from apps.common.errors import Refusal
from apps.reservations import entitlements
from apps.reservations.models import Client
from apps.reservations.rules import client_csv
from apps.reservations.rules.client_csv import COLUMNS, BadFile, File, Row
from apps.reservations.schemas.clients import ImportLineOut, ImportOut

from . import on_behalf

BATCH = 1_000


def bring_in(*, owner: User, file: bytes | str, charset: str | None = None) -> ImportOut:
    """Put the clients of a CSV file into the book and return what became of each line.

    Somebody whose e-mail the book has is changed to what the file says; of lines with one e-mail the last one counts.
    Raises Refusal: 400 for a file that can not be read as a whole, 403.
    """
    on_behalf.check_concierge(owner)
    try:
        read = client_csv.read(client_csv.decode(file, charset=charset) if isinstance(file, bytes) else file)
    except BadFile as error:
        raise Refusal("bad_file", 400, str(error)) from None
    chosen = {row.person["email"]: row for row in read.rows if not row.errors}
    with transaction.atomic():
        # Once more: who closed the account while we waited has no book any more.
        on_behalf.check_concierge(entitlements.locked_user(user_id=owner.pk))
        made, changed, ids = _kept(owner=owner, chosen=chosen)
    return _report(read, chosen=chosen, made=made, changed=changed, ids=ids)


def written(*, owner: User) -> str:
    """Return the owner's book as a CSV file that `bring_in` reads. Raises Refusal 403."""
    on_behalf.check_concierge(owner)
    people = owner.clients.filter(saved=True).order_by("last_name", "first_name", "id")
    return client_csv.written(people.values(*COLUMNS))


def _kept(*, owner: User, chosen: Mapping[str, Row]) -> tuple[set[str], set[str], dict[str, int]]:
    """Write what is new or different; returns the e-mails of both, and everybody's id."""
    known = {client.email: client for client in owner.clients.filter(email__in=list(chosen))}
    new = [Client(owner=owner, saved=True, **row.person) for email, row in chosen.items() if email not in known]
    Client.objects.bulk_create(new, batch_size=BATCH)
    changed = [client for email, client in known.items() if _takes(client, chosen[email].person)]
    Client.objects.bulk_update(changed, [*COLUMNS, "saved"], batch_size=BATCH)
    on_behalf.wake_watchers([client.pk for client in changed])
    ids = {client.email: client.pk for client in (*known.values(), *new)}
    return {client.email for client in new}, {client.email for client in changed}, ids


def _takes(client: Client, person: Mapping[str, str]) -> bool:
    """Set what the file says of a client; False when the book says the same."""
    before = [client.saved, *(getattr(client, name) for name in COLUMNS)]
    client.saved = True
    for name in COLUMNS:
        setattr(client, name, person[name])
    return before != [True, *(person[name] for name in COLUMNS)]


def _report(
    read: File, *, chosen: Mapping[str, Row], made: set[str], changed: set[str], ids: Mapping[str, int]
) -> ImportOut:
    lines = [_line(row, chosen=chosen, made=made, changed=changed, ids=ids) for row in read.rows]
    refused, merged = (_count(lines, outcome) for outcome in ("refused", "merged"))
    kept = len(chosen)
    return ImportOut(
        message=f"{kept:,} {'client was' if kept == 1 else 'clients were'} brought in"
        + (f", {refused:,} {'line was' if refused == 1 else 'lines were'} left out." if refused else "."),
        created=len(made),
        updated=len(changed),
        unchanged=kept - len(made) - len(changed),
        merged=merged,
        refused=refused,
        ignored_columns=list(read.ignored),
        lines=lines,
    )


def _line(
    row: Row, *, chosen: Mapping[str, Row], made: set[str], changed: set[str], ids: Mapping[str, int]
) -> ImportLineOut:
    if row.errors:
        return ImportLineOut(line=row.line, outcome="refused", client_id=None, errors=dict(row.errors))
    email = row.person["email"]
    if (counts := chosen[email]) is not row:
        errors = {"email": f"Line {counts.line} has the same e-mail and counts."}
        return ImportLineOut(line=row.line, outcome="merged", client_id=ids[email], errors=errors)
    outcome: Literal["created", "updated", "unchanged"] = "unchanged"
    if email in made or email in changed:
        outcome = "created" if email in made else "updated"
    return ImportLineOut(line=row.line, outcome=outcome, client_id=ids[email], errors={})


def _count(lines: Sequence[ImportLineOut], outcome: str) -> int:
    return sum(line.outcome == outcome for line in lines)
