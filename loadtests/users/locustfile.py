"""Browsers and concierges for Locust: what the pages ask of the REST API, in the order and at the pace of people.

    locust -f loadtests/users/locustfile.py --headless -u 40 -r 5 -t 15m --host http://127.0.0.1:8000

CROWD names a file with a JSON line {email, access, refresh, concierge} for each user, as `manage.py bench_crowd`
prints them.
Refuses every host but this machine.
"""

import itertools
import json
import os
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

from locust import FastHttpUser, between, events, task

from loadtests.clients import require_loopback

PEOPLE = [json.loads(line) for line in Path(os.environ["CROWD"]).read_text().splitlines()]
BROWSERS = itertools.cycle([one for one in PEOPLE if not one.get("concierge")])
CONCIERGES = itertools.cycle([one for one in PEOPLE if one.get("concierge")])
# An access token lives for 15 minutes; a page renews its own before that.
RENEW_SECONDS = 600.0


def only_here(environment: Any, **_: Any) -> None:
    """Load is never sent to another machine."""
    require_loopback(environment.host)


events.test_start.add_listener(only_here)  # type: ignore[no-untyped-call]  # Locust leaves it untyped


class Person(FastHttpUser):
    """Somebody signed in."""

    abstract = True
    wait_time = between(2, 6)
    network_timeout = 30.0
    connection_timeout = 10.0

    def sign_in(self, one: dict[str, Any]) -> None:
        """Take a user's tokens."""
        self.client.auth_header, self.refresh = f"Bearer {one['access']}", one["refresh"]
        self.renew_at = time.monotonic()

    def stay_signed_in(self) -> None:
        """Renew the token when it is time."""
        if time.monotonic() < self.renew_at:
            return
        self.renew_at = time.monotonic() + RENEW_SECONDS
        path, body = "/api/users/token/refresh/", {"refresh_token": self.refresh}
        with self.client.post(path, json=body, name=f"write {path}", catch_response=True) as answer:
            if answer.status_code == 200:
                renewed = answer.json()
                self.client.auth_header = f"Bearer {renewed['access_token']}"
                self.refresh = renewed["refresh_token"]

    def read(self, path: str, name: str | None = None) -> Any:
        """GET as the page does; what a person reads counts as a read."""
        self.stay_signed_in()
        headers = {"Authorization": self.client.auth_header}
        with self.client.get(path, headers=headers, name=f"read {name or path}", catch_response=True) as answer:
            return answer.json() if answer.status_code == 200 else None

    def write(self, method: str, path: str, name: str, body: Any = None) -> None:
        """A press."""
        self.stay_signed_in()
        headers = {"Authorization": self.client.auth_header}
        self.client.request(method, path, headers=headers, json=body, name=f"write {name}")


class Browser(Person):
    """Looks at restaurants and at what became of the requests; now and then changes something."""

    weight = 4

    def on_start(self) -> None:
        """Open the page."""
        self.sign_in(next(BROWSERS))
        self.read("/api/users/me/")
        self.read("/api/venues/featured/")

    @task(6)
    def look_around(self) -> None:
        """The listing, a search, one restaurant."""
        page = self.read("/api/venues/?page=1&page_size=24", "/api/venues/?page=N")
        self.read("/api/venues/search/?venue_name=os", "/api/venues/search/")
        if page:
            found = page["results"] if isinstance(page, dict) else page
            self.read(f"/api/venues/{found[0]['id']}/", "/api/venues/{id}/")

    @task(6)
    def look_at_requests(self) -> None:
        """The list, with its counts."""
        self.read("/api/reservations/")
        self.read("/api/reservations/counts/")

    @task(1)
    def change_notifications(self) -> None:
        """A press on the profile."""
        self.write("PATCH", "/api/users/me/", "/api/users/me/", {"last_name": "Diner"})


class Concierge(Person):
    """Keeps the book of clients."""

    weight = 1

    def on_start(self) -> None:
        """Open the desk."""
        self.sign_in(next(CONCIERGES))
        self.read("/api/users/me/")

    @task(4)
    def desk(self) -> None:
        """All requests, and the book."""
        self.read("/api/reservations/")
        self.read("/api/clients/")

    @task(1)
    def new_client(self) -> None:
        """Somebody new calls."""
        client = {
            "first_name": "Load",
            "last_name": "Client",
            "email": f"load.client.{uuid4().hex}@example.com",
            "phone": "+12125550123",
            "zip_code": "10001",
        }
        self.write("POST", "/api/clients/", "/api/clients/", client)
