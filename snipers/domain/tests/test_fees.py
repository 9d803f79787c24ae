"""The two limits of a request: what is paid now, and what is paid if nobody comes. Each amount has its own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snipers.domain.fees import UNKNOWN_CENTS, refuse_fee
from snipers.domain.outcome import Refused
from snipers.domain.vocabulary import Reason

AMOUNT = st.one_of(st.integers(0, 200), st.just(UNKNOWN_CENTS))
LIMIT = st.integers(0, 200)
UNKNOWN = Refused(Reason.FEE_UNKNOWN)


def held(due_now: int | None, cancel: int | None) -> Refused:
    return Refused(Reason.HELD_BACK_FEE, fee_cents=due_now, cancel_fee_cents=cancel)


def refuse(deposit: int, fee: int, *, limits: tuple[int, int], accepts_unknown: bool = False) -> Refused | None:
    return refuse_fee(
        fee_cents=fee,
        deposit_cents=deposit,
        ceiling_cents=limits[0],
        cancel_ceiling_cents=limits[1],
        accepts_unknown=accepts_unknown,
    )


@pytest.mark.parametrize(
    ("deposit", "fee", "limits", "refusal"),
    [
        (0, 0, (0, 0), None),
        (100, 0, (100, 0), None),
        (0, 100, (0, 100), None),
        (100, 200, (100, 200), None),
        # A limit of one amount does not accept the other.
        (100, 0, (0, 100), held(100, None)),
        (0, 100, (100, 0), held(None, 100)),
        (101, 0, (100, 500), held(101, None)),
        (0, 501, (100, 500), held(None, 501)),
        (101, 501, (100, 500), held(101, 501)),
        (100, 501, (100, 500), held(None, 501)),
        # A known amount above its limit is the reason before an unknown one.
        (UNKNOWN_CENTS, 501, (100, 500), held(None, 501)),
        (101, UNKNOWN_CENTS, (100, 500), held(101, None)),
        (UNKNOWN_CENTS, 500, (100, 500), UNKNOWN),
        (100, UNKNOWN_CENTS, (100, 500), UNKNOWN),
        (UNKNOWN_CENTS, UNKNOWN_CENTS, (100, 500), UNKNOWN),
    ],
)
def test_each_amount_has_its_own_limit(
    deposit: int, fee: int, limits: tuple[int, int], refusal: Refused | None
) -> None:
    assert refuse(deposit, fee, limits=limits) == refusal
    accepted = refuse(deposit, fee, limits=limits, accepts_unknown=True)
    assert accepted == (None if refusal == UNKNOWN else refusal)


@given(deposit=AMOUNT, fee=AMOUNT, limits=st.tuples(LIMIT, LIMIT), accepts_unknown=st.booleans())
def test_no_table_above_a_limit_is_booked(
    deposit: int, fee: int, limits: tuple[int, int], accepts_unknown: bool
) -> None:
    refusal = refuse(deposit, fee, limits=limits, accepts_unknown=accepts_unknown)
    pairs = list(zip((deposit, fee), limits, strict=True))
    accepted = all(cents <= limit or (cents == UNKNOWN_CENTS and accepts_unknown) for cents, limit in pairs)
    assert (refusal is None) == accepted


@given(deposit=AMOUNT, fee=AMOUNT, limits=st.tuples(LIMIT, LIMIT))
def test_accepting_what_was_asked_for_is_asked_once(deposit: int, fee: int, limits: tuple[int, int]) -> None:
    refusal = refuse(deposit, fee, limits=limits)
    if refusal is None or refusal.reason is Reason.FEE_UNKNOWN:
        return
    # Only the limits that were exceeded are raised, and only by what was asked for.
    raised = refusal.fee_cents or limits[0], refusal.cancel_fee_cents or limits[1]
    again = refuse(deposit, fee, limits=raised)
    assert again is None or again == UNKNOWN


@given(deposit=AMOUNT, fee=AMOUNT, limit=LIMIT, accepts_unknown=st.booleans())
def test_equal_limits_judge_as_the_one_limit_did(deposit: int, fee: int, limit: int, accepts_unknown: bool) -> None:
    refusal = refuse(deposit, fee, limits=(limit, limit), accepts_unknown=accepts_unknown)
    known = [cents for cents in (deposit, fee) if cents < UNKNOWN_CENTS]
    above = max(known, default=0) > limit
    expected = Reason.HELD_BACK_FEE if above else Reason.FEE_UNKNOWN
    assert (refusal and refusal.reason) == (expected if above or not (len(known) == 2 or accepts_unknown) else None)
