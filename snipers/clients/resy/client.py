"""The Resy client: sends the requests, and raises the error that each reply status means.

payloads.py and profiles.py parse the replies. CHECKLIST.md states the evidence for each call. The client solves no
captcha and imitates no browser.
"""

import asyncio
import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any

from snipers.clients.base import (
    AccountList,
    BeforeCall,
    BookingTerms,
    Card,
    CardOnFile,
    Found,
    Login,
    ProbeAnswer,
    Profile,
    call_at_once,
)
from snipers.clients.credentials import SealedBox, SealedToken
from snipers.clients.errors import BadCard, KeyRefused, Malformed, NeedsReconnect, PlatformError
from snipers.clients.http_client import NO_FIND, HttpClient, KeyCheck
from snipers.clients.probe import probe_call
from snipers.clients.reading import Node
from snipers.clients.replies import (
    NO_SUCH,
    RESY_CANCEL,
    RESY_DINER,
    RESY_OWNER,
    RESY_SLOT,
    Meanings,
    Reply,
    classify_book,
    raise_card_failure,
    raise_failure,
    raise_platform_failure,
)
from snipers.clients.resy import payloads, profiles
from snipers.clients.resy.sign_in import SignIn
from snipers.clients.wire import CallOptions, Timeouts
from snipers.domain.access import Access
from snipers.domain.outcome import BookOutcome, Refused
from snipers.domain.settling import Held
from snipers.domain.slot import Slot
from snipers.domain.snipe import Guest
from snipers.domain.vocabulary import Reason

UNAUTHORIZED = (401, 419)
# The payment processor's refusal is a 403; 402 and 412 were seen for cards too.
ADD_CARD: Meanings = {**RESY_DINER, **dict.fromkeys((400, 402, 403, 412, 422), BadCard)}
SOURCE_ID = "resy.com-venue-details"
PAGE_SIZE = 100
PROBE_VENUE = 1
PROBE_SECONDS = 3.0
MAX_PAGES = 20


