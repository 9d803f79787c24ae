"""Each loop of the web tower touches its liveness file in every round (k8s/base/loops)."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django import Settings

from apps.billing.applier import Applier
from apps.notices.delivering import Lane
from apps.reservations.relay.loop import Relay


@pytest.fixture
def files(settings: Settings, tmp_path: Path) -> Callable[[], list[str]]:
    settings.LIVENESS_FOLDER = str(tmp_path)
    return lambda: sorted(path.name for path in tmp_path.iterdir())


async def test_the_relay_touches_its_file(files: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    relay = Relay(clock=timezone.now)

    async def one_round() -> bool:
        relay.stop()
        return True

    async def nothing() -> None:
        return

    monkeypatch.setattr(relay, "step", one_round)
    monkeypatch.setattr(relay, "_listen", nothing)
    await relay.run()
    assert files() == ["relay"]


def test_the_applier_touches_its_file(files: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    applier = Applier(clock=timezone.now)
    monkeypatch.setattr(applier, "_listen", applier.stop)
    applier.run()
    assert files() == ["billing"]


def test_each_message_lane_touches_its_own_file(
    files: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    stopping = threading.Event()
    both = threading.Barrier(2, action=stopping.set)

    def one_round(self: Lane) -> float:
        both.wait(10)
        return 0

    monkeypatch.setattr(Lane, "step", one_round)
    lanes = [threading.Thread(target=Lane(channel="sms", clock=timezone.now).run, args=(stopping,)) for _ in range(2)]
    for lane in lanes:
        lane.start()
    for lane in lanes:
        lane.join(10)
    assert [name.partition("-")[0] for name in files()] == ["messages", "messages"]
