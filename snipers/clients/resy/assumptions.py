"""What the Resy client assumes of Resy's replies: one entry for each row of CHECKLIST.md, in its order."""

from snipers.clients.assumptions import (
    AMOUNT_KIND,
    CLOCK_TIME,
    DAY,
    FLAG,
    INSTANT,
    LIST,
    LOCAL_TIME,
    NO_ENTRY,
    NUMBER,
    NUMBER_ID,
    OBJECT,
    TEXT,
    Assumption,
    Field,
    unseen,
)

SIGN_IN = "a sign-in of this kind was not made"
FAULT = "only a refused call shows it"
WRITE = "only a booking or another change shows it"
SLOTS = "results.venues[].slots[]"

ASSUMPTIONS = (
    Assumption(row="all", call="find"),
    Assumption(
        row="login",
        call="login",
        fields=(Field(path="token", kind=TEXT), Field(path="id", kind=NUMBER_ID)),
        unseen="no password was given",
    ),
    *unseen(FAULT, "login has moved", "sign-ins refused by a firewall", "login refused"),
    *unseen(SIGN_IN, "send a code", "send a code by e-mail", "confirm a code", "challenge"),
    *unseen(FAULT, "code refused", "captcha"),
    Assumption(row="renew", unseen="a renewal may end the token that was given"),
    Assumption(row="me", call="me", fields=(Field(path="id", kind=NUMBER_ID),)),
    Assumption(
        row="find",
        call="find",
        fields=(
            Field(path="results.venues[].venue.id.resy", kind=NUMBER_ID),
            Field(path=f"{SLOTS}.config.token", kind=TEXT, required=False),
            Field(path=f"{SLOTS}.date.start", kind=LOCAL_TIME),
        ),
    ),
    Assumption(row="not on sale", call="find a closed day", fields=(Field(path="results.venues", kind=NO_ENTRY),)),
    Assumption(row="equal tables", call="find", fields=(Field(path=f"{SLOTS}.quantity", kind=NUMBER, required=False),)),
    Assumption(
        row="details",
        call="details",
        fields=(
            Field(path="book_token.value", kind=TEXT),
            Field(path="book_token.date_expires", kind=INSTANT),
            Field(path="payment.amounts.total", kind=AMOUNT_KIND),
            Field(path="cancellation.fee.amount", kind=AMOUNT_KIND, required=False),
            Field(path="cancellation.fee.tax", kind=AMOUNT_KIND, required=False),
            Field(path="cancellation.refund.date_cut_off", kind=INSTANT, required=False),
        ),
    ),
    *unseen(FAULT, "slot gone", "card required"),
    *unseen(
        WRITE,
        "book",
        "book for a guest",
        "booking of another form",
        "card refused",
        "book lost",
        "conflict",
        "replace",
        "add a card",
    ),
    Assumption(row="clock", call="clock"),
    Assumption(
        row="list",
        call="list",
        fields=(
            Field(path="reservations[].reservation_id", kind=NUMBER_ID),
            Field(path="reservations[].resy_token", kind=TEXT),
            Field(path="reservations[].day", kind=DAY),
            Field(path="reservations[].time_slot", kind=CLOCK_TIME),
            Field(path="reservations[].num_seats", kind=NUMBER_ID),
            Field(path="reservations[].status", kind=OBJECT, required=False),
            Field(path="metadata.total", kind=NUMBER_ID, required=False),
        ),
    ),
    *unseen(WRITE, "cancel", "cancellation refused"),
    *unseen(FAULT, "account gone", "invalid token", "stale key", "rate limit"),
    Assumption(
        row="venue", call="venue", fields=(Field(path="id.resy", kind=NUMBER_ID), Field(path="name", kind=TEXT))
    ),
    Assumption(
        row="paid extras",
        call="find",
        fields=(Field(path=f"{SLOTS}.payment.is_add_on_required", kind=FLAG, required=False),),
    ),
    Assumption(
        row="gates",
        call="venue",
        fields=tuple(
            Field(path=name, kind=FLAG, required=False)
            for name in (
                "feature_recaptcha",
                "is_global_dining_access",
                "gda_concierge_booking",
                "requires_reservation_transfers",
                "is_tock_inventory",
                "config.allow_bypass_payment_method",
            )
        ),
    ),
    Assumption(row="closed venue", call="venue", fields=(Field(path="is_active", kind=FLAG, required=False),)),
    Assumption(
        row="closed for some time (R7)", call="venue", fields=(Field(path="reopen.date", kind=DAY, required=False),)
    ),
    Assumption(row="end of the book (R13)", call="calendar", fields=(Field(path="last_calendar_day", kind=DAY),)),
    Assumption(
        row="release rule",
        call="venue",
        fields=(Field(path="content", kind=LIST, required=False), Field(path="content[].name", kind=TEXT)),
    ),
    Assumption(
        row="search (R13)",
        call="search",
        fields=(
            Field(path="search.hits", kind=LIST),
            Field(path="search.hits[].id.resy", kind=NUMBER_ID),
            Field(path="search.hits[].name", kind=TEXT),
            Field(path="search.nbPages", kind=NUMBER_ID),
            Field(path="search.nbHits", kind=NUMBER_ID),
        ),
    ),
    Assumption(
        row="cities (R13)",
        call="cities",
        fields=(
            Field(path="[].code", kind=TEXT),
            Field(path="[].url_slug", kind=TEXT),
            Field(path="[].latitude", kind=NUMBER, required=False),
            Field(path="[].longitude", kind=NUMBER, required=False),
            Field(path="[].radius", kind=NUMBER, required=False),
            Field(path="[].time_zone", kind=TEXT, required=False),
        ),
    ),
)
