"""The chat apps to which messages can be sent: the fields of each app's address, and their check. Pure functions.

No other app can be added by a user. Only for ntfy may the user name the server.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal
from urllib.parse import urlsplit

ChatApp = Literal["ntfy", "telegram", "discord", "pushover", "slack"]
NTFY_SERVER: Final = "https://ntfy.sh"
# The largest number of characters of a secret that its label shows, and the shortest secret of which it shows any.
_SHOWN, _SHOWS_FROM = 4, 8


@dataclass(frozen=True, slots=True)
class FieldRule:
    """The rule for one field: `pattern` is the regular expression of a valid value. A field that is not `required` may
    be empty.
    """

    pattern: str
    required: bool = True


FIELDS: Final[dict[ChatApp, dict[str, FieldRule]]] = {
    "ntfy": {
        "server": FieldRule(r"https?://[A-Za-z0-9.:\[\]-]{1,200}/?", required=False),
        "topic": FieldRule(r"[A-Za-z0-9_-]{1,64}"),
        "token": FieldRule(r"tk_[A-Za-z0-9]{1,60}", required=False),
    },
    "telegram": {
        "token": FieldRule(r"[0-9]{6,12}:[A-Za-z0-9_-]{30,50}"),
        "chat": FieldRule(r"-?[0-9]{4,16}|@[A-Za-z0-9_]{4,32}"),
    },
    "discord": {
        "webhook": FieldRule(
            r"https://(?:discord|discordapp)\.com/api/webhooks/[0-9]{10,24}/[A-Za-z0-9_-]{30,100}",
        ),
    },
    "pushover": {"user": FieldRule(r"[A-Za-z0-9]{30}"), "token": FieldRule(r"[A-Za-z0-9]{30}")},
    "slack": {
        "webhook": FieldRule(
            r"https://hooks\.slack\.com/services/T[A-Za-z0-9]{8,14}/B[A-Za-z0-9]{8,14}/[A-Za-z0-9]{24}"
        ),
    },
}
# The field whose last characters the label shows.
_LABELED: Final[dict[ChatApp, str]] = {
    "ntfy": "topic",
    "telegram": "chat",
    "discord": "webhook",
    "pushover": "user",
    "slack": "webhook",
}


def cleaned(*, app: ChatApp, given: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """Return the address's fields without surrounding spaces, and the names of the invalid fields.

    Empty fields are left out, but `server` of ntfy gets its default. A field that belongs to
    another app is invalid unless it is empty.
    """
    rules = FIELDS[app]
    values = {name: value.strip() for name, value in given.items()}
    wrong = [name for name, value in values.items() if name not in rules and value]
    for name, rule in rules.items():
        value = values.get(name, "")
        if (value or rule.required) and re.fullmatch(rule.pattern, value) is None:
            wrong.append(name)
    address = {name: values[name] for name in rules if values.get(name)}
    if app == "ntfy":
        address["server"] = address.get("server", NTFY_SERVER).rstrip("/")
    return address, wrong


def label(*, app: ChatApp, address: Mapping[str, str]) -> str:
    """Return the text by which the page shows an address: the last four characters of one of its
    fields, only "…" if the field is short. For ntfy, the server's host name comes first.
    """
    secret = address[_LABELED[app]]
    shown = f"…{secret[-_SHOWN:]}" if len(secret) >= _SHOWS_FROM else "…"
    if app != "ntfy":
        return shown
    return f"{urlsplit(address['server']).hostname or ''} {shown}"
