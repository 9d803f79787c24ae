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
    assume,
)

SIGN_IN = "a sign-in of this kind was not made"
FAULT = "only a refused call shows it"
WRITE = "only a booking or another change shows it"
SLOTS = "results.venues[].slots[]"

ASSUMPTIONS = assume(
    {
        "all": {},
        "login": {"token": TEXT, "id": NUMBER_ID},
        **dict.fromkeys(("login has moved", "sign-ins refused by a firewall", "login refused"), FAULT),
        **dict.fromkeys(("send a code", "send a code by e-mail", "confirm a code", "challenge"), SIGN_IN),
        **dict.fromkeys(("code refused", "captcha"), FAULT),
        "renew": "a renewal may end the token that was given",
        "me": {"id": NUMBER_ID},
        "find": {
            "results.venues[].venue.id.resy": NUMBER_ID,
            f"{SLOTS}.config.token?": TEXT,
            f"{SLOTS}.date.start": LOCAL_TIME,
        },
        "not on sale": {"results.venues": NO_ENTRY},
        "equal tables": {f"{SLOTS}.quantity?": NUMBER},
        "details": {
            "book_token.value": TEXT,
            "book_token.date_expires": INSTANT,
            "payment.amounts.total": AMOUNT_KIND,
            "cancellation.fee.amount?": AMOUNT_KIND,
            "cancellation.fee.tax?": AMOUNT_KIND,
            "cancellation.refund.date_cut_off?": INSTANT,
        },
        **dict.fromkeys(("slot gone", "card required"), FAULT),
        **dict.fromkeys(("book", "book for a guest", "booking of another form", "card refused", "book lost"), WRITE),
        **dict.fromkeys(("conflict", "replace", "add a card"), WRITE),
        "clock": {},
        "list": {
            "reservations[].reservation_id": NUMBER_ID,
            "reservations[].resy_token": TEXT,
            "reservations[].day": DAY,
            "reservations[].time_slot": CLOCK_TIME,
            "reservations[].num_seats": NUMBER_ID,
            "reservations[].status?": OBJECT,
            "metadata.total?": NUMBER_ID,
        },
        **dict.fromkeys(("cancel", "cancellation refused"), WRITE),
        **dict.fromkeys(("account gone", "invalid token", "stale key", "rate limit"), FAULT),
        "venue": {"id.resy": NUMBER_ID, "name": TEXT},
        "paid extras": {f"{SLOTS}.payment.is_add_on_required?": FLAG},
        "gates": {
            "feature_recaptcha?": FLAG,
            "is_global_dining_access?": FLAG,
            "gda_concierge_booking?": FLAG,
            "requires_reservation_transfers?": FLAG,
            "is_tock_inventory?": FLAG,
            "config.allow_bypass_payment_method?": FLAG,
        },
        "closed venue": {"is_active?": FLAG},
        "closed for some time (R7)": {"reopen.date?": DAY},
        "end of the book (R13)": {"last_calendar_day": DAY},
        "release rule": {"content?": LIST, "content[].name": TEXT},
        "search (R13)": {
            "search.hits": LIST,
            "search.hits[].id.resy": NUMBER_ID,
            "search.hits[].name": TEXT,
            "search.nbPages": NUMBER_ID,
            "search.nbHits": NUMBER_ID,
        },
        "cities (R13)": {
            "[].code": TEXT,
            "[].url_slug": TEXT,
            "[].latitude?": NUMBER,
            "[].longitude?": NUMBER,
            "[].radius?": NUMBER,
            "[].time_zone?": TEXT,
        },
    },
    calls={
        **dict.fromkeys(("all", "equal tables", "paid extras"), "find"),
        "not on sale": "find a closed day",
        **dict.fromkeys(("gates", "closed venue", "closed for some time (R7)", "release rule"), "venue"),
        **{"end of the book (R13)": "calendar", "search (R13)": "search", "cities (R13)": "cities"},
    },
    not_asked={"login": "no password was given"},
)
