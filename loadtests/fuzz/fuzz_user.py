"""The user that sends the generated requests of one role.

Generated requests may sign out the user who sends them, disconnect accounts or change the e-mail address. Then
`FuzzUser` signs in and connects accounts again, so that later requests still name existing objects.
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
# Must differ from the passwords in the document's examples, with which generated requests could close the account.
OWN_PASSWORD: Final = "Fuzz4tables!"
# The `manage.py` commands that give a new user a role, by role. `_create_staff` creates users of the role staff.
ROLE_COMMANDS: Final = {
    "newcomer": [["bench_tier", "none"]],
    "standard": [["bench_tier", "standard"]],
    "pro": [["bench_tier", "premium"]],
    "concierge": [["bench_tier", "premium"], ["bench_concierge"]],
    "vip": [["bench_tier", "standard", "--vip"]],
}
ROLES: Final = ("anonymous", *ROLE_COMMANDS, "staff")
# The ids in `FuzzUser.own` are read again if they are older than this.
MAX_AGE_SECONDS: Final = 5.0


@dataclass
class FuzzUser:
    """One signed-in user of a role. `own` maps the name of an id in the API to ids of the user's own objects."""

    base_url: str
    role: str
    email: str = ""
    password: str = field(default="", repr=False)
    access: str = field(default="", repr=False)
    venues: list[int] = field(default_factory=list)
    own: dict[str, list[Any]] = field(default_factory=dict)
    _refreshed_at: float = 0.0
    _http: httpx.Client = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._http = httpx.Client(base_url=require_loopback(self.base_url), timeout=60)

    @property
    def headers(self) -> dict[str, str]:
        """Return the authorization header."""
        return {"Authorization": f"Bearer {self.access}"} if self.access else {}

    def sign_in(self) -> None:
        """Sign in. If there is no user yet or the sign-in fails, sign up a new user of this role."""
        if self.role == "anonymous":
            return
        # Generated requests may have used up the sign-in attempts that are allowed for this IP address.
        RunningStack.find().query("delete from throttle returning key")
        if not self.email or not self._log_in():
            self.email, self.password = f"fuzz-{secrets.token_hex(6)}@tablehawk.test", OWN_PASSWORD
            if self.role == "staff":
                self._create_staff()
            else:
                self._sign_up()
            self._connect()
        self._refresh_ids()

    def forget_token(self) -> None:
        """Discard the token, so that the next request signs in first."""
        self.access = ""

    def _log_in(self) -> bool:
        reply = self._http.post("/api/users/login/", json={"email": self.email, "password": self.password})
        if reply.status_code != httpx.codes.OK:
            return False
        self.access = reply.json()["user"]["access_token"]
        return True

    def _sign_up(self) -> None:
        form = {
            "first_name": "Fuzz", "last_name": self.role.title(), "email": self.email, "phone": "+12125550100",
            "password": self.password, "referral_code": None, "referral_link": None,
        }  # fmt: skip
        reply = self._http.post("/api/users/register/", json=form).raise_for_status()
        self.access = reply.json()["user"]["access_token"]
        for command, *arguments in ROLE_COMMANDS[self.role]:
            self._manage(command, self.email, *arguments)

    def _create_staff(self) -> None:
        names = ("--first_name", "Fuzz", "--last_name", "Staff")
        self._manage("createsuperuser", "--no-input", "--email", self.email, *names)
        self._log_in()

    def _manage(self, *arguments: str) -> None:
        subprocess.run(
            [sys.executable, "-m", "tools.stack", "run", "platform/manage.py", *arguments],
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

    def _refresh_ids(self) -> None:
        """Read the ids of the user's objects into `own`. First connect accounts if none is connected."""
        if time.monotonic() - self._refreshed_at < MAX_AGE_SECONDS:
            return
        self._refreshed_at = time.monotonic()
        me = self.call("GET", "/api/users/me/")
        if not (me.get("resy_accounts") or me.get("ot_accounts")):
            self._connect()
            me = self.call("GET", "/api/users/me/")
        # At most three venues, because each venue with a request starts a watcher.
        self.venues = self.venues or self._ids("/api/venues/")[:3]
        self.own = {
            "resy": [account["id"] for account in me.get("resy_accounts", [])],
            "opentable": [account["id"] for account in me.get("ot_accounts", [])],
            "group_id": self._ids("/api/reservations/", "group_id"),
            "client_id": self._ids("/api/clients/"),
            "session_id": self._ids("/api/users/sessions/"),
            "venue_id": self.venues,
        }

    def _ids(self, path: str, name: str = "id") -> list[Any]:
        """Return the field `name` of each object that `path` lists.

        The reply is a list, or an object that contains one.
        """
        reply = self.call("GET", path)
        rows = reply if isinstance(reply, list) else next((part for part in reply.values() if _is_rows(part)), [])
        return [row[name] for row in rows if name in row]

    def call(self, method: str, path: str, **body: Any) -> Any:
        """Send one request. Return the JSON of a successful reply, otherwise {}."""
        reply = self._http.request(method, path, json=body or None, headers=self.headers)
        return reply.json() if reply.is_success else {}

    def id_for(self, name: str, path: str, pick: Callable[[int], int]) -> Any:
        """Return one of the user's own ids for the parameter `name` of `path` or its body, or None if there is none.

        `pick` chooses an index below the number of ids.
        """
        kind = {
            "accountId": "resy" if "/resy/" in path else "opentable",
            "selectedResyAccount": "resy",
            "selectedOpenTableAccount": "opentable",
            "account_id": "resy",
        }.get(name, name)
        known = self.own.get(kind, [])
        return known[pick(len(known))] if known else None


def _is_rows(part: Any) -> bool:
    return isinstance(part, list) and all(isinstance(row, dict) for row in part)
