"""Weekly rules of release requests: filed the day before each release, which the restaurant's certain rule states or
the user's first request."""

from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from apps.notices.models import Event
from apps.requests.models import Reservation, ReservationGroup
from apps.requests.tests import factories
from apps.requests.tests.sniper import Sniper
from apps.venues.catalog import release_knowledge
from apps.venues.models import Venue
from apps.weekly import filing, releases, weeks
from apps.weekly.models import WeeklyRule
from snipers.domain.release_learning import ReleaseObservation
from testing.platform_accounts import make_account
from testing.users import Person
from testing.venues import make_venue

PATH, RULES = "/api/reservations/", "/api/weekly-rules/"
NEW_YORK = ZoneInfo("America/New_York")
FIRST = factories.day(35)
SECOND = FIRST + timedelta(weeks=1)


def at(day: date, hour: int = 10) -> datetime:
    """An hour of a day in New York."""
    return datetime.combine(day, time(hour), NEW_YORK)


def file_release(who: Person, *, venue: Venue | None = None, weeks: int = 3, **wanted: Any) -> WeeklyRule:
    """File a request for FIRST that the venue opens 30 days ahead at 10:00, and repeats in `weeks` further weeks."""
    account = who.user.platform_accounts.first() or make_account(user=who.user)
    fields = {
        "snipe_type": "release",
        "dates": [FIRST.isoformat()],
        "release_date": (FIRST - timedelta(days=30)).isoformat(),
        "release_time": "10:00",
        "continue_as_cancel": True,
        "repeat_until": (FIRST + timedelta(weeks=weeks)).isoformat(),
        **wanted,
    }
    reply = who.post(PATH, factories.body(at=[venue or make_venue()], account=account, **fields))
    assert reply.status_code == 201, reply.content
    return WeeklyRule.objects.get()


def learn(venue: Venue, *, days_ahead: int, hour: int) -> None:
    """Record ten openings, so that the venue's rule is learned with high confidence."""
    today = timezone.now().astimezone(NEW_YORK).date()
    for number in range(1, 11):
        opened = at(today - timedelta(days=number), hour)
        seen = ReleaseObservation(
            service_date=opened.date() + timedelta(days=days_ahead),
            closed_at=opened - timedelta(seconds=4),
            open_at=opened + timedelta(seconds=3),
        )
        release_knowledge.record(venue_id=venue.pk, found=[seen])


def due(rule: WeeklyRule) -> datetime:
    rule.refresh_from_db()
    assert rule.due_at is not None
    return rule.due_at


def run_until_filed(rule: WeeklyRule) -> tuple[datetime, ReservationGroup]:
    """Run the filing whenever the rule is due. Return the time of the filing, and the request."""
    for _ in range(60):
        now = due(rule)
        if filing.file_due(now=now):
            return now, ReservationGroup.objects.latest("id")
    raise AssertionError("nothing was filed")


def test_each_week_is_filed_the_day_before_the_release_that_the_user_stated(bob: Person) -> None:
    rule = file_release(bob)
    for number in (1, 2, 3):
        day = FIRST + timedelta(weeks=number)
        now, group = run_until_filed(rule)
        opens = at(day - timedelta(days=30))
        assert group.release_at == opens
        assert (group.snipe_type, group.continue_as_cancel, group.reservations.get().date) == ("release", True, day)
        assert now == at(opens.date() - timedelta(days=1), 0)
        # In these days, at the latest filing, the earlier release is over.
        Reservation.objects.update(status="unsuccessful")
    rule.refresh_from_db()
    assert (rule.status, ReservationGroup.objects.count()) == ("ended", 4)


def test_learned_release_goes_before_the_stated_one(bob: Person) -> None:
    venue = make_venue()
    learn(venue, days_ahead=28, hour=12)
    rule = file_release(bob, venue=venue)
    shown = bob.get(RULES).json()["rules"][0]
    opens = at(SECOND - timedelta(days=28), 12)
    assert datetime.fromisoformat(shown["next_release_at"]) == opens
    assert shown["files_on"] == (opens.date() - timedelta(days=1)).isoformat()
    now, group = run_until_filed(rule)
    assert (group.release_at, now) == (opens, at(opens.date() - timedelta(days=1), 0))


@pytest.mark.parametrize(("confidence", "days"), [("high", 21), ("medium", 30)])
def test_entered_release_counts_with_high_confidence(bob: Person, confidence: str, days: int) -> None:
    venue = make_venue(release_days_ahead=21, release_local_time=time(10), release_confidence=confidence)
    _, group = run_until_filed(file_release(bob, venue=venue))
    assert group.release_at == at(SECOND - timedelta(days=days))


def test_rule_of_another_zone_is_stated_on_new_york_s_clock(bob: Person) -> None:
    venue = make_venue(time_zone="America/Los_Angeles")
    for number in range(1, 11):
        opened = datetime.combine(
            timezone.now().date() - timedelta(days=number + 1), time(23), ZoneInfo("America/Los_Angeles")
        )
        seen = ReleaseObservation(
            service_date=opened.date() + timedelta(days=28),
            closed_at=opened - timedelta(seconds=4),
            open_at=opened + timedelta(seconds=3),
        )
        release_knowledge.record(venue_id=venue.pk, found=[seen])
    _, group = run_until_filed(file_release(bob, venue=venue))
    opens = datetime.combine(SECOND - timedelta(days=28), time(23), ZoneInfo("America/Los_Angeles"))
    assert group.release_at == opens
    assert group.release_date == opens.date() + timedelta(days=1)


