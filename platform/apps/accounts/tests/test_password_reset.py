from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core import mail as outbox
from django.db import connection
from django.utils import timezone

from apps.accounts.models import AuditEntry, PasswordReset, User
from apps.accounts.sign_in import password_reset
from testing.users import PASSWORD, Anyone, Person, make_user, signed_in

REQUEST = "/api/users/request_password_reset/"
VERIFY = "/api/users/verify_reset_password/"
NEW = "Another4table?"


def mailed_link() -> dict[str, str]:
    """Return the query of the link in the newest mail."""
    (url,) = [line for line in str(outbox.outbox[-1].body).splitlines() if "/reset-password?" in line]
    return {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}


def use(anyone: Anyone, link: dict[str, str], password: str = NEW) -> int:
    return anyone.post(f"{VERIFY}?token={link['token']}&uid={link['uid']}", {"password": password}).status_code


def test_link_sets_a_password_and_ends_all_sessions(anyone: Anyone, alice: Person) -> None:
    assert anyone.post(REQUEST, {"email": "Alice@Example.org"}).status_code == 200
    assert outbox.outbox[-1].to == ["alice@example.org"]
    link = mailed_link()
    assert use(anyone, link) == 200
    assert alice.get("/api/users/me/").status_code == 401
    assert anyone.post("/api/users/login/", {"email": alice.user.email, "password": NEW}).status_code == 200


def test_known_and_unknown_addresses_get_the_same_answer(anyone: Anyone, alice: Person) -> None:
    known = anyone.post(REQUEST, {"email": alice.user.email})
    unknown = anyone.post(REQUEST, {"email": "nobody@example.org"})
    assert (known.status_code, known.content) == (unknown.status_code, unknown.content)
    assert known.json() == {"message": "Password reset instructions have been sent to your email."}
    assert len(outbox.outbox) == 1


def test_a_link_works_once(anyone: Anyone, alice: Person) -> None:
    anyone.post(REQUEST, {"email": alice.user.email})
    link = mailed_link()
    assert [use(anyone, link), use(anyone, link, PASSWORD)] == [200, 400]


def test_newer_link_cancels_the_older(anyone: Anyone, alice: Person) -> None:
    anyone.post(REQUEST, {"email": alice.user.email})
    older = mailed_link()
    anyone.post(REQUEST, {"email": alice.user.email})
    assert use(anyone, older) == 400
    assert use(anyone, mailed_link()) == 200


def test_link_expires_after_an_hour(anyone: Anyone, alice: Person) -> None:
    now = timezone.now()
    link = password_reset.renew_link(user=alice.user, now=now)
    assert PasswordReset.objects.get().expires_at == now + timedelta(minutes=60)
    PasswordReset.objects.update(expires_at=timezone.now())
    assert use(anyone, {"token": link.token, "uid": link.uid}) == 400


def test_weak_password_leaves_the_link_valid(anyone: Anyone, alice: Person) -> None:
    anyone.post(REQUEST, {"email": alice.user.email})
    link = mailed_link()
    assert [use(anyone, link, "short"), use(anyone, link)] == [400, 200]


def test_link_is_valid_for_its_own_account_only(anyone: Anyone, alice: Person, bob: Person) -> None:
    link = password_reset.renew_link(user=alice.user, now=timezone.now())
    password_reset.renew_link(user=bob.user, now=timezone.now())
    response = anyone.post(f"{VERIFY}?token={link.token}&uid={bob.user.pk}", {"password": NEW})
    assert response.status_code == 400
    assert response.json()["code"] == "dead_link"


@pytest.mark.parametrize("uid", ["0", "-1", "x", "٣", "9" * 18, "9" * 40, "1 or 1=1"])
def test_invalid_uid_is_refused(anyone: Anyone, alice: Person, uid: str) -> None:
    assert use(anyone, {"token": "x" * 43, "uid": uid}) == 400


