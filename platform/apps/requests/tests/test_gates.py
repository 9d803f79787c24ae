"""The rules of sections 5, 6 and 9 of the specification refuse a submission both when it is filed and as an edit."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from apps.accounts.models import User
from apps.requests.models import Reservation
from testing.platform_accounts import make_account
from testing.users import Person, make_user, signed_in
from testing.venues import make_venue

from . import factories

PATH = "/api/reservations/"
PRO_ONLY = "This Feature is Available for Pro Subscribers"
INCOMPLETE = "Please fill all required fields before submitting."
RELEASE = {"snipe_type": "release", "release_date": factories.day(2).isoformat(), "release_time": "10:00"}
TWO_DAYS = [factories.day(7).isoformat(), factories.day(8).isoformat()]


class Rule(NamedTuple):
    """The fields of a form, the refusal's status and sentence, and the field with the sentence (None: no field)."""

    asked: dict[str, Any]
    status: int
    sentence: str
    field: str | None
    field_sentence: str = ""


FOR_EVERYBODY = {
    "no restaurant": Rule({"venues": []}, 400, INCOMPLETE, "venues_error", "Please select a restaurant"),
    "no party size": Rule({"party_size": None}, 400, INCOMPLETE, "party_size_error", "Please select a party size"),
    "no date": Rule({"dates": []}, 400, INCOMPLETE, "dates_error", "Please set reservation date"),
    "no start": Rule({"start_time": None}, 400, INCOMPLETE, "times_error", "Please set reservation time"),
    "no end": Rule({"end_time": None}, 400, INCOMPLETE, "times_error", "Please set reservation time"),
    "no release date": Rule(
        {**RELEASE, "release_date": None}, 400, INCOMPLETE, "release_dates_error", "Please set release date"
    ),
    "no release time": Rule(
        {**RELEASE, "release_time": None}, 400, INCOMPLETE, "release_time_error", "Please set release time"
    ),
    "an end that is not later than the start": Rule(
        {"start_time": "20:30"}, 400, "Please select a valid time", "times_error"
    ),
    "a day before today": Rule(
        {"dates": [factories.day(-2).isoformat()]}, 400, "The reservation date can't be in the past", "dates_error"
    ),
    "a final sniping day later than one day after the first date": Rule(
        {"final_snipe_date": factories.day(9).isoformat()},
        400,
        "The final sniping day can be at most one day after the first reservation date",
        "final_snipe_error",
    ),
    "a party of none": Rule({"party_size": 0}, 400, "Please select a party size between 1 and 10", "party_size_error"),
    "a party of eleven": Rule(
        {"party_size": 11}, 400, "Please select a party size between 1 and 10", "party_size_error"
    ),
}
FOR_STANDARD = {
    "custom party size": Rule({"party_size": 3}, 402, PRO_ONLY, "party_size_error"),
    "custom time": Rule({"start_time": "18:00"}, 402, PRO_ONLY, "times_error"),
    "release request": Rule(RELEASE, 402, PRO_ONLY, "snipe_type_error"),
    "override": Rule({"override_reservations": True}, 402, PRO_ONLY, "override_error"),
    "several dates": Rule({"dates": TWO_DAYS}, 402, PRO_ONLY, "dates_error"),
}
PRO_MAY = [
    *({"party_size": size} for size in (1, 3, 10)),
    {"start_time": "12:00", "end_time": "14:15"},
    {"override_reservations": True},
    {"dates": TWO_DAYS},
    {"final_snipe_date": factories.day(8).isoformat()},
    RELEASE,
]
STANDARD_MAY = [
    *({"party_size": size} for size in (2, 4)),
    {"start_time": "17:00", "end_time": "18:30"},
    {"start_time": "18:30", "end_time": "20:30"},
    {"start_time": "20:30", "end_time": "22:30"},
    {"final_snipe_date": factories.day(5).isoformat()},
    {"final_snipe_date": factories.day(6).isoformat()},
]

Submit = Callable[..., Any]


@pytest.fixture(params=["file", "edit"])
def submit(request: pytest.FixtureRequest) -> Submit:
    """Sends a form as a new one, or as an edit of a group of the same user."""

    def send(who: Person, at: list[Any], **asked: Any) -> Any:
        account = who.user.platform_accounts.first() or make_account(user=who.user, is_concierge=False)
        form = factories.body(at=at, account=account, **asked)
        if request.param == "file":
            return who.post(PATH, form)
        group = factories.group(who.user)
        return who.send("PUT", f"{PATH}{group.pk}/", form)

    return send


