"""Which meal a table is for: one diner gets at most one table for each meal of a day."""

from datetime import time

LUNCH_FROM = time(11)
DINNER_FROM = time(16)


def meal_at(at: time) -> str:
    """Return breakfast, lunch or dinner for a time of day at the venue."""
    if at < LUNCH_FROM:
        return "breakfast"
    return "lunch" if at < DINNER_FROM else "dinner"