def test_release_that_moves_is_followed_within_a_day(bob: Person) -> None:
    venue = make_venue()
    rule = file_release(bob, venue=venue)
    filing.file_due(now=due(rule))
    # The restaurant turns out to open 34 days ahead, so the filing is earlier than planned.
    Venue.objects.update(release_days_ahead=34, release_local_time=time(10), release_confidence="high")
    now, group = run_until_filed(rule)
    assert group.release_at == at(SECOND - timedelta(days=34))
    assert group.release_at - now >= timedelta(hours=24)


def test_release_that_moves_later_is_filed_later(bob: Person) -> None:
    rule = file_release(bob)
    Venue.objects.update(release_days_ahead=14, release_local_time=time(10), release_confidence="high")
    now, group = run_until_filed(rule)
    opens = at(SECOND - timedelta(days=14))
    assert (group.release_at, now) == (opens, at(opens.date() - timedelta(days=1), 0))


def test_date_that_is_open_already_gets_a_cancel_request(bob: Person) -> None:
    file_release(bob)
    late = at(SECOND - timedelta(days=30)) + timedelta(minutes=1)
    assert filing.file_due(now=late) == 1
    group = ReservationGroup.objects.latest("id")
    assert (group.snipe_type, group.release_at, group.reservations.get().date) == ("cancel", None, SECOND)


def test_date_that_is_open_already_is_refused_once_by_a_rule_for_releases_only(bob: Person) -> None:
    rule = file_release(bob, continue_as_cancel=False)
    late = at(SECOND - timedelta(days=30)) + timedelta(minutes=1)
    assert [filing.file_due(now=late), filing.file_due(now=late)] == [0, 0]
    refused = factories.later_weeks().get()
    assert (refused.code, refused.week) == ("release_over", weeks.monday_of(SECOND))
    assert refused.message.endswith("and this weekly request is for releases only.")
    assert Event.objects.filter(type="weekly_rule.changed", payload__what="refused").count() == 1
    assert bob.get(RULES).json()["rules"][0]["refused"]["message"] == refused.message
    _, group = run_until_filed(rule)
    assert (group.snipe_type, group.reservations.get().date) == ("release", SECOND + timedelta(weeks=1))
    assert not group.continue_as_cancel


def test_refused_week_does_not_delay_the_next_release(bob: Person) -> None:
    rule = file_release(bob)
    bob.user.platform_accounts.update(status="disconnected")
    while factories.later_weeks().count() == 0:
        filing.file_due(now=due(rule))
    refused_at = due(rule)
    # Tried again and again, until the request of the following week is due.
    for hour in range(0, 24 * 8, 6):
        filing.file_due(now=refused_at + timedelta(hours=hour))
    assert factories.later_weeks().filter(status="refused", code="account_needed").count() == 2
    bob.user.platform_accounts.update(status="connected")
    _, group = run_until_filed(rule)
    assert group.snipe_type == "release"
    assert group.reservations.get().date == SECOND + timedelta(weeks=1)


def test_release_request_repeats_for_one_date(bob: Person) -> None:
    body = factories.body(
        at=[make_venue()],
        account=make_account(user=bob.user),
        snipe_type="release",
        dates=[FIRST.isoformat(), (FIRST + timedelta(days=1)).isoformat()],
        release_date=factories.day(2).isoformat(),
        release_time="10:00",
        repeat_until=(FIRST + timedelta(weeks=4)).isoformat(),
    )
    reply = bob.post(PATH, body)
    sentence = "A release request repeats for one date a week, because each date has a release of its own"
    assert (reply.status_code, reply.json()["errors"]) == (400, {"repeat_error": sentence})
    assert not ReservationGroup.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_filed_release_is_in_the_roster_of_the_snipers(bob: Person) -> None:
    rule = file_release(bob)
    run_until_filed(rule)
    request = Reservation.objects.latest("id")
    sniper = Sniper()
    try:
        row = sniper.snipe(request)
    finally:
        sniper.connection.close()
    assert (row["snipe_type"], row["release_at"]) == ("release", at(SECOND - timedelta(days=30)))


def test_rule_of_cancel_requests_is_filed_a_week_ahead(bob: Person) -> None:
    venue = make_venue()
    learn(venue, days_ahead=28, hour=12)
    body = factories.body(
        at=[venue],
        account=make_account(user=bob.user),
        dates=[factories.day(7).isoformat()],
        repeat_until=factories.day(30).isoformat(),
    )
    assert bob.post(PATH, body).status_code == 201
    rule = WeeklyRule.objects.get()
    assert due(rule) == at(factories.day(7), 0)
    shown = bob.get(RULES).json()["rules"][0]
    assert (shown["snipe_type"], shown["next_release_at"]) == ("cancel", None)
    assert shown["files_on"] == factories.day(7).isoformat()


@pytest.mark.parametrize("zone", ["America/Phoenix", "Pacific/Honolulu", "America/Los_Angeles", "Europe/Madrid"])
def test_stated_release_keeps_the_clock_of_the_restaurant(bob: Person, zone: str) -> None:
    rule = file_release(bob, venue=make_venue(time_zone=zone))
    stated = at(FIRST - timedelta(days=30)).astimezone(ZoneInfo(zone))
    for number in range(0, 60, 4):
        day = FIRST + timedelta(weeks=number)
        opens = releases.opens_at(rule, day=day, known=None)
        assert opens is not None
        local = opens.astimezone(ZoneInfo(zone))
        assert local.time() == stated.time()
        assert day - local.date() == FIRST - stated.date()
