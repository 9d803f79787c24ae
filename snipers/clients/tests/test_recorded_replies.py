"""Each row of CHECKLIST.md with the confidence H or M, on replies with the structure that others recorded.

The replies are served over a socket. None of them comes from the simulator.
"""

import inspect
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography.fernet import Fernet

from snipers.clients.base import BookingTerms
from snipers.clients.credentials import SealedBox, SealedToken
from snipers.clients.errors import (
    AccountGone,
    BadCredentials,
    Blocked,
    CancelRefused,
    KeyRefused,
    NeedsReconnect,
    NotFound,
    PaymentRequired,
    PlatformError,
    RateLimited,
    SignInBlocked,
    SlotGone,
)
from snipers.clients.opentable.catalog import OpenTableCatalog
from snipers.clients.opentable.client import OpenTableClient
from snipers.clients.resy.catalog import ResyCatalog
from snipers.clients.resy.client import ResyClient
from snipers.clients.sign_in import CaptchaRequired, Challenge, ExpiredCode, WrongCode
from snipers.clients.tests import recorded
from snipers.clients.tests.recorded import DAY, RESTAURANT, VENUE
from snipers.domain.outcome import Booked, Conflict, Lost, Refused
from snipers.domain.settling import Held
from snipers.domain.slot import Slot
from snipers.domain.vocabulary import Reason
from snipers.testing.replay import replayed
from snipers.testing.simulators import OPENTABLE_ACCESS, RESY_ACCESS

FIND, LIST, USER = ("GET", "/4/find"), ("GET", "/3/user/reservations"), ("GET", "/2/user")
DETAILS, BOOK, CANCEL = ("POST", "/3/details"), ("POST", "/3/book"), ("POST", "/3/cancel")
PASSWORD, MOBILE = ("POST", "/4/auth/password"), ("POST", "/4/auth/mobile")
TIMES, LOCK = ("PUT", "/api/v3/restaurant/availability"), ("POST", f"/api/v1/reservation/{RESTAURANT}/lock")
RESERVE, DASHBOARD = ("POST", "/dapi/booking/make-reservation"), ("GET", "/user/dining-dashboard")
ACCOUNT, PAGE = ("GET", "/api/v3/user/"), ("GET", f"/restaurant/profile/{RESTAURANT}")
AT = date.fromisoformat(DAY)
IMPERVA = '<html><iframe src="/_Incapsula_Resource?incident_id=1-0">Request unsuccessful.</iframe></html>'
AKAMAI = "<HTML><H1>Access Denied</H1>Reference&#32;&#35;18&#46;0 errors&#46;edgesuite&#46;net</HTML>"
# A rotated key is refused with 419 on each call, an expired token only on calls that send it.
ACCEPTED = (*FIND, 200, recorded.resy_find())

