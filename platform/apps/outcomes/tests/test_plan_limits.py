"""A smaller or ended plan pauses the newest groups that exceed it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.accounts.models import User
from apps.billing.plans import tiers
from apps.notices.models import Delivery, Event
from apps.outcomes import plan_limits
from apps.requests.messages import UNPAUSE_OVER_LIMIT
from apps.requests.models import Reservation, ReservationGroup, TimelineEntry
from apps.requests.rules.limits import surplus
from apps.requests.tests import factories
from testing.users import Person

LIST = "/api/reservations/"


def filed(user: User, *sizes: int) -> list[int]:
    """File one group for each of `sizes`, with that number of dates. No two groups share a date."""
    ahead = 7
    ids = []
    for size in sizes:
        ids.append(factories.group(user, dates=[factories.day(ahead + n) for n in range(size)]).pk)
        ahead += size
    return ids


def statuses(who: Person) -> list[str]:
    """The status of each group, oldest first."""
    return [group["status"] for group in who.get(LIST).json()["groups"]][::-1]


def give(user: User, tier: str) -> None:
    tiers.set_tier(user_id=user.pk, tier=tier, now=timezone.now())


@pytest.mark.parametrize(
    ("limit", "groups", "going"),
    [
        (None, {1: 30}, []),
        (5, {}, []),
        (5, {1: 2, 2: 3}, []),
        (5, {1: 2, 2: 3, 3: 1}, [3]),
        (5, {3: 1, 2: 4, 1: 3}, [3, 2]),
        (5, {1: 6, 2: 1}, [2, 1]),
        (0, {1: 1, 2: 1}, [2, 1]),
    ],
)
def test_the_surplus_is_the_newest_groups(limit: int | None, groups: dict[int, int], going: list[int]) -> None:
    assert surplus(limit=limit, groups=groups) == going


@pytest.mark.parametrize(
    ("limit", "groups", "notify_only", "free", "going"),
    [
        (0, {1: 1}, {1}, 1, []),
        (0, {1: 1, 2: 1}, {2}, 1, [1]),
        (0, {1: 1, 2: 1}, {1, 2}, 1, [2]),
        (0, {1: 2, 2: 1}, {1, 2}, 1, [1]),
        (0, {1: 2}, {1}, 1, [1]),
        (0, {1: 1}, {1}, 0, [1]),
        (5, {1: 3, 2: 2, 3: 1}, {3}, 0, [3]),
    ],
)
def test_without_a_plan_the_oldest_request_that_only_notifies_stays(
    limit: int, groups: dict[int, int], notify_only: set[int], free: int, going: list[int]
) -> None:
    assert surplus(limit=limit, groups=groups, notify_only=notify_only, free=free) == going


def test_a_request_that_only_notifies_goes_on_after_the_plan(bob: Person) -> None:
    booking, first, second = filed(bob.user, 1, 1, 1)
    ReservationGroup.objects.filter(pk__in=[first, second]).update(notify_only=True)
    give(bob.user, "none")
    assert statuses(bob) == ["paused", "active", "paused"]
    # The relay looks at all users again and again.
    before = Event.objects.count()
    assert plan_limits.pause_all_surplus(now=timezone.now()) == 0
    assert Event.objects.count() == before
    assert bob.post(f"{LIST}{booking}/unpause/").status_code == 409
    assert bob.post(f"{LIST}{second}/unpause/").json()["message"].startswith("Without a plan, we watch one table")


def test_a_smaller_plan_pauses_the_newest_surplus_groups(bob: Person) -> None:
    filed(bob.user, 1, 1, 2, 1, 1, 1)
    give(bob.user, "standard")

    assert statuses(bob) == ["active"] * 4 + ["paused"] * 2
    counts = bob.get(f"{LIST}counts/").json()
    assert (counts["active_reservations"], counts["limit"]) == (5, 5)
    member = bob.get(LIST).json()["groups"][0]["members"][0]
    assert (member["reason"], member["reason_text"]) == ("plan_limit", "Your plan now allows fewer active requests.")
    assert TimelineEntry.objects.filter(kind="paused", reason="plan_limit").count() == 2


def test_without_a_plan_every_group_pauses(bob: Person) -> None:
    filed(bob.user, 1, 3)
    give(bob.user, "none")
    assert statuses(bob) == ["paused", "paused"]

    give(bob.user, "premium")
    for group in bob.get(LIST).json()["groups"]:
        assert bob.post(f"{LIST}{group['group_id']}/unpause/").status_code == 200
    assert statuses(bob) == ["active", "active"]


@pytest.mark.parametrize("tier", ["standard", "premium"])
def test_groups_that_fit_stay_active_with_pro_features(bob: Person, tier: str) -> None:
    """The groups have several dates, which require Pro. They were filed on Pro, so they stay active."""
    filed(bob.user, 3, 2)
    give(bob.user, tier)
    assert statuses(bob) == ["active", "active"]
    assert not Event.objects.filter(type="user.notice").exists()


@pytest.mark.parametrize("exempt", ["is_vip", "is_concierge"])
def test_vip_and_concierge_have_no_surplus(bob: Person, exempt: str) -> None:
    filed(bob.user, 3, 3)
    User.objects.filter(pk=bob.user.pk).update(**{exempt: True})
    give(bob.user, "standard")
    assert statuses(bob) == ["active", "active"]


def test_each_paused_group_has_an_event_and_one_message_names_all(bob: Person) -> None:
    User.objects.filter(pk=bob.user.pk).update(phone_notifications=True)
    filed(bob.user, 4, 1, 1)
    give(bob.user, "standard")

    published = Event.objects.filter(user=bob.user).exclude(payload__what="filed").order_by("seq")
    assert [(event.type, event.payload["what"]) for event in published] == [
        ("reservation.changed", "paused"),
        ("user.notice", "requests_paused"),
        ("user.changed", "plan"),
    ]
    assert published[0].payload["reason"] == "plan_limit"
    queued = Delivery.objects.filter(event=published[1])
    assert set(queued.values_list("channel", "kind")) == {("email", "requests_paused"), ("sms", "requests_paused")}
    facts = queued[0].facts
    assert (facts["plan_name"], facts["limit"], len(facts["requests"])) == ("Standard", 5, 1)


def test_pausing_the_surplus_again_changes_nothing(bob: Person) -> None:
    filed(bob.user, 5, 1)
    give(bob.user, "standard")
    before = Event.objects.count()
    assert plan_limits.pause_surplus(user_id=bob.user.pk, now=timezone.now()) == 0
    assert Event.objects.count() == before


def test_a_bigger_plan_publishes_user_changed_and_no_notification(bob: Person) -> None:
    give(bob.user, "standard")
    before = bob.get("/api/events/", after=0).json()["last_seq"]
    give(bob.user, "premium")
    answer = bob.get("/api/events/", after=before).json()
    assert [(event["type"], event["what"]) for event in answer["events"]] == [("user.changed", "plan")]
    assert bob.get("/api/notices/").json()["events"] == []

    give(bob.user, "premium")
    assert bob.get("/api/events/", after=answer["last_seq"]).json()["events"] == []


def test_unpausing_over_the_smaller_limit_is_refused(bob: Person) -> None:
    *_, newest = filed(bob.user, 5, 1)
    give(bob.user, "standard")
    reply = bob.post(f"{LIST}{newest}/unpause/")
    assert (reply.status_code, reply.json()["code"], reply.json()["message"]) == (
        409,
        "over_limit",
        UNPAUSE_OVER_LIMIT,
    )


def test_a_rolled_back_plan_change_pauses_nothing(bob: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    filed(bob.user, 5, 1)

    def broken(**_: object) -> None:
        raise ConnectionError("the database went away")

    monkeypatch.setattr("apps.outcomes.plan_limits.user_notices.requests_paused", broken)
    with pytest.raises(ConnectionError):
        give(bob.user, "standard")
    bob.user.refresh_from_db()
    assert bob.user.tier == "premium"
    assert statuses(bob) == ["active", "active"]


def test_an_ended_trial_pauses_its_requests_once(alice: Person, charlie: Person) -> None:
    filed(alice.user, 1, 1)
    filed(charlie.user, 1)
    over = timezone.now() + timedelta(days=11)
    assert plan_limits.pause_all_surplus(now=timezone.now()) == 0
    assert plan_limits.pause_all_surplus(now=over) == 1
    assert plan_limits.pause_all_surplus(now=over) == 0
    assert (statuses(alice), statuses(charlie)) == (["paused", "paused"], ["active"])
    facts = Delivery.objects.get(kind="requests_paused").facts
    assert (facts["limit"], len(facts["requests"])) == (0, 2)


@pytest.mark.parametrize(("tier", "left"), [("standard", 6), ("none", 0)])
def test_a_request_resumed_by_a_failed_override_is_no_surplus(bob: Person, tier: str, left: int) -> None:
    filed(bob.user, 1, 1, 1, 1, 1, 1)
    newest = Reservation.objects.latest("id")
    Reservation.objects.filter(pk=newest.pk).update(reason="override_failed")
    User.objects.filter(pk=bob.user.pk).update(tier=tier)
    plan_limits.pause_all_surplus(now=timezone.now())
    assert statuses(bob).count("active") == left


@pytest.mark.parametrize(("tier", "left"), [("premium", 6), ("standard", 5), ("none", 0)])
def test_a_tier_set_outside_billing_is_found(bob: Person, erin: Person, tier: str, left: int) -> None:
    filed(bob.user, 1, 1, 1, 1, 1, 1)
    filed(erin.user, 1, 1, 1, 1, 1, 1)
    User.objects.filter(pk__in=[bob.user.pk, erin.user.pk]).update(tier=tier)
    assert plan_limits.pause_all_surplus(now=timezone.now()) == (left < 6)
    assert (statuses(bob).count("active"), statuses(erin).count("active")) == (left, 6)
