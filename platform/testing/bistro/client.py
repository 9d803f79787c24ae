"""The client of the test platform."""

from datetime import UTC, date, datetime, time, timedelta
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
from snipers.clients.errors import BadCredentials, NeedsReconnect, NoCardCall, PlatformError, SlotGone
from snipers.clients.http_client import HttpClient
from snipers.clients.replies import NO_SUCH, Reply, classify_book, raise_failure
from snipers.clients.sign_in import SignInCalls
from snipers.clients.wire import Timeouts
from snipers.domain.access import Access
from snipers.domain.outcome import BookOutcome, Refused
from snipers.domain.settling import Held
from snipers.domain.slot import Slot
from snipers.domain.snipe import Guest
from snipers.domain.vocabulary import Reason
from testing.bistro.manifest import MANIFEST

HOLD_SECONDS = 60
DINER = {401: NeedsReconnect}


class NothingShared:
    """The clients of one process share nothing."""


class SignIn(SignInCalls):
    """Sign-in with a password."""

    def __init__(self, client: "BistroClient") -> None:
        self._client = client

    async def login(self, *, email: str, password: str) -> Login:
        reply = await self._client.wire.call(
            "POST", "/login", body={"email": email, "password": password}, timeouts=Timeouts()
        )
        raise_failure(reply, {401: BadCredentials})
        token = self._client.box.seal(reply.data["token"])
        return Login(token=token, profile=await self._client.me(token=token))


class BistroClient(HttpClient):
    """BookingClient for the test platform."""

    def __init__(self, *, base_url: str, access: Access, box: SealedBox, shared: object = None) -> None:
        super().__init__(base_url=base_url, access=access, box=box)
        self.box = box
        self.sign_in = SignIn(self)

    async def me(self, *, token: SealedToken) -> Profile:
        data = await self._read("GET", "/me", token=token)
        return Profile(user_id=data["id"], display_name=data["name"], payment_method_id=None)

    async def find(self, *, platform_venue_id: int, day: date, party_size: int) -> Found:
        query: dict[str, str | int] = {"day": f"{day}", "people": party_size}
        reply = await self._wire.call(
            "GET", f"/venues/{platform_venue_id}/tables", query=query, timeouts=Timeouts(answer=8.0)
        )
        raise_failure(reply, NO_SUCH)
        slots = [
            Slot(
                platform=MANIFEST.key,
                platform_venue_id=platform_venue_id,
                date=day,
                time=time.fromisoformat(one["time"]),
                party_size=party_size,
                seating=one["seating"],
                token=one["id"],
            )
            for one in reply.data
        ]
        return Found(slots=slots, on_sale=True)

    async def details(self, *, slot: Slot, token: SealedToken) -> BookingTerms:
        """Hold the table."""
        data = await self._read("POST", "/holds", token=token, body={"table": slot.token})
        until = datetime.now(UTC) + timedelta(seconds=HOLD_SECONDS)
        return BookingTerms(book_token=data["hold"], expires_at=until, fee_cents=0, deposit_cents=0, holds=True)

    async def release_hold(self, *, terms: BookingTerms, token: SealedToken) -> None:
        try:
            await self._read("DELETE", f"/holds/{terms.book_token}", token=token)
        except PlatformError:
            return

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
        try:
            headers = self._token(token)
        except NeedsReconnect:
            return Refused(Reason.NEEDS_RECONNECT)
        body = {"hold": terms.book_token, "note": note}
        reply = await self._send_booking("/bookings", headers=headers, body=body, send_within=send_within)
        if not isinstance(reply, Reply):
            return reply
        booked = reply.data.get("id") if isinstance(reply.data, dict) else None
        return classify_book(
            status=reply.status,
            reservation_id=booked,
            conflict=None,
            from_platform=reply.from_platform,
            delay=reply.delay,
            stated_reason=None,
        )

    def can_replace(self, *, held: Held, slot: Slot) -> bool:
        return MANIFEST.replaces_in_one_call

    async def account_list(self, *, token: SealedToken) -> AccountList:
        rows = await self._read("GET", "/bookings", token=token)
        return AccountList(
            held=[
                Held(
                    reservation_id=one["id"],
                    platform_venue_id=one["venue"],
                    date=date.fromisoformat(one["day"]),
                    time=time.fromisoformat(one["time"]),
                    party_size=one["people"],
                )
                for one in rows
            ]
        )

    async def _cancel(self, held: Held, token: SealedToken) -> None:
        await self._read("DELETE", f"/bookings/{held.reservation_id}", token=token)

    async def add_card(self, *, card: Card, token: SealedToken) -> CardOnFile:
        raise NoCardCall("no call adds a card")

    async def probe(self, *, before_call: BeforeCall = call_at_once) -> list[ProbeAnswer]:
        return []

    def _token(self, token: SealedToken) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._plain(token)}"}

    async def _read(self, method: str, path: str, *, token: SealedToken, body: dict[str, Any] | None = None) -> Any:
        reply = await self._wire.call(method, path, headers=self._token(token), body=body, timeouts=Timeouts())
        raise_failure(reply, {**DINER, 404: SlotGone, 409: SlotGone})
        return reply.data
