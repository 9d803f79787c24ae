"""The demo's requests: a few for the Pro diner and the concierge, filed through the same door as everybody's.

Few, and at two restaurants only: each watched restaurant is a process of its own.
"""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from apps.accounts.models import User
from apps.connections.models import AccountStatus, Platform, PlatformAccount
from apps.venues.models import Venue

from . import services, stops
from .models import Client, ReservationGroup
from .rules.submission import Draft, VenueChoice

EARLY: Final = (time(17), time(18, 30))
PRIME: Final = (time(18, 30), time(20, 30))
LATE: Final = (time(20, 30), time(22, 30))
# Far enough ahead that no newcomer sees a request end, near enough that the restaurants' books are open.
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
    """Fill the concierge's client book; returns how many are new."""
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
    """File the demo's requests, unless the two have filed any before; returns how many groups were filed."""
    if ReservationGroup.objects.filter(user__in=(pro, concierge)).exists():
        return 0
    first, second = _restaurants()
    today = now.astimezone(ZoneInfo(first.time_zone)).date()
    week = today + timedelta(days=8)
    filed = [
        _file(user=pro, venues=(first, second), dates=(week, week + timedelta(days=1)), window=PRIME, now=now),
        _file(user=pro, venues=(second,), dates=(week + timedelta(days=7),), window=EARLY, now=now),
        _file(user=pro, venues=(first,), dates=(week + timedelta(days=9),), window=LATE, now=now),
        _file(user=concierge, venues=(first,), dates=(week,), window=LATE, client=0, now=now),
        _file(user=concierge, venues=(second,), dates=(week + timedelta(days=2),), window=PRIME, client=3, now=now),
    ]
    # One is paused and one canceled, so that the list shows what that looks like. A booked one takes a real booking.
    stops.stop_group(user_id=pro.pk, group_id=filed[1], stop=stops.Stop.PAUSE, now=now)
    stops.stop_group(user_id=pro.pk, group_id=filed[2], stop=stops.Stop.DELETE, now=now)
    return len(filed)


def _restaurants() -> Sequence[Venue]:
    """Two that everybody may book, with books open far enough."""
    venues = Venue.objects.filter(
        reservation_source=Platform.RESY, opted_out=False, premium=False, release_days_ahead__gte=BOOK_DAYS
    )
    return list(venues.order_by("venue_id")[:2])


def _file(
    *,
    user: User,
    venues: Sequence[Venue],
    dates: tuple[date, ...],
    window: tuple[time, time],
    now: datetime,
    client: int | None = None,
) -> int:
    account = PlatformAccount.objects.filter(
        user=user, platform=Platform.RESY, status=AccountStatus.CONNECTED
    ).earliest("id")
    draft = Draft(
        snipe_type="cancel",
        venues=tuple(VenueChoice(id=venue.pk) for venue in venues),
        party_size=2,
        dates=dates,
        start_time=window[0],
        end_time=window[1],
        account_selected=True,
    )
    return services.create_group(
        user_id=user.pk,
        draft=draft,
        resy_account_id=account.pk,
        opentable_account_id=None,
        client=None if client is None else _details(owner=user, number=client),
        now=now,
    )


def _details(*, owner: User, number: int) -> services.ClientDetails:
    client = owner.clients.get(email=f"{CLIENTS[number][0].lower()}@clients.tablehawk.test")
    return services.ClientDetails(
        first_name=client.first_name,
        last_name=client.last_name,
        email=client.email,
        phone=client.phone,
        zip_code=client.zip_code,
    )
