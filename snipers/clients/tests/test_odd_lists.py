"""Odd entries in lists that only decorate a reply are left out and counted, and null is an empty list."""

import copy
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from cryptography.fernet import Fernet
from hypothesis import given, settings
from hypothesis import strategies as st

from snipers.clients.credentials import SealedBox
from snipers.clients.errors import Malformed
from snipers.clients.opentable import payloads as opentable
from snipers.clients.resy import payloads as resy
from snipers.clients.resy import profiles
from snipers.clients.resy.sign_in import SignIn
from snipers.clients.tests.test_wrong_types import AVAILABILITY, DASHBOARD, DINER, FIND, LIST, USER
from snipers.domain.vocabulary import SkipReason

DAY = date(2026, 11, 27)
CARDS = [{"id": 9, "card_type": "visa", "last_4": "4242"}, {"id": 10, "brand": "amex", "last_four": "0005"}]
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.text(max_size=5),
    st.lists(st.none(), max_size=2),
    st.fixed_dictionaries(
        {}, optional={"token": st.none(), "last4": st.none(), "id": st.none(), "number": st.none(), "type": st.text()}
    ),
)


def challenge_of(data: Any) -> object:
    box = SealedBox([Fernet.generate_key().decode()])
    sign_in = SignIn(wire=None, box=box, access=None, check_key=None, find_works=None)  # type: ignore[arg-type] # it makes no call
    return sign_in._challenge(data).properties


CHALLENGE = {
    "mobile_claim": {"claim_token": "c"},
    "challenge": {"challenge_id": "1", "properties": [{"name": "em_address", "message": "Your e-mail"}]},
}
# The reply, the path of its list, and what is read from it.
DECORATED: dict[str, tuple[Any, tuple[str, ...], Callable[[Any], Any]]] = {
    "resy cards": (
        {**USER, "payment_methods": CARDS},
        ("payment_methods",),
        lambda data: profiles.profile(data).payment_methods,
    ),
    "resy challenge": (CHALLENGE, ("challenge", "properties"), challenge_of),
    "opentable cards": (
        DINER,
        ("wallet", "cards"),
        lambda data: (opentable.diner(data).cards, opentable.diner(data).profile.payment_method_id),
    ),
    "opentable phones": (DINER, ("phoneNumbers",), lambda data: opentable.diner(data).phone),
}
LISTS: dict[str, tuple[Any, tuple[str, ...], Callable[[Any], Any]]] = {
    **DECORATED,
    "resy venues": (
        FIND,
        ("results", "venues"),
        lambda data: resy.found(data, platform_venue_id=1202, day=DAY, party_size=2),
    ),
    "resy list": ({**LIST, "metadata": None}, ("reservations",), lambda data: resy.page(data)[0]),
    "opentable times": (
        AVAILABILITY,
        ("availability", "timeslots"),
        lambda data: opentable.found(data, platform_venue_id=1, day=DAY, party_size=2),
    ),
    "opentable list": (DASHBOARD, ("diningDashboard", "upcomingReservations"), opentable.reservations),
}


def list_at(reply: Any, path: tuple[str, ...], value: Callable[[list[Any]], Any]) -> Any:
    """Return the reply with the result of `value` in place of the list at this path."""
    changed = copy.deepcopy(reply)
    at = changed
    for name in path[:-1]:
        at = at[name]
    at[path[-1]] = value(at[path[-1]])
    return changed


@pytest.mark.parametrize("name", DECORATED)
@settings(max_examples=100, deadline=None)
@given(odd=ODD, place=st.integers(0, 2))
def test_an_odd_entry_changes_nothing_else(name: str, odd: object, place: int) -> None:
    reply, path, read = DECORATED[name]
    assert read(list_at(reply, path, lambda entries: [*entries[:place], odd, *entries[place:]])) == read(reply)


@pytest.mark.parametrize("name", LISTS)
def test_null_is_an_empty_list(name: str) -> None:
    reply, path, read = LISTS[name]
    assert read(list_at(reply, path, lambda _: None)) == read(list_at(reply, path, lambda _: []))


def test_entries_that_are_left_out_are_counted() -> None:
    odd = list_at(DINER, ("wallet", "cards"), lambda cards: [*cards, {"token": "w", "last4": None}])
    assert opentable.diner(odd).profile.skipped == {(SkipReason.UNREADABLE, "reply.wallet.cards[].last4"): 1}


@pytest.mark.parametrize("total", [1, 2, "3"])
def test_null_is_no_empty_list_if_a_count_says_otherwise(total: object) -> None:
    with pytest.raises(Malformed):
        resy.page({"reservations": None, "metadata": {"total": total}})


@pytest.mark.parametrize("data", [{}, {"metadata": {"total": 0}}])
def test_a_missing_list_of_reservations_is_no_empty_list(data: Any) -> None:
    with pytest.raises(Malformed):
        resy.page(data)
