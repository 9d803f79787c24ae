"""What a table costs, read from terms that are odd in any place: never free, never less than the platform states."""

import copy
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snipers.clients.amounts import dollars
from snipers.clients.opentable import payloads as opentable
from snipers.clients.opentable.handles import Locked, Offer
from snipers.clients.reading import Node
from snipers.clients.resy import payloads as resy
from snipers.domain.fees import UNKNOWN_CENTS

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
MISSING = object()
AMOUNT = st.integers(1, 50_000)
PARTY = st.integers(1, 12)
ODD = st.one_of(
    st.none(),
    st.just(MISSING),
    st.booleans(),
    st.floats(max_value=-0.01),
    st.sampled_from(
        [float("nan"), float("inf"), "abc", "", "1.000,00", "25,00", "NaN", "1e3", "-5", [7], {"value": 7}, 10**400, []]
    ),
)


def replaced(reply: dict[str, Any], path: tuple[str, ...], value: object) -> dict[str, Any]:
    changed = copy.deepcopy(reply)
    at = changed
    for name in path[:-1]:
        at = at[name]
    if value is MISSING:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return changed


def details(
    *, unit: int = 0, party: int = 2, extras: tuple[int, int, int] = (0, 0, 0), fee: Any = None
) -> dict[str, Any]:
    """Return Resy's details with a price for each guest, a service charge, a service fee and a tax, in cents."""
    price, (charge, service, tax) = unit * party, extras
    return {
        "book_token": {"value": "once", "date_expires": "2026-11-20T12:00:00Z"},
        "cancellation": {"fee": fee, "display": {"policy": ["Please cancel a day before."]}},
        "payment": {
            "config": {"type": "deposit" if price else "free"},
            "amounts": {
                "items": [],
                "reservation_charge": price / 100,
                "subtotal": price / 100,
                "add_ons": 0,
                "quantity": party,
                "resy_fee": 0,
                "service_fee": service / 100,
                "service_charge": {"amount": charge / 100, "value": "20%"},
                "tax": tax / 100,
                "total": (price + charge + service + tax) / 100,
                "surcharge": 0.0,
                "price_per_unit": unit / 100,
            },
            "options": [],
        },
    }


NO_AMOUNTS: list[Any] = [True, False, -1, -0.01, float("nan"), float("inf"), 1e300, 10**400, [], {}]


@pytest.mark.parametrize(
    ("value", "cents"),
    [
        (None, None),
        (0, 0),
        (0.0, 0),
        ("0.00", 0),
        ("$0", 0),
        (25, 2500),
        (54.44, 5444),
        (0.001, 1),
        ("25.00", 2500),
        ("$25.00", 2500),
        ("1,000.00", 100_000),
        ("$1,000", 100_000),
        *(
            (odd, UNKNOWN_CENTS)
            for odd in ("", "1.000,00", "25,00", "1,00", "-5", "free", "NaN", "inf", "1e3", "25 USD")
        ),
        *((odd, UNKNOWN_CENTS) for odd in NO_AMOUNTS),
    ],
)
def test_an_amount_is_read_or_unknown(value: Any, cents: int | None) -> None:
    assert dollars(Node(value)) == cents


@settings(max_examples=300, deadline=None)
@given(data=st.data(), unit=AMOUNT, party=PARTY, extras=st.tuples(AMOUNT, AMOUNT, AMOUNT))
def test_a_charge_with_one_odd_amount_is_never_read_as_less(
    data: st.DataObject, unit: int, party: int, extras: tuple[int, int, int]
) -> None:
    reply = details(unit=unit, party=party, extras=extras)
    due = unit * party + sum(extras)
    assert resy.terms(reply, party_size=party).deposit_cents == due
    name = data.draw(st.sampled_from(sorted(reply["payment"]["amounts"])))
    damaged = replaced(reply, ("payment", "amounts", name), data.draw(ODD))
    assert resy.terms(damaged, party_size=party).deposit_cents >= due


@settings(max_examples=300, deadline=None)
@given(data=st.data(), unit=AMOUNT, party=PARTY)
def test_a_charge_with_several_odd_amounts_is_never_free(data: st.DataObject, unit: int, party: int) -> None:
    reply = details(unit=unit, party=party)
    names = data.draw(st.sets(st.sampled_from(sorted(reply["payment"]["amounts"])), min_size=1))
    for name in names:
        reply = replaced(reply, ("payment", "amounts", name), data.draw(ODD))
    assert resy.terms(reply, party_size=party).deposit_cents > 0


@settings(max_examples=300, deadline=None)
@given(data=st.data(), amount=AMOUNT, tax=AMOUNT, party=PARTY)
def test_a_cancellation_fee_is_for_each_guest_and_never_free(
    data: st.DataObject, amount: int, tax: int, party: int
) -> None:
    display = {"amount": f"${amount / 100:.2f}"}
    fee = {"amount": amount / 100, "tax": tax / 100, "date_cut_off": None, "display": display}
    assert resy.terms(details(fee=fee), party_size=party).fee_cents == (amount + tax) * party
    for name in data.draw(st.sets(st.sampled_from(["amount", "display", "tax"]), min_size=1)):
        fee = replaced(fee, (name,), data.draw(ODD))
    read = resy.terms(details(fee=fee), party_size=party).fee_cents
    assert read >= amount * party
    assert resy.terms(details(fee=fee)).fee_cents == UNKNOWN_CENTS, "the party is not known"