class ResyClient(HttpClient):
    """BookingClient for Resy. Clients of one process may share `shared`."""

    def __init__(self, *, base_url: str, access: Access, box: SealedBox, shared: KeyCheck | None = None) -> None:
        super().__init__(base_url=base_url, access=access, box=box)
        self._key_check = shared or KeyCheck()
        self._probing = asyncio.Lock()
        self.sign_in = SignIn(
            wire=self._wire,
            box=box,
            access=lambda: self._access,
            check_key=self._check_key,
            find_works=self._find_works,
        )

    def _headers(self, access: Access) -> dict[str, str]:
        return super()._headers(access) | {"Authorization": f'ResyAPI api_key="{access.secret}"'}

    async def login(self, *, email: str, password: str) -> Login:
        """Sign in with a password (SignIn.login)."""
        return await self.sign_in.login(email=email, password=password)

    async def me(self, *, token: SealedToken) -> Profile:
        return profiles.profile(await self._read("/2/user", token=token, meanings=RESY_OWNER))

    async def find(self, *, platform_venue_id: int, day: date, party_size: int) -> Found:
        """Poll without a user token: one poll serves all snipes of the key."""
        key = platform_venue_id, day, party_size
        last = self._last_finds.get(key, NO_FIND)
        reply = await self._find(platform_venue_id=platform_venue_id, day=day, party_size=party_size, last=last.body)
        raise_failure(reply, NO_SUCH)
        if reply.unchanged:
            return last.found
        found = payloads.found(reply.data, platform_venue_id=platform_venue_id, day=day, party_size=party_size)
        return self._keep_find(key, reply.body, found)

    async def details(self, *, slot: Slot, token: SealedToken) -> BookingTerms:
        """Return the terms and the book token of a slot. Resy does not hold the table."""
        body = {
            "config_id": slot.token,
            "day": slot.date.isoformat(),
            "party_size": slot.party_size,
            "commit": 1,
            "struct_items": [],
        }
        reply = await self._as_diner("POST", "/3/details", token=token, body=body, timeouts=Timeouts(answer=5.0))
        raise_failure(reply, RESY_SLOT)
        return payloads.terms(reply.data, party_size=slot.party_size)

    async def release_hold(self, *, terms: BookingTerms, token: SealedToken) -> None:
        """Do nothing: Resy does not hold tables."""

    async def book(
        self,
        *,
        terms: BookingTerms,
        token: SealedToken,
        send_within: float,
        payment_method_id: str | None = None,
        guest: Guest | None = None,
        note: str = "",
        instead_of: Held | None = None,
    ) -> BookOutcome:
        """Book the table. With `instead_of`, send `replace=1`, so that Resy replaces the conflicting reservation."""
        form = {"book_token": terms.book_token, "source_id": SOURCE_ID}
        if payment_method_id is not None:
            form["struct_payment_method"] = json.dumps({"id": _number(payment_method_id)})
        if guest is not None:
            form["struct_guest"] = payloads.guest(guest)
        if instead_of is not None:
            form["replace"] = "1"
        try:
            headers = self._token(token)
        except NeedsReconnect:
            return Refused(Reason.NEEDS_RECONNECT)
        access = self._access
        reply = await self._send_booking("/3/book", headers=headers, form=form, send_within=send_within)
        if not isinstance(reply, Reply):
            return reply
        try:
            await self._check_key(reply, access)
        except PlatformError as error:
            # The call was refused because of our key, or the probe failed and the key or the token may be the reason.
            return Refused(error.reason, error.delay)
        return classify_book(
            status=reply.status,
            reservation_id=payloads.booked_id(reply.data),
            conflict=payloads.conflict(reply.data, status=reply.status),
            from_platform=reply.from_platform,
            delay=reply.delay,
            stated_reason=payloads.stated_reason(reply.data, status=reply.status),
            summary=reply.summary,
        )

    def can_replace(self, *, held: Held, slot: Slot) -> bool:
        """Always True: `replace=1` also works between venues."""
        return True

    async def account_list(self, *, token: SealedToken) -> AccountList:
        """Read every page of the list, because a table on an unread page would count as not booked."""
        rows: list[Node] = []
        for _ in range(MAX_PAGES):
            query: dict[str, str | int] = {"limit": PAGE_SIZE, "offset": len(rows), "type": "upcoming"}
            page, total = payloads.page(await self._read("/3/user/reservations", token=token, query=query))
            rows += page
            if not page or len(rows) >= (total or 0):
                # If Resy does not state the total, a further page may follow a full one.
                whole = len(page) < PAGE_SIZE if total is None else len(rows) >= total
                return payloads.reservations(rows, whole=whole)
        raise Malformed("reservations do not end")

    async def _cancel(self, held: Held, token: SealedToken) -> None:
        """Cancel a reservation by its id and the token of its row. If the row had no token, send the id alone."""
        form = {"reservation_id": held.reservation_id}
        if held.secret:
            form["resy_token"] = held.secret
        reply = await self._as_diner("POST", "/3/cancel", token=token, form=form, timeouts=Timeouts())
        raise_failure(reply, RESY_CANCEL)

    async def add_card(self, *, card: Card, token: SealedToken) -> CardOnFile:
        """Add a card. The call is not retried, because a second one would add the card twice."""
        body = {
            "number": card.number,
            "exp_month": card.exp_month,
            "exp_year": card.exp_year,
            "cvc": card.cvc,
            "zip_code": card.zip_code,
        }
        reply = await self._as_diner("POST", "/3/payment_methods", token=token, body=body, timeouts=Timeouts())
        raise_card_failure(reply, ADD_CARD)
        return profiles.card_on_file(reply.data)

    async def _read(
        self,
        path: str,
        *,
        token: SealedToken,
        query: dict[str, str | int] | None = None,
        meanings: Meanings = RESY_DINER,
    ) -> Any:
        reply = await self._as_diner("GET", path, token=token, query=query, timeouts=Timeouts(answer=5.0))
        raise_failure(reply, meanings)
        return reply.data

    async def probe(self, *, before_call: BeforeCall = call_at_once) -> list[ProbeAnswer]:
        """Check whether the edge server answers, our key is accepted, and each sign-in path exists. Send only reads."""
        ask = partial(probe_call, before_call=before_call)

        async def find() -> tuple[bool, str]:
            await self._find(platform_venue_id=PROBE_VENUE, day=_tomorrow(), party_size=2, answer=PROBE_SECONDS)
            return True, "our key is accepted"

        async def path_exists(path: str) -> tuple[bool, str]:
            reply = await self._wire.call("GET", path, timeouts=Timeouts(answer=PROBE_SECONDS))
            raise_platform_failure(reply)
            gone = reply.status in (404, 410)
            return not gone, f"is gone (status {reply.status})" if gone else f"exists (status {reply.status})"

        answers = [await ask("HEAD /", self.clock_answers), await ask("GET /4/find", find)]
        for prefix in self._access.sign_in_paths:
            path = f"{prefix}/password"
            answers.append(await ask(f"GET {path}", partial(path_exists, path)))
        return answers

    async def _as_diner(
        self,
        method: str,
        path: str,
        *,
        token: SealedToken,
        timeouts: Timeouts,
        query: Mapping[str, str | int] | None = None,
        form: Mapping[str, str] | None = None,
        body: Mapping[str, Any] | None = None,
    ) -> Reply:
        """Call with a diner's token. Raises KeyRefused if the platform refused our key and not the token."""
        access = self._access
        reply = await self._wire.call(
            method, path, headers=self._token(token), query=query, form=form, body=body, timeouts=timeouts
        )
        await self._check_key(reply, access)
        return reply

    async def _find(
        self, *, platform_venue_id: int, day: date, party_size: int, answer: float = 8.0, last: bytes = b""
    ) -> Reply:
        """Call /4/find without a user's token, and record whether our key was accepted. Raises KeyRefused."""
        query: dict[str, str | int] = {
            "lat": 0,
            "long": 0,
            "day": day.isoformat(),
            "party_size": party_size,
            "venue_id": platform_venue_id,
        }
        key, sent = self._access.secret, self._key_check.now()
        reply = await self._wire.call(
            "GET", "/4/find", query=query, timeouts=Timeouts(answer=answer), options=CallOptions(last=last)
        )
        raise_platform_failure(reply)
        accepted = reply.status not in UNAUTHORIZED
        self._key_check.record(key=key, sent=sent, accepted=accepted)
        if not accepted:
            raise KeyRefused("the platform does not accept our API key")
        return reply

    async def _check_key(self, reply: Reply, access: Access) -> None:
        """Raise KeyRefused if our key explains a 401 or 419 of the platform. Do nothing for any
        other reply.

        `access` is what the call was sent with; if it was replaced during the call, KeyRefused is
        raised too. Raises another PlatformError if the probe fails, so that the reason may be the
        key or the user's token.
        """
        if not reply.from_platform or reply.status not in UNAUTHORIZED:
            return
        received = self._key_check.now()
        if access is not self._access:
            raise KeyRefused("our access has changed during the call")
        async with self._probing:
            await self._key_check.require_accepted(key=access.secret, received=received, probe=self._probe_key)

    async def _probe_key(self) -> None:
        """Record whether our key is accepted, with the cheapest call that is known to need only our key.

        The call is a find at a venue that need not exist.
        """
        with suppress(KeyRefused):
            await self._find(platform_venue_id=PROBE_VENUE, day=_tomorrow(), party_size=2, answer=PROBE_SECONDS)

    async def _find_works(self) -> bool:
        """Whether Resy answers a find, also if it refuses our key."""
        try:
            await self._probe_key()
        except PlatformError:
            return False
        return True

    def _token(self, token: SealedToken) -> dict[str, str]:
        """Return the two headers with a user's token. Most public clients send both."""
        plain = self._plain(token)
        return {"X-Resy-Auth-Token": plain, "X-Resy-Universal-Auth": plain}


def _tomorrow() -> date:
    return (datetime.now(UTC) + timedelta(days=1)).date()


def _number(payment_method_id: str) -> int | str:
    """Return an id as Resy sends it: as a number if it consists of digits."""
    return int(payment_method_id) if payment_method_id.isascii() and payment_method_id.isdigit() else payment_method_id
