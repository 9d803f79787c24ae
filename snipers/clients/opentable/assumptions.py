"""What the OpenTable client assumes of OpenTable's replies: one entry for each row of CHECKLIST.md, in its order."""

from snipers.clients.assumptions import FLAG, ID, LIST, LOCAL_TIME, NUMBER_ID, TEXT, assume

FAULT = "only a refused call shows it"
WRITE = "only a booking or another change shows it"
HOLD = "a lock holds a table, so it is no read"
DAY = "availability"
TIMES = "availability.timeslots[]"
ROWS = "diningDashboard.upcomingReservations"
PAGE = "restaurantProfile.restaurant"

ASSUMPTIONS = assume(
    {
        "application": {"access_token": TEXT},
        "code": {"correlationId": TEXT},
        "sign-in": {"access_token?": TEXT, "token?": TEXT},
        "account": {"customerId": ID, "wallet.cards?": LIST, "wallet.cards[].last4?": TEXT},
        "availability": {
            "availability.timeslots": LIST,
            f"{TIMES}.dateTime": LOCAL_TIME,
            f"{TIMES}.slotHash": ID,
            f"{TIMES}.diningAreas": LIST,
            f"{TIMES}.diningAreas[].id": ID,
            f"{TIMES}.diningAreas[].availableAttributes": LIST,
        },
        "seatings": {f"{TIMES}.diningAreas[].name?": TEXT},
        "not on sale": {"availability.noTimesReasons": LIST},
        "kinds of times": {f"{TIMES}.type": TEXT},
        **dict.fromkeys(("lock", "card policy", "conflict in a lock (O6)", "end of a lock", "release of a lock"), HOLD),
        **dict.fromkeys(("book", "note", "change", "card used", "book lost", "3-D Secure"), WRITE),
        "list": {
            ROWS: LIST,
            f"{ROWS}[].confirmationNumber": ID,
            f"{ROWS}[].restaurantId": NUMBER_ID,
            f"{ROWS}[].dateTime": LOCAL_TIME,
            f"{ROWS}[].partySize": NUMBER_ID,
            f"{ROWS}[].securityToken?": TEXT,
        },
        **dict.fromkeys(("cancel", "add a card"), WRITE),
        "length of a session": "only time shows it",
        "expired session": FAULT,
        "clock": {},
        "restaurant's page": {f"{PAGE}.restaurantId": NUMBER_ID, f"{PAGE}.name": TEXT},
        "end of the book, party sizes": {
            "availability.maxDaysInAdvance?": NUMBER_ID,
            "availability.minPartySize?": NUMBER_ID,
            "availability.maxPartySize?": NUMBER_ID,
        },
        "whether a day can be booked": {"availability.noTimesReasons": LIST},
        "gates (O5)": {f"{PAGE}.type": TEXT, f"{PAGE}.isActive?": FLAG},
    },
    calls={
        **dict.fromkeys(("seatings", "kinds of times", "end of the book, party sizes"), DAY),
        "whether a day can be booked": DAY,
        "not on sale": "availability of a closed day",
        **dict.fromkeys(("restaurant's page", "gates (O5)"), "page"),
    },
    not_asked=dict.fromkeys(("code", "sign-in"), "no phone number was given"),
)
