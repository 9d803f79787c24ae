"""The relay touches its liveness file in every run (k8s/base/loops)."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django import Settings

from apps.outcomes.relay.loop import Relay


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

    monkeypatch.setattr(relay, "run_once", one_round)
    monkeypatch.setattr(relay, "_listen", nothing)
    await relay.run()
    assert files() == ["relay"]
