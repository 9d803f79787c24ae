"""PostgreSQL's own log has no values of rows, whatever statement fails or is slow."""

import pytest
from django.db import DatabaseError, connection, transaction

from apps.accounts import services
from apps.accounts.email import confirmation as email_confirmation
from apps.accounts.models import User
from apps.accounts.tests.forms import sign_up_form
from apps.accounts.tests.mailed import ask, confirm
from testing.secret_search import ServerLog
from testing.users import PASSWORD, Anyone, Person

NEW = "new@example.org"
SECRET = "hash-of-password-4Kq9"
# Each statement fails in its own way, or is slow, with the secret in the row.
STATEMENTS = {
    "unique": "INSERT INTO t VALUES (1, %s, 1)",
    "unique value": "INSERT INTO t (id, secret) SELECT n, %s FROM generate_series(2, 3) AS n",
    "not null": "INSERT INTO t VALUES (null, %s, 1)",
    "check": "INSERT INTO t VALUES (2, %s, -1)",
    "too long": "INSERT INTO t VALUES (2, repeat(%s, 9), 1)",
    "update": "UPDATE t SET secret = %s, number = -1",
    "division": "UPDATE t SET secret = %s, number = number / 0",
    "syntax": "INSERT INTO t VALUE (2, %s)",
    "slow": "SELECT pg_sleep(1.2), %s",
}


@pytest.mark.parametrize("statement", STATEMENTS.values(), ids=STATEMENTS)
def test_log_of_the_server_has_no_values_of_rows(db: None, statement: str) -> None:
    log = ServerLog()
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMPORARY TABLE t (id int PRIMARY KEY, secret varchar(40) UNIQUE, number int CHECK (number > 0))"
        )
        cursor.execute("INSERT INTO t VALUES (1, 'none', 1)")
        fails = "1.2" not in statement
        try:
            with transaction.atomic():
                cursor.execute(statement, [SECRET])
        except DatabaseError:
            assert fails
        assert not fails or "ERROR" in log.read()
    assert SECRET not in log.read()


def test_taken_address_is_found_before_the_insert(anyone: Anyone, alice: Person) -> None:
    log = ServerLog()
    for email in (alice.user.email, alice.user.email.upper()):
        reply = anyone.post("/api/users/register/", sign_up_form(email=email))
        assert reply.json()["code"] == "email_taken"
    assert log.read() == ""


def test_sign_ups_at_the_same_moment_log_no_row(anyone: Anyone, alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    log = ServerLog()
    monkeypatch.setattr(services, "is_taken", lambda **_: False)
    form = sign_up_form(email=alice.user.email)
    assert anyone.post("/api/users/register/", form).json()["code"] == "email_taken"
    text = log.read()
    assert "duplicate key" in text
    assert not [one for one in (form["email"], form["phone"], form["last_name"], "argon2") if one in text]


@pytest.mark.usefixtures("mail_at_once")
def test_address_taken_since_the_change_was_requested_logs_no_row(
    anyone: Anyone, alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ask(alice, NEW, PASSWORD).status_code == 200
    User.objects.filter(pk=bob.user.pk).update(email=NEW)
    log = ServerLog()
    assert confirm(anyone, NEW).json()["code"] == "email_taken"
    assert log.read() == ""
    monkeypatch.setattr(email_confirmation, "is_taken", lambda **_: False)
    assert confirm(anyone, NEW).json()["code"] == "email_taken"
    assert "duplicate key" in log.read()
    assert NEW not in log.read()
