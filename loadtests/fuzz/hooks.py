"""Loaded by schemathesis itself (SCHEMATHESIS_HOOKS): signs requests in, and gives half of them ids that exist.

A generated id is never somebody's; without this no request would get past "not found".
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

from loadtests.fuzz.fuzz_user import Person

PERSON: Final = Person(
    base_url=os.environ["FUZZ_URL"],
    role=os.environ["FUZZ_ROLE"],
    email=os.environ["FUZZ_EMAIL"],
    password=os.environ["FUZZ_PASSWORD"],
)
# Which requests are given real ids; the same in each run of a role.
DICE: Final = random.Random(PERSON.role)
STATUSES: Counter[int] = Counter()
DATES: Final = {"release_date", "final_snipe_date"}


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: dict[str, Any]) -> None:
    """Sign in, and put ids that exist in place of invented ones in half of the requests."""
    if PERSON.role == "anonymous":
        return
    if not PERSON.access:
        PERSON.arrive()
    case.headers = {**(case.headers or {}), **PERSON.headers}
    if DICE.random() < 0.5:
        return
    for name in case.path_parameters or {}:
        found = PERSON.id_for(name, case.path, DICE.randrange)
        if found is not None:
            case.path_parameters[name] = found
    if isinstance(case.body, dict):
        case.body = real(case.body, case.path)


def real(value: Any, path: str) -> Any:
    """A body with ids of the person's own, venues that exist, and days that are still to come."""
    if isinstance(value, list):
        return [real(one, path) for one in value]
    if not isinstance(value, dict):
        return value
    return {name: _real_field(name, part, path) for name, part in value.items()}


def _real_field(name: str, value: Any, path: str) -> Any:
    if name == "venues" and isinstance(value, list) and PERSON.venues:
        chosen = DICE.sample(PERSON.venues, min(len(value), len(PERSON.venues), 3))
        return [{"id": one} for one in chosen]
    if name == "dates" and isinstance(value, list):
        return [_day(1 + number) for number in range(len(value[:5]))]
    if name in DATES and isinstance(value, str):
        return _day(1)
    found = PERSON.id_for(name, path, DICE.randrange)
    return real(value, path) if found is None else found


def _day(ahead: int) -> str:
    return (datetime.now(UTC).date() + timedelta(days=ahead)).isoformat()


@schemathesis.hook
def after_call(context: Any, case: Any, response: Any) -> None:
    """Count the answer, and learn from it what the request did to the person."""
    STATUSES[response.status_code] += 1
    if PERSON.role == "anonymous":
        return
    if response.status_code == 401 and not case.path.endswith(("/login/", "/refresh/")):
        PERSON.forget_token()
    if response.status_code != 200 or not isinstance(case.body, dict):
        return
    if case.path.endswith("/users/me/") and case.method.upper() == "PATCH":
        PERSON.email = response.json()["email"]
    if case.path.endswith("/change_password/"):
        PERSON.password = case.body["new_password"]


@atexit.register
def tell() -> None:
    """Leave the counts to who started this process."""
    Path(os.environ["FUZZ_COUNTS"]).write_text(json.dumps(STATUSES))
