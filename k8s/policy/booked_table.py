"""Books a table at the simulator through the running product: signs in, files a request, frees a table, waits for its
booking.
"""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from .buildah import BuildError

# A user of `manage.py seed_demo` with a connected Resy account.
EMAIL, PASSWORD = "diner@tablehawk.test", "Table4two!"
DAYS_AHEAD = 6
BUSY, TRIES, RETRY_SECONDS = 503, 10, 5.0
SECONDS, FREE_EVERY_SECONDS = 180.0, 15.0


@dataclass(kw_only=True)
class Api:
    """Calls to the JSON API at one address (host:port). Every call sends `headers`."""

    address: str
    headers: dict[str, str]

    def call(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """Send a request and return the JSON of the reply. After status 503 (busy), send it again. Raises BuildError
        for a refusal.
        """
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **self.headers}
        # Without the proxy that environment variables may name.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        for tries_left in reversed(range(TRIES)):
            request = urllib.request.Request(f"http://{self.address}{path}", data=data, method=method, headers=headers)
            try:
                with opener.open(request, timeout=30) as reply:
                    return json.loads(reply.read())
            except urllib.error.HTTPError as error:
                if error.code != BUSY or not tries_left:
                    raise BuildError(f"{method} {path}: {error.code} {error.read()[:500]!r}") from None
            except OSError as error:
                raise BuildError(f"{method} {path}: {error}") from None
            time.sleep(RETRY_SECONDS)
        raise AssertionError("unreachable")


def book(*, web: Api, simulator: Api) -> str:
    """File a request for two guests, free a table, and wait for its booking. Return a sentence. Raises BuildError."""
    user = web.call("POST", "/api/users/login/", {"email": EMAIL, "password": PASSWORD})["user"]
    web.headers["Authorization"] = f"Bearer {user['access_token']}"
    account = web.call("GET", "/api/platforms/resy/accounts/")[0]
    venues = web.call("GET", "/api/venues/")["results"]
    venue = next(one for one in venues if one["reservation_source"] == "resy" and not one["premium"])
    day = (date.today() + timedelta(days=DAYS_AHEAD)).isoformat()  # noqa: DTZ011 - days ahead of both clocks
    wanted = {"snipe_type": "cancel", "venues": [{"id": venue["id"]}], "party_size": 2, "dates": [day]}
    window = {"start_time": "18:30", "end_time": "20:30", "final_snipe_date": None, "override_reservations": False}
    body = {"reservation": {**wanted, **window}, "clientDetails": None, "selectedResyAccount": account["id"]}
    group = web.call("POST", "/api/reservations/", {**body, "selectedOpenTableAccount": None})["group"]
    started, freed = time.monotonic(), 0
    while (passed := time.monotonic() - started) < SECONDS:
        if passed >= freed * FREE_EVERY_SECONDS:
            table = {"source": "resy", "venue_id": venue["venue_id"], "date": day, "time": "19:00", "party_size": 2}
            simulator.call("POST", "/free", {**table, "count": 1})
            freed += 1
        state = web.call("GET", f"/api/reservations/{group['group_id']}/")
        if any(one["status"] == "confirmed" for one in state["members"]):
            return f"{venue['venue_name']}, {day} 19:00 for 2: booked {passed:.1f} s after the request"
        time.sleep(0.5)
    raise BuildError(f"The request {group['group_id']} was not booked within {SECONDS:.0f} s.")
