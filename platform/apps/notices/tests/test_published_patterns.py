"""The patterns in the schemas of devices and chat apps allow only what the rules accept."""

from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from apps.notices.settings.schemas import ChatIn, DeviceIn
from apps.senders.rules import chat_apps, hosts, subscriptions


@settings(max_examples=60, deadline=None)
@given(
    st.from_regex(subscriptions.PUBLIC_URL, fullmatch=True) | st.from_regex(subscriptions.PUBLIC_SERVER, fullmatch=True)
)
def test_a_documented_address_is_accepted(url: str) -> None:
    assert hosts.url_fault(url, with_loopback=False) is None


@pytest.mark.parametrize("app", get_args(chat_apps.ChatApp))
def test_each_app_documents_the_fields_that_its_rules_need(app: chat_apps.ChatApp) -> None:
    schema: Any = TypeAdapter(ChatIn).json_schema()
    while schema["if"]["properties"]["app"]["const"] != app:
        schema = schema["else"]
    rules = chat_apps.FIELDS[app]
    fields = schema["then"]["properties"]
    assert schema["then"]["required"] == [name for name, rule in rules.items() if rule.required]
    assert {name for name, about in fields.items() if about != {"enum": [None, ""]}} == rules.keys()


def test_a_device_documents_the_patterns_of_its_keys() -> None:
    schema = DeviceIn.model_json_schema()
    keys = schema["$defs"]["SubscriptionKeysIn"]["properties"]
    patterns = (keys["p256dh"]["pattern"], keys["auth"]["pattern"], schema["properties"]["endpoint"]["pattern"])
    assert patterns == tuple(
        f"^(?:{one})$" for one in (subscriptions.P256DH, subscriptions.AUTH, subscriptions.PUBLIC_URL)
    )
