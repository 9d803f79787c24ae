"""Weekly rules: created with a request, filed once for each week, refused with one message, paused, and ended."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import DataError, connections
from django.utils import timezone

from apps.accounts.models import User
from apps.connections.models import PlatformAccount
from apps.notices.models import Delivery, Event
from apps.requests import change_records, messages
from apps.requests.models import Client, Reservation, ReservationGroup
from apps.requests.services import filing as requests
from apps.requests.tests import client_factories, factories
from apps.reservations import closed_accounts
from apps.venues.models import Venue
from apps.weekly import filing, rule_changes, weeks
from apps.weekly.models import WeeklyRule
from testing.platform_accounts import make_account
from testing.users import Person, make_user
from testing.venues import make_venue

PATH, RULES = "/api/reservations/", "/api/weekly-rules/"
FIRST = factories.day(7)


def file_weekly(who: Person, *, weeks: int = 3, **wanted: Any) -> WeeklyRule:
    """File a request for FIRST that repeats in `weeks` further weeks, and return its rule."""
    account = who.user.platform_accounts.first() or make_account(user=who.user)
    until = FIRST + timedelta(weeks=weeks)
    fields = {"dates": [FIRST.isoformat()], "repeat_until": until.isoformat(), **wanted}
    reply = who.post(PATH, factories.body(at=[make_venue()], account=account, **fields))
    assert reply.status_code == 201, reply.content
    assert reply.json()["message"] == "Request filed. We'll file it again each week."
    return WeeklyRule.objects.latest("id")


def due(rule: WeeklyRule) -> datetime:
    """Return the instant at which the rule files its next request."""
    rule.refresh_from_db()
    assert rule.due_at is not None
    return rule.due_at


def events(what: str) -> int:
    return Event.objects.filter(type="weekly_rule.changed", payload__what=what).count()


def test_a_rule_files_one_request_for_each_week_and_ends_on_its_date(bob: Person) -> None:
    rule = file_weekly(bob, weeks=3)
    assert rule.weekdays == [FIRST.weekday()]
    # The test moves the clock; the requests of earlier weeks have ended by then.
    for number in (1, 2, 3):
        now = due(rule)
        assert filing.file_due(now=now - timedelta(seconds=1)) == 0
        Reservation.objects.update(status="unsuccessful")
        assert [filing.file_due(now=now) for _ in range(3)] == [1, 0, 0]
        group = ReservationGroup.objects.latest("id")
        assert group.reservations.get().date == FIRST + timedelta(weeks=number)
        assert (group.party_size, group.snipe_type) == (2, "cancel")
        assert group.weekly_occurrence.week == weeks.monday_of(FIRST) + timedelta(weeks=number)
    rule.refresh_from_db()
    assert (rule.status, rule.next_week, rule.due_at) == ("ended", None, None)
    assert ReservationGroup.objects.count() == 4
    assert bob.get(RULES).json() == {"rules": []}
    assert (events("created"), events("filed"), events("refused")) == (1, 3, 0)


def test_a_rule_that_the_database_refuses_does_not_stop_the_others(
    bob: Person, charlie: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused, other = file_weekly(bob), file_weekly(charlie)
    create_group = requests.create_group

    def refuse_bob(*, user_id: int, **rest: Any) -> int:
        if user_id == bob.user.pk:
            raise DataError
        return create_group(user_id=user_id, **rest)

    monkeypatch.setattr(requests, "create_group", refuse_bob)
    # As many as a run files at most.
    monkeypatch.setattr(filing, "BATCH", 1)
    now = max(due(refused), due(other))
    assert filing.file_due(now=now) == 1
    assert (due(refused) <= now, due(other) > now) == (True, True)


def test_the_request_of_a_week_has_the_values_of_the_first_one(bob: Person) -> None:
    second = FIRST + timedelta(days=1)
    rule = file_weekly(
        bob,
        dates=[second.isoformat(), FIRST.isoformat()],
        party_size=4,
        fee_ceiling_cents=2500,
        one_table=True,
        final_snipe_date=(FIRST - timedelta(days=2)).isoformat(),
        start_time="17:00",
        end_time="18:00",
    )
    assert filing.file_due(now=due(rule)) == 1
    group = ReservationGroup.objects.latest("id")
    members = list(group.reservations.order_by("choice"))
    apart = timedelta(days=7)
    expected = {second + apart, FIRST + apart}
    if weeks.monday_of(second) != weeks.monday_of(FIRST):
        # The two days are in different weeks, so a request has the same weekdays of one week.
        monday = weeks.monday_of(members[0].date)
        expected = {monday + timedelta(days=day.weekday()) for day in (second, FIRST)}
    else:
        assert [member.date for member in members] == [second + apart, FIRST + apart]
        assert group.final_snipe_date == FIRST + apart - timedelta(days=2)
    assert {member.date for member in members} == expected
    assert (group.party_size, group.fee_ceiling_cents, group.one_table) == (4, 2500, True)
    assert (group.start_time.hour, group.end_time.hour) == (17, 18)


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        (
            {"repeat_until": (FIRST + timedelta(days=6)).isoformat()},
            "Please repeat the request at least until the week after its last date",
        ),
        ({"repeat_until": (FIRST + timedelta(days=400)).isoformat()}, "The request can repeat for a year at most"),
    ],
)
def test_a_rule_that_cannot_repeat_is_refused(bob: Person, wanted: dict[str, Any], sentence: str) -> None:
    body = factories.body(at=[make_venue()], account=make_account(user=bob.user), dates=[FIRST.isoformat()], **wanted)
    reply = bob.post(PATH, body)
    assert (reply.status_code, reply.json()["errors"]) == (400, {"repeat_error": sentence})
    assert not ReservationGroup.objects.exists()


def test_an_edit_changes_no_rule(bob: Person) -> None:
    rule = file_weekly(bob)
    group = ReservationGroup.objects.get()
    body = factories.body(
        at=[group.reservations.get().venue],
        account=bob.user.platform_accounts.get(),
        dates=[FIRST.isoformat()],
        party_size=4,
        repeat_until=FIRST.isoformat(),
    )
    assert bob.send("PUT", f"{PATH}{group.pk}/", body).status_code == 200
    rule.refresh_from_db()
    assert (WeeklyRule.objects.count(), rule.form.party_size) == (1, 2)


def test_at_most_so_many_rules(bob: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weeks, "MOST_RULES", 1)
    file_weekly(bob)
    until = (FIRST + timedelta(weeks=9)).isoformat()
    body = factories.body(
        at=[make_venue()],
        account=bob.user.platform_accounts.get(),
        dates=[factories.day(9).isoformat()],
        repeat_until=until,
    )
    reply = bob.post(PATH, body)
    assert (reply.status_code, reply.json()["code"]) == (409, "too_many_rules")
    assert ReservationGroup.objects.count() == 1


def test_a_full_plan_refuses_the_week_once_and_the_rule_stays(alice: Person) -> None:
    rule = file_weekly(alice)
    group = ReservationGroup.objects.get()
    for number in range(4):
        factories.group(alice.user, dates=[factories.day(20 + number)])
    now = due(rule)
    assert filing.file_due(now=now) == 0
    assert filing.file_due(now=now + weeks.RETRY_AFTER) == 0
    (shown,) = alice.get(RULES).json()["rules"]
    assert shown["status"] == "active"
    assert shown["refused"]["message"] == "5 of 5 active requests are in use. Cancel others to make room for 1 more."
    assert events("refused") == 1
    message = Delivery.objects.get(kind="weekly_refused", channel="email")
    assert message.facts["reason"] == shown["refused"]["message"]
    # With room, the next try of the same week files it.
    Reservation.objects.filter(group=group).update(status="unsuccessful")
    assert filing.file_due(now=now + 2 * weeks.RETRY_AFTER) == 1
    assert alice.get(RULES).json()["rules"][0]["refused"] is None
    assert factories.later_weeks().get().status == "filed"


def test_each_week_is_filed_with_the_chosen_card(bob: Person) -> None:
    cards = [{"id": "1", "label": "Visa 4242"}, {"id": "2", "label": "MasterCard 4444"}]
    account = make_account(user=bob.user, payment_method_id="1", payment_methods=cards)
    until = (FIRST + timedelta(weeks=3)).isoformat()
    body = factories.body(at=[make_venue()], account=account, dates=[FIRST.isoformat()], repeat_until=until)
    assert bob.post(PATH, {**body, "selectedResyCard": "2"}).status_code == 201
    rule = WeeklyRule.objects.get()
    assert filing.file_due(now=due(rule)) == 1
    assert ReservationGroup.objects.latest("id").reservations.get().payment_method_id == "2"
    # Another card is never charged in its place.
    PlatformAccount.objects.update(payment_methods=cards[:1])
    now = due(rule)
    assert filing.file_due(now=now) == 0
    assert bob.get(RULES).json()["rules"][0]["refused"]["message"] == messages.CARD_UNKNOWN
    PlatformAccount.objects.update(payment_methods=cards)
    assert filing.file_due(now=now + weeks.RETRY_AFTER) == 1


def test_a_disconnected_account_refuses_the_week_and_a_new_one_is_used(bob: Person) -> None:
    rule = file_weekly(bob)
    bob.user.platform_accounts.update(status="disconnected")
    now = due(rule)
    assert filing.file_due(now=now) == 0
    assert bob.get(RULES).json()["rules"][0]["refused"]["message"] == "Your Resy account isn't connected."
    other = make_account(user=bob.user, username="other@resy.example")
    assert filing.file_due(now=now + weeks.RETRY_AFTER) == 1
    assert ReservationGroup.objects.latest("id").reservations.get().account == other


def test_a_week_with_a_request_of_the_user_is_not_filed_and_not_tried_again(bob: Person) -> None:
    rule = file_weekly(bob)
    own = factories.group(bob.user, dates=[FIRST + timedelta(weeks=1)])
    now = due(rule)
    assert filing.file_due(now=now) == 0
    # The user cancels the own request: the rule files no other one for this week.
    Reservation.objects.filter(group=own).update(status="canceled")
    assert filing.file_due(now=now + timedelta(days=1)) == 0
    assert due(rule) == now + timedelta(weeks=1) or abs(due(rule) - now - timedelta(weeks=1)) == timedelta(hours=1)


def test_dates_that_the_restaurant_has_not_opened_are_filed_when_it_has(bob: Person) -> None:
    rule = file_weekly(bob)
    # The first request was for a day that was open; the calendar now ends five days ahead.
    Venue.objects.update(horizon_days=5)
    now = due(rule)
    assert filing.file_due(now=now) == 0
    assert not factories.later_weeks().exists()
    assert events("refused") == 0
    Reservation.objects.update(status="unsuccessful")
    assert filing.file_due(now=now + timedelta(days=3)) == 1


def test_dates_that_never_open_are_refused_a_day_before_them(bob: Person) -> None:
    rule = file_weekly(bob)
    Venue.objects.update(horizon_days=0)
    now = due(rule)
    assert filing.file_due(now=now) == 0
    assert filing.file_due(now=now + timedelta(days=6, hours=20)) == 0
    assert events("refused") == 1


def test_a_refusal_that_changes_is_stored_and_not_told_again(bob: Person) -> None:
    rule = file_weekly(bob)
    account = bob.user.platform_accounts.get()
    bob.user.platform_accounts.update(status="disconnected")
    now = due(rule)
    assert filing.file_due(now=now) == 0
    account.status = "connected"
    account.save(update_fields=["status"])
    factories.group(bob.user, dates=[FIRST + timedelta(weeks=1)])
    assert filing.file_due(now=now + weeks.RETRY_AFTER) == 0
    assert factories.later_weeks().get().code == "same_date"
    assert due(rule) > now + timedelta(days=5)
    assert events("refused") == 1


@pytest.mark.parametrize(("action", "status"), [("pause", "paused"), ("end", None)])
def test_after_a_pause_or_an_end_nothing_is_filed(bob: Person, action: str, status: str | None) -> None:
    rule = file_weekly(bob)
    now = due(rule)
    method, path = ("POST", f"{RULES}{rule.pk}/pause/") if action == "pause" else ("DELETE", f"{RULES}{rule.pk}/")
    for _ in range(2):
        reply = bob.send(method, path)
        assert reply.status_code == 200
        assert [one["status"] for one in reply.json()["rules"]] == ([status] if status else [])
    assert filing.file_due(now=now) == 0
    assert ReservationGroup.objects.count() == 1


def test_an_unpaused_rule_skips_the_weeks_that_have_passed(bob: Person) -> None:
    rule = file_weekly(bob, weeks=5)
    bob.post(f"{RULES}{rule.pk}/pause/")
    later = timezone.now() + timedelta(weeks=4)
    rule_changes.change_rule(user_id=bob.user.pk, rule_id=rule.pk, action="unpause", now=later)
    rule.refresh_from_db()
    assert rule.status == "active"
    assert rule.next_week is not None
    assert rule.next_week >= weeks.monday_of(later.date()) - timedelta(days=7)
    rule_changes.change_rule(user_id=bob.user.pk, rule_id=rule.pk, action="pause", now=later)
    rule_changes.change_rule(user_id=bob.user.pk, rule_id=rule.pk, action="unpause", now=later + timedelta(weeks=9))
    rule.refresh_from_db()
    assert rule.status == "ended"


def test_a_week_that_no_process_filed_in_time_is_skipped(bob: Person) -> None:
    rule = file_weekly(bob, weeks=4)
    late = due(rule) + timedelta(days=8)
    Reservation.objects.update(status="unsuccessful")
    assert filing.file_due(now=late) == 0
    assert filing.file_due(now=late) == 1
    assert ReservationGroup.objects.latest("id").reservations.get().date == FIRST + timedelta(weeks=2)


def test_a_rule_names_its_open_requests_with_the_first_one(bob: Person) -> None:
    rule = file_weekly(bob)
    first = ReservationGroup.objects.get()

    def named() -> list[int]:
        ids: list[int] = bob.get(RULES).json()["rules"][0]["group_ids"]
        return ids

    assert named() == [first.pk]
    assert filing.file_due(now=due(rule)) == 1
    second = ReservationGroup.objects.latest("id")
    assert named() == [first.pk, second.pk]
    Reservation.objects.filter(group=first).update(status="confirmed")
    Reservation.objects.filter(group=second).update(status="paused")
    assert named() == [second.pk]


def test_another_user_s_rule_is_not_found(bob: Person, charlie: Person) -> None:
    rule = file_weekly(bob)
    assert charlie.post(f"{RULES}{rule.pk}/pause/").status_code == 404
    assert charlie.send("DELETE", f"{RULES}{rule.pk}/").status_code == 404
    assert charlie.get(RULES).json() == {"rules": []}


def test_a_closed_account_has_no_rules(bob: Person) -> None:
    file_weekly(bob)
    closed_accounts.close_account(user_id=bob.user.pk, now=timezone.now())
    assert not WeeklyRule.objects.exists()


def test_a_rule_for_a_client_who_was_deleted_ends(bob: Person) -> None:
    rule = file_weekly(bob)
    WeeklyRule.objects.update(for_client=True, client=None)
    assert filing.file_due(now=due(rule)) == 0
    rule.refresh_from_db()
    assert rule.status == "ended"
    assert not Client.objects.exists()
    assert ReservationGroup.objects.count() == 1


def test_a_client_who_is_deleted_while_the_rule_is_filed_is_not_stored_again(
    dana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = file_weekly(dana)
    client = client_factories.person(dana.user)
    WeeklyRule.objects.update(for_client=True, client=client)
    create_group = requests.create_group

    def delete_first(**arguments: Any) -> Any:
        WeeklyRule.objects.update(client=None)
        Client.objects.all().delete()
        return create_group(**arguments)

    monkeypatch.setattr(requests, "create_group", delete_first)
    assert filing.file_due(now=due(rule)) == 0
    assert not Client.objects.exists()
    assert ReservationGroup.objects.count() == 1


def test_a_process_that_dies_before_the_commit_files_nothing(bob: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    rule = file_weekly(bob)

    def die(**_: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr(change_records, "publish_change", die)
        with pytest.raises(SystemExit):
            filing.file_due(now=due(rule))
    assert (ReservationGroup.objects.count(), factories.later_weeks().count(), events("filed")) == (1, 0, 0)
    assert filing.file_due(now=due(rule)) == 1
    assert (ReservationGroup.objects.count(), factories.later_weeks().count(), events("filed")) == (2, 1, 1)


class TestConcurrently:
    """Several processes, with connections of their own."""

    pytestmark = pytest.mark.django_db(transaction=True)

    @pytest.fixture
    def rule(self, transactional_db: None) -> WeeklyRule:
        user: User = make_user("Bob", tier="premium")
        venue, account = make_venue(), make_account(user=user)
        until = FIRST + timedelta(weeks=4)
        requests.create_group(
            user_id=user.pk,
            draft=factories.draft(venue, account=account, dates=(FIRST,), repeat_until=until),
            now=timezone.now(),
            record=lambda valid, group: rule_changes.create_rule(valid, group, now=timezone.now()),
        )
        return WeeklyRule.objects.get()

    def test_of_four_workers_one_files_the_week(self, rule: WeeklyRule) -> None:
        now = due(rule)
        with ThreadPoolExecutor(4) as pool:
            filed = [one.result() for one in [pool.submit(_file, now) for _ in range(4)]]
        assert sorted(filed) == [0, 0, 0, 1]
        assert (ReservationGroup.objects.count(), factories.later_weeks().count()) == (2, 1)
        assert events("refused") == 0
        assert PlatformAccount.objects.count() == 1

    def test_a_pause_that_is_answered_before_the_commit_prevents_it(self, rule: WeeklyRule) -> None:
        # The worker has read the rule as active; the pause commits before the worker locks it.
        stale = WeeklyRule.objects.select_related("client").get()
        rule_changes.change_rule(user_id=rule.user_id, rule_id=rule.pk, action="pause", now=timezone.now())
        with pytest.raises(filing._RuleChanged):
            filing._file_next(stale, now=due(rule))
        assert ReservationGroup.objects.count() == 1


def _file(now: datetime) -> int:
    try:
        return filing.file_due(now=now)
    finally:
        connections.close_all()
