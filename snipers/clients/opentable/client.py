"""The OpenTable client: sends the requests, and raises the error that each reply status means.

The client uses the API of OpenTable's app, and the web site's calls only if the app has no such call. callers.py
authenticates, bodies.py builds request bodies, payloads.py parses replies. CHECKLIST.md states the evidence for each
call. The client solves no captcha and imitates no browser; it stops when OpenTable refuses.
"""

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any

from snipers.clients.base import (
    AccountList,
    BeforeCall,
    BookingTerms,
    Card,
    CardOnFile,
    CodeSent,
    Found,
    Login,
    ProbeAnswer,
    Profile,
    call_at_once,
)
from snipers.clients.credentials import SealedBox, SealedToken
from snipers.clients.errors import (
    BadCard,
    BadCredentials,
    KeyRefused,
    Malformed,
    NeedsReconnect,
    NotFound,
    PaymentRequired,
    PlatformError,
)
from snipers.clients.http_client import NO_FIND, HttpClient
from snipers.clients.opentable import bodies, outcome, payloads, phones
from snipers.clients.opentable.callers import ApplicationToken, Callers
from snipers.clients.opentable.handles import Locked, locked_from, offer_of, wall_clock
from snipers.clients.opentable.manifest import MANIFEST
from snipers.clients.opentable.payloads import Diner, WalletCard
from snipers.clients.opentable.sign_in import SignIn
from snipers.clients.probe import probe_call
from snipers.clients.replies import (
    NO_SUCH,
    OPENTABLE_CANCEL,
    OPENTABLE_DINER,
    OPENTABLE_SLOT,
    Meanings,
    Reply,
    raise_card_failure,
    raise_failure,
)
from snipers.clients.wire import CallOptions, Timeouts
from snipers.domain.access import Access, StoredAccess
from snipers.domain.outcome import BookOutcome, Refused
from snipers.domain.settling import Held
from snipers.domain.slot import Slot
from snipers.domain.snipe import Guest
from snipers.domain.vocabulary import Reason

# Observed duration of a lock; its reply states no end.
LOCK_DURATION = timedelta(seconds=90)
CLOSING_SECONDS = 3.0
PROBE_RESTAURANT = 1
# A page redirects an expired session to the sign-in.
SIGNED_OUT = (301, 302, 303, 307, 401)
WRONG_CODE = dict.fromkeys((400, 401, 403, 404, 422), BadCredentials)
ADD_CARD: Meanings = {**OPENTABLE_DINER, 403: NeedsReconnect, **dict.fromkeys((400, 402, 409, 412, 422), BadCard)}


