"""Makes the read-only calls that show whether a platform still answers as its client assumes, and records the replies.

The calls are sent one at a time, at a pace that one address can bear, over the product's own client. The first refusal
ends them. Each platform's verification.py lists its calls, and its assumptions.py what they have to show.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from snipers.clients.assumptions import Seen
from snipers.clients.errors import Blocked, KeyRefused, PlatformError, RateLimited
from snipers.clients.scrubbing import Scrubber
from snipers.clients.wire import Exchange, Reader, as_json

T = TypeVar("T")
# Six finds a minute: the pace with which an unknown platform is polled at first.
SECONDS_BETWEEN = 10.0
KEPT_HEADERS = ("content-type", "retry-after", "date")
KEPT_QUERY = frozenset(
    ("venue_id", "id", "day", "party_size", "num_seats", "start_date", "end_date", "lat", "long", "limit", "offset")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """A reply with the name of the call that it answers. `personal` is whether a user's token was sent."""

    call: str
    personal: bool
    exchange: Exchange


@dataclass(slots=True, kw_only=True)
class Verification:
    """One run. It observes the client's wire (Wire.observe).

    `kept` and `public_text` are what the record keeps at this platform (scrubbing.py). `stopped` is why the run ended
    early, "" if it did not.
    """

    seconds_between: float = SECONDS_BETWEEN
    read_body: Reader = as_json
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    kept: frozenset[str] = frozenset()
    public_text: str = ""
    stopped: str = ""
    recorded: list[Recorded] = field(default_factory=list)
    errors: dict[str, str] = field(default_factory=dict)
    _call: str = ""
    _personal: bool = False
    _sent: int = 0

    async def before_request(self) -> None:
        """Wait between two requests, also between those of one call."""
        if self._sent:
            await self.sleep(self.seconds_between)
        self._sent += 1

    def record(self, exchange: Exchange) -> None:
        """Keep a reply."""
        self.recorded.append(Recorded(call=self._call, personal=self._personal, exchange=exchange))

    async def ask(self, call: str, request: Callable[[], Awaitable[T]], *, personal: bool = False) -> T | None:
        """Make one call. Return None if it failed or if an earlier call was refused."""
        if self.stopped:
            return None
        self._call, self._personal = call, personal
        try:
            return await request()
        except (Blocked, RateLimited, KeyRefused) as error:
            self.stopped = f"{call} was refused ({type(error).__name__}); no further call was sent"
        except PlatformError as error:
            self.errors[call] = f"{type(error).__name__}: {error}"
        return None

    def seen(self) -> Mapping[str, Seen]:
        """Return the last reply to each call."""
        return {
            one.call: Seen(
                status=one.exchange.status,
                data=self.read_body(one.exchange.body),
                error=self.errors.get(one.call, ""),
            )
            for one in self.recorded
        }

    def scrubbed(self) -> list[dict[str, Any]]:
        """Return the replies as they may be stored in a file: without secrets and personal data."""
        scrubber = Scrubber(kept=self.kept, public_text=self.public_text)
        return [_scrubbed(one, scrubber=scrubber, read_body=self.read_body) for one in self.recorded]


def _scrubbed(one: Recorded, *, scrubber: Scrubber, read_body: Reader) -> dict[str, Any]:
    exchange = one.exchange
    data = read_body(exchange.body)
    headers = {name: value for name, value in exchange.headers.items() if name.lower() in KEPT_HEADERS}
    return {
        "call": one.call,
        "method": exchange.method,
        "path": exchange.path,
        "query": {name: value for name, value in exchange.query.items() if name in KEPT_QUERY},
        "status": exchange.status,
        "headers": headers,
        "is_page": data is not None and as_json(exchange.body) is None,
        "body": f"{len(exchange.body)} bytes, no JSON" if data is None else scrubber.scrub(data, personal=one.personal),
    }


def write_record(*, platform: str, exchanges: list[dict[str, Any]], findings: list[dict[str, Any]], at: str) -> str:
    """Return the text of a record: the scrubbed replies, and the answer to each row of CHECKLIST.md."""
    record = {"platform": platform, "at": at, "findings": findings, "exchanges": exchanges}
    return json.dumps(record, ensure_ascii=False, indent=1) + "\n"
