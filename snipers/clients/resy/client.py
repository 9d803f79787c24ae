"""Resy, spoken as its public clients speak it. Owns requests and the meaning of statuses; payloads.py reads bodies.

CHECKLIST.md says which facts this rests on. No captcha is solved and no browser is played: the name is our own.
"""

import json
from datetime import date
from typing import Any

from snipers.clients.base import (
    AccountList,
    BadCard,
    BadCredentials,
    Blocked,
    BookingTerms,
    Card,
    CardOnFile,
    Found,
    Login,
    Malformed,
    NeedsReconnect,
    NotFound,
    PaymentRequired,
    Profile,
    SlotGone,
)
from snipers.clients.credentials import SealedBox, SealedToken
from snipers.clients.http_client import HttpClient
from snipers.clients.resy import payloads
from snipers.clients.wire import Reply, Timeouts, Wire, refuse_unwelcome
from snipers.domain.outcome import BookOutcome, Refused, classify_book
from snipers.domain.settling import Held
from snipers.domain.slot import Slot
from snipers.domain.snipe import Guest
from snipers.domain.vocabulary import Reason

UNAUTHORIZED = (401, 419)
# P16: a refusal of the payment processor is a 403; a 402 or 412 was seen for cards too.
CARD_REFUSED = (400, 402, 403, 412, 422)
SOURCE_ID = "resy.com-venue-details"
PAGE = 100
MOST_PAGES = 20


