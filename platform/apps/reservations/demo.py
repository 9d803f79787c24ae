"""The demo's requests: a few for the Pro diner and the concierge, filed through the same door as everybody's.

Few, and at two restaurants only: each watched restaurant is a process of its own.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Final

from apps.accounts.models import User
from apps.connections.models import AccountStatus, Platform, PlatformAccount
from apps.venues.models import Venue

from .clients.on_behalf import ClientDetails
from .models import Client, ReservationGroup
from .requests import filing
from .rules import schedule
from .rules.cards import CardEntry
from .rules.submission import Draft, VenueChoice
from .stops import stopping

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
    week = _day(now) + timedelta(days=8)
    both, day = (first, second), timedelta(days=1)
    filed = [
        _file(user=pro, draft=_draft(venues=both, dates=(week, week + day), window=PRIME), now=now),
        _file(user=pro, draft=_draft(venues=(second,), dates=(week + 7 * day,), window=EARLY), now=now),
        _file(user=pro, draft=_draft(venues=(first,), dates=(week + 9 * day,), window=LATE), now=now),
        _file(user=pro, draft=_override(_draft(venues=(first,), dates=(week + 3 * day,), window=PRIME)), now=now),
        _file(user=pro, draft=_next_release(first, now=now), now=now),
        _file(
            user=concierge,
            draft=_draft(venues=(first,), dates=(week,), window=LATE),
            client=_details(owner=concierge, number=0, card=_card(now=now)),
            now=now,
        ),
        _file(
            user=concierge,
            draft=_draft(venues=(second,), dates=(week + 2 * day,), window=PRIME),
            client=_details(owner=concierge, number=3),
            now=now,
        ),
    ]
    # One is paused and one canceled, so that the list shows what that looks like. A booked one takes a real booking.
    stopping.stop_group(user_id=pro.pk, group_id=filed[1], stop=stopping.Stop.PAUSE, now=now)
    stopping.stop_group(user_id=pro.pk, group_id=filed[2], stop=stopping.Stop.DELETE, now=now)
    return len(filed)


def _restaurants() -> Sequence[Venue]:
    """Two that everybody may book, with books open far enough, and opening at a time of day that we know."""
    venues = Venue.objects.filter(
        reservation_source=Platform.RESY,
        opted_out=False,
        premium=False,
        release_days_ahead__gte=BOOK_DAYS,
        release_local_time__isnull=False,
        time_zone=schedule.RELEASE_ZONE,
    )
    return list(venues.order_by("venue_id")[:2])


def _day(now: datetime) -> date:
    return schedule.today(now=now, zone=schedule.RELEASE_ZONE)


def _draft(*, venues: Sequence[Venue], dates: tuple[date, ...], window: tuple[time, time]) -> Draft:
    return Draft(
        snipe_type="cancel",
        venues=tuple(VenueChoice(id=venue.pk) for venue in venues),
        party_size=2,
        dates=dates,
        start_time=window[0],
        end_time=window[1],
        account_selected=True,
    )


def _override(draft: Draft) -> Draft:
    return replace(draft, override_reservations=True)


def _next_release(venue: Venue, *, now: datetime) -> Draft:
    """The restaurant's next opening by its own rule, for the day that it opens."""
    tomorrow = _day(now) + timedelta(days=1)
    opens_for = tomorrow + timedelta(days=venue.release_days_ahead or 0)
    cancel = _draft(venues=(venue,), dates=(opens_for,), window=PRIME)
    return replace(cancel, snipe_type="release", release_date=tomorrow, release_time=venue.release_local_time)


def _card(*, now: datetime) -> CardEntry:
    """The card that every payment provider's documentation shows."""
    return CardEntry(number="4242424242424242", exp_month="12", exp_year=str(now.year + 2), cvc="737")


def _file(*, user: User, draft: Draft, now: datetime, client: ClientDetails | None = None) -> int:
    account = PlatformAccount.objects.filter(
        user=user, platform=Platform.RESY, status=AccountStatus.CONNECTED
    ).earliest("id")
    return filing.create_group(
        user_id=user.pk, draft=draft, resy_account_id=account.pk, opentable_account_id=None, client=client, now=now
    )


def _details(*, owner: User, number: int, card: CardEntry | None = None) -> ClientDetails:
    client = owner.clients.get(email=f"{CLIENTS[number][0].lower()}@clients.tablehawk.test")
    return ClientDetails(
        first_name=client.first_name,
        last_name=client.last_name,
        email=client.email,
        phone=client.phone,
        zip_code=client.zip_code,
        card=card,
    )
