"""Demo data: a client book for the concierge, and a few requests for the concierge and the Pro diner.

The Pro diner's active requests are at different venues, because several at one venue show a warning. The concierge's
requests are at two of the same venues, so that the demo needs no further watchers.
"""

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from apps.accounts.models import User
from apps.connections.models import AccountStatus
from apps.requests.models import Client, ReservationGroup
from apps.requests.rules import schedule
from apps.requests.rules.cards import CardEntry
from apps.requests.rules.clients import ClientDetails
from apps.requests.rules.submission import Draft, VenueChoice
from apps.requests.services import filing, on_behalf
from apps.requests.stops import stopping
from apps.venues.models import Venue
from snipers.clients import registry

EARLY: Final = (time(17), time(18, 30))
PRIME: Final = (time(18, 30), time(20, 30))
LATE: Final = (time(20, 30), time(22, 30))
# The demo uses venues that open their books at least this many days ahead, so that its cancel requests are for open
# days.
BOOK_DAYS: Final = 21

CLIENTS: Final = (
    ("Amara", "Okafor", "10011"),
    ("Benedikt", "Sauer", "10013"),
    ("Celeste", "Moreau", "10021"),
    ("Dmitri", "Volkov", "11201"),
    ("Esther", "Nakamura", "10128"),
    ("Farid", "Haddad", "10003"),
    ("Greta", "Lindholm", "11211"),
    ("Hugo", "Alarcón", "10019"),
)


def make_clients(*, concierge: User) -> int:
    """Fill the concierge's client book. Return how many clients are new."""
    before = concierge.clients.count()
    Client.objects.bulk_create(
        [
            Client(
                owner=concierge,
                first_name=first_name,
                last_name=last_name,
                email=f"{first_name.lower()}@clients.tablehawk.test",
                phone=f"+1917555016{number}",
                zip_code=zip_code,
            )
            for number, (first_name, last_name, zip_code) in enumerate(CLIENTS)
        ],
        ignore_conflicts=True,
    )
    return concierge.clients.count() - before


def file_demo_requests(*, pro: User, concierge: User, now: datetime) -> int:
    """File the demo's requests, unless one of the two users has any. Return how many groups were filed."""
    if ReservationGroup.objects.filter(user__in=(pro, concierge)).exists():
        return 0
    first, second, third, fourth = _venues()
    today = schedule.today(now=now, zone=schedule.RELEASE_ZONE)

    def days(*ahead: int) -> tuple[date, ...]:
        return tuple(today + timedelta(days=number) for number in ahead)

    # The venue's next release, by its release rule.
    release: dict[str, Any] = {
        "snipe_type": "release",
        "release_date": days(1)[0],
        "release_time": fourth.release_local_time,
    }
    filed = [
        _file(pro, _draft(first, second, dates=days(8, 9)), now=now),
        _file(pro, _draft(second, dates=days(15), window=EARLY), now=now),
        _file(pro, _draft(first, dates=days(17), window=LATE), now=now),
        _file(pro, _draft(third, dates=days(11), override_reservations=True), now=now),
        _file(pro, _draft(fourth, dates=days(1 + (fourth.release_days_ahead or 0)), **release), now=now),
        _file(concierge, _draft(first, dates=days(8), window=LATE, client=_client(concierge, 0, now=now)), now=now),
        _file(concierge, _draft(second, dates=days(10), client=_client(concierge, 3)), now=now),
    ]
    # The demo's list also has a paused and a canceled request. It has no booked one, which would need a real booking.
    stopping.stop_group(user_id=pro.pk, group_id=filed[1], stop=stopping.Stop.PAUSE, now=now)
    stopping.stop_group(user_id=pro.pk, group_id=filed[2], stop=stopping.Stop.DELETE, now=now)
    return len(filed)


def _platform() -> str:
    """Return the platform of the demo's requests: the first one that offers releases."""
    return next(one.key for one in registry.manifests() if one.offers_release)


def _venues() -> list[Venue]:
    """Return four venues that every plan may book, with known release times and books that are open for BOOK_DAYS."""
    venues = Venue.objects.filter(
        reservation_source=_platform(),
        opted_out=False,
        premium=False,
        release_days_ahead__gte=BOOK_DAYS,
        release_local_time__isnull=False,
        time_zone=schedule.RELEASE_ZONE,
    )
    return list(venues.order_by("platform_venue_id")[:4])


def _draft(*venues: Venue, dates: tuple[date, ...], window: tuple[time, time] = PRIME, **fields: Any) -> Draft:
    return Draft(
        **{
            "snipe_type": "cancel",
            "venues": tuple(VenueChoice(id=venue.pk) for venue in venues),
            "party_size": 2,
            "dates": dates,
            "start_time": window[0],
            "end_time": window[1],
            **fields,
        }
    )


def _file(user: User, draft: Draft, *, now: datetime) -> int:
    accounts = user.platform_accounts.filter(platform=_platform(), status=AccountStatus.CONNECTED)
    draft = replace(draft, account_ids={_platform(): accounts.earliest("id").pk})
    return filing.create_group(user_id=user.pk, draft=draft, now=now)


def _client(owner: User, number: int, *, now: datetime | None = None) -> ClientDetails:
    """Return a client of the demo. With `now`, the client has the test card that payment providers document."""
    client = owner.clients.get(email=f"{CLIENTS[number][0].lower()}@clients.tablehawk.test")
    details = on_behalf.details_of(client)
    if now is None:
        return details
    card = CardEntry(number="4242424242424242", exp_month="12", exp_year=str(now.year + 2), cvc="737")
    return replace(details, card=card)
