"""What the OpenTable client assumes of OpenTable's replies: one entry for each row of CHECKLIST.md, in its order."""

from snipers.clients.assumptions import (
    FLAG,
    ID,
    LIST,
    LOCAL_TIME,
    NUMBER_ID,
    TEXT,
    Assumption,
    Field,
    unseen,
)

FAULT = "only a refused call shows it"
WRITE = "only a booking or another change shows it"
HOLD = "a lock holds a table, so it is no read"
DAY = "availability"
TIMES = "availability.timeslots[]"
ROWS = "diningDashboard.upcomingReservations"
PAGE = "restaurantProfile.restaurant"

ASSUMPTIONS = (
    Assumption(row="application", call="application", fields=(Field(path="access_token", kind=TEXT),)),
    Assumption(
        row="code", call="code", fields=(Field(path="correlationId", kind=TEXT),), unseen="no phone number was given"
    ),
    Assumption(
        row="sign-in",
        call="sign-in",
        fields=(Field(path="access_token", kind=TEXT, required=False), Field(path="token", kind=TEXT, required=False)),
        unseen="no phone number was given",
    ),
    Assumption(
        row="account",
        call="account",
        fields=(
            Field(path="customerId", kind=ID),
            Field(path="wallet.cards", kind=LIST, required=False),
            Field(path="wallet.cards[].last4", kind=TEXT, required=False),
        ),
    ),
    Assumption(
        row="availability",
        call=DAY,
        fields=(
            Field(path="availability.timeslots", kind=LIST),
            Field(path=f"{TIMES}.dateTime", kind=LOCAL_TIME),
            Field(path=f"{TIMES}.slotHash", kind=ID),
            Field(path=f"{TIMES}.diningAreas", kind=LIST),
            Field(path=f"{TIMES}.diningAreas[].id", kind=ID),
            Field(path=f"{TIMES}.diningAreas[].availableAttributes", kind=LIST),
        ),
    ),
    Assumption(
        row="seatings", call=DAY, fields=(Field(path=f"{TIMES}.diningAreas[].name", kind=TEXT, required=False),)
    ),
    Assumption(
        row="not on sale",
        call="availability of a closed day",
        fields=(Field(path="availability.noTimesReasons", kind=LIST),),
    ),
    Assumption(row="kinds of times", call=DAY, fields=(Field(path=f"{TIMES}.type", kind=TEXT),)),
    *unseen(HOLD, "lock", "card policy", "conflict in a lock (O6)", "end of a lock", "release of a lock"),
    *unseen(WRITE, "book", "note", "change", "card used", "book lost", "3-D Secure"),
    Assumption(
        row="list",
        call="list",
        fields=(
            Field(path=ROWS, kind=LIST),
            Field(path=f"{ROWS}[].confirmationNumber", kind=ID),
            Field(path=f"{ROWS}[].restaurantId", kind=NUMBER_ID),
            Field(path=f"{ROWS}[].dateTime", kind=LOCAL_TIME),
            Field(path=f"{ROWS}[].partySize", kind=NUMBER_ID),
            Field(path=f"{ROWS}[].securityToken", kind=TEXT, required=False),
        ),
    ),
    *unseen(WRITE, "cancel", "add a card"),
    Assumption(row="length of a session", unseen="only time shows it"),
    Assumption(row="expired session", unseen=FAULT),
    Assumption(row="clock", call="clock"),
    Assumption(
        row="restaurant's page",
        call="page",
        fields=(Field(path=f"{PAGE}.restaurantId", kind=NUMBER_ID), Field(path=f"{PAGE}.name", kind=TEXT)),
    ),
    Assumption(
        row="end of the book, party sizes",
        call=DAY,
        fields=tuple(
            Field(path=f"availability.{name}", kind=NUMBER_ID, required=False)
            for name in ("maxDaysInAdvance", "minPartySize", "maxPartySize")
        ),
    ),
    Assumption(
        row="whether a day can be booked", call=DAY, fields=(Field(path="availability.noTimesReasons", kind=LIST),)
    ),
    Assumption(
        row="gates (O5)",
        call="page",
        fields=(Field(path=f"{PAGE}.type", kind=TEXT), Field(path=f"{PAGE}.isActive", kind=FLAG, required=False)),
    ),
)
