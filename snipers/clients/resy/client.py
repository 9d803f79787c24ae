"""Resy, spoken as its public clients speak it. Owns requests and the meaning of statuses; payloads.py reads bodies.

CHECKLIST.md says which facts this rests on. No captcha is solved and no browser is played: the name is our own.
"""

from datetime import date
from typing import Any, Self

from snipers.clients.base import (
    BadCredentials,
    Blocked,
    Found,
    Login,
    Malformed,
    NeedsReconnect,
    NotFound,
    PaymentRequired,
    Profile,
    Quote,
    SlotGone,
    Unavailable,
    Unsent,
)
from snipers.clients.credentials import BrokenSeal, SealedBox, SealedToken
from snipers.clients.resy import payloads
from snipers.clients.wire import Patience, Reply, Wire, refuse_unwelcome
from snipers.domain.outcome import BookOutcome, Conflict, Refused, Unknown, classify_book
from snipers.domain.settling import Held
from snipers.domain.slot import Slot
from snipers.domain.snipe import Guest
from snipers.domain.vocabulary import Reason

UNAUTHORIZED = (401, 419)
# Booking must have its answer before anybody else may settle the attempt: send deadline 2 s + 8 s < grace 13 s.
BOOK_ANSWER_SECONDS = 8.0
SOURCE_ID = "resy.com-venue-details"
PAGE = 100
MOST_PAGES = 20


class ResyClient:
    """BookingClient for Resy. One object serves many accounts; use it within one event loop."""

    def __init__(self, *, base_url: str, api_key: str, user_agent: str, box: SealedBox) -> None:
        self._box = box
        self._wire = Wire(
            base_url=base_url,
            headers={
                "Authorization": f'ResyAPI api_key="{api_key}"',
                "User-Agent": user_agent,
                "Accept": "application/json",
            },
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """See BookingClient."""
        await self._wire.aclose()

    async def login(self, *, email: str, password: str) -> Login:
        """See BookingClient. All four statuses seen for a bad password count as one; it is never tried twice."""
        reply = await self._wire.call(
            "POST", "/3/auth/password", form={"email": email, "password": password}, patience=Patience()
        )
        if reply.spoken and reply.status in (*UNAUTHORIZED, 400, 403):
            raise BadCredentials("invalid email or password")
        refuse_unwelcome(reply)
        self._expect(reply)
        return Login(token=self._box.seal(payloads.login_token(reply.data)), profile=payloads.profile(reply.data))

    async def me(self, *, token: SealedToken) -> Profile:
        """See BookingClient."""
        return payloads.profile(await self._read("/2/user", token=token))

    async def find(self, *, venue_id: int, day: date, party_size: int) -> Found:
        """See BookingClient. Asked without a user token: one poll serves everybody who waits."""
        query: dict[str, str | int] = {
            "lat": 0,
            "long": 0,
            "day": day.isoformat(),
            "party_size": party_size,
            "venue_id": venue_id,
        }
        reply = await self._wire.call("GET", "/4/find", query=query, patience=Patience(answer=8.0))
        refuse_unwelcome(reply)
        if reply.status == 404:
            raise NotFound("no such venue")
        if reply.status in UNAUTHORIZED:
            raise Blocked("the platform does not accept our api key")
        self._expect(reply)
        return payloads.found(reply.data, venue_id=venue_id, day=day, party_size=party_size)

    async def details(self, *, slot: Slot, token: SealedToken) -> Quote:
        """See BookingClient."""
        body = {
            "config_id": slot.token,
            "day": slot.date.isoformat(),
            "party_size": slot.party_size,
            "commit": 1,
            "struct_items": [],
        }
        reply = await self._wire.call(
            "POST", "/3/details", headers=self._token(token), body=body, patience=Patience(answer=5.0)
        )
        refuse_unwelcome(reply)
        if reply.status in (404, 412):
            raise SlotGone("no longer offered")
        if reply.status == 402:
            raise PaymentRequired("a payment method is needed")
        self._expect(reply)
        return payloads.quote(reply.data)

    async def book(
        self,
        *,
        quote: Quote,
        token: SealedToken,
        send_within: float,
        payment_method_id: str | None = None,
        guest: Guest | None = None,
        instead_of: Held | None = None,
    ) -> BookOutcome:
        """See BookingClient. Sent once, whatever happens."""
        form = {"book_token": quote.book_token, "source_id": SOURCE_ID}
        if payment_method_id is not None:
            form["struct_payment_method"] = f'{{"id":{payment_method_id}}}'
        try:
            headers = self._token(token)
        except NeedsReconnect:
            return Refused(Reason.NEEDS_RECONNECT)
        try:
            reply = await self._wire.call(
                "POST",
                "/3/book",
                headers=headers,
                form=form,
                patience=Patience(connect=send_within, answer=BOOK_ANSWER_SECONDS),
            )
        except Unsent:
            return Refused(Reason.UNSENT)
        except Unavailable as error:
            return Unknown(str(error))
        return classify_book(
            status=reply.status,
            reservation_id=payloads.booked_id(reply.data),
            conflict=Conflict(venue_id=None, date=None, time=None) if payloads.names_conflict(reply.data) else None,
            spoken=reply.spoken,
            delay=reply.delay,
        )

    async def reservations(self, *, token: SealedToken) -> list[Held]:
        """See BookingClient. Reads every page: a table that we miss would be taken for not booked."""
        found: dict[str, Held] = {}
        read = 0
        for _ in range(MOST_PAGES):
            query: dict[str, str | int] = {"limit": PAGE, "offset": read, "type": "upcoming"}
            entries, count, total = payloads.held(await self._read("/3/user/reservations", token=token, query=query))
            found.update({entry.reservation_id: entry for entry in entries})
            read += count
            if not count or read >= total:
                return list(found.values())
        raise Malformed("reservations do not end")

    async def cancel(self, *, reservation_id: str, token: SealedToken) -> None:
        """See BookingClient."""
        reply = await self._wire.call(
            "POST",
            "/3/cancel",
            headers=self._token(token),
            form={"reservation_id": reservation_id},
            patience=Patience(),
        )
        refuse_unwelcome(reply)
        if reply.status == 404:
            raise NotFound("no such reservation")
        self._expect(reply)

    async def _read(self, path: str, *, token: SealedToken, query: dict[str, str | int] | None = None) -> Any:
        reply = await self._wire.call(
            "GET", path, headers=self._token(token), query=query, patience=Patience(answer=5.0)
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
        try:
            plain = self._box.open(token)
        except BrokenSeal:
            raise NeedsReconnect("the stored token cannot be opened") from None
        return {"X-Resy-Auth-Token": plain, "X-Resy-Universal-Auth": plain}