class ResyClient(HttpClient):
    """BookingClient for Resy."""

    def __init__(self, *, base_url: str, api_key: str, user_agent: str, box: SealedBox) -> None:
        headers = {
            "Authorization": f'ResyAPI api_key="{api_key}"',
            "User-Agent": user_agent,
            "Accept": "application/json",
        }
        super().__init__(wire=Wire(base_url=base_url, headers=headers), box=box)

    async def login(self, *, email: str, password: str) -> Login:
        """See BookingClient. All four statuses seen for a bad password count as one; it is never tried twice."""
        reply = await self._wire.call(
            "POST", "/3/auth/password", form={"email": email, "password": password}, timeouts=Timeouts()
        )
        if reply.from_platform and reply.status in (*UNAUTHORIZED, 400, 403):
            raise BadCredentials("invalid email or password")
        refuse_unwelcome(reply)
        self._expect(reply)
        return Login(token=self._box.seal(payloads.login_token(reply.data)), profile=payloads.profile(reply.data))

    async def me(self, *, token: SealedToken) -> Profile:
        """See BookingClient."""
        return payloads.profile(await self._read("/2/user", token=token))

    async def find(self, *, platform_venue_id: int, day: date, party_size: int) -> Found:
        """See BookingClient. Asked without a user token: one poll serves everybody who waits."""
        query: dict[str, str | int] = {
            "lat": 0,
            "long": 0,
            "day": day.isoformat(),
            "party_size": party_size,
            "venue_id": platform_venue_id,
        }
        reply = await self._wire.call("GET", "/4/find", query=query, timeouts=Timeouts(answer=8.0))
        refuse_unwelcome(reply)
        if reply.status == 404:
            raise NotFound("no such venue")
        if reply.status in UNAUTHORIZED:
            raise Blocked("the platform does not accept our api key")
        self._expect(reply)
        return payloads.found(reply.data, platform_venue_id=platform_venue_id, day=day, party_size=party_size)

    async def details(self, *, slot: Slot, token: SealedToken) -> BookingTerms:
        """See BookingClient. Holds nothing."""
        body = {
            "config_id": slot.token,
            "day": slot.date.isoformat(),
            "party_size": slot.party_size,
            "commit": 1,
            "struct_items": [],
        }
        reply = await self._wire.call(
            "POST", "/3/details", headers=self._token(token), body=body, timeouts=Timeouts(answer=5.0)
        )
        refuse_unwelcome(reply)
        if reply.status in (404, 412):
            raise SlotGone("no longer offered")
        if reply.status == 402:
            raise PaymentRequired("a payment method is needed")
        self._expect(reply)
        return payloads.terms(reply.data)

    async def release_hold(self, *, terms: BookingTerms, token: SealedToken) -> None:
        """See BookingClient. Nothing is held between details and booking."""

    async def book(
        self,
        *,
        terms: BookingTerms,
        token: SealedToken,
        send_within: float,
        payment_method_id: str | None = None,
        guest: Guest | None = None,
        instead_of: Held | None = None,
    ) -> BookOutcome:
        """See BookingClient. Which reservation `replace` gives up is the platform's finding: the one in the way."""
        form = {"book_token": terms.book_token, "source_id": SOURCE_ID}
        if payment_method_id is not None:
            form["struct_payment_method"] = json.dumps({"id": _whole_if_it_is(payment_method_id)})
        if guest is not None:
            form["struct_guest"] = payloads.guest(guest)
        if instead_of is not None:
            form["replace"] = "1"
        try:
            headers = self._token(token)
        except NeedsReconnect:
            return Refused(Reason.NEEDS_RECONNECT)
        reply = await self._send_booking("/3/book", headers=headers, form=form, send_within=send_within)
        if not isinstance(reply, Reply):
            return reply
        return classify_book(
            status=reply.status,
            reservation_id=payloads.booked_id(reply.data),
            conflict=payloads.conflict(reply.data),
            from_platform=reply.from_platform,
            delay=reply.delay,
            said=payloads.said(reply.data),
        )

    def can_replace(self, *, held: Held, slot: Slot) -> bool:
        """See BookingClient. `replace=1`, whatever the venue."""
        return True

    async def reservations(self, *, token: SealedToken) -> list[Held]:
        """See BookingClient."""
        return (await self.account_list(token=token)).held

    async def account_list(self, *, token: SealedToken) -> AccountList:
        """See BookingClient. Reads every page: a table that we miss would be taken for not booked."""
        found: dict[str, Held] = {}
        canceled: set[str] = set()
        read = 0
        for _ in range(MOST_PAGES):
            query: dict[str, str | int] = {"limit": PAGE, "offset": read, "type": "upcoming"}
            page = payloads.held(await self._read("/3/user/reservations", token=token, query=query))
            found.update({entry.reservation_id: entry for entry in page.held})
            canceled |= page.canceled
            read += page.rows
            if not page.rows or read >= (page.total or 0):
                # Without the platform's count a full page may have another one behind it.
                complete = page.rows < PAGE if page.total is None else read >= page.total
                return AccountList(held=list(found.values()), canceled=frozenset(canceled), complete=complete)
        raise Malformed("reservations do not end")

    async def cancel(self, *, held: Held, token: SealedToken) -> None:
        """See BookingClient."""
        reply = await self._wire.call(
            "POST",
            "/3/cancel",
            headers=self._token(token),
            form={"reservation_id": held.reservation_id},
            timeouts=Timeouts(),
        )
        refuse_unwelcome(reply)
        if reply.status == 404:
            raise NotFound("no such reservation")
        self._expect(reply)

    async def add_card(self, *, card: Card, token: SealedToken) -> CardOnFile:
        """See BookingClient. Sent once: a card that was added twice would stand on file twice."""
        body = {
            "number": card.number,
            "exp_month": card.exp_month,
            "exp_year": card.exp_year,
            "cvc": card.cvc,
            "zip_code": card.zip_code,
        }
        reply = await self._wire.call(
            "POST", "/3/payment_methods", headers=self._token(token), body=body, timeouts=Timeouts()
        )
        if reply.from_platform and reply.status in CARD_REFUSED:
            raise BadCard("the platform refuses the card")
        refuse_unwelcome(reply)
        self._expect(reply)
        return payloads.card_on_file(reply.data)

    async def _read(self, path: str, *, token: SealedToken, query: dict[str, str | int] | None = None) -> Any:
        reply = await self._wire.call(
            "GET", path, headers=self._token(token), query=query, timeouts=Timeouts(answer=5.0)
        )
        refuse_unwelcome(reply)
        self._expect(reply)
        return reply.data

    def _expect(self, reply: Reply) -> None:
        """Raise unless the call succeeded; only what no caller explains otherwise comes here."""
        if reply.status in UNAUTHORIZED:
            raise NeedsReconnect("the platform does not accept the token")
        if reply.status not in (200, 201):
            raise Malformed(f"status {reply.status} was not expected")

    def _token(self, token: SealedToken) -> dict[str, str]:
        """Return the headers that carry a user's token; both are sent, as most public clients do."""
        plain = self._plain(token)
        return {"X-Resy-Auth-Token": plain, "X-Resy-Universal-Auth": plain}


def _whole_if_it_is(payment_method_id: str) -> int | str:
    """Resy's ids are numbers on its wire; everywhere else of ours they are opaque text."""
    return int(payment_method_id) if payment_method_id.isascii() and payment_method_id.isdigit() else payment_method_id
