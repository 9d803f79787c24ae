"""The endpoint GET /api/platforms/."""

from django.test import Client

from snipers.clients import registry
from testing.users import Anyone


def test_platforms_are_listed_in_order_without_a_token(anyone: Anyone) -> None:
    found = anyone.get("/api/platforms/").json()
    assert [one["name"] for one in found] == ["Resy", "OpenTable"]
    assert found[0] == {
        "key": "resy",
        "name": "Resy",
        "home_url": "https://resy.com",
        "link_hosts": ["resy.com"],
        "sign_in": ["password", "code_to_phone", "code_to_email"],
        "offers_release": True,
        "takes_note": False,
    }
    assert [one["key"] for one in found] == list(registry.keys())


def test_an_unchanged_list_answers_304() -> None:
    tag = Client().get("/api/platforms/")["ETag"]
    assert Client().get("/api/platforms/", headers={"If-None-Match": tag}).status_code == 304
