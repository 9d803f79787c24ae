"""One watch explained."""

from typing import Any

import pytest

from snipers.ops.tests.cast import OFF, WELL, watch
from snipers.ops.watches import Watch, why

ROW: dict[str, Any] = {"opted_out": False}


@pytest.mark.parametrize(
    ("one", "row", "switches", "source", "says"),
    [
        (WELL, ROW, [], "healthy", "watched at its pace"),
        (WELL, ROW, [OFF], "", "switched off by stella: banned? (platform resy)"),
        (WELL, ROW, [{**OFF, "scope": "venue", "key": "1"}], "", "switched off by stella"),
        (WELL, {"opted_out": True}, [], "", "opted out"),
        (
            watch(resting_for=30.0, resting_because="3 starts without a poll"),
            ROW,
            [],
            "",
            "rests for 30 s more: 3 starts",
        ),
        (watch(wanted=False), ROW, [], "", "nobody waits here"),
        (WELL, ROW, [], "slowed", "resy is slowed"),
        (watch(failure="limited", retry_in=4.0), ROW, [], "", "'limited', which wants us back in 4 s"),
        (watch(silent=None), ROW, [], "", "nobody watches it"),
        (watch(assigned="green"), ROW, [], "", "on its way from cell 'main' to 'green'"),
        (watch(period=None), ROW, [], "", "no pace yet"),
        (watch(lag=20.0), ROW, [], "", "its last poll was 20.0 s ago at a pace of 2.00 s"),
    ],
)
def test_why_a_venue_is_watched_as_it_is(
    one: Watch, row: dict[str, Any], switches: list[dict[str, Any]], source: str, says: str
) -> None:
    assert any(says in sentence for sentence in why(one, row=row, switches=switches, source=source))


def test_another_venues_switch_explains_nothing() -> None:
    other = {**OFF, "scope": "venue", "key": "2"}
    assert why(WELL, row=ROW, switches=[other], source="") == ["watched at its pace"]
