import json
from io import StringIO

from django.core.management import call_command

from .documented import CONTRACT


def test_the_command_prints_the_document_and_the_sockets_events_without_a_local_address() -> None:
    call_command("contract", stdout=(printed := StringIO()))
    assert json.loads(printed.getvalue()) == CONTRACT
    assert {"DurableEvent", "LiveEvent", "Ready"} <= CONTRACT["events"]["$defs"].keys()
    assert "127.0.0.1" not in printed.getvalue()
