import pytest

from testing.users import Anyone, Person

OURS, FOREIGN = "http://127.0.0.1:8000", "https://evil.example"
ASKS = {"Access-Control-Request-Method": "PATCH", "Access-Control-Request-Headers": "authorization,content-type"}


def test_an_allowed_origin_passes_the_preflight(anyone: Anyone) -> None:
    response = anyone._client.options("/api/users/me/", headers={"Origin": OURS, **ASKS})
    assert response.status_code == 200
    assert response["Access-Control-Allow-Origin"] == OURS
    assert "PATCH" in response["Access-Control-Allow-Methods"]
    assert {"authorization", "content-type"} <= set(response["Access-Control-Allow-Headers"].split(", "))
    assert "Origin" in response["Vary"].title()


@pytest.mark.parametrize("origin", [FOREIGN, "null", OURS + ".evil.example", "http://127.0.0.1:8001"])
def test_a_foreign_origin_fails_the_preflight(anyone: Anyone, alice: Person, origin: str) -> None:
    asked = anyone._client.options("/api/users/me/", headers={"Origin": origin, **ASKS})
    read = alice._client.get("/api/users/me/", headers={"Origin": origin, **alice._headers()})
    for response in (asked, read):
        assert not [name for name in response.headers if name.startswith("Access-Control-Allow-Origin")]


def test_cors_never_allows_credentials(alice: Person) -> None:
    response = alice._client.get("/api/users/me/", headers={"Origin": OURS, **alice._headers()})
    assert response["Access-Control-Allow-Origin"] == OURS
    assert "Access-Control-Allow-Credentials" not in response
    assert "retry-after" in response["Access-Control-Expose-Headers"]


@pytest.mark.parametrize("path", ["/", "/login", "/admin/login/"])
def test_cors_covers_only_the_api(anyone: Anyone, db: None, path: str) -> None:
    assert "Access-Control-Allow-Origin" not in anyone._client.get(path, headers={"Origin": OURS})
