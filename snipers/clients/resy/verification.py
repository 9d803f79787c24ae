"""The calls with which `ops verify` compares how we read Resy's replies with the real platform. Apart from the sign-in
they only read."""

from collections.abc import Callable
from datetime import date, timedelta

from snipers.clients.base import Found, call_at_once
from snipers.clients.credentials import SealedToken
from snipers.clients.reading import Node
from snipers.clients.resy.catalog import ResyCatalog, free_day
from snipers.clients.resy.client import ResyClient
from snipers.clients.verification import Verification

PARTY_SIZE = 2
# A day that probably has free tables, and a day that no book is open for.
LIKELY_DAYS = timedelta(days=7)
CLOSED_DAYS = timedelta(days=700)
# The record of a run replaces the values of a person's replies, except of these fields, which identify nobody, and
# texts that begin with rgs://, the tokens of slots.
KEPT = frozenset({"resy", "resy_fee", "allow_multiple_resys"})


async def verify(
    run: Verification, *, client: ResyClient, platform_venue_id: int, today: date, token: SealedToken | None
) -> None:
    """Make the calls. Without a `token`, those about an account are left out. `today` is the day at the venue."""
    client.wire.observe(run)
    run.kept, run.public_text = KEPT, "rgs://"
    catalog = ResyCatalog(client=client, pace=call_at_once)  # the run itself waits before each request
    venue = platform_venue_id
    await run.ask("clock", client.time)
    cities = await run.ask("cities", catalog.cities)
    await run.ask("venue", lambda: catalog.venue(platform_venue_id=venue))
    if cities:
        await run.ask("search", lambda: catalog.search(city=cities[0], page=1))
    edge = await run.ask(
        "calendar", lambda: catalog.edge(platform_venue_id=venue, today=today, day=today, party_size=PARTY_SIZE)
    )
    last = edge.open_until if edge is not None else None

    async def find(day: date) -> Found:
        return await client.find(platform_venue_id=venue, day=day, party_size=PARTY_SIZE)

    calendar = run.seen().get("calendar")
    free = free_day(Node(calendar.data)) if edge is not None and calendar is not None else None
    found = await run.ask("find", lambda: find(free or last or today + LIKELY_DAYS))
    await run.ask("find a closed day", lambda: find(today + CLOSED_DAYS))
    if token is None:
        return
    await run.ask("me", lambda: client.me(token=token), personal=True)
    await run.ask("list", lambda: client.account_list(token=token), personal=True)
    if found is not None and found.slots:
        # Resy does not hold a table for this call, and the web site sends it when a guest looks at a table.
        await run.ask("details", lambda: client.details(slot=found.slots[0], token=token), personal=True)


async def sign_in(
    run: Verification, *, client: ResyClient, email: str | None, phone: str | None, ask: Callable[[str], str]
) -> SealedToken | None:
    """Sign in with `email` and a password, which `ask` returns for a prompt. Return None without an e-mail
    address or after a failed sign-in."""
    if not email:
        return None
    client.wire.observe(run)
    password = ask("Password at Resy: ")
    login = await run.ask("login", lambda: client.login(email=email, password=password), personal=True)
    return None if login is None else login.token
