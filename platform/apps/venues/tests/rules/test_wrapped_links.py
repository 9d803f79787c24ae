"""Links that mail filters have wrapped lead to the restaurant that they contain."""

from base64 import urlsafe_b64encode
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.venues.rules.links import LinkError, parse
from apps.venues.rules.wrapped_links import unwrap
from snipers.clients.links import VenueLink

INNER = "https://resy.com/cities/new-york-ny/venues/don-angie?date=2026-12-05&seats=2"
DON_ANGIE = VenueLink(platform="resy", slug="don-angie", location="new-york-ny")
ESCAPED = quote(INNER, safe="")
BASE64 = urlsafe_b64encode(INNER.encode()).decode().rstrip("=")
V2 = quote(INNER, safe=":").replace("-", "%2D").replace("_", "%5F").replace("%2F", "_").replace("%", "-")

WRAPPED = [
    "https://nam12.safelinks.protection.outlook.com/?url={escaped}&data=05%7C02&reserved=0",
    "https://statics.teams.cdn.office.net/evergreen-assets/safelinks/1/atp-safelinks.html?url={escaped}&locale=en",
    "https://urldefense.com/v3/__{inner}__;!!AbC!xyz$",
    "https://urldefense.proofpoint.com/v2/url?u={v2}&d=DwMFaQ&c=abc",
    "https://urldefense.proofpoint.com/v1/url?u={escaped}&k=abc",
    "https://www.google.com/url?q={escaped}&sa=D",
    "https://linkprotect.cudasvc.com/url?a={escaped}&c=E,1,abc",
    "https://secure-web.cisco.com/1aBcD-xYz/{escaped}",
    "https://us-west-2.protection.sophos.com/?d=resy.com&u={base64}&i=1",
    "https://clicktime.symantec.com/a/1/abc=?d=xyz&u={escaped}",
    "https://protect2.fireeye.com/v1/url?k=1-2&q=1&e=a&u={escaped}",
    "https://imsva91-ctp.trendmicro.com:443/wis/clicktime/v1/query?url={escaped}&umid=1",
    "https://l.facebook.com/l.php?u={escaped}&h=AT0",
    "https://protect-us.mimecast.com/r/abc?domain=resy.com&url={twice}",
]


@pytest.mark.parametrize("wrapper", WRAPPED)
def test_wrapped_link_is_read_without_opening_it(wrapper: str) -> None:
    link = wrapper.format(escaped=ESCAPED, inner=INNER, v2=V2, base64=BASE64, twice=quote(ESCAPED, safe=""))
    assert parse(link) == DON_ANGIE


@pytest.mark.parametrize("outer", WRAPPED)
@pytest.mark.parametrize("inner", WRAPPED[:3])
def test_link_that_was_wrapped_twice_is_read(outer: str, inner: str) -> None:
    once = inner.format(escaped=ESCAPED, inner=INNER)
    escaped = quote(once, safe="")
    v2 = quote(once, safe=":").replace("-", "%2D").replace("_", "%5F").replace("%2F", "_").replace("%", "-")
    encoded = urlsafe_b64encode(once.encode()).decode()
    twice = quote(escaped, safe="")
    link = outer.format(escaped=escaped, inner=once, v2=v2, base64=encoded, twice=twice)
    assert parse(link) == DON_ANGIE


def test_letters_that_proofpoint_replaced_are_restored() -> None:
    replaced = urlsafe_b64encode(b"?|&").decode().rstrip("=")
    link = f"https://urldefense.com/v3/__https://widgets.resy.com/*a=b**AvenueId=1505__;{replaced}!!x$"
    assert unwrap(link) == "https://widgets.resy.com/?a=b|&venueId=1505"
    assert parse(link) == VenueLink(platform="resy", platform_venue_id=1505)


@pytest.mark.parametrize(
    "inner", ["https://example.com/", "https://bit.ly/abc", "javascript:alert(1)", "ftp://resy.com/"]
)
@pytest.mark.parametrize("wrapper", WRAPPED[:1])
def test_wrapped_link_to_elsewhere_is_refused(wrapper: str, inner: str) -> None:
    with pytest.raises(LinkError):
        parse(wrapper.format(escaped=quote(inner, safe="")))


@given(st.text(max_size=200))
def test_any_text_in_a_wrapper_is_refused_or_read(text: str) -> None:
    for wrapper in (
        "https://urldefense.com/v3/__{}__;",
        "https://urldefense.com/v2/url?u={}",
        "https://a.example/?u={}",
    ):
        try:
            parse(wrapper.format(text))
        except LinkError:
            pass
