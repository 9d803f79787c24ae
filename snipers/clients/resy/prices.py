"""Reads from Resy's terms what a table costs, in cents for the party.

Resy states the fee for a late cancellation for one guest, before a tax that the restaurant may add, and the amounts due
at booking for the party. A reply may state an amount in several fields, and one of them may be missing: then the others
are read. CHECKLIST.md has the evidence.
"""

from typing import Final

from snipers.clients import optional
from snipers.clients.amounts import dollars, for_party, names_amount
from snipers.clients.reading import Node, member
from snipers.domain.fees import UNKNOWN_CENTS, sum_cents

NOTHING: Final[tuple[object, ...]] = (None, {}, [])
FREE_KINDS: Final = ("free", "")
# What is added to the price of the reservation.
EXTRAS: Final = ("add_ons", "resy_fee", "service_fee", "service_charge", "tax", "surcharge")


def cancellation_fee(cancellation: Node, *, party_size: int | None) -> int:
    """Return the fee for a late cancellation. `party_size` is None if it is not known: then a fee is unknown."""
    if cancellation.value in NOTHING:
        return 0
    if not isinstance(cancellation.value, dict):
        return UNKNOWN_CENTS
    fee = cancellation["fee"]
    if fee.value in NOTHING:
        # Without a fee, the amount may still be named in the policy's sentence.
        return UNKNOWN_CENTS if names_amount(cancellation, skip=("credit", "refund")) else 0
    if not isinstance(fee.value, dict):
        return for_party(dollars(fee) or 0, party_size=party_size)
    amount, display = dollars(fee["amount"]), member(fee, "display", "amount")
    shown = dollars(display) if names_amount(display) else None
    if not amount:
        amount = amount if shown is None else shown
    elif shown is not None and shown < UNKNOWN_CENTS:
        amount = max(amount, shown)
    if amount is None:
        return UNKNOWN_CENTS
    return for_party(sum_cents(amount, dollars(fee["tax"]) or 0), party_size=party_size)


def due_now(payment: Node, *, party_size: int | None) -> int:
    """Return the amount that is charged at booking."""
    if payment.value in NOTHING:
        return 0
    if not isinstance(payment.value, dict):
        return UNKNOWN_CENTS
    charge = _charge(payment["amounts"], party_size)
    if charge:
        return charge
    options = [_charge(member(option, "amounts"), party_size) for option in optional.members(payment["options"])]
    stated = [cents for cents in (charge, *options) if cents is not None]
    if stated:
        return max(stated)
    kind = member(payment, "config", "type").value
    is_free = kind is None or kind in FREE_KINDS
    return 0 if is_free and not names_amount(payment) else UNKNOWN_CENTS


def _charge(amounts: Node, party_size: int | None) -> int | None:
    """Return the total of an object of amounts, None if there is none. A total of 0 counts if no other amount of the
    object contradicts it."""
    if amounts.value in NOTHING:
        return None
    if not isinstance(amounts.value, dict):
        return UNKNOWN_CENTS
    total, prices = dollars(amounts["total"]), _prices(amounts, party_size)
    price = max(prices, default=None)
    if total:
        return total if price is None or price == UNKNOWN_CENTS else max(total, price)
    extras = [cents for name in EXTRAS if (cents := _extra(amounts[name])) is not None]
    if total is None and price is None:
        # Extras alone do not say what the reservation itself costs.
        return UNKNOWN_CENTS
    return sum_cents(price or 0, *extras)


def _prices(amounts: Node, party_size: int | None) -> list[int]:
    """Return the price of the reservation as each of the fields states it that name it."""
    quantity = optional.number(amounts["quantity"], least=1)
    unit = dollars(amounts["price_per_unit"])
    prices = [dollars(amounts["reservation_charge"]), dollars(amounts["subtotal"])]
    if unit is not None:
        prices.append(for_party(unit, party_size=quantity or party_size))
    items = amounts["items"]
    if items.value not in NOTHING:
        prices.append(sum_cents(*map(_item, items.items())) if isinstance(items.value, list) else UNKNOWN_CENTS)
    return [cents for cents in prices if cents is not None]


def _item(item: Node) -> int:
    """Return the price of a line of the bill, unknown if it names an amount in a field that we do not know."""
    for name in ("total", "amount", "price"):
        stated = dollars(member(item, name))
        if stated is not None:
            return for_party(stated, party_size=optional.number(member(item, "quantity"), least=1) or 1)
    return UNKNOWN_CENTS if names_amount(item) or not isinstance(item.value, dict) else 0


def _extra(extra: Node) -> int | None:
    """Return an amount that is stated as such or as the member `amount` of an object."""
    if not isinstance(extra.value, dict):
        return None if extra.value == [] else dollars(extra)
    amount = dollars(extra["amount"])
    return UNKNOWN_CENTS if amount is None and names_amount(extra) else amount
