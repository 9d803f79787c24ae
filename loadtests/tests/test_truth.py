"""What is read out of the platform's log."""

import pytest

from loadtests.truth import Entry, TruthLog

SHOWN = 1000.0


def asked(*, user: int = 1, received: float, replied: float | None, path: str = "/3/details") -> Entry:
    return {
        "kind": "request",
        "source": "resy",
        "path": path,
        "user_id": user,
        "received_ms": received,
        "replied_ms": replied,
    }


BOOK = asked(received=1050.0, replied=1080.0, path="/3/book")


@pytest.mark.parametrize(
    ("calls", "took"),
    [
        ([asked(received=1005.0, replied=1027.0)], 22.0),
        ([asked(received=900.0, replied=920.0)], 0.0),
        ([asked(received=1005.0, replied=None)], 0.0),
        ([asked(received=1005.0, replied=1060.0)], 0.0),
        ([asked(received=1005.0, replied=1027.0, user=2)], 0.0),
        ([asked(received=1005.0, replied=1030.0), asked(received=1006.0, replied=1027.0)], 25.0),
    ],
    ids=["asked", "before it was shown", "no reply", "answered later", "somebody else", "twice"],
)
def test_the_time_for_terms_is_that_of_the_call_before_the_booking(calls: list[Entry], took: float) -> None:
    log = TruthLog(entries=[*calls, BOOK])
    assert log.took_for_terms(BOOK, since=SHOWN) == took
