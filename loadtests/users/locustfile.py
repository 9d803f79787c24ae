"""Locust users: send the same requests as the pages of diners and concierges, in the same order and at a human pace.

    locust -f loadtests/users/locustfile.py --headless -u 40 -r 5 -t 15m --host http://127.0.0.1:8000

USERS_FILE names a file with one JSON line {email, access, refresh, concierge} for each user, as `manage.py bench_users`
prints them. Loopback only.
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

USERS = [json.loads(line) for line in Path(os.environ["USERS_FILE"]).read_text().splitlines()]
DINERS = itertools.cycle([user for user in USERS if not user.get("concierge")])
CONCIERGES = itertools.cycle([user for user in USERS if user.get("concierge")])
# An access token is valid for 15 minutes. As the page does, the user renews the token before it expires.
RENEW_SECONDS = 600.0


def require_local_host(environment: Any, **_: Any) -> None:
    """Exit unless the target is on this machine."""
    require_loopback(environment.host)


events.test_start.add_listener(require_local_host)  # type: ignore[no-untyped-call]  # Locust leaves it untyped


class SignedInUser(FastHttpUser):
    """A user with a session. In Locust's table, the name of a request begins with "read" or "write"."""

    abstract = True
    wait_time = between(2, 6)
    network_timeout = 30.0
    connection_timeout = 10.0

    def sign_in(self, user: dict[str, Any]) -> None:
        """Use the tokens of one user in USERS_FILE."""
        self.client.auth_header, self.refresh = f"Bearer {user['access']}", user["refresh"]
        self.renew_at = time.monotonic()

    def renew_token(self) -> None:
        """Renew the access token if it expires soon."""
        if time.monotonic() < self.renew_at:
            return
        self.renew_at = time.monotonic() + RENEW_SECONDS
        path, body = "/api/users/token/refresh/", {"refresh_token": self.refresh}
        with self.client.post(path, json=body, name=f"write {path}", catch_response=True) as reply:
            if reply.status_code == 200:
                renewed = reply.json()
                self.client.auth_header = f"Bearer {renewed['access_token']}"
                self.refresh = renewed["refresh_token"]

    def read(self, path: str, name: str | None = None) -> Any:
        """Send a GET request and return the JSON of a successful reply, otherwise None."""
        self.renew_token()
        headers = {"Authorization": self.client.auth_header}
        with self.client.get(path, headers=headers, name=f"read {name or path}", catch_response=True) as reply:
            return reply.json() if reply.status_code == 200 else None

    def write(self, method: str, path: str, name: str, body: Any = None) -> None:
        """Send a request that changes data. `name` groups the requests in Locust's table."""
        self.renew_token()
        headers = {"Authorization": self.client.auth_header}
        self.client.request(method, path, headers=headers, json=body, name=f"write {name}")


class DinerUser(SignedInUser):
    """Browses venues and checks requests; sometimes changes the profile."""

    weight = 4

    def on_start(self) -> None:
        """Sign in and open the home page."""
        self.sign_in(next(DINERS))
        self.read("/api/users/me/")
        self.read("/api/venues/featured/")

    @task(6)
    def browse_venues(self) -> None:
        """Open the listing, a search and one venue."""
        page = self.read("/api/venues/?page=1&page_size=24", "/api/venues/?page=N")
        self.read("/api/venues/search/?venue_name=os", "/api/venues/search/")
        if page:
            found = page["results"] if isinstance(page, dict) else page
            self.read(f"/api/venues/{found[0]['id']}/", "/api/venues/{id}/")

    @task(6)
    def check_requests(self) -> None:
        """Open the list of requests with its counts."""
        self.read("/api/reservations/")
        self.read("/api/reservations/counts/")

    @task(1)
    def change_profile(self) -> None:
        """Save the profile of the user with changed values."""
        self.write("PATCH", "/api/users/me/", "/api/users/me/", {"last_name": "Diner"})


class ConciergeUser(SignedInUser):
    """Checks all requests and the list of clients; sometimes adds a client."""

    weight = 1

    def on_start(self) -> None:
        """Sign in and read the user's data."""
        self.sign_in(next(CONCIERGES))
        self.read("/api/users/me/")

    @task(4)
    def check_clients(self) -> None:
        """Open the requests and the list of clients."""
        self.read("/api/reservations/")
        self.read("/api/clients/")

    @task(1)
    def add_client(self) -> None:
        """Add a client to the concierge's client book."""
        client = {
            "first_name": "Load",
            "last_name": "Client",
            "email": f"load.client.{uuid4().hex}@example.com",
            "phone": "+12125550123",
            "zip_code": "10001",
        }
        self.write("POST", "/api/clients/", "/api/clients/", client)
