"""The commands of `tablehawk`.

Exit codes: 0 done, 1 refused by the server or ended without a table, 2 wrong use, 3 no connection, 130 Ctrl-C.
"""

import os
import sys
from typing import Annotated, Any

import typer

from tablehawk.cli import canceling, events, filing, output, sign_in, stored, times
from tablehawk.connection import Client, NoConnection, Refused
from tablehawk.rest.api.reservations import (
    create_request,
    estimate_draft_odds,
    get_request,
    get_request_odds,
    get_request_timeline,
    list_requests,
)
from tablehawk.rest.models import GroupOut, OddsIn, OddsOut, TimelineOut

app = typer.Typer(
    name="tablehawk",
    help="Books restaurant tables at Resy and OpenTable when they become free.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)

Json = Annotated[bool, typer.Option("--json", help="Print JSON on stdout, one line for each answer or event.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Don't ask.")]
Days = Annotated[list[str] | None, typer.Option("--date", help="2026-12-04, tomorrow, fri or “next fri”; repeatable.")]
Party = Annotated[int, typer.Option(help="The number of people.", min=1)]
Around = Annotated[str | None, typer.Option(help="A time like 20:00: from an hour before to an hour after.")]
Start = Annotated[str | None, typer.Option("--from", help="The earliest time, such as 18:30.")]
End = Annotated[str | None, typer.Option("--to", help="The latest time, such as 20:30.")]


def main() -> None:
    """Run the program. Errors are sentences on stderr, never stack traces."""
    try:
        app()
    except Refused as error:
        for text in dict.fromkeys([error.text, *error.fields.values()]):
            output.message(text)
        sys.exit(1)
    except NoConnection as error:
        output.message(str(error))
        sys.exit(3)
    except OSError as error:
        output.message(f"We can't use {error.filename or 'a file'}: {error.strerror}.")
        sys.exit(1)


@app.command()
def login(
    server: Annotated[str, typer.Option(envvar=stored.SERVER, help="Tablehawk's address.")],
    with_key: Annotated[
        bool,
        typer.Option("--key", help="Use an API key; typed hidden, or read from stdin or TABLEHAWK_KEY."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Sign in with your browser, or with an API key."""
    server = stored.check_server(server)
    if with_key or os.environ.get(stored.KEY):
        login = {"key": os.environ.get(stored.KEY) or _typed_key()}
        try:
            events.last_number(Client(server, login["key"]))
        except Refused as error:
            # The server knows the key, which has other scopes than the one that this call needs.
            if error.code != "scope_missing":
                raise
    else:
        login = sign_in.ask(server)
    path = str(stored.save_login(server=server, **login))
    output.answer({"server": server, "file": path}, [f"You're logged in to {server}."], as_json=as_json)


@app.command()
def logout(as_json: Json = False) -> None:
    """End the sign-in with your browser, or delete the stored API key. Revoke a key in your profile to end it."""
    login = stored.forget_login()
    said = "You're logged out." if login else "You weren't logged in."
    if "refresh_token" in login:
        try:
            sign_in.end(login)
        except (NoConnection, Refused):
            said += " We couldn't tell the server. End the access of this program in your profile."
    elif login:
        said += " The key works until you revoke it in your profile."
    output.answer({"logged_out": bool(login)}, [said], as_json=as_json)


@app.command()
def search(
    text: Annotated[str, typer.Argument(help="A part of the restaurant's name.")],
    city: Annotated[str, typer.Option(help="A part of the city's or the neighborhood's name.")] = "",
    as_json: Json = False,
) -> None:
    """Find restaurants."""
    found = filing.search(stored.stored_client(), text, city=city)
    rows = [[str(one.id), one.venue_name, one.neighborhood, one.locality, one.reservation_source] for one in found]
    lines = output.columns(rows) if rows else ["No restaurant fits."]
    output.answer([one.to_dict() for one in found], lines, as_json=as_json)


@app.command()
def watch(
    venue: Annotated[str, typer.Argument(help="The restaurant's id, name, or page at Resy or OpenTable.")],
    date: Days = None,
    party: Party = 2,
    around: Around = None,
    start: Start = None,
    end: End = None,
    release: Annotated[bool, typer.Option("--release", help="Book when the restaurant opens the day.")] = False,
    notify_only: Annotated[bool, typer.Option("--notify-only", help="Tell me about tables, and book nothing.")] = False,
    fee_limit: Annotated[float, typer.Option(help="The most that the party pays, now or if nobody comes.", min=0)] = 0,
    account: Annotated[int | None, typer.Option(help="The id of the account that books.")] = None,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Show what happens until it ends.")] = False,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """File a request for a table."""
    client = stored.stored_client()
    if not date:
        raise typer.BadParameter("Name a day with --date.")
    wanted = filing.Wanted(
        days=date,
        window=times.parse_window(around=around, start=start, end=end),
        party=party,
        release=release,
        notify_only=notify_only,
        fee_limit=round(fee_limit * 100),
    )
    place = filing.find_venue(client, venue)
    form = filing.form_of(wanted, place)
    body = filing.submission(client, form, place, account=account)
    output.confirm(filing.sentence(form, place, wanted), yes=yes)
    with stored.idempotency_key([client.server, body.to_dict()]) as (key, is_repeated):
        # An earlier call, whose answer was lost, may have filed the request, and a table may be booked.
        after = 0 if is_repeated or not follow else events.last_number(client)
        filed = client.call(create_request.sync_detailed, body=body, idempotency_key=key)
    lines = [f"Request {filed.group.group_id}: {filed.message}"]
    output.answer(filed.to_dict(), lines, as_json=as_json)
    if follow:
        _follow(client, filed.group.group_id, after=after, as_json=as_json)


@app.command()
def requests(
    request: Annotated[int | None, typer.Argument(help="The id of one request, for its timeline.")] = None,
    text: Annotated[str, typer.Option("--search", help="Only requests with this text.")] = "",
    as_json: Json = False,
) -> None:
    """List your requests, or show one."""
    client = stored.stored_client()
    if request is None:
        page = client.call(list_requests.sync_detailed, search=text, page_size=500)
        groups = page.groups
        if page.pages > 1:
            output.message(f"These are the newest {len(groups)} of {page.count} requests. Use --search to find others.")
        lines = output.columns([_row(group) for group in groups]) if groups else ["You have no requests."]
        output.answer([group.to_dict() for group in groups], lines, as_json=as_json)
        return
    group = client.call(get_request.sync_detailed, group_id=request)
    timeline = client.call(get_request_timeline.sync_detailed, group_id=request)
    both = {"request": group.to_dict(), "timeline": timeline.to_dict()}
    output.answer(both, _details(group, timeline), as_json=as_json)


@app.command()
def odds(
    what: Annotated[str, typer.Argument(help="A request's id; with --date a restaurant's id, name or page.")],
    date: Days = None,
    party: Party = 2,
    around: Around = None,
    start: Start = None,
    end: End = None,
    as_json: Json = False,
) -> None:
    """Show the odds of a request, or those that a new one would have."""
    client = stored.stored_client()
    if date:
        window = times.parse_window(around=around, start=start, end=end)
        place = filing.find_venue(client, what)
        form = filing.form_of(filing.Wanted(days=date, window=window, party=party), place)
        found, zone = client.call(estimate_draft_odds.sync_detailed, body=OddsIn(reservation=form)), place.time_zone
    elif what.isdecimal():
        found = client.call(get_request_odds.sync_detailed, group_id=int(what))
        zone = client.call(get_request.sync_detailed, group_id=int(what)).venues[0].time_zone
    else:
        raise typer.BadParameter("Name a day with --date, or the id of a request.")
    output.answer(found.to_dict(), _odds(found, zone), as_json=as_json)


@app.command()
def cancel(
    request: Annotated[int, typer.Argument(help="The request's id.")],
    table: Annotated[int | None, typer.Argument(help="The id of one of its booked tables.")] = None,
    yes: Yes = False,
    as_json: Json = False,
) -> None:
    """Delete an open request, or cancel a booked table: the one with TABLE, or that of a request that has ended."""
    client = stored.stored_client()
    done = canceling.cancel(client, request=request, table=table, yes=yes)
    output.answer(done.to_dict(), [done.message], as_json=as_json)


@app.command()
def listen(
    forward: Annotated[str | None, typer.Option(help="Send each event as a signed webhook to this address.")] = None,
    as_json: Json = False,
) -> None:
    """Print your events as they come."""
    client = stored.stored_client()
    secret = events.new_secret()
    after = events.last_number(client)
    if forward:
        output.message(f"Events are signed with the secret {secret}")
    output.message("Listening. Press Ctrl-C to stop.")
    for event in events.follow(client, after=after):
        output.answer(event, [events.line(event)], as_json=as_json)
        if forward:
            output.message(f"{event['type']} {event['seq']}: {events.send(event, url=forward, secret=secret)}")


def _typed_key() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().strip()
    return str(typer.prompt("API key", hide_input=True, err=True)).strip()


def _follow(client: Client, group_id: int, *, after: int, as_json: bool) -> None:
    """Print the request's events until it has ended. Ends the program with code 1 if it has no table."""
    status = "active"
    for event in events.follow(client, after=after):
        if event.get("group_id") != group_id:
            continue
        output.answer(event, [events.line(event)], as_json=as_json)
        status = event.get("group_status", status)
        if status not in ("active", "paused"):
            break
    if status != "confirmed":
        raise typer.Exit(1)


def _row(group: GroupOut) -> list[str]:
    names = ", ".join(venue.venue_name for venue in group.venues)
    days = ", ".join(times.day_text(day) for day in group.dates)
    window, party = f"{group.start_time}–{group.end_time}", f"for {group.party_size}"
    return [str(group.group_id), group.status, names, days, window, party]


def _details(group: GroupOut, timeline: TimelineOut) -> list[str]:
    lines = ["  ".join(_row(group))]
    for member in group.members:
        if table := member.booked:
            when = f"{times.day_text(member.date)} {table.time}"
            booked = f"booked for {table.party_size}, confirmation {table.confirmation}"
            lines.append(f"Table {member.id}: {member.venue_name}, {when}, {booked}")
    for entry in timeline.entries:
        table_text = f"{times.day_text(entry.date)} {entry.time}" if entry.time else ""
        words = [entry.kind.replace("_", " "), entry.venue_name, table_text, entry.reason_text or ""]
        lines.append(f"{times.instant_text(entry.at, entry.time_zone)}  {'  '.join(filter(None, words))}")
    return lines


def _odds(found: OddsOut, zone: str) -> list[str]:
    stated: Any = found.odds
    if stated is None:
        return ["We know too little to state the odds."]
    until = times.instant_text(stated.deadline, zone)
    lines = [f"{stated.probability:.0%} that a table opens until {until} and you get it."]
    if stated.bounds:
        lines.append(
            f"Little is known of this restaurant: {stated.bounds[0]:.0%} to {stated.bounds[1]:.0%} are likely."
        )
    for change in stated.changes:
        what = {
            "times": f"between {change.start_time} and {change.end_time}",
            "day": f"also on {times.day_text(change.date) if change.date else ''}",
            "party": f"for {change.party_size}",
        }[change.kind]
        lines.append(f"{change.probability:.0%} {what}")
    return lines
