"""Why no message may be sent to a URL."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.senders.rules import hosts


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        *(
            (url, "form")
            for url in ("", " ", "tables", "http://a.example/", "ftp://a.example/", "https://u@a.example/")
        ),
        *((url, "form") for url in ("https:///path", "https://[", "https://a.example:x/", "javascript:a.example")),
        *(
            (url, "internal")
            for url in ("https://10.0.0.7/", "http://10.0.0.7/", "https://printer/", "http://nas.local/")
        ),
        ("https://a.example:22/", "port"),
        ("https://a_b/", "internal"),
        ("https://a..example/", "unknown"),
        ("https://a.example/", None),
    ],
)
def test_the_fault_of_a_url_is_the_one_that_it_has(url: str, fault: str | None) -> None:
    assert hosts.url_fault(url, with_loopback=False) == fault


@given(st.text("ab.", max_size=8), st.sampled_from(" !$%&'()*+,;<=>^`{|}~\""), st.text("ab", max_size=8))
def test_a_text_that_is_no_name_is_not_called_one_in_a_private_network(start: str, odd: str, end: str) -> None:
    fault = hosts.url_fault(f"https://{start}{odd}{end}/", with_loopback=False)
    assert fault in ("unknown", "form")
    assert hosts.broker_fault(f"mqtts://{start}{odd}{end}", with_loopback=False) == fault
