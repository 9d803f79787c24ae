"""A confirmation counts once, for five minutes, and only for what was previewed."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.requests.models import Attempt, ReservationGroup
from apps.requests.tests import factories
from testing.platform_accounts import make_account
from testing.users import Person
from testing.venues import make_venue

from .parts import call, program_of, wanted

CLOCKS = st.integers(0, 47).map(lambda half: f"{half // 2:02d}:{half % 2 * 30:02d}")
CHANGES = st.one_of(
    st.fixed_dictionaries({"party_size": st.sampled_from([1, 3, 4, 5, 6])}),
    st.fixed_dictionaries({"start_time": CLOCKS.filter(lambda at: at != "18:30")}),
    st.fixed_dictionaries({"end_time": CLOCKS.filter(lambda at: at != "20:30")}),
    st.fixed_dictionaries({"fee_ceiling_cents": st.integers(1, 100_000)}),
    st.fixed_dictionaries({"cancel_fee_ceiling_cents": st.integers(1, 100_000)}),
    st.fixed_dictionaries({"note_to_restaurant": st.text("abcdefg ", min_size=1, max_size=140).filter(str.strip)}),
    st.fixed_dictionaries(
        {"dates": st.lists(st.integers(8, 300).map(lambda ahead: f"{factories.day(ahead)}"), min_size=1, max_size=3)}
    ),
    st.sampled_from([{"one_table": True}, {"notify_only": True}, {"override_reservations": True}]),
)
CASES = st.one_of(
    st.tuples(st.just("used"), st.integers(0, 299)),
    st.tuples(st.just("late"), st.integers(300, 10**7)),
    st.tuples(st.just("client"), st.integers(2, 10**6)),
    st.tuples(st.just("user"), st.just(0)),
    st.tuples(st.just("forged"), st.integers(0, 10**6)),
    st.tuples(st.just("changed"), CHANGES),
)
CODES = {"used": {"confirmation_used"}, "late": {"confirmation_expired"}}


def test_no_other_use_of_a_confirmation_files_a_request(bob: Person, charlie: Person) -> None:
    make_account(user=bob.user)
    make_account(user=charlie.user)
    program, now = program_of(bob.user), timezone.now()
    form = {"reservation": wanted(make_venue())}
    used = call(program, "preview_request", **form, now=now)["data"]["confirmation"]
    filed = call(program, "file_request", **form, confirmation=used, now=now)["data"]["group"]["group_id"]
    # It is canceled, so that the same request could be filed again.
    ReservationGroup.objects.get(pk=filed).reservations.update(status="canceled")
    fresh = call(program, "preview_request", **form, now=now)["data"]["confirmation"]
    cases: list[str] = []

    @settings(max_examples=1000, deadline=None, database=None)
    @given(CASES)
    def refuse(case: tuple[str, Any]) -> None:
        kind, value = case
        by, at, text, changed = program, now, fresh, form
        match kind:
            case "used":
                text, at = used, now + timedelta(seconds=value)
            case "late":
                at = now + timedelta(seconds=value)
            case "client":
                by = program_of(bob.user, client_id=f"key:{value}")
            case "user":
                by = program_of(charlie.user)
            case "forged":
                place = value % len(fresh)
                text = fresh[:place] + ("0" if fresh[place] != "0" else "1") + fresh[place + 1 :]
            case "changed":
                changed = {"reservation": {**form["reservation"], **value}}
        refused = call(by, "file_request", **changed, confirmation=text, now=at)
        assert refused["error"]["code"] in CODES.get(kind, {"confirmation_wrong"}), case
        cases.append(kind)

    refuse()
    assert (len(cases) >= 1000, set(cases)) == (True, {"used", "late", "client", "user", "forged", "changed"})
    assert (ReservationGroup.objects.count(), Attempt.objects.count()) == (1, 0)
    assert "data" in call(program, "file_request", **form, confirmation=fresh, now=now + timedelta(seconds=299))


@pytest.mark.django_db(transaction=True)
def test_parallel_uses_of_one_confirmation_file_one_request(bob: Person) -> None:
    make_account(user=bob.user)
    program, form = program_of(bob.user), {"reservation": wanted(make_venue())}
    confirmation = call(program, "preview_request", **form)["data"]["confirmation"]

    def file(_: int) -> str:
        try:
            found = call(program, "file_request", **form, confirmation=confirmation)
            return str(found["error"]["code"]) if "error" in found else "filed"
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        results = sorted(pool.map(file, range(6)))
    assert results == ["confirmation_used"] * 5 + ["filed"]
    assert ReservationGroup.objects.count() == 1
