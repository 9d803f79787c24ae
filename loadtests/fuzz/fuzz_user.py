"""The caller: one user of a role on a running copy, who signs in again when a request ended the session.

Generated requests sign their own user out, disconnect accounts and change the e-mail address; what they did is read off
the answers, so that the role keeps what makes its requests go deep: accounts, requests and clients to name.
"""

import os
import secrets
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx

from loadtests.clients import OPENTABLE_CODE, PLATFORM_PASSWORD, require_loopback
from loadtests.running import RunningStack

ROOT: Final = Path(__file__).resolve().parent.parent.parent
# Nobody's in the document's examples: those would close the account or change its password.
OWN_PASSWORD: Final = "Fuzz4tables!"
# What `manage.py` is told to make a person of each role; anonymous never signs in, staff have a command of their own.
BENCH: Final = {
    "newcomer": [["bench_tier", "none"]],
    "standard": [["bench_tier", "standard"]],
    "pro": [["bench_tier", "premium"]],
    "concierge": [["bench_tier", "premium"], ["bench_concierge"]],
    "vip": [["bench_tier", "standard", "--vip"]],
}
ROLES: Final = ("anonymous", *BENCH, "staff")
# How long the ids of what the person has are believed.
FRESH: Final = 5.0


@dataclass
class Person:
    """One signed-in person of a role."""

    base_url: str
    role: str
    email: str = ""
    password: str = field(default="", repr=False)
    access: str = field(default="", repr=False)
    venues: list[int] = field(default_factory=list)
    own: dict[str, list[Any]] = field(default_factory=dict)
    _looked_at: float = 0.0
    _http: httpx.Client = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._http = httpx.Client(base_url=require_loopback(self.base_url), timeout=60)

    @property
    def headers(self) -> dict[str, str]:
        """Who asks, as a header."""
        return {"Authorization": f"Bearer {self.access}"} if self.access else {}

    def arrive(self) -> None:
        """Be signed in as this role."""
        if self.role == "anonymous":
            return
        # Requests of other people's making have used up the tries of this address.
        RunningStack.find().query("delete from throttle returning key")
        if not self.email or not self._log_in():
            self.email, self.password = f"fuzz-{secrets.token_hex(6)}@tablehawk.test", OWN_PASSWORD
            if self.role == "staff":
                self._join_staff()
            else:
                self._sign_up()
            self._connect()
        self._look_around()

    def forget_token(self) -> None:
        """The session is over: sign in again before the next request."""
        self.access = ""

    def _log_in(self) -> bool:
        answer = self._http.post("/api/users/login/", json={"email": self.email, "password": self.password})
        if answer.status_code != httpx.codes.OK:
            return False
        self.access = answer.json()["user"]["access_token"]
        return True

    def _sign_up(self) -> None:
        form = {
            "first_name": "Fuzz", "last_name": self.role.title(), "email": self.email, "phone": "+12125550100",
            "password": self.password, "referral_code": None, "referral_link": None,
        }  # fmt: skip
        answer = self._http.post("/api/users/register/", json=form).raise_for_status()
        self.access = answer.json()["user"]["access_token"]
        for command, *arguments in BENCH[self.role]:
            self._manage(command, self.email, *arguments)

    def _join_staff(self) -> None:
        names = ("--first_name", "Fuzz", "--last_name", "Staff")
        self._manage("createsuperuser", "--no-input", "--email", self.email, *names)
        self._log_in()

    def _manage(self, *arguments: str) -> None:
        subprocess.run(
            [sys.executable, "-m", "stack", "run", "platform/manage.py", *arguments],
            cwd=ROOT,
            check=True,
            stdout=subprocess.DEVNULL,
            env={**os.environ, "DJANGO_SUPERUSER_PASSWORD": self.password},
        )

    def _connect(self) -> None:
        self.call("POST", "/api/resy/login/", email=self.email, password=PLATFORM_PASSWORD)
        phone = f"+1212555{secrets.randbelow(10_000):04}"
        sent = self.call("POST", "/api/opentable/phone_login/", phone=phone)
        if "correlation_id" in sent:
            self.call(
                "POST",
                "/api/opentable/verify_phone_2fa/",
                code=OPENTABLE_CODE,
                correlation_id=sent["correlation_id"],
                phone=phone,
            )

    def _look_around(self) -> None:
        """Read the ids of what there is, and connect again what was disconnected."""
        if time.monotonic() - self._looked_at < FRESH:
            return
        self._looked_at = time.monotonic()
        me = self.call("GET", "/api/users/me/")
        if not (me.get("resy_accounts") or me.get("ot_accounts")):
            self._connect()
            me = self.call("GET", "/api/users/me/")
        # A few: every restaurant that is waited for costs the copy a watcher.
        self.venues = self.venues or self._ids("/api/venues/")[:3]
        self.own = {
            "resy": [one["id"] for one in me.get("resy_accounts", [])],
            "opentable": [one["id"] for one in me.get("ot_accounts", [])],
            "group_id": self._ids("/api/reservations/", "group_id"),
            "client_id": self._ids("/api/clients/"),
            "session_id": self._ids("/api/users/sessions/"),
            "venue_id": self.venues,
        }

    def _ids(self, path: str, name: str = "id") -> list[Any]:
        """The ids in a collection, whether it is a list or has one."""
        answer = self.call("GET", path)
        rows = answer if isinstance(answer, list) else next((part for part in answer.values() if _is_rows(part)), [])
        return [row[name] for row in rows if name in row]

    def call(self, method: str, path: str, **body: Any) -> Any:
        """One call; {} for a refusal."""
        answer = self._http.request(method, path, json=body or None, headers=self.headers)
        return answer.json() if answer.is_success else {}

    def id_for(self, name: str, path: str, pick: Callable[[int], int]) -> Any:
        """An id of the person's own for this name in a path or body; None when there is none."""
        kind = {
            "accountId": "resy" if "/resy/" in path else "opentable",
            "selectedResyAccount": "resy",
            "selectedOpenTableAccount": "opentable",
            "account_id": "resy",
        }.get(name, name)
        known = self.own.get(kind, [])
        return known[pick(len(known))] if known else None


def _is_rows(part: Any) -> bool:
    return isinstance(part, list) and all(isinstance(one, dict) for one in part)
