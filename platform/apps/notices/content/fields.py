"""The parts that several kinds of messages share: a table, a list of reservations, time windows. See kinds.py."""

from datetime import date, datetime, time
from typing import Annotated, Final

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
)


def _one_line(text: str) -> str:
    return " ".join(text.split())


# Text without line breaks. A line break in a restaurant's name could add a header to an e-mail or a line to an SMS.
OneLine = Annotated[str, AfterValidator(_one_line)]

# The largest number of requests that a mail names. The site lists all of them.
MAX_SUMMARIES: Final = 20


class Fields(BaseModel):
    """The base class of all kinds. Instances are immutable, and validation refuses unknown fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @property
    def useful_until(self) -> datetime | None:
        """The instant from which the message is useless, None if only its lifetime limits it."""
        return None


class TableFields(Fields):
    """One table. `client_name` is the client for whom a concierge requested the table, "" if the user is the diner."""

    venue_name: OneLine
    date: date
    time: time
    party_size: int
    client_name: OneLine


class RequestSummary(Fields):
    """One reservation of a request: one restaurant on one date."""

    venue_name: OneLine
    date: date


class RequestList(Fields):
    """The reservations that a message is about. `requests` lists the first MAX_SUMMARIES of them; `more` is the number
    of reservations that are not listed."""

    requests: Annotated[list[RequestSummary], Field(min_length=1, max_length=MAX_SUMMARIES)]
    more: int

    @property
    def total(self) -> int:
        """The total number of reservations."""
        return len(self.requests) + self.more

    @property
    def others(self) -> int:
        """The number of reservations besides the first."""
        return self.total - 1


class Windows(Fields):
    """The time windows of a request. The first one is from `start` to `end`; `further` has the other ones."""

    start: time
    end: time
    further: tuple[tuple[time, time], ...] = ()

    @property
    def windows(self) -> list[tuple[time, time]]:
        """All windows, first choice first."""
        return [(self.start, self.end), *self.further]
