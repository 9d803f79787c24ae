"""The sentences about mandates. Programs read "mandate"; on the page it is a "standing approval"."""

from typing import Final

# For programs: terms that contradict themselves
PARTY_BACKWARD: Final = "The smallest party is larger than the largest one."
DATES_BACKWARD: Final = "The first date is after the last one."
TIMES_BACKWARD: Final = "The earliest time isn't before the latest one."
DATES_AFTER_END: Final = "The last date is after the end of the mandate. Choose more days, or an earlier date."
ONE_CURRENCY: Final = "Tables that may cost something need restaurants with one currency. Draft a mandate for each."

# For programs: what of a request is beyond its mandate
OTHER_RESTAURANT: Final = "A restaurant of the request isn't in the mandate."
OTHER_PARTY: Final = "The mandate is for another number of people."
OTHER_DATE: Final = "A date of the request is outside the mandate's dates."
OTHER_TIME: Final = "A time window of the request is outside the mandate's times."
COSTS_MORE: Final = "The request accepts a higher fee than the mandate does."
WATCHED_TOO_LONG: Final = "The request could book after the mandate has ended."
REPLACES_TABLE: Final = "A mandate doesn't permit replacing a booked table."
REPEATS: Final = "A mandate doesn't permit weekly requests."
HAS_NOTE: Final = "A mandate doesn't permit a note to the restaurant."
FOR_CLIENT: Final = "A mandate doesn't permit requests for a client."
TOO_MANY_TABLES: Final = "The request could book more tables than the mandate has left."
NOT_APPROVED: Final = "This mandate isn't valid: it isn't approved, was revoked, or has ended."
UNDER_MANDATE: Final = (
    "This request was filed within a standing approval, so a program can't change it. Delete it, and file another one."
)
too_many_drafts = "{most} standing approvals wait for the user, which is the most.".format

# For the user
CHANGED: Final = "This isn't what you saw. Load the page again, and check it."
DECIDED: Final = "This was decided before, or it lapsed. Load the page again."
REVOKED: Final = "That approval has ended, and so have its open requests."