class OpenTableClient(HttpClient):
    """BookingClient for OpenTable. Calls without a diner, such as polls, are made with the token of our application.

    Clients that share `shared` request this token only once.
    """

    def __init__(
        self, *, base_url: str, access: Access, box: SealedBox, shared: ApplicationToken | None = None
    ) -> None:
        super().__init__(base_url=base_url, access=access, box=box)
        self._callers = Callers(wire=self._wire, access=access, unseal=self._plain, app_token=shared)
        self._undoing: set[asyncio.Task[None]] = set()
        self.sign_in = SignIn(send_code=self.send_code, confirm_code=self.confirm_code)

    def set_access(self, stored: StoredAccess | None) -> None:
        super().set_access(stored)
        self._callers.set_access(self._access)

    @property
    def callers(self) -> Callers:
        """The sender of this client's authenticated calls, which the catalog uses too."""
        return self._callers

    async def aclose(self) -> None:
        """Wait up to CLOSING_SECONDS until canceled bookings have released their locks, then close
        the connections."""
        if self._undoing:
            _, late = await asyncio.wait(self._undoing, timeout=CLOSING_SECONDS)
            for task in late:
                task.cancel()
        self._callers.close()
        await super().aclose()

    async def send_code(self, *, phone: str, country_code: str) -> CodeSent:
        """Have OpenTable send a code by SMS. `country_code` is a calling code such as +1. Raises BadCredentials."""
        number = phones.phone(phone, calling_code=country_code)
        body = {"phone": bodies.two_factor_phone(number), "target": "SMS"}
        reply = await self._callers.as_application("POST", "/api/v1/2fa/start", body=body)
        raise_failure(reply, {**WRONG_CODE, 401: KeyRefused})
        message = f"OpenTable sent a code to the phone ending in {number.number[-4:]}."
        return CodeSent(correlation_id=payloads.correlation_id(reply.data), message=message)

    async def confirm_code(self, *, phone: str, country_code: str, code: str, correlation_id: str) -> Login:
        """Sign in with the code. The call is not retried. Raises BadCredentials if the code is wrong."""
        body = {
            "phone": bodies.two_factor_phone(phones.phone(phone, calling_code=country_code)),
            "code": code,
            "correlationId": correlation_id,
            "allowPhoneRecycling": True,
        }
        reply = await self._callers.as_application("POST", "/api/v1/2fa/confirm", body=body)
        raise_failure(reply, WRONG_CODE)
        token = self._box.seal(payloads.login_token(reply.data))
        return Login(token=token, profile=await self.me(token=token))

    async def me(self, *, token: SealedToken) -> Profile:
        return (await self._callers.read_diner(token)).profile

    async def find(self, *, platform_venue_id: int, day: date, party_size: int) -> Found:
        """Poll with the application's token: one poll serves all snipes of the key."""
        body = bodies.availability(platform_venue_id=platform_venue_id, day=day, party_size=party_size)
        key = platform_venue_id, day, party_size
        last = self._last_finds.get(key, NO_FIND)
        path = "/api/v3/restaurant/availability"
        reply = await self._callers.as_application("PUT", path, body=body, answer=8.0, last=last.body)
        raise_failure(reply, {**NO_SUCH, 401: KeyRefused})
        if reply.unchanged:
            return last.found
        found = payloads.found(reply.data, platform_venue_id=platform_venue_id, day=day, party_size=party_size)
        return self._keep_find(key, reply.body, found)

    async def details(self, *, slot: Slot, token: SealedToken) -> BookingTerms:
        """Lock the table and return its terms. If the calling task is canceled meanwhile, the lock is released."""
        self._callers.diner(token)
        locking = asyncio.create_task(self._lock(slot, token))
        try:
            return await asyncio.shield(locking)
        except asyncio.CancelledError:
            self._in_background(self._undo(locking, token))
            raise

    async def release_hold(self, *, terms: BookingTerms, token: SealedToken) -> None:
        """Release the lock. A lock that cannot be released expires by itself."""
        locked = locked_from(terms.book_token)
        with suppress(PlatformError):
            await self._unlock(locked.platform_venue_id, locked.lock_id, token)

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
        """Book the table, or change the reservation `instead_of`. The card is sent only if the offer requires one."""
        locked = locked_from(terms.book_token)
        now = asyncio.get_running_loop().time
        send_by = now() + send_within
        try:
            async with asyncio.timeout(send_within):
                headers = self._callers.web(token)
                diner, card = await self._payer(token, locked, payment_method_id)
        except (PlatformError, TimeoutError) as error:
            return _not_sent(error)
        body = bodies.reservation(locked=locked, diner=diner, guest=guest, card=card, note=note, instead_of=instead_of)
        path = "/dapi/booking/make-reservation"
        reply = await self._send_booking(path, headers=headers, body=body, send_within=max(0.0, send_by - now()))
        if not isinstance(reply, Reply):
            return reply
        result = outcome.classify(
            status=reply.status,
            data=reply.data,
            from_platform=reply.from_platform,
            delay=reply.delay,
            summary=reply.summary,
        )
        if isinstance(result, Refused):
            # The cached account data may have caused the refusal.
            self._callers.forget(token)
        if note and result == Refused(Reason.NOT_UNDERSTOOD):
            # One public client sends a note; no reply to one is recorded. A call that was not understood has booked
            # nothing, and the table matters more than the note.
            again = max(0.0, send_by - now())
            return await self.book(
                terms=terms,
                token=token,
                send_within=again,
                payment_method_id=payment_method_id,
                guest=guest,
                instead_of=instead_of,
            )
        return result

    def can_replace(self, *, held: Held, slot: Slot) -> bool:
        """Whether both tables are at one OpenTable restaurant and the security token of `held` is
        known, as a change requires."""
        return slot.platform == MANIFEST.key and held.platform_venue_id == slot.platform_venue_id and bool(held.secret)

    async def account_list(self, *, token: SealedToken) -> AccountList:
        """Read the dining dashboard, one page with every upcoming reservation."""
        reply = await self._wire.call(
            "GET",
            "/user/dining-dashboard",
            headers={**self._callers.web(token), "Accept": "text/html"},
            timeouts=Timeouts(answer=5.0),
            options=CallOptions(reader=payloads.page_state),
        )
        if reply.status in SIGNED_OUT:
            raise NeedsReconnect("the session is over")
        raise_failure(reply, OPENTABLE_DINER)
        return payloads.reservations(reply.data)

    async def _cancel(self, held: Held, token: SealedToken) -> None:
        path = f"/api/v3/reservation/{held.platform_venue_id}/{held.reservation_id}"
        app = self._callers.app(token)
        # With `once`, a 404 is not the answer to a second request of which cancel() does not know.
        reply = await self._wire.call("DELETE", path, headers=app, timeouts=Timeouts(), options=CallOptions(once=True))
        if reply.status == 204:
            return
        raise_failure(reply, OPENTABLE_CANCEL)

    async def add_card(self, *, card: Card, token: SealedToken) -> CardOnFile:
        """Add a card. The call is not retried, because a second one would add the card twice."""
        reply = await self._wire.call(
            "POST", "/dapi/wallet/cards", headers=self._callers.web(token), body=bodies.card(card), timeouts=Timeouts()
        )
        raise_card_failure(reply, ADD_CARD)
        self._callers.forget(token)
        return payloads.card_on_file(reply.data)

    async def probe(self, *, before_call: BeforeCall = call_at_once) -> list[ProbeAnswer]:
        """Check whether the edge server answers us and our application is accepted. Send only reads."""

        async def find() -> tuple[bool, str]:
            tomorrow = (datetime.now(UTC) + timedelta(days=1)).date()
            with suppress(NotFound):
                await self.find(platform_venue_id=PROBE_RESTAURANT, day=tomorrow, party_size=2)
            return True, "our application is accepted"

        return [
            await probe_call("HEAD /", self.clock_answers, before_call=before_call),
            await probe_call("PUT /api/v3/restaurant/availability", find, before_call=before_call),
        ]

    async def _lock(self, slot: Slot, token: SealedToken) -> BookingTerms:
        offer = offer_of(slot)
        asked_at = datetime.now(UTC)
        reply = await self._wire.call(
            "POST",
            f"/api/v1/reservation/{slot.platform_venue_id}/lock",
            headers=self._callers.app(token),
            body=bodies.lock(slot=slot, offer=offer),
            timeouts=Timeouts(answer=5.0),
        )
        raise_failure(reply, OPENTABLE_SLOT)
        locked = Locked(
            lock_id=payloads.lock_id(reply.data),
            platform_venue_id=slot.platform_venue_id,
            at=wall_clock(slot.date, slot.time),
            party_size=slot.party_size,
            offer=offer,
        )
        try:
            return payloads.terms(reply.data, locked=locked, expires_at=asked_at + LOCK_DURATION)
        except Malformed:
            with suppress(PlatformError):
                await self._unlock(locked.platform_venue_id, locked.lock_id, token)
            raise

    async def _unlock(self, platform_venue_id: int, lock_id: str, token: SealedToken) -> None:
        path = f"/api/v1/reservation/{platform_venue_id}/lock/{lock_id}"
        await self._wire.call("DELETE", path, headers=self._callers.app(token), timeouts=Timeouts(answer=5.0))

    async def _undo(self, locking: asyncio.Task[BookingTerms], token: SealedToken) -> None:
        with suppress(PlatformError):
            await self.release_hold(terms=await locking, token=token)

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._undoing.add(task)
        task.add_done_callback(self._undoing.discard)

    async def _payer(
        self, token: SealedToken, locked: Locked, payment_method_id: str | None
    ) -> tuple[Diner, WalletCard | None]:
        """Return the account's owner, and the card to send: None if the offer requires no card or
        none is chosen.

        Raises PaymentRequired if the card `payment_method_id` is not on file.
        """
        diner = await asyncio.shield(self._callers.diner(token))
        if not locked.offer.policy or payment_method_id is None:
            return diner, None
        card = diner.card(payment_method_id)
        if card is None:
            # It may have been added since the account was read.
            self._callers.forget(token)
            card = (await asyncio.shield(self._callers.diner(token))).card(payment_method_id)
        if card is None:
            raise PaymentRequired("the card is not on file")
        return diner, card


def _not_sent(error: PlatformError | TimeoutError) -> Refused:
    """Return the outcome of a booking that was not sent because the account's owner or card could not be read."""
    if isinstance(error, PlatformError):
        return Refused(error.reason, error.delay)
    return Refused(Reason.UNSENT)
