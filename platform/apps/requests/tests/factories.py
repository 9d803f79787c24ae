"""Factories of requests. Groups are filed through the services."""

from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from apps.accounts.models import User
from apps.connections.models import PlatformAccount
from apps.requests.models import Attempt, Reservation, ReservationGroup
from apps.requests.rules.clients import ClientDetails
from apps.requests.rules.submission import Draft, VenueChoice
from apps.requests.services import filing
from apps.venues.models import Venue
from apps.weekly import weeks
from apps.weekly.models import WeeklyOccurrence, WeeklyRule
from testing.platform_accounts import make_account
from testing.venues import make_venue


def day(ahead: int = 7) -> date:
    """A date in the future in every time zone."""
    return timezone.now().date() + timedelta(days=ahead)


def body(*, at: list[Venue], account: PlatformAccount | None, **wanted: Any) -> dict[str, Any]:
    """Return the JSON of a submission that the Standard plan allows. `wanted` changes fields of its `reservation`."""
    reservation = {
        "snipe_type": "cancel",
        "venues": [{"id": venue.pk} for venue in at],
        "party_size": 2,
        "dates": [day().isoformat()],
        "start_time": "18:30",
        "end_time": "20:30",
        **wanted,
    }
    return {
        "reservation": reservation,
        "clientDetails": None,
        "selectedResyAccount": account and account.pk,
        "selectedOpenTableAccount": None,
    }


def group(
    user: User,
    *,
    venues: list[Venue] | None = None,
    dates: list[date] | None = None,
    client: ClientDetails | None = None,
) -> ReservationGroup:
    """A filed group; creates a venue and an account where none is given."""
    mine = PlatformAccount.objects.filter(user=user).first() or make_account(user=user)
    group_id = filing.create_group(
        user_id=user.pk,
        draft=draft(*(venues or [make_venue()]), account=mine, dates=tuple(dates or [day()]), client=client),
        now=timezone.now(),
    )
    return ReservationGroup.objects.get(pk=group_id)


def draft(*venues: Venue, account: PlatformAccount, **fields: Any) -> Draft:
    """Return a submission for a table for two at dinner. `fields` replaces some of its fields."""
    values: dict[str, Any] = {
        "snipe_type": "cancel",
        "venues": tuple(VenueChoice(id=venue.pk) for venue in venues),
        "party_size": 2,
        "dates": (day(),),
        "start_time": time(18, 30),
        "end_time": time(20, 30),
        "account_ids": {account.platform: account.pk},
    }
    return Draft(**{**values, **fields})


def weekly_rule(user: User, *, venue: Venue, **fields: Any) -> WeeklyRule:
    """An active rule that files its first request in a week."""
    first_week = weeks.monday_of(day(14))
    return WeeklyRule.objects.create(
        user=user,
        weekdays=[4],
        first_week=first_week,
        until=day(60),
        submission={
            "snipe_type": "cancel",
            "venues": [{"id": venue.pk}],
            "party_size": 2,
            "start_time": "18:30",
            "end_time": "20:30",
            **fields,
        },
        next_week=first_week,
        due_at=timezone.now() + timedelta(days=7),
    )


def later_weeks() -> QuerySet[WeeklyOccurrence]:
    """Return the results of the weeks after the first request of a rule."""
    return WeeklyOccurrence.objects.filter(week__gte=F("rule__first_week"))


def attempt(request: Reservation, *, state: str = "claimed", **fields: Any) -> Attempt:
    """An attempt for a request, as the snipers' claim writes it."""
    now = timezone.now()
    values = {
        "account": request.account,
        "group_id": request.group_id,
        "diner_key": request.group.diner_key,
        "platform": "resy",
        "venue_id": request.venue_id,
        "platform_venue_id": request.venue.platform_venue_id,
        "date": request.date,
        "meal": "dinner",
        "slot_key": f"slot {request.pk} {Attempt.objects.count()}",
        "slot_time": time(19, 0),
        "seating": "Dining Room",
        "party_size": request.group.party_size,
        "owner": "a test",
        "epoch": 1,
        "seen_at": now,
        "claimed_at": now,
        "send_by": now + timedelta(seconds=2),
        "grace_until": now + timedelta(seconds=13),
        "closed_at": now if state in ("booked", "lost", "refused") else None,
    }
    return Attempt.objects.create(reservation=request, state=state, **{**values, **fields})


def instant(text: str) -> datetime:
    """An instant as the API writes it."""
    return datetime.fromisoformat(text)
