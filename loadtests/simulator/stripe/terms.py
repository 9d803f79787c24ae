"""What a new subscription is to be: which prices, and when its trial ends."""

from typing import TYPE_CHECKING, Any

from . import changes
from .errors import BadRequest, StripeError
from .months import DAY
from .store import Obj

if TYPE_CHECKING:
    from .account import StripeAccount

LONGEST_TRIAL_DAYS = 730


def trial_end_of(given: dict[str, Any], at: int) -> int | None:
    """When the trial ends that `trial_end` or `trial_period_days` ask for. StripeError."""
    days, end = given.get("trial_period_days"), given.get("trial_end")
    if days is not None and end is not None:
        raise StripeError(400, "You may only specify one of these parameters: trial_end, trial_period_days.")
    if end == "now" or (days is None and end is None):
        return None
    if days is not None and not 1 <= days <= LONGEST_TRIAL_DAYS:
        raise StripeError(400, f"trial_period_days must be from 1 to {LONGEST_TRIAL_DAYS}.", param="trial_period_days")
    moment: int = at + days * DAY if days is not None else given["trial_end"]
    if moment <= at:
        raise StripeError(400, "Timestamp must be an integer Unix timestamp in the future.", param="trial_end")
    return moment


def priced(account: "StripeAccount", items: Any, where: str) -> list[tuple[Obj, int]]:
    """Prices and quantities of new items."""
    if not items:
        raise BadRequest(f"Missing required param: {where}.", code="parameter_missing", param=where)
    found = [
        (changes.sold_price(account, item.get("price"), param=f"{where}[{place}][price]"), item.get("quantity", 1))
        for place, item in enumerate(items)
    ]
    first = found[0][0]
    for price, quantity in found:
        if quantity < 1:
            raise BadRequest("Invalid integer: quantity must be at least 1", param=f"{where}[0][quantity]")
        if (price["currency"], price["recurring"]["interval"]) != (first["currency"], first["recurring"]["interval"]):
            raise StripeError(
                400, "All prices on a subscription must have the same currency and interval.", param=where
            )
    return found
