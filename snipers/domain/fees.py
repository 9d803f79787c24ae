"""Whether the fee and the deposit of a table are within what the diner accepts. Pure.

Amounts are cents for the whole party. An amount that a platform names and we cannot read is UNKNOWN_CENTS. It is larger
than every amount that a request can accept, so that no comparison takes it for free.
"""

from typing import Final

from snipers.domain.outcome import Refused
from snipers.domain.vocabulary import Reason

UNKNOWN_CENTS: Final = 2**31 - 1


def known_cents(cents: int) -> int | None:
    """Return the amount, None if it is unknown."""
    return None if cents >= UNKNOWN_CENTS else cents


def sum_cents(*amounts: int) -> int:
    """Return the sum of amounts, UNKNOWN_CENTS if one of them is unknown or the sum is too large to be stored."""
    return min(sum(amounts), UNKNOWN_CENTS)


def above(cents: int, ceiling_cents: int) -> int | None:
    """Return a known amount that is above its ceiling, None for any other."""
    return cents if ceiling_cents < cents < UNKNOWN_CENTS else None


def refuse_fee(
    *, fee_cents: int, deposit_cents: int, ceiling_cents: int, cancel_ceiling_cents: int, accepts_unknown: bool
) -> Refused | None:
    """Return why a table with this fee and this deposit is held back, None if the diner accepts both.

    The deposit is paid now and compared with `ceiling_cents`; the fee is paid if nobody comes and compared with
    `cancel_ceiling_cents`. An amount above its ceiling is the reason before an unknown one, because accepting the
    unknown one alone would not book the table. `accepts_unknown`: the diner accepts a fee that the platform does not
    state.
    """
    due_now, cancel = above(deposit_cents, ceiling_cents), above(fee_cents, cancel_ceiling_cents)
    if due_now is not None or cancel is not None:
        return Refused(Reason.HELD_BACK_FEE, fee_cents=due_now, cancel_fee_cents=cancel)
    if max(fee_cents, deposit_cents) >= UNKNOWN_CENTS and not accepts_unknown:
        return Refused(Reason.FEE_UNKNOWN)
    return None
