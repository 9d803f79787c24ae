"""The read-only calls of a verification at OpenTable (verification.py of the package above). No table is locked."""

from collections.abc import Callable
from datetime import date, timedelta

from snipers.clients.base import Found, call_at_once
from snipers.clients.credentials import SealedToken
from snipers.clients.opentable.catalog import OpenTableCatalog
from snipers.clients.opentable.client import OpenTableClient
from snipers.clients.opentable.payloads import page_state
from snipers.clients.verification import Verification

PARTY_SIZE = 2
# The availability of a day that probably has free tables, and of a day that no book is open for.
LIKELY_DAYS = timedelta(days=7)
CLOSED_DAYS = timedelta(days=700)


async def verify(
    run: Verification, *, client: OpenTableClient, platform_venue_id: int, today: date, token: SealedToken | None
) -> None:
    """Make the calls. Without a `token`, those about an account are left out. `today` is the day at the venue."""
    client.wire.observe(run)
    run.read_body = page_state
    catalog = OpenTableCatalog(client=client, pace=call_at_once)  # the run itself waits before each request

    async def find(day: date) -> Found:
        return await client.find(platform_venue_id=platform_venue_id, day=day, party_size=PARTY_SIZE)

    await run.ask("clock", client.time)
    await run.ask("application", client.callers.renew_application)
    await run.ask("availability", lambda: find(today + LIKELY_DAYS))
    await run.ask("availability of a closed day", lambda: find(today + CLOSED_DAYS))
    await run.ask("page", lambda: catalog.venue(platform_venue_id=platform_venue_id))
    if token is None:
        return
    await run.ask("account", lambda: client.me(token=token), personal=True)
    await run.ask("list", lambda: client.account_list(token=token), personal=True)


async def sign_in(
    run: Verification, *, client: OpenTableClient, email: str | None, phone: str | None, ask: Callable[[str], str]
) -> SealedToken | None:
    """Sign in with the code of a text message, which `ask` returns for a prompt. Return None without `phone` or if it
    failed.

    `phone` is a number of North America.
    """
    if not phone:
        return None
    client.wire.observe(run)
    sent = await run.ask("code", lambda: client.send_code(phone=phone, country_code="+1"), personal=True)
    if sent is None:
        return None
    code, correlation_id = ask("Code of the text message: "), sent.correlation_id
    login = await run.ask(
        "sign-in",
        lambda: client.confirm_code(phone=phone, country_code="+1", code=code, correlation_id=correlation_id),
        personal=True,
    )
    return None if login is None else login.token