Exchange = tuple[str, str, int, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform:
    """The client and the catalog of one platform, and a token that its replies accept."""

    client: Any
    catalog: Any
    token: SealedToken

    async def slot(self) -> Slot:
        venue = VENUE if isinstance(self.client, ResyClient) else RESTAURANT
        slot = (await self.client.find(platform_venue_id=venue, day=AT, party_size=2)).slots[0]
        assert isinstance(slot, Slot)
        return slot

    async def terms(self) -> BookingTerms:
        found: BookingTerms = await self.client.details(slot=await self.slot(), token=self.token)
        return found

    async def book(self) -> Any:
        return await self.client.book(terms=await self.terms(), token=self.token, send_within=2.0)

    async def cancel(self) -> None:
        (held,) = (await self.client.account_list(token=self.token)).held
        await self.client.cancel(held=held, token=self.token)


@asynccontextmanager
async def platform(name: str, *exchanges: Exchange) -> AsyncIterator[Platform]:
    box = SealedBox([Fernet.generate_key().decode()])

    async def at_once() -> None: ...

    application = ("POST", "/oauth/consumer/token", 200, {"access_token": "application"})
    served = [
        {"method": method, "path": path, "status": status, "body": body}
        for method, path, status, body in (*exchanges, application)
    ]
    async with replayed(served) as url:
        client: ResyClient | OpenTableClient
        catalog: ResyCatalog | OpenTableCatalog
        if name == "resy":
            client = ResyClient(base_url=url, access=RESY_ACCESS, box=box)
            catalog = ResyCatalog(client=client, pace=at_once)
        else:
            client = OpenTableClient(base_url=url, access=OPENTABLE_ACCESS, box=box)
            catalog = OpenTableCatalog(client=client, pace=at_once)
        async with client:
            yield Platform(client=client, catalog=catalog, token=box.seal("token"))


Call = Callable[[Platform], Awaitable[Any]]
OFFERED = (*FIND, 200, recorded.resy_find(recorded.resy_slot()))
READY = (OFFERED, (*DETAILS, 201, recorded.resy_details()))
LISTED = (*LIST, 200, {"reservations": [recorded.resy_row()], "venues": {}, "metadata": {"total": 1}})
RESY_CAPTCHA = {"status": 403, "message": "Forbidden", "data": {"captcha_token": "is required"}}
SEARCHED = (
    ("GET", "/3/location/config", 200, [recorded.resy_city()]),
    ("POST", "/3/venuesearch/search", 200, recorded.resy_search()),
)
OFFER = (*TIMES, 200, recorded.opentable_day(recorded.opentable_time()))
LOCKED = (OFFER, (*LOCK, 200, recorded.opentable_lock()), (*ACCOUNT, 200, recorded.opentable_user()))
ROW = (*DASHBOARD, 200, recorded.opentable_dashboard(recorded.opentable_row()))
HELD = Held(
    reservation_id="86001",
    platform_venue_id=VENUE,
    date=AT,
    time=time(19, 15),
    party_size=2,
    secret="row-token",
)


async def login(at: Platform) -> Any:
    return (await at.client.login(email="ada@example.com", password="secret")).profile.user_id


async def confirm(at: Platform) -> Any:
    return await at.client.sign_in.confirm_code(address="+12125550100", code="123456")


async def signed_in(at: Platform) -> Any:
    return (await confirm(at)).profile.user_id


async def answer_challenge(at: Platform) -> Any:
    challenge = await confirm(at)
    answered = await at.client.sign_in.answer_challenge(
        address="+12125550100", challenge=challenge, answers={"em_address": "ada@example.com"}
    )
    return answered.profile.user_id


async def find(at: Platform) -> Any:
    venue = VENUE if isinstance(at.client, ResyClient) else RESTAURANT
    found = await at.client.find(platform_venue_id=venue, day=AT, party_size=2)
    return found.on_sale, [(one.time, one.seating, one.quantity) for one in found.slots]


async def money(at: Platform) -> Any:
    terms = await at.terms()
    return terms.fee_cents, terms.deposit_cents, terms.free_until


async def held(at: Platform) -> Any:
    return (await at.client.account_list(token=at.token)).held


async def profile(at: Platform) -> Any:
    read = await at.client.me(token=at.token)
    return read.user_id, [one.id for one in read.payment_methods]


async def edge(at: Platform) -> Any:
    venue = VENUE if isinstance(at.client, ResyClient) else RESTAURANT
    found = await at.catalog.edge(platform_venue_id=venue, today=AT, day=AT, party_size=2)
    return found.open_until, found.closed_from


async def venue(at: Platform) -> Any:
    found = await at.catalog.venue(platform_venue_id=VENUE if isinstance(at.client, ResyClient) else RESTAURANT)
    return found.name, sorted(found.gates), found.active


async def deposit(at: Platform) -> Any:
    return (await at.terms()).deposit_cents


async def send_code(at: Platform) -> Any:
    return await at.client.sign_in.send_code(address="+12125550100")


async def renew(at: Platform) -> Any:
    renewal = await at.client.sign_in.renew(refresh_token=at.token)
    return renewal.refresh_token is not None


async def needs_captcha(at: Platform) -> Any:
    return (await at.slot()).captcha


async def reopens(at: Platform) -> Any:
    page = await at.catalog.venue(platform_venue_id=VENUE)
    found = await at.client.find(platform_venue_id=VENUE, day=AT, party_size=2)
    return page.reopens_on, found.reopens_on


async def search(at: Platform) -> Any:
    (city,) = await at.catalog.cities()
    page = await at.catalog.search(city=city, page=1)
    return city.slug, page.pages, page.total, [(one.platform_venue_id, one.name) for one in page.venues]


async def clock(at: Platform) -> Any:
    sample = await at.client.time()
    return abs(sample.second - sample.sent) < 60


async def change(at: Platform) -> Any:
    (old,) = (await at.client.account_list(token=at.token)).held
    return await at.client.book(terms=await at.terms(), token=at.token, send_within=2.0, instead_of=old)


async def rules(at: Platform) -> Any:
    return (await at.catalog.venue(platform_venue_id=VENUE)).need_to_know


async def seconds_of_hold(at: Platform) -> Any:
    """Whether the lock ends 90 s after our request, which the reply does not state."""
    terms = await at.terms()
    assert terms.expires_at is not None
    return terms.holds, 85 < (terms.expires_at - datetime.now(UTC)).total_seconds() <= 90


async def party_sizes(at: Platform) -> Any:
    book = await at.catalog.book(platform_venue_id=RESTAURANT, today=AT - timedelta(days=7), party_size=2)
    return book.min_party_size, book.max_party_size, book.last_day


RESY: list[tuple[str, tuple[Exchange, ...], Call, Any]] = [
    ("login", ((*PASSWORD, 200, recorded.resy_user(token="jwt")),), login, "10000001"),
    ("login refused", ((*PASSWORD, 403, {"status": 403, "message": "Forbidden"}),), login, BadCredentials),
    ("login refused", ((*PASSWORD, 419, recorded.UNAUTHORIZED), ACCEPTED), login, BadCredentials),
    ("stale key", ((*PASSWORD, 419, recorded.UNAUTHORIZED), (*FIND, 419, recorded.UNAUTHORIZED)), login, KeyRefused),
    (
        "challenge",
        (
            (
                *MOBILE,
                200,
                {
                    "mobile_claim": {"claim_token": "claim"},
                    "challenge": {
                        "challenge_id": "c-1",
                        "first_name": "Ada",
                        "message": "scrubbed",
                        "properties": [{"name": "em_address", "type": "email", "message": "Email"}],
                    },
                },
            ),
            ("POST", "/4/auth/challenge", 200, recorded.resy_user(token="jwt")),
        ),
        answer_challenge,
        "10000001",
    ),
    ("me", ((*USER, 200, recorded.resy_user()),), profile, ("10000001", ["30000001"])),
    ("find", (OFFERED,), find, (True, [(time(19, 15), "Dining Room", 3)])),
    (
        "not on sale",
        ((*FIND, 200, {"query": {}, "results": {"venues": [], "meta": {"offset": 1}}}),),
        find,
        (False, []),
    ),
    ("find", ((*FIND, 200, recorded.resy_find()),), find, (True, [])),
    (
        "equal tables",
        ((*FIND, 200, recorded.resy_find(recorded.resy_slot(quantity=1), recorded.resy_slot(quantity=1))),),
        find,
        (True, [(time(19, 15), "Dining Room", 2)]),
    ),
    ("rate limit", ((*FIND, 429, "<html><h1>429 Too Many Requests</h1></html>"),), find, RateLimited),
    ("stale key", ((*FIND, 419, recorded.UNAUTHORIZED),), find, KeyRefused),
    ("all", ((*FIND, 200, IMPERVA),), find, Blocked),
    ("details", READY, money, (0, 0, datetime(2026, 10, 22, 16, tzinfo=UTC))),
    ("details", (OFFERED, (*DETAILS, 200, recorded.resy_details(total=54.44))), lambda at: deposit(at), 5444),
    ("slot gone", (OFFERED, (*DETAILS, 404, recorded.resy_refusal(404, "Not found"))), money, SlotGone),
    ("slot gone", (OFFERED, (*DETAILS, 412, recorded.resy_refusal(412, "Gone"))), money, SlotGone),
    (
        "card required",
        (OFFERED, (*DETAILS, 402, {"status": 402, "message": "Payment Required"})),
        money,
        PaymentRequired,
    ),
    (
        "book",
        (*READY, (*BOOK, 201, {"resy_token": "r", "reservation_id": 93, "venue_opt_in": False})),
        Platform.book,
        Booked("93"),
    ),
    ("book", (*READY, (*BOOK, 200, {"resy_token": "r", "reservation_id": 93})), Platform.book, Booked("93")),
    (
        "book lost",
        (*READY, (*BOOK, 412, recorded.resy_refusal(412, "This reservation is no longer available."))),
        Platform.book,
        Lost(Reason.TAKEN),
    ),
    (
        "conflict",
        (
            *READY,
            (
                *BOOK,
                412,
                {"specs": {"day": DAY, "time_slot": "20:00:00"}, "venue": {"id": VENUE, "name": "Petit Quai"}},
            ),
        ),
        Platform.book,
        Refused(Reason.CONFLICT, conflict=Conflict(platform_venue_id=VENUE, date=AT, time=time(20))),
    ),
    ("list", (LISTED,), held, [HELD]),
    ("list", ((*LIST, 200, {"reservations": [recorded.resy_row(status={"finished": 1, "no_show": 0})]}),), held, []),
    ("invalid token", ((*LIST, 419, recorded.UNAUTHORIZED), ACCEPTED), held, NeedsReconnect),
    ("stale key", ((*LIST, 419, recorded.UNAUTHORIZED), (*FIND, 419, recorded.UNAUTHORIZED)), held, KeyRefused),
    ("cancel", (LISTED, (*CANCEL, 200, {"payment": {"transaction": {"refund": 1}}})), Platform.cancel, None),
    (
        "cancel",
        (
            LISTED,
            (*CANCEL, 404, {"code": 1025, "data": {}, "message": "The reservation could not be found.", "status": 404}),
        ),
        Platform.cancel,
        NotFound,
    ),
    ("venue", (("GET", "/3/venue", 200, recorded.resy_venue()),), venue, ("Petit Quai", [], True)),
    (
        "gates",
        (("GET", "/3/venue", 200, recorded.resy_venue(feature_recaptcha=True)),),
        venue,
        ("Petit Quai", ["captcha"], True),
    ),
    ("closed venue", (("GET", "/3/venue", 200, recorded.resy_venue(is_active=0)),), venue, ("Petit Quai", [], False)),
    ("closed venue", (("GET", "/3/venue", 404, recorded.resy_refusal(404, "Not Found")),), venue, NotFound),
    (
        "end of the book (R13)",
        (("GET", "/4/venue/calendar", 200, recorded.resy_calendar("2026-11-30")),),
        edge,
        (date(2026, 11, 30), date(2026, 12, 1)),
    ),
]
RESY += [
    ("send a code", ((*MOBILE, 200, {"sent": True}),), send_code, ""),
    (
        "code refused",
        ((*MOBILE, 400, {"status": 400, "message": "Bad", "data": {"code": "is wrong"}}),),
        confirm,
        WrongCode,
    ),
    ("captcha", ((*PASSWORD, 403, RESY_CAPTCHA),), login, CaptchaRequired),
    ("captcha", ((*FIND, 200, recorded.resy_find(recorded.resy_slot(), feature_recaptcha=True)),), needs_captcha, True),
    ("renew", (("POST", "/3/auth/refresh", 200, {"token": "jwt", "refresh_token": "next"}),), renew, True),
    ("renew", (("POST", "/3/auth/refresh", 200, {"token": "jwt"}),), renew, False),
    (
        "closed for some time (R7)",
        (
            ("GET", "/3/venue", 200, recorded.resy_venue(reopen={"date": "2026-11-01"})),
            (*FIND, 200, recorded.resy_find(reopen={"date": "2026-11-01"})),
        ),
        reopens,
        (date(2026, 11, 1), date(2026, 11, 1)),
    ),
    ("search (R13)", SEARCHED, search, ("new-york-ny", 137, 2722, [(VENUE, "Petit Quai")])),
    ("cities (R13)", SEARCHED, search, ("new-york-ny", 137, 2722, [(VENUE, "Petit Quai")])),
    ("clock", (("HEAD", "/", 200, None),), clock, True),
]
OPENTABLE: list[tuple[str, tuple[Exchange, ...], Call, Any]] = [
    ("account", ((*ACCOUNT, 200, recorded.opentable_user()),), profile, ("200000001", [])),
    ("availability", (OFFER,), find, (True, [(time(19, 15), "Dining Room", 1), (time(19, 15), "Bar", 1)])),
    ("not on sale", ((*TIMES, 200, recorded.opentable_day(reasons=["TooFarInAdvance"])),), find, (False, [])),
    (
        "whether a day can be booked",
        ((*TIMES, 200, recorded.opentable_day(reasons=["TooFarInAdvance"])),),
        edge,
        (None, AT),
    ),
    ("whether a day can be booked", (OFFER,), edge, (AT, None)),
    (
        "kinds of times",
        ((*TIMES, 200, recorded.opentable_day(recorded.opentable_time(type="Experience", experienceIds=[514735]))),),
        find,
        (True, []),
    ),
    ("availability", ((*TIMES, 403, AKAMAI),), find, Blocked),
    ("lock", (OFFER, (*LOCK, 404, {"errors": [{"code": "NOT_FOUND", "message": "scrubbed"}]})), money, SlotGone),
    ("expired session", (OFFER, (*LOCK, 401, {"error": "invalid_token"})), money, NeedsReconnect),
    ("book", (*LOCKED, (*RESERVE, 200, recorded.opentable_booked())), Platform.book, Booked("110009")),
    (
        "book lost",
        (*LOCKED, (*RESERVE, 200, {"success": False, "errorCode": "SLOT_LOCK_EXPIRED", "errorMessage": "scrubbed"})),
        Platform.book,
        Lost(Reason.SLOT_GONE),
    ),
    (
        "card used",
        (*LOCKED, (*RESERVE, 402, {"statusCode": 402, "error": "Payment Required", "message": "Credit card required"})),
        Platform.book,
        Refused(Reason.PAYMENT_REQUIRED),
    ),
    (
        "list",
        (ROW,),
        held,
        [
            Held(
                reservation_id="1234567890",
                platform_venue_id=RESTAURANT,
                date=AT,
                time=time(19, 15),
                party_size=2,
                secret="security-token",
            )
        ],
    ),
    ("cancel", (ROW, ("DELETE", f"/api/v3/reservation/{RESTAURANT}/1234567890", 204, None)), Platform.cancel, None),
    ("restaurant's page", ((*PAGE, 200, recorded.opentable_page()),), venue, ("Petit Quai", [], True)),
    ("restaurant's page", ((*PAGE, 404, "<html>Not found</html>"),), venue, NotFound),
    ("gates (O5)", ((*PAGE, 200, recorded.opentable_page(type="Listing")),), venue, ("Petit Quai", ["listing"], True)),
]

NAMED = [{"id": "1", "name": "Garden", "environment": "OUTDOOR", "availableAttributes": ["outdoor"]}]
SCA = recorded.opentable_booked(success=False, confirmationNumber=None, partnerScaRequired=True)
OPENTABLE += [
    ("application", (("POST", "/oauth/consumer/token", 401, {"error": "invalid_client"}), OFFER), find, KeyRefused),
    (
        "seatings",
        ((*TIMES, 200, recorded.opentable_day(recorded.opentable_time(diningAreas=NAMED))),),
        find,
        (True, [(time(19, 15), "Garden", 1)]),
    ),
    ("change", (*LOCKED, ROW, (*RESERVE, 200, recorded.opentable_booked())), change, Booked("110009")),
    ("3-D Secure", (*LOCKED, (*RESERVE, 200, SCA)), Platform.book, Refused(Reason.PAYMENT_REQUIRED)),
    ("expired session", ((*DASHBOARD, 302, "<html>moved</html>"),), held, NeedsReconnect),
    ("clock", (("HEAD", "/", 200, None),), clock, True),
    ("end of the book, party sizes", (OFFER,), party_sizes, (1, 20, AT - timedelta(days=7) + timedelta(days=60))),
]
NO_CARDS = recorded.resy_refusal(403, "This venue is not set up to accept payment methods")
FORBIDDEN = recorded.resy_refusal(412, "Cancellation is not allowed")
EXTRA = recorded.resy_slot(payment={"is_paid": True, "is_add_on_required": True})
RULE_TEXT = "Reservations are released 14 days in advance at 9 AM."
RULE = recorded.resy_venue(content=[{"name": "from_the_venue", "body": f"We are small. {RULE_TEXT}"}])
RESY += [
    ("sign-ins refused by a firewall", ((*PASSWORD, 500, IMPERVA), ACCEPTED), login, SignInBlocked),
    ("confirm a code", ((*MOBILE, 200, recorded.resy_user(token="jwt")),), signed_in, "10000001"),
    ("card refused", (*READY, (*BOOK, 403, NO_CARDS)), Platform.book, Refused(Reason.NO_CARDS)),
    (
        "cancellation refused",
        (LISTED, (*CANCEL, 412, recorded.resy_refusal(412, "No"))),
        Platform.cancel,
        CancelRefused,
    ),
    ("account gone", ((*USER, 409, recorded.resy_refusal(409, "Conflict")),), profile, AccountGone),
    ("paid extras", ((*FIND, 200, recorded.resy_find(EXTRA)),), find, (True, [])),
    ("release rule", (("GET", "/3/venue", 200, RULE),), rules, RULE_TEXT),
]
OPENTABLE += [("end of a lock", LOCKED, seconds_of_hold, (True, True))]


async def check(name: str, exchanges: tuple[Exchange, ...], call: Call, expected: Any) -> None:
    async with platform(name, *exchanges) as at:
        if isinstance(expected, type) and issubclass(expected, PlatformError):
            with pytest.raises(expected):
                await call(at)
        else:
            assert await call(at) == expected


@pytest.mark.parametrize(
    ("row", "exchanges", "call", "expected"), RESY, ids=lambda value: value if isinstance(value, str) else ""
)
async def test_resys_recorded_replies(row: str, exchanges: tuple[Exchange, ...], call: Call, expected: Any) -> None:
    await check("resy", exchanges, call, expected)


@pytest.mark.parametrize(
    ("row", "exchanges", "call", "expected"), OPENTABLE, ids=lambda value: value if isinstance(value, str) else ""
)
async def test_opentables_recorded_replies(
    row: str, exchanges: tuple[Exchange, ...], call: Call, expected: Any
) -> None:
    await check("opentable", exchanges, call, expected)


async def test_an_expired_challenge_is_told_from_a_wrong_answer() -> None:
    refused = {"status": 400, "message": "expired", "data": {"challenge_id": "is no longer valid"}}
    async with platform("resy", ("POST", "/4/auth/challenge", 400, refused)) as at:
        challenge = Challenge(challenge_id="c-1", claim_token=None, properties=())
        with pytest.raises(ExpiredCode):
            await at.client.sign_in.answer_challenge(address="+12125550100", challenge=challenge, answers={})


@pytest.mark.parametrize(("client", "cases"), [(ResyClient, RESY), (OpenTableClient, OPENTABLE)])
def test_every_row_of_high_or_medium_confidence_has_a_recorded_reply(
    client: type, cases: list[tuple[str, tuple[Exchange, ...], Call, Any]]
) -> None:
    text = (Path(inspect.getfile(client)).parent / "CHECKLIST.md").read_text()
    table = text.partition("| Call | What we send |")[2].partition("\n\n")[0]
    rows = [[cell.strip() for cell in line.split(" | ")] for line in table.splitlines()[2:]]
    assert len(rows) > 20
    confident = {row[0].removeprefix("| ") for row in rows if re.search(r"\b[HM]\b", row[3])}
    assert confident - {case[0] for case in cases} == set()