def refused(reply: Any, rule: Rule) -> bool:
    answer = reply.json()
    errors = {rule.field: rule.field_sentence or rule.sentence} if rule.field else None
    return (reply.status_code, answer["message"], answer.get("errors")) == (rule.status, rule.sentence, errors)


@pytest.mark.parametrize("rule", FOR_EVERYBODY.values(), ids=FOR_EVERYBODY.keys())
def test_an_invalid_field_is_refused_with_its_sentence(bob: Person, submit: Submit, rule: Rule) -> None:
    reply = submit(bob, [make_venue()], **rule.asked)
    assert refused(reply, rule), reply.json()


@pytest.mark.parametrize("rule", FOR_STANDARD.values(), ids=FOR_STANDARD.keys())
def test_pro_fields_are_refused_on_standard_with_the_dialogs_sentence(
    alice: Person, submit: Submit, rule: Rule
) -> None:
    reply = submit(alice, [make_venue()], **rule.asked)
    assert refused(reply, rule), reply.json()
    assert reply.json()["code"] == "pro_needed"


@pytest.mark.parametrize("who", ["erin", "concierge on Standard"])
@pytest.mark.parametrize("rule", FOR_STANDARD.values(), ids=FOR_STANDARD.keys())
def test_vip_and_concierge_are_exempt_from_the_limit_only(erin: Person, submit: Submit, rule: Rule, who: str) -> None:
    person = erin if who == "erin" else signed_in(make_user("Connie", is_concierge=True))
    assert refused(submit(person, [make_venue()], **rule.asked), rule)


def test_several_restaurants_require_pro(alice: Person, bob: Person, submit: Submit) -> None:
    venues = [make_venue(), make_venue()]
    reply = submit(alice, venues)
    assert (reply.status_code, reply.json()["errors"]) == (402, {"venues_error": PRO_ONLY})
    assert submit(bob, venues).status_code in (200, 201)


def test_a_premium_restaurant_requires_pro(alice: Person, bob: Person, submit: Submit) -> None:
    venues = [make_venue(premium=True)]
    reply = submit(alice, venues)
    assert (reply.status_code, reply.json()["errors"]) == (402, {"venues_error": PRO_ONLY})
    assert submit(bob, venues).status_code in (200, 201)


def test_a_seating_choice_requires_pro(alice: Person, bob: Person, submit: Submit) -> None:
    wanted = [{"id": make_venue().pk, "table_type": "Bar"}]
    reply = submit(alice, [], venues=wanted)
    assert (reply.status_code, reply.json()["errors"]) == (402, {"table_type_error": PRO_ONLY})
    assert submit(bob, [], venues=wanted).status_code in (200, 201)


@pytest.mark.parametrize(
    ("facts", "asked", "errors"),
    [
        (
            {"max_party_size": 3},
            {"party_size": 4},
            {"party_size_error": "Lupa seats parties of at most 3. Please select a smaller party size"},
        ),
        (
            {"min_party_size": 4},
            {"party_size": 2},
            {"party_size_error": "Lupa seats parties of at least 4. Please select a larger party size"},
        ),
        (
            {"seating_types": ["Dining Room", "Bar"]},
            {"table_type": "Rooftop"},
            {"table_type_error": "Lupa doesn't offer “Rooftop”. Please select another seating"},
        ),
    ],
)
def test_party_and_seating_must_match_the_restaurant(
    bob: Person, submit: Submit, facts: dict[str, Any], asked: dict[str, Any], errors: dict[str, str]
) -> None:
    wanted = {"id": make_venue(venue_name="Lupa", **facts).pk, "table_type": asked.get("table_type")}
    other = {key: value for key, value in asked.items() if key != "table_type"}
    reply = submit(bob, [], venues=[wanted], **other)
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid")
    assert reply.json()["errors"] == errors
    assert reply.json()["message"] == next(iter(errors.values()))


def test_unknown_facts_of_a_restaurant_do_not_refuse(bob: Person, submit: Submit) -> None:
    wanted = {"id": make_venue(seating_types=[]).pk, "table_type": "Rooftop"}
    assert submit(bob, [], venues=[wanted], party_size=10).status_code in (200, 201)


def test_seatings_are_compared_without_case(bob: Person, submit: Submit) -> None:
    wanted = {"id": make_venue(seating_types=["Dining Room"]).pk, "table_type": "dining room"}
    assert submit(bob, [], venues=[wanted]).status_code in (200, 201)