@pytest.mark.parametrize(
    ("cancellation", "payment", "fee", "due"),
    [
        # Nothing is named.
        (None, None, 0, 0),
        ({}, {}, 0, 0),
        ({"fee": None}, {"config": {"type": "free"}}, 0, 0),
        ({"fee": {"amount": 0, "display": {"amount": ""}}}, {"amounts": {"total": 0}}, 0, 0),
        # Another field states it.
        ({"fee": {"amount": None, "display": {"amount": "$25.00"}}}, {"amounts": {"price_per_unit": 50}}, 5000, 10_000),
        ({"fee": 25}, {"amounts": {"subtotal": "100.00", "total": None}}, 5000, 10_000),
        ({"fee": None}, {"amounts": {"total": 0, "reservation_charge": 100}}, 0, 10_000),
        ({"fee": None}, {"amounts": {"items": [{"price": 40, "quantity": 2}], "tax": 3}}, 0, 8300),
        ({"fee": None}, {"amounts": {"total": 0}, "options": [{"amounts": {"total": 30}}]}, 0, 3000),
        # An amount is named, and nobody can say which one.
        ({"fee": {}}, {"amounts": {"total": None}}, 0, UNKNOWN_CENTS),
        (
            {"fee": {"date_cut_off": "2026-11-26T19:00:00Z"}},
            {"config": {"type": "deposit"}},
            UNKNOWN_CENTS,
            UNKNOWN_CENTS,
        ),
        ({"fee": None, "display": {"policy": ["After that: $30.00 + tax per guest."]}}, None, UNKNOWN_CENTS, 0),
        (
            {"fee": {"amount": 25, "tax": "8.875%"}},
            {"display": {"balance": {"value": "$100.00"}}},
            UNKNOWN_CENTS,
            UNKNOWN_CENTS,
        ),
        ("a fee", ["a charge"], UNKNOWN_CENTS, UNKNOWN_CENTS),
        ({"fee": "a fee"}, {"amounts": {"items": [{"cost_amount": 3}]}}, UNKNOWN_CENTS, UNKNOWN_CENTS),
        ({"fee": {"amount": 1e12}}, {"amounts": {"total": 1e12}}, UNKNOWN_CENTS, UNKNOWN_CENTS),
        ({"fee": {"amount": 20_000_000}}, {"amounts": {"surcharge": 5}}, UNKNOWN_CENTS, UNKNOWN_CENTS),
    ],
)
def test_terms_of_resy(cancellation: Any, payment: Any, fee: int, due: int) -> None:
    reply = {"book_token": {"value": "once"}, "cancellation": cancellation, "payment": payment}
    terms = resy.terms(reply, party_size=2)
    assert (terms.fee_cents, terms.deposit_cents) == (fee, due)


def lock(policy: str, party: int = 2) -> Locked:
    offer = Offer(hash="1", token="t", type="Standard", points=100, area="7", attribute="bar", policy=policy)
    return Locked(lock_id="88", platform_venue_id=1, at="2026-11-27T19:30", party_size=party, offer=offer)


@settings(max_examples=300, deadline=None)
@given(cents=AMOUNT, kind=st.sampled_from(["HOLD", "DEPOSIT"]), party=PARTY, odd=ODD)
def test_a_lock_that_requires_a_card_is_free_only_if_it_says_so(cents: int, kind: str, party: int, odd: object) -> None:
    reply = {"id": 88, "creditCardCancellationPolicy": {"policyType": kind, "amountCents": cents}}

    def costs(reply: dict[str, Any], policy: str) -> int:
        terms = opentable.terms(reply, locked=lock(policy, party), expires_at=NOON)
        return max(terms.fee_cents, terms.deposit_cents)

    assert costs(reply, kind) == cents * party
    for path in ("amountCents", "policyType"):
        read = costs(replaced(reply, ("creditCardCancellationPolicy", path), odd), kind)
        assert read >= cents * party
    assert costs(replaced(reply, ("creditCardCancellationPolicy",), odd), kind) == UNKNOWN_CENTS
    assert costs({"id": 88}, "") == 0


@pytest.mark.parametrize("kind", ["", "VOUCHER"])
def test_an_amount_of_an_unknown_kind_counts_as_paid_now_and_if_nobody_comes(kind: str) -> None:
    reply = {"id": 88, "creditCardCancellationPolicy": {"policyType": kind, "amountCents": 2500}}
    read = opentable.terms(reply, locked=lock(kind, 2), expires_at=NOON)
    assert (read.deposit_cents, read.fee_cents) == (5000, 5000)


@pytest.mark.parametrize(("kind", "amounts"), [("HOLD", (0, 5000)), ("DEPOSIT", (5000, 0))])
def test_an_amount_of_a_known_kind_counts_once(kind: str, amounts: tuple[int, int]) -> None:
    reply = {"id": 88, "creditCardCancellationPolicy": {"policyType": kind, "amountCents": 2500}}
    read = opentable.terms(reply, locked=lock(kind, 2), expires_at=NOON)
    assert (read.deposit_cents, read.fee_cents) == amounts
