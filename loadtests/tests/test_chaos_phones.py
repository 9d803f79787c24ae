"""Two chaos runs on one stack never share an OpenTable account."""

from importlib import import_module
from typing import Any

import pytest

chaos: Any = import_module("loadtests.scenarios.chaos.run")


class FakeDiner:
    def __init__(self) -> None:
        self.phone = ""

    async def connect_opentable(self, *, phone: str) -> None:
        self.phone = phone

    async def open_socket(self) -> None:
        pass


async def phones_of_a_run(monkeypatch: pytest.MonkeyPatch, *, at: float) -> set[str]:
    async def register_diners(*_: Any, count: int, **__: Any) -> list[FakeDiner]:
        return [FakeDiner() for _ in range(count)]

    monkeypatch.setattr(chaos, "register_diners", register_diners)
    monkeypatch.setattr(chaos, "set_tier", lambda *_: None)
    record: Any = chaos.ChaosRecord()
    for _ in range(5):
        await chaos.add_diners(record, 20, running=None, first_phone=int(at * chaos.PHONES_PER_SECOND))
    return {diner.phone for diner in record.diners}


async def test_runs_a_minute_apart_share_no_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    first = await phones_of_a_run(monkeypatch, at=1_795_000_000.0)
    second = await phones_of_a_run(monkeypatch, at=1_795_000_060.0)
    assert len(first) == len(second) == 100
    assert not first & second
