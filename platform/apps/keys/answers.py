"""The user of a program, and what the answers to a program leave out: all about cards."""

from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest

from apps.accounts.sign_in.sessions import Identity
from apps.common.platform_wire import GROUP_FIELDS

# The fields about cards, and what a program gets instead.
CARD_FIELDS: Final[dict[str, Any]] = {
    **dict.fromkeys((*GROUP_FIELDS.values(), "cc_number", "exp_month", "exp_year")), "cards": [], "chosen_cards": {},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class KeyIdentity(Identity):
    """The user of a valid API key or OAuth token, which has no session."""


def without_cards(request: HttpRequest, answer: Any) -> Any:
    """Return an answer of the API without cards if it is for a program, otherwise unchanged."""
    return blank_cards(answer) if isinstance(getattr(request, "auth", None), KeyIdentity) else answer


def blank_cards(part: Any) -> Any:
    """Return a JSON document without cards."""
    if isinstance(part, list | tuple):
        return [blank_cards(one) for one in part]
    if isinstance(part, dict):
        return {name: CARD_FIELDS[name] if name in CARD_FIELDS else blank_cards(value) for name, value in part.items()}
    return part