@pytest.mark.parametrize("query", ["", "?token=x", "?uid=1", "?token=&uid="])
def test_a_link_without_its_parts_is_refused(anyone: Anyone, alice: Person, query: str) -> None:
    assert anyone.post(f"{VERIFY}{query}", {"password": NEW}).status_code in (400, 422)


def test_guessing_a_link_is_throttled(anyone: Anyone, alice: Person) -> None:
    link = {"token": "x" * 43, "uid": str(alice.user.pk)}
    assert [use(anyone, link) for _ in range(6)] == [400] * 5 + [429]


def test_new_address_invalidates_a_link_made_at_the_same_time(anyone: Anyone, alice: Person) -> None:
    link = password_reset.renew_link(user=alice.user, now=timezone.now())
    User.objects.update(email="new@example.org")
    assert use(anyone, {"token": link.token, "uid": link.uid}) == 400


def test_reset_clears_failed_sign_ins(anyone: Anyone, alice: Person) -> None:
    login = "/api/users/login/"
    for _ in range(6):
        anyone.post(login, {"email": alice.user.email, "password": "wrong"})
    anyone.post(REQUEST, {"email": alice.user.email})
    assert use(anyone, mailed_link()) == 200
    assert anyone.post(login, {"email": alice.user.email, "password": NEW}).status_code == 200


def test_reset_notifies_the_user_and_is_audited(anyone: Anyone, alice: Person) -> None:
    anyone.post(REQUEST, {"email": alice.user.email})
    link = mailed_link()
    use(anyone, link)
    mail = outbox.outbox[-1]
    assert (mail.to, mail.subject) == ([alice.user.email], "Your Tablehawk password was changed")
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.user_id, entry.address) == ("password_reset", alice.user.pk, "127.0.0.1")
    assert link["token"] not in str(entry.facts)


def test_link_is_not_logged(anyone: Anyone, alice: Person, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    anyone.post(REQUEST, {"email": alice.user.email})
    link = mailed_link()
    assert [use(anyone, link, "short"), use(anyone, link), use(anyone, link)] == [400, 200, 400]
    assert "verify_reset_password" in caplog.text
    assert link["token"] not in caplog.text


def test_requests_for_links_are_throttled_for_known_and_unknown_addresses(anyone: Anyone, alice: Person) -> None:
    for email in (alice.user.email, "nobody@example.org"):
        statuses = [anyone.post(REQUEST, {"email": email}).status_code for _ in range(6)]
        assert statuses == [200] * 5 + [429]


def test_mails_to_one_account_are_limited_and_the_newest_link_stays_valid(anyone: Anyone, alice: Person) -> None:
    for number in range(15):
        password_reset.request_link(email="Alice@example.org", address=f"192.0.2.{number}", now=timezone.now())
    assert len(outbox.outbox) == password_reset.MOST_LINKS
    assert use(anyone, mailed_link()) == 200


def test_invalid_address_is_refused(anyone: Anyone, alice: Person) -> None:
    assert anyone.post(REQUEST, {"email": "x"}).json()["errors"] == {"email": "Must be valid email"}


def test_a_locked_user_gets_no_mail(anyone: Anyone, alice: Person) -> None:
    User.objects.update(is_active=False)
    assert anyone.post(REQUEST, {"email": alice.user.email}).status_code == 200
    assert not outbox.outbox


def test_stored_row_does_not_contain_the_link(alice: Person) -> None:
    link = password_reset.renew_link(user=alice.user, now=timezone.now())
    assert link.token not in str(PasswordReset.objects.values().get())
    assert link.token not in repr(link)


@pytest.mark.django_db(transaction=True)
def test_concurrent_uses_of_a_link_succeed_once() -> None:
    user = make_user("Ada")
    signed_in(user)
    link = password_reset.renew_link(user=user, now=timezone.now())

    def attempt(number: int) -> int:
        try:
            return use(Anyone(), {"token": link.token, "uid": link.uid}, f"Another4table?{number}")
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(attempt, range(4))) == [200, 400, 400, 400]
