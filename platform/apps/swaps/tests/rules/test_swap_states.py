"""The state of an offer to swap."""

import pytest

from apps.swaps.rules.swap_states import Facts, SwapState, state_of

OFFERED = Facts(old_state="booked", canceling=False, dismissed=False, swap_status=None, new_state=None, finished=False)


@pytest.mark.parametrize(
    ("changes", "state"),
    [
        ({}, "offered"),
        ({"dismissed": True}, "dismissed"),
        ({"canceling": True}, "over"),
        ({"old_state": "canceled"}, "over"),
        ({"swap_status": "active"}, "booking"),
        ({"swap_status": "active", "new_state": "claimed"}, "booking"),
        ({"swap_status": "unsuccessful", "new_state": "unknown"}, "booking"),
        ({"swap_status": "unsuccessful"}, "refused"),
        ({"swap_status": "unsuccessful", "new_state": "lost", "finished": True}, "refused"),
        ({"swap_status": "unsuccessful", "new_state": "lost", "dismissed": True}, "dismissed"),
        ({"swap_status": "unsuccessful", "old_state": "canceled"}, "over"),
        ({"swap_status": "confirmed", "new_state": "booked"}, "canceling_old"),
        ({"swap_status": "confirmed", "new_state": "booked", "canceling": True, "finished": True}, "canceling_old"),
        ({"swap_status": "confirmed", "new_state": "booked", "finished": True}, "both"),
        ({"swap_status": "confirmed", "new_state": "booked", "old_state": "canceled"}, "swapped"),
        ({"swap_status": "confirmed", "new_state": "booked", "old_state": "replaced"}, "swapped"),
    ],
)
def test_state_of(changes: dict[str, object], state: SwapState) -> None:
    assert state_of(OFFERED._replace(**changes)) == state  # type: ignore[arg-type] # a test's shorthand
