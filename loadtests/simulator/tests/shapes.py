"""Strict formats of Resy's replies, as public clients parse them: types, formats, and required fields.

They follow two clients: one refuses unexpected types, one requires every key that it reads.
"""

import re
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, StrictBool, StrictFloat, StrictInt, StrictStr


def _form(pattern: str) -> AfterValidator:
    def check(text: str) -> str:
        assert re.fullmatch(pattern, text), text
        return text

    return AfterValidator(check)


Local = Annotated[StrictStr, _form(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")]
Instant = Annotated[StrictStr, _form(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")]
Day = Annotated[StrictStr, _form(r"\d{4}-\d\d-\d\d")]
ClockTime = Annotated[StrictStr, _form(r"\d\d:\d\d:\d\d")]
ConfigToken = Annotated[
    StrictStr, _form(r"rgs://resy/\d+/\d+/[235]/\d{4}-\d\d-\d\d/\d{4}-\d\d-\d\d/\d\d:\d\d:\d\d/\d+/.+")
]


class Shape(BaseModel):
    model_config = ConfigDict(extra="ignore")


class SlotConfig(Shape):
    id: StrictInt
    token: ConfigToken
    type: StrictStr
    is_visible: StrictBool


class Span(Shape):
    start: Local
    end: Local


class Size(Shape):
    min: StrictInt
    max: StrictInt


class SlotPayment(Shape):
    is_paid: StrictBool
    cancellation_fee: StrictFloat | None
    deposit_fee: StrictFloat | None
    secs_cancel_cut_off: StrictInt
    time_cancel_cut_off: Instant
    secs_change_cut_off: StrictInt
    time_change_cut_off: Instant


class Slot(Shape):
    config: SlotConfig
    date: Span
    size: Size
    payment: SlotPayment
    quantity: StrictInt


class BookToken(Shape):
    value: StrictStr
    date_expires: Instant


class CutOff(Shape):
    date_cut_off: Instant


class Policy(Shape):
    policy: list[StrictStr]


class Cancellation(Shape):
    fee: None
    refund: CutOff
    display: Policy


class PaymentKind(Shape):
    type: StrictStr


class Amounts(Shape):
    reservation_charge: StrictFloat
    subtotal: StrictFloat
    resy_fee: StrictFloat
    service_fee: StrictFloat
    tax: StrictFloat
    total: StrictFloat


class DetailsPayment(Shape):
    config: PaymentKind
    amounts: Amounts


class Card(Shape):
    id: StrictInt
    card_type: StrictStr
    last_4: StrictStr


class CardHolder(Shape):
    payment_methods: list[Card]


class Details(Shape):
    book_token: BookToken
    cancellation: Cancellation
    change: CutOff
    payment: DetailsPayment
    user: CardHolder


class Booked(Shape):
    model_config = ConfigDict(extra="forbid")

    resy_token: StrictStr
    reservation_id: StrictInt
    venue_opt_in: StrictBool
    display_date: StrictStr
    instructions: list[Any]


class Flags(Shape):
    finished: StrictInt
    no_show: StrictInt


class ListedCancellation(Shape):
    allowed: StrictBool
    date_refund_cut_off: Instant
    fee: None


class ListedVenue(Shape):
    id: StrictInt
    name: StrictStr


class Listed(Shape):
    reservation_id: StrictInt
    resy_token: StrictStr
    venue_id: StrictInt
    venue: ListedVenue
    day: Day
    time_slot: ClockTime
    num_seats: StrictInt
    status: Flags
    cancellation: ListedCancellation
    cancellation_policy: list[StrictStr]
    payment_method: Card


class Page(Shape):
    total: StrictInt
    offset: StrictInt
    limit: StrictInt


class Reservations(Shape):
    reservations: list[Listed]
    venues: dict[StrictStr, ListedVenue]
    metadata: Page
