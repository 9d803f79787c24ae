"""Request and response shapes of API keys."""

from typing import Annotated

from pydantic import Field, StringConstraints

from apps.common.schemas import Instant, Line, Secret, Shape, Strict, Whole
from apps.keys.models import Scope
from apps.keys.services import LONGEST_DAYS


class KeyIn(Strict):
    """A key to make: its name, its scopes, for how many days it is valid, and the user's password."""

    name: Annotated[Line, StringConstraints(min_length=1, max_length=60)]
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=len(Scope))]
    days: Annotated[Whole, Field(ge=1, le=LONGEST_DAYS)]
    password: Secret


class KeyOut(Shape):
    """An API key without its text. `last_used_at` is precise to a minute."""

    id: int
    name: str
    scopes: list[Scope]
    created_at: Instant
    expires_at: Instant
    last_used_at: Instant | None


class NewKeyOut(KeyOut):
    """A new API key. Its text `key` is in this answer only."""

    key: str
