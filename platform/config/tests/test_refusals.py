import json
from typing import Any

import pytest
from django.db import OperationalError

from testing.users import Anyone, Person

LOGIN = "/api/users/login/"


@pytest.mark.parametrize(
    "body",
    [
        "{", "}", "", "null", "[]", '"text"', "7", "true", "NaN", '{"email": NaN}', '{"email": Infinity}',
        "[" * 100_000, "1" * 10_000, '{"email": "\\u0000", "password": "x"}', '{"email": "\\ud800", "password": "x"}',
        '{"\\u0000": 1}', '{"email": [{"deep": "\\u0000"}], "password": "x"}', b"\xff\xfe{}", b"\x00",
    ],
)  # fmt: skip
def test_a_body_that_does_not_parse_is_refused_with_a_sentence(anyone: Anyone, db: None, body: str | bytes) -> None:
    response = anyone.post(LOGIN, body)
    assert response.status_code == 422
    assert response.json()["code"] == "not_json"
    assert response.json()["message"].endswith(".")


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({}, {"email": "This field is required.", "password": "This field is required."}),
        ({"email": 1, "password": "x"}, {"email": "Input should be a valid string."}),
        ({"email": "a@b.co", "password": "x", "is_vip": True}, {"is_vip": "This field isn't known."}),
        ({"email": "a@b.co", "password": None}, {"password": "Input should be a valid string."}),
        ({"email": {"$ne": 1}, "password": "x"}, {"email": "Input should be a valid string."}),
    ],
)
def test_a_wrong_field_is_named(anyone: Anyone, db: None, body: dict[str, Any], errors: dict[str, str]) -> None:
    response = anyone.post(LOGIN, body)
    assert response.status_code == 422
    assert response.json()["errors"] == errors
    assert response.json()["code"] == "invalid"
    assert next(iter(errors)) in response.json()["message"]


def test_a_thousand_wrong_fields_get_twenty_sentences(anyone: Anyone, db: None) -> None:
    response = anyone.post(LOGIN, {f"field{number}": 1 for number in range(1000)})
    assert len(response.json()["errors"]) == 20


def test_a_body_over_a_megabyte_is_refused(anyone: Anyone, db: None) -> None:
    response = anyone.post(LOGIN, json.dumps({"email": "x" * 1_000_000}))
    assert (response.status_code, response.json()["code"]) == (413, "too_big")


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW"])
def test_a_wrong_method_is_refused_with_allow(anyone: Anyone, db: None, method: str) -> None:
    response = anyone.send(method, LOGIN)
    assert response.status_code == 405
    assert response["Allow"] == "POST"
    assert method == "HEAD" or response.json()["code"] == "wrong_method"


def test_head_answers_like_get(alice: Person) -> None:
    assert alice.send("HEAD", "/api/users/me/").status_code == 200


@pytest.mark.parametrize("path", ["/api/", "/api/nothing", "/api/users/", "/api/users/nothing/", "/api//users/me/"])
def test_an_unknown_path_is_404(alice: Person, path: str) -> None:
    response = alice.get(path)
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    "path", ["/api/blog/a%00b/", "/api/venues/search/?venue_name=%00", "/%00", "/api/venues/?page=1%00"]
)
def test_a_null_character_is_refused(alice: Person, path: str) -> None:
    response = alice.get(path)
    assert (response.status_code, response.json()["code"]) == (400, "bad_request")


def test_paths_answer_without_the_final_slash(alice: Person) -> None:
    assert alice.get("/api/users/me").json() == alice.get("/api/users/me/").json()
    assert alice.patch("/api/users/me", {"first_name": "Alicia"}).status_code == 200


def test_a_foreign_host_is_refused(alice: Person) -> None:
    response = alice._client.get("/api/users/me/", headers={"Host": "evil.example"})
    assert (response.status_code, response.json()["code"]) == (400, "bad_request")


@pytest.mark.parametrize(
    ("fault", "status", "code"), [(OperationalError, 503, "unavailable"), (KeyError, 500, "fault")]
)
def test_a_fault_is_answered_without_details(
    alice: Person, monkeypatch: pytest.MonkeyPatch, fault: type[Exception], status: int, code: str
) -> None:
    def fail(**kwargs: object) -> None:
        raise fault("the-secret-detail")

    monkeypatch.setattr("apps.accounts.selectors.get_profile", fail)
    response = alice.get("/api/users/me/")
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert b"the-secret-detail" not in response.content
    assert b"Traceback" not in response.content
