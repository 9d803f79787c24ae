from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from config import contract


def test_the_committed_contract_is_what_the_code_says() -> None:
    call_command("contract", "--check")


def test_it_is_the_same_each_time_and_names_no_machine() -> None:
    assert contract.text() == contract.text()
    assert "127.0.0.1" not in contract.text()


def test_it_has_the_sockets_events_too() -> None:
    assert {"DurableEvent", "LiveEvent", "Ready"} <= contract.document()["events"]["$defs"].keys()


def test_a_stale_file_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contract, "FILE", tmp_path / "contract.json")
    with pytest.raises(CommandError, match="make contract"):
        call_command("contract", "--check")
    call_command("contract", stdout=StringIO())
    call_command("contract", "--check")
