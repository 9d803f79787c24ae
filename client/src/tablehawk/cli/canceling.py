"""`cancel`: what the command would do and cost, in the words of the page, and doing it."""

import typer

from tablehawk.cli import output, times
from tablehawk.connection import Client
from tablehawk.rest.api.reservations import cancel_table, delete_request, get_request
from tablehawk.rest.models import BookedOut, GroupOut, MemberOut, StopOut

OPEN = ("active", "paused")


def cancel(client: Client, *, request: int, table: int | None, yes: bool) -> StopOut:
    """Delete an open request, or cancel a booked table, after asking. Raises BadParameter if the table is not clear."""
    group = client.call(get_request.sync_detailed, group_id=request)
    if table is None and group.status in OPEN:
        names = ", ".join(venue.venue_name for venue in group.venues)
        output.confirm(
            f"Delete this request? It's {request}, {names}. This costs nothing, and booked tables stay booked.", yes=yes
        )
        return client.call(delete_request.sync_detailed, group_id=request)
    member, booked = _table(group, table)
    output.confirm(f"Cancel this table? {_costs(group, member, booked)}", yes=yes)
    return client.call(cancel_table.sync_detailed, group_id=request, reservation_id=member.id)


def _table(group: GroupOut, table: int | None) -> tuple[MemberOut, BookedOut]:
    tables = [(one, one.booked) for one in group.members if one.booked and table in (None, one.id)]
    if len(tables) > 1:
        ids = ", ".join(str(member.id) for member, _ in tables)
        raise typer.BadParameter(f"The request has several tables. Name one of {ids}.")
    if not tables:
        raise typer.BadParameter("The request has no such table.")
    return tables[0]


def _costs(group: GroupOut, member: MemberOut, booked: BookedOut) -> str:
    zone = next((venue.time_zone for venue in group.venues if venue.id == member.venue), group.venues[0].time_zone)
    when = f"{times.day_text(member.date)} {booked.time}"
    parts = [f"{member.venue_name}, {when} for {booked.party_size}."]
    if booked.free_until is not None:
        parts.append(f"Canceling is free until {times.instant_text(booked.free_until, zone)}.")
    if booked.cancel_fee_cents is None:
        parts.append("The platform didn't state a cancellation fee.")
    else:
        late = " after that" if booked.free_until is not None else ""
        parts.append(f"The fee{late} is {output.money(booked.cancel_fee_cents, booked.currency)}.")
    if booked.deposit_cents:
        parts.append(f"You paid {output.money(booked.deposit_cents, booked.currency)} with the booking.")
    return " ".join(parts)
