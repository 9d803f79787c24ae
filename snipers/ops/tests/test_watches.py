"""The reasons for a watch's state."""

from typing import Any

import pytest

from snipers.control.loop import STEADY_SECONDS
from snipers.ops.tests.examples import HEALTHY, OFF, watch
from snipers.ops.watches import LAGGING_PERIODS, REPORT_SECONDS, Watch, explain_watch
from snipers.runtime.mailbox import LONGEST_SECONDS, WAIT_SPREAD

ROW: dict[str, Any] = {"opted_out": False}


@pytest.mark.parametrize(
    ("one", "row", "switches", "source", "reason"),
    [
        (HEALTHY, ROW, [], "healthy", "polled on schedule"),
        (HEALTHY, ROW, [OFF], "", "switched off by stella: banned? (platform resy)"),
        (HEALTHY, ROW, [{**OFF, "scope": "venue", "key": "1"}], "", "switched off by stella"),
        (HEALTHY, {"opted_out": True}, [], "", "opted out"),
        (
            watch(quarantine=30.0, quarantine_reason="3 starts without a poll"),
            ROW,
            [],
            "",
            "in quarantine for 30 s more: 3 starts",
        ),
        (watch(wanted=False), ROW, [], "", "no active request"),
        (HEALTHY, ROW, [], "slowed", "resy is slowed"),
        (watch(failure="limited", retry_in=4.0), ROW, [], "", "'limited' and asked for a pause of 4 s"),
        (watch(heartbeat_age=None), ROW, [], "", "no heartbeat"),
        (watch(assigned="green"), ROW, [], "", "moving from cell 'main' to 'green'"),
        (watch(period=None), ROW, [], "", "no schedule yet"),
        (watch(lag=20.0), ROW, [], "", "its last poll was 20.0 s ago, with a period of 2.00 s"),
    ],
)
def test_state_of_a_watch_is_explained(
    one: Watch, row: dict[str, Any], switches: list[dict[str, Any]], source: str, reason: str
) -> None:
    assert any(reason in found for found in explain_watch(one, row=row, switches=switches, source=source))


def test_switch_of_another_venue_is_no_reason() -> None:
    other = {**OFF, "scope": "venue", "key": "2"}
    assert explain_watch(HEALTHY, row=ROW, switches=[other], source="") == ["polled on schedule"]


@pytest.mark.parametrize("period", [0.3, 0.5, 2.0, 30.0])
def test_a_watch_on_schedule_never_lags_however_late_its_report_is_written(period: float) -> None:
    written_after = LONGEST_SECONDS * (1 + WAIT_SPREAD) + STEADY_SECONDS
    assert not watch(period=period, lag=LAGGING_PERIODS * period + written_after).lagging
    assert watch(period=period, lag=LAGGING_PERIODS * period + REPORT_SECONDS + 0.1).lagging
