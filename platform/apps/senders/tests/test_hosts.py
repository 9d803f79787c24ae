"""Why no message may be sent to a URL."""

import pytest

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
