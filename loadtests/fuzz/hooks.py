"""Hooks of Schemathesis (SCHEMATHESIS_HOOKS): add the user's token to each request, and existing ids to half of them.

The ids that Schemathesis generates do not exist, so without these hooks nearly every reply would be a 404.
"""

import atexit
import json
import os
import random
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import schemathesis

from loadtests.fuzz.fuzz_user import FuzzUser

USER: Final = FuzzUser(
    base_url=os.environ["FUZZ_URL"],
    role=os.environ["FUZZ_ROLE"],
    email=os.environ["FUZZ_EMAIL"],
    password=os.environ["FUZZ_PASSWORD"],
)
# Selects the requests that get existing ids. Seeded, so that runs of one role are alike.
RNG: Final = random.Random(USER.role)
STATUSES: Counter[int] = Counter()
DATES: Final = {"release_date", "final_snipe_date"}


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: dict[str, Any]) -> None:
    """Add the user's token to the request. In half of the requests, replace generated ids by existing ones."""
    if USER.role == "anonymous":
        return
    if not USER.access:
        USER.sign_in()
    case.headers = {**(case.headers or {}), **USER.headers}
    if RNG.random() < 0.5:
        return
    for name in case.path_parameters or {}:
        found = USER.id_for(name, case.path, RNG.randrange)
        if found is not None:
            case.path_parameters[name] = found
    if isinstance(case.body, dict):
        case.body = with_existing_ids(case.body, case.path)


def with_existing_ids(value: Any, path: str) -> Any:
    """Return a copy of a request body in which ids, venues and dates are replaced with existing and future ones."""
    if isinstance(value, list):
        return [with_existing_ids(item, path) for item in value]
    if not isinstance(value, dict):
        return value
    return {name: _replace_field(name, part, path) for name, part in value.items()}


def _replace_field(name: str, value: Any, path: str) -> Any:
    if name == "venues" and isinstance(value, list) and USER.venues:
        chosen = RNG.sample(USER.venues, min(len(value), len(USER.venues), 3))
        return [{"id": venue} for venue in chosen]
    if name == "dates" and isinstance(value, list):
        return [_date_after(1 + number) for number in range(len(value[:5]))]
    if name in DATES and isinstance(value, str):
        return _date_after(1)
    found = USER.id_for(name, path, RNG.randrange)
    return with_existing_ids(value, path) if found is None else found


def _date_after(ahead: int) -> str:
    return (datetime.now(UTC).date() + timedelta(days=ahead)).isoformat()


@schemathesis.hook
def after_call(context: Any, case: Any, response: Any) -> None:
    """Count the reply and update USER: forget the token after a 401, and store a changed e-mail address or password."""
    STATUSES[response.status_code] += 1
    if USER.role == "anonymous":
        return
    if response.status_code == 401 and not case.path.endswith(("/login/", "/refresh/")):
        USER.forget_token()
    if response.status_code != 200 or not isinstance(case.body, dict):
        return
    if case.path.endswith("/users/me/") and case.method.upper() == "PATCH":
        USER.email = response.json()["email"]
    if case.path.endswith("/change_password/"):
        USER.password = case.body["new_password"]


@atexit.register
def write_counts() -> None:
    """Write the number of replies by status to the file that the parent process reads."""
    Path(os.environ["FUZZ_COUNTS"]).write_text(json.dumps(STATUSES))
