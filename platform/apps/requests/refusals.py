"""The refusals of requests that callers handle."""

from collections.abc import Collection

from apps.common.errors import Refusal


class AlreadyBooked(Refusal):
    """The refusal (409) because of tables that the diner has. `account_ids` are the accounts that hold them."""

    def __init__(self, sentence: str, *, account_ids: Collection[int]) -> None:
        super().__init__("already_booked", 409, sentence, errors={"dates_error": sentence})
        self.account_ids = frozenset(account_ids)
