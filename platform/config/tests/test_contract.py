import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from config import openapi
from config.management.commands import contract


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(contract, "FILE", tmp_path / "contract.json")
    return contract.FILE


def test_the_committed_contract_is_up_to_date() -> None:
    call_command("contract", "--check")


def test_the_contract_has_the_sockets_events_and_no_local_address(file: Path) -> None:
    call_command("contract", stdout=StringIO())
    text = file.read_text()
    assert {"DurableEvent", "LiveEvent", "Ready"} <= json.loads(text)["events"]["$defs"].keys()
    assert "127.0.0.1" not in text


def test_a_stale_contract_fails_the_check_until_it_is_written(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openapi, "document", lambda: {"paths": {}})
    with pytest.raises(CommandError, match="make contract"):
        call_command("contract", "--check")
    call_command("contract", stdout=StringIO())
    call_command("contract", "--check")
