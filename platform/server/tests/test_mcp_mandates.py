"""Calls of /mcp beyond a mandate book nothing: 1,000 generated ones at a real web process and the simulator."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.keys.models import ApiKey, Scope
from apps.keys.programs import Program
from apps.keys.tests.factories import with_key
from apps.mandates.models import Mandate, MandateRequest
from apps.mandates.tests.factories import approved, drafted
from apps.requests.models import Attempt, ReservationGroup
from apps.requests.tests import factories
from server.tests.mcp_client import Web, running_web
from testing.platform_accounts import make_account
from testing.simulator import Simulator
from testing.users import Person
from testing.venues import make_venue

pytestmark = pytest.mark.django_db(transaction=True)
IN_MANDATE = {"start_time": "18:30", "end_time": "20:30"}


def days(low: int, high: int) -> st.SearchStrategy[list[str]]:
    one = st.integers(low, high).map(lambda ahead: f"{factories.day(ahead)}")
    return st.lists(one, min_size=1, max_size=2, unique=True)


def clock(low: int, high: int) -> st.SearchStrategy[str]:
    return st.integers(low, high).map(lambda minute: f"{minute // 60:02d}:{minute % 60:02d}")


def fields(**strategies: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(dict(strategies))


# Changes of the request of which each is beyond a mandate for 2 to 4 people, in 5 to 20 days, from 18:00 to 21:30, for
# up to 10 dollars now and 50 if nobody comes, and for one table. The plan of the user allows each of them.
CHANGES = st.one_of(
    fields(party_size=st.sampled_from([1, 5, 6, 7, 8])),
    fields(dates=days(1, 4)),
    fields(dates=days(21, 200)),
    fields(start_time=clock(17 * 60, 18 * 60 - 1)),
    fields(end_time=clock(21 * 60 + 31, 23 * 60)),
    fields(fee_ceiling_cents=st.integers(1001, 100_000), cancel_fee_ceiling_cents=st.just(0)),
    fields(cancel_fee_ceiling_cents=st.integers(5001, 100_000)),
    fields(note_to_restaurant=st.text("abcdefg ", min_size=1, max_size=140).filter(str.strip)),
    fields(override_reservations=st.just(True)),
    fields(repeat_until=st.integers(21, 60).map(lambda ahead: f"{factories.day(ahead)}")),
    # More tables than the mandate has.
    fields(dates=st.lists(st.integers(5, 19), min_size=2, max_size=4, unique=True).map(
        lambda given: [f"{factories.day(ahead)}" for ahead in given]
    )),
)  # fmt: skip
CASES = st.one_of(
    st.tuples(st.just("changed"), CHANGES),
    st.tuples(st.just("changed"), CHANGES),
    st.tuples(st.just("changed"), CHANGES),
    st.tuples(st.just("restaurant"), st.booleans()),
    st.tuples(st.just("mandate"), st.sampled_from(["draft", "declined", "revoked", "lapsed", "ended", "of a key"])),
    st.tuples(st.just("unknown"), st.integers(10**6, 10**9)),
    st.tuples(st.just("program"), st.sampled_from(["another key", "another user"])),
)
CODES = {"mandate": {"mandate_not_valid", "not_found"}, "unknown": {"not_found"}, "program": {"not_found"}}


@pytest.fixture
def web(simulator: Simulator, tmp_path: Path) -> Iterator[Web]:
    with running_web(tmp_path) as web:
        yield web


def text_of(person: Person) -> str:
    assert person.tokens is not None
    return person.tokens.access_token


def test_no_call_beyond_a_mandate_books_a_table(web: Web, simulator: Simulator, dana: Person, bob: Person) -> None:
    for person in (dana, bob):
        make_account(user=person.user)
    venue, other = make_venue(country="US"), make_venue(country="US")
    mine, second, stranger = (text_of(with_key(one.user, *Scope)) for one in (dana, dana, bob))
    first_key, second_key = ApiKey.objects.filter(user=dana.user).order_by("pk")
    program = Program(user=dana.user, scopes=frozenset(Scope), client_id=f"key:{first_key.pk}")
    of_second = Program(user=dana.user, scopes=frozenset(Scope), client_id=f"key:{second_key.pk}")
    limits: dict[str, Any] = {"fee_ceiling_cents": 1000, "cancel_fee_ceiling_cents": 5000, "tables": 1}
    mandate = approved(program, venue, **limits)
    unusable = {state: approved(program, venue, **limits) for state in ("declined", "revoked", "lapsed", "ended")}
    for state in ("declined", "revoked"):
        Mandate.objects.filter(pk=unusable[state].pk).update(state=state)
    past = timezone.now() - timedelta(days=2)
    Mandate.objects.filter(pk=unusable["lapsed"].pk).update(state="draft", created_at=past)
    Mandate.objects.filter(pk=unusable["ended"].pk).update(ends_at=past)
    unusable |= {"draft": drafted(program, venue, **limits), "of a key": approved(of_second, venue, **limits)}
    texts = {"another key": second, "another user": stranger}
    form: dict[str, Any] = {
        **factories.body(at=[venue], account=None, **IN_MANDATE)["reservation"],
        "fee_ceiling_cents": 1000,
        "cancel_fee_ceiling_cents": 5000,
    }
    bookings = simulator.http.get("/bookings").json()["bookings"]
    cases: list[tuple[str, Any]] = []

    @settings(max_examples=1000, deadline=None, database=None)
    @given(CASES)
    def generate(case: tuple[str, Any]) -> None:
        cases.append(case)

    def refuse(case: tuple[str, Any]) -> None:
        kind, value = case
        text, asked, number = mine, form, mandate.pk
        match kind:
            case "changed":
                asked = {**form, **value}
            case "restaurant":
                asked = {**form, "venues": [{"id": other.pk}, *([{"id": venue.pk}] if value else [])]}
            case "mandate":
                number = unusable[value].pk
            case "unknown":
                number = value
            case "program":
                text = texts[value]
        error = web.tool(text, "file_request", reservation=asked, mandate=number)["error"]
        assert error["code"] in CODES.get(kind, {"beyond_mandate"}), (case, error)

    generate()
    kinds = {"changed", "restaurant", "mandate", "unknown", "program"}
    assert (len(cases) >= 1000, {kind for kind, _ in cases}) == (True, kinds)
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(refuse, cases))
    assert (ReservationGroup.objects.count(), MandateRequest.objects.count(), Attempt.objects.count()) == (0, 0, 0)
    assert simulator.http.get("/bookings").json()["bookings"] == bookings
    # What lies within it is filed, once.
    assert "data" in web.tool(mine, "file_request", reservation=form, mandate=mandate.pk)
    again = {**form, "dates": [f"{factories.day(9)}"]}
    assert web.tool(mine, "file_request", reservation=again, mandate=mandate.pk)["error"]["code"] == "beyond_mandate"
    assert (ReservationGroup.objects.count(), MandateRequest.objects.count()) == (1, 1)
