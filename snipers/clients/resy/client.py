"""The Resy client: its requests, and what each reply status means. payloads.py parses the replies.

CHECKLIST.md states the evidence for each call. The client solves no captcha and imitates no browser.
"""

import json
from dataclasses import replace
from datetime import date
from typing import Any

from snipers.clients.base import (
    AccountList,
    BadCard,
    BadCredentials,
    BookingTerms,
    Card,
    CardOnFile,
    Found,
    KeyRefused,
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
from snipers.clients.resy.sign_in import CaptchaRequired, SignIn, classify_refusal
from snipers.clients.wire import Reply, Timeouts, raise_platform_failure
from snipers.domain.access import Access
from snipers.domain.outcome import BookOutcome, Refused, classify_book
from snipers.domain.settling import Held
from snipers.domain.slot import Slot
from snipers.domain.snipe import Guest
from snipers.domain.vocabulary import Reason

UNAUTHORIZED = (401, 419)
# The payment processor's refusal is a 403; 402 and 412 were seen for cards too.
CARD_REFUSED = (400, 402, 403, 412, 422)
SOURCE_ID = "resy.com-venue-details"
PAGE_SIZE = 100
MAX_PAGES = 20


class ResyClient(HttpClient):
    """BookingClient for Resy."""

    def __init__(self, *, base_url: str, access: Access, box: SealedBox) -> None:
        super().__init__(base_url=base_url, access=access, box=box)
        self.sign_in = SignIn(wire=self._wire, box=box, paths=lambda: self._access.sign_in_paths)

    def _headers(self, access: Access) -> dict[str, str]:
        return super()._headers(access) | {"Authorization": f'ResyAPI api_key="{access.secret}"'}

    async def login(self, *, email: str, password: str) -> Login:
        """Sign in, without a retry. Raises BadCredentials for each of the four statuses that Resy returns for a wrong
        password."""
        reply = await self.sign_in.call("password", form={"email": email, "password": password})
        if isinstance(captcha := classify_refusal(reply), CaptchaRequired):
            raise captcha
        if reply.from_platform and reply.status in (*UNAUTHORIZED, 400, 403):
            raise BadCredentials("invalid email or password")
        raise_platform_failure(reply)
        self._expect(reply)
        return self.sign_in.read_login(reply.data)

    async def me(self, *, token: SealedToken) -> Profile:
        return payloads.profile(await self._read("/2/user", token=token))

    async def find(self, *, platform_venue_id: int, day: date, party_size: int) -> Found:
        """Poll without a user token: one poll serves all snipes of the key."""
        query: dict[str, str | int] = {
            "lat": 0,
            "long": 0,
            "day": day.isoformat(),
            "party_size": party_size,
            "venue_id": platform_venue_id,
        }
        reply = await self._wire.call("GET", "/4/find", query=query, timeouts=Timeouts(answer=8.0))
        raise_platform_failure(reply)
        if reply.status == 404:
            raise NotFound("no such venue")
        if reply.status in UNAUTHORIZED:
            raise KeyRefused("the platform does not accept our API key")
        self._expect(reply)
        return payloads.found(reply.data, platform_venue_id=platform_venue_id, day=day, party_size=party_size)

    async def details(self, *, slot: Slot, token: SealedToken) -> BookingTerms:
        """Return the terms. Resy does not hold the table."""
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
        raise_platform_failure(reply)
        if reply.status in (404, 412):
            raise SlotGone("no longer offered")
        if reply.status == 402:
            raise PaymentRequired("a payment method is needed")
        self._expect(reply)
        return payloads.terms(reply.data)

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
        instead_of: Held | None = None,
    ) -> BookOutcome:
        """Book. With `instead_of`, `replace=1` is sent: Resy itself then replaces the reservation that conflicts."""
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
        reply = await self._send_booking("/3/book", headers=headers, form=form, send_within=send_within)
        if not isinstance(reply, Reply):
            return reply
        return classify_book(
            status=reply.status,
            reservation_id=payloads.booked_id(reply.data),
            conflict=payloads.conflict(reply.data),
            from_platform=reply.from_platform,
            delay=reply.delay,
            stated_reason=payloads.stated_reason(reply.data),
        )

    def can_replace(self, *, held: Held, slot: Slot) -> bool:
        """Always True: `replace=1` also works between venues."""
        return True

    async def account_list(self, *, token: SealedToken) -> AccountList:
        """Read every page of the list: a table on an unread page would count as not booked."""
        found, read = AccountList(held=[]), 0
        for _ in range(MAX_PAGES):
            query: dict[str, str | int] = {"limit": PAGE_SIZE, "offset": read, "type": "upcoming"}
            page = payloads.reservations(await self._read("/3/user/reservations", token=token, query=query))
            found = found.joined(page.listed)
            read += page.rows
            if not page.rows or read >= (page.total or 0):
                # Without the platform's count a full page may not be the last.
                return replace(found, whole=page.rows < PAGE_SIZE if page.total is None else read >= page.total)
        raise Malformed("reservations do not end")

    async def cancel(self, *, held: Held, token: SealedToken) -> None:
        reply = await self._wire.call(
            "POST",
            "/3/cancel",
            headers=self._token(token),
            form={"reservation_id": held.reservation_id},
            timeouts=Timeouts(),
        )
        raise_platform_failure(reply)
        if reply.status == 404:
            raise NotFound("no such reservation")
        self._expect(reply)

    async def add_card(self, *, card: Card, token: SealedToken) -> CardOnFile:
        """Add a card. The call is not retried, because a second one would add the card twice."""
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
        raise_platform_failure(reply)
        self._expect(reply)
        return payloads.card_on_file(reply.data)

    async def _read(self, path: str, *, token: SealedToken, query: dict[str, str | int] | None = None) -> Any:
        reply = await self._wire.call(
            "GET", path, headers=self._token(token), query=query, timeouts=Timeouts(answer=5.0)
        )
        raise_platform_failure(reply)
        self._expect(reply)
        return reply.data

    def _expect(self, reply: Reply) -> None:
        """Raise unless the call succeeded."""
        if reply.status in UNAUTHORIZED:
            raise NeedsReconnect("the platform does not accept the token")
        if reply.status not in (200, 201):
            raise Malformed(f"status {reply.status} was not expected")

    def _token(self, token: SealedToken) -> dict[str, str]:
        """Return the two headers with a user's token. Most public clients send both."""
        plain = self._plain(token)
        return {"X-Resy-Auth-Token": plain, "X-Resy-Universal-Auth": plain}


def _number(payment_method_id: str) -> int | str:
    """Return an id as Resy sends it: as a number if it consists of digits."""
    return int(payment_method_id) if payment_method_id.isascii() and payment_method_id.isdigit() else payment_method_id