def test_filing_and_editing_require_a_plan(alice: Person) -> None:
    group = factories.group(alice.user)
    User.objects.filter(pk=alice.user.pk).update(tier="none")
    venue = group.reservations.get().venue
    form = factories.body(at=[venue], account=alice.user.platform_accounts.get())
    for reply in (alice.post(PATH, form), alice.send("PUT", f"{PATH}{group.pk}/", form)):
        assert (reply.status_code, reply.json()["code"]) == (402, "plan_needed")


@pytest.mark.parametrize(("source", "name"), [("opentable", "OpenTable"), ("resy", "Resy")])
def test_a_restaurant_requires_an_account_at_its_platform(bob: Person, source: str, name: str) -> None:
    other = "resy" if source == "opentable" else "opentable"
    group = factories.group(bob.user)
    bob.user.platform_accounts.update(platform=other)
    account = bob.user.platform_accounts.get()
    form = factories.body(
        at=[make_venue(reservation_source=source)], account=None, dates=[factories.day(9).isoformat()]
    )
    form["selectedResyAccount" if other == "resy" else "selectedOpenTableAccount"] = account.pk
    sentence = f"You do not have {name} account connected so you can not select this restaurant."
    for reply in (bob.post(PATH, form), bob.send("PUT", f"{PATH}{group.pk}/", form)):
        answer = reply.json()
        assert (reply.status_code, answer["code"], answer["message"]) == (409, "account_needed", sentence)


def test_a_release_is_not_offered_for_opentable(bob: Person, submit: Submit) -> None:
    reply = submit(bob, [make_venue(reservation_source="opentable")], **RELEASE)
    answer = reply.json()
    assert (reply.status_code, answer["code"]) == (409, "no_release")
    assert answer["message"] == "At this time, we do not offer release snipes for Opentable."


@pytest.mark.parametrize("asked", PRO_MAY, ids=str)
def test_pro_fields_are_accepted_on_pro(bob: Person, submit: Submit, asked: dict[str, Any]) -> None:
    reply = submit(bob, [make_venue()], **asked)
    assert reply.status_code in (200, 201), reply.json()


@pytest.mark.parametrize("asked", STANDARD_MAY, ids=str)
def test_standard_fields_are_accepted_on_standard(alice: Person, submit: Submit, asked: dict[str, Any]) -> None:
    reply = submit(alice, [make_venue()], **asked)
    assert reply.status_code in (200, 201), reply.json()


@pytest.mark.django_db
@pytest.mark.parametrize(("tier", "limit"), [("standard", 5), ("premium", 25)])
def test_the_limit_is_exact_when_filing_and_unpausing(tier: str, limit: int) -> None:
    who = signed_in(make_user("Leo", tier=tier))
    groups = [factories.group(who.user, dates=[factories.day(7 + n)]) for n in range(limit)]
    account = who.user.platform_accounts.get()
    one_more = factories.body(at=[make_venue()], account=account, dates=[factories.day(200).isoformat()])
    refused = who.post(PATH, one_more)
    assert (refused.status_code, refused.json()["code"]) == (409, "over_limit")
    assert refused.json()["message"].startswith(f"{limit} of {limit} active requests are in use")

    assert who.post(f"{PATH}{groups[0].pk}/pause/").status_code == 200
    assert who.post(PATH, one_more).status_code == 201
    reply = who.post(f"{PATH}{groups[0].pk}/unpause/")
    assert (reply.status_code, reply.json()["message"]) == (
        409,
        "Unpausing this reservation group will put you over your total allotted reservations. "
        "To unpause this group, please cancel other reservations you have active to make room",
    )
    assert Reservation.objects.filter(status="active").count() == limit


@pytest.mark.django_db
@pytest.mark.parametrize("exempt", ["is_vip", "is_concierge"])
def test_vip_and_concierge_have_no_limit(exempt: str) -> None:
    who = signed_in(make_user("Leo", **{exempt: True}))
    make_account(user=who.user, is_concierge=False)
    groups = [factories.group(who.user, dates=[factories.day(7 + n)]) for n in range(6)]
    who.post(f"{PATH}{groups[0].pk}/pause/")
    factories.group(who.user, dates=[factories.day(60)])
    assert who.post(f"{PATH}{groups[0].pk}/unpause/").status_code == 200
    assert who.get(f"{PATH}counts/").json() == {"active_reservations": 7, "total_reservations": 7, "limit": None}
