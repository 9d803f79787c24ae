"""E-mail addresses are confirmed at sign-up and after a change."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as outbox
from django.utils import timezone

from apps.accounts.email import confirmation as email_confirmation
from apps.accounts.models import AuditEntry, EmailConfirmation, PasswordReset, Throttle, User
from apps.accounts.tests.forms import sign_up_form
from apps.accounts.tests.mailed import CONFIRM, ME, RESEND, ask, confirm, token, tokens
from testing.users import PASSWORD, Anyone, Person, make_user, signed_in

ADA = "ada@example.org"
NEW = "new@example.org"


@pytest.fixture
def ada(db: None, anyone: Anyone) -> Person:
    """A user who has just signed up."""
    assert anyone.post("/api/users/register/", sign_up_form()).status_code == 201
    return signed_in(User.objects.get(email=ADA))


def refused(reply: Any) -> tuple[int, str, str]:
    return reply.status_code, reply.json()["code"], reply.json()["message"]


def state() -> list[Any]:
    return [list(User.objects.order_by("pk").values()), list(EmailConfirmation.objects.values())]


def test_sign_up_sends_one_link_that_confirms_the_address(anyone: Anyone, ada: Person) -> None:
    assert [(mail.to, mail.subject) for mail in outbox.outbox] == [([ADA], "Confirm your email for Tablehawk")]
    assert ada.get(ME).json()["email_confirmed"] is False
    reply = confirm(anyone, ADA)
    assert (reply.status_code, reply.json()) == (200, {"message": "ada@example.org is confirmed."})
    assert ada.get(ME).json()["email_confirmed"] is True
    assert AuditEntry.objects.filter(act="email_confirmed").count() == 1


def test_an_unconfirmed_account_is_usable_and_gets_no_other_mail(ada: Person) -> None:
    form = {"old_password": PASSWORD, "new_password": "Another4table?"}
    assert ada.post("/api/users/change_password/", form).status_code == 200
    assert ada.delete(ME, {"password": "Another4table?"}).status_code == 200
    assert len(outbox.outbox) == 1


def test_link_is_sent_again_at_most_once_an_hour(ada: Person) -> None:
    assert refused(ada.post(RESEND)) == (
        429,
        "link_sent_already",
        "We sent a link to this email within the last hour. Check your inbox, or try again later.",
    )
    Throttle.objects.update(window_ends_at=timezone.now())
    assert ada.post(RESEND).json() == {"message": "We sent a link to ada@example.org."}
    assert ada.post(RESEND).status_code == 429
    assert len(outbox.outbox) == 2


def test_one_address_gets_one_link_an_hour_whichever_accounts_ask(ada: Person, alice: Person, bob: Person) -> None:
    assert ask(alice, NEW).status_code == 200
    assert refused(ask(bob, NEW))[:2] == (429, "link_sent_already")
    assert User.objects.get(pk=bob.user.pk).pending_email == ""
    assert len(tokens("confirm-email", NEW)) == 1


def test_a_confirmed_address_needs_no_link(alice: Person) -> None:
    assert refused(alice.post(RESEND)) == (409, "already_confirmed", "Your email is already confirmed.")


def test_opening_the_link_activates_the_address_and_ends_other_sessions(anyone: Anyone, alice: Person) -> None:
    other = signed_in(alice.user)
    assert anyone.post("/api/users/request_password_reset/", {"email": alice.user.email}).status_code == 200
    body = ask(alice, "New@example.org").json()
    assert (body["email"], body["pending_email"], body["email_confirmed"]) == ("alice@example.org", NEW, True)
    assert other.get(ME).status_code == 200

    assert confirm(anyone, NEW).json() == {"message": "new@example.org is confirmed."}
    body = alice.get(ME).json()
    assert (body["email"], body["pending_email"], body["email_confirmed"]) == (NEW, None, True)
    assert other.get(ME).status_code == 401
    assert not PasswordReset.objects.exists()
    assert anyone.post("/api/users/login/", {"email": NEW, "password": PASSWORD}).status_code == 200
    acts = list(AuditEntry.objects.filter(act__startswith="email").order_by("pk").values_list("act", flat=True))
    assert acts == ["email_change_requested", "email_changed"]


def test_repeated_request_for_an_address_keeps_its_link(anyone: Anyone, alice: Person) -> None:
    assert [ask(alice, NEW).status_code for _ in range(2)] == [200, 200]
    assert len(tokens("confirm-email", NEW)) == 1
    assert confirm(anyone, NEW).status_code == 200


def test_used_link_is_refused_with_a_sentence(anyone: Anyone, ada: Person) -> None:
    confirm(anyone, ADA)
    before = state()
    assert refused(confirm(anyone, ADA)) == (
        400,
        "used_link",
        "This link was already used. There's nothing more to do.",
    )
    assert state() == before


def test_expired_link_is_refused_with_a_sentence(anyone: Anyone, alice: Person) -> None:
    ask(alice, NEW)
    EmailConfirmation.objects.update(expires_at=timezone.now())
    before = state()
    sentence = "This link has expired. Ask for a new one in your profile."
    assert refused(confirm(anyone, NEW)) == (400, "expired_link", sentence)
    assert state() == before


def test_link_of_a_closed_account_is_refused_with_a_sentence(anyone: Anyone, ada: Person) -> None:
    assert ada.delete(ME, {"password": PASSWORD}).status_code == 200
    before = state()
    sentence = "This account is closed, so the link no longer works."
    assert refused(confirm(anyone, ADA)) == (409, "account_closed", sentence)
    assert state() == before
    assert ADA not in str(before)


def test_a_link_opened_by_another_signed_in_user_changes_nothing(alice: Person, bob: Person) -> None:
    ask(alice, NEW)
    before = state()
    sentence = "This link belongs to another account. Sign out, then open it again."
    assert refused(confirm(bob, NEW)) == (403, "other_account", sentence)
    assert state() == before
    assert confirm(alice, NEW).status_code == 200


def test_a_link_that_a_newer_one_replaced_changes_nothing(anyone: Anyone, alice: Person) -> None:
    ask(alice, NEW)
    ask(alice, "newer@example.org")
    before = state()
    assert refused(confirm(anyone, NEW)) == (
        400,
        "invalid_link",
        "This link isn't valid. If we sent you a newer one, open that.",
    )
    assert state() == before


@pytest.mark.parametrize("text", ["", "x", "1", "1.x", "0.", "-1.x", "٣.x", f"{'9' * 40}.x", "1.é", "1 or 1=1.x"])
def test_malformed_token_is_refused(anyone: Anyone, ada: Person, text: str) -> None:
    assert refused(anyone.post(CONFIRM, {"token": text}))[:2] == (400, "invalid_link")


def test_link_is_valid_for_its_own_user_only(anyone: Anyone, alice: Person, bob: Person) -> None:
    ask(alice, NEW)
    ask(bob, "bobs@example.org")
    signature = token("confirm-email", NEW).partition(".")[2]
    assert anyone.post(CONFIRM, {"token": f"{bob.user.pk}.{signature}"}).status_code == 400


def test_pending_address_that_another_user_takes_is_refused(anyone: Anyone, alice: Person) -> None:
    ask(alice, NEW)
    make_user("Greta", email=NEW)
    before = state()
    assert refused(confirm(anyone, NEW))[:2] == (409, "email_taken")
    assert state() == before


def test_a_new_password_cancels_the_pending_address(anyone: Anyone, alice: Person) -> None:
    ask(alice, NEW)
    form = {"old_password": PASSWORD, "new_password": "Another4table?"}
    assert alice.post("/api/users/change_password/", form).status_code == 200
    assert alice.get(ME).json()["pending_email"] is None
    assert refused(confirm(anyone, NEW))[:2] == (400, "invalid_link")


def test_address_of_staff_changes_in_the_admin_only(staff: Person) -> None:
    reply = ask(staff, NEW)
    sentence = "The email of a staff account can only be changed in the admin."
    assert refused(reply) == (403, "staff_address", sentence)
    assert not outbox.outbox


def test_a_user_who_became_staff_meanwhile_keeps_the_address(anyone: Anyone, alice: Person) -> None:
    ask(alice, NEW)
    User.objects.filter(pk=alice.user.pk).update(is_staff=True)
    assert refused(confirm(anyone, NEW))[:2] == (403, "staff_address")


def test_unconfirmed_address_gets_no_notice_of_a_change(anyone: Anyone, ada: Person) -> None:
    ask(ada, NEW)
    confirm(anyone, NEW)
    assert [mail.to for mail in outbox.outbox] == [[ADA], [NEW]]


def test_no_log_event_or_answer_contains_a_link(
    anyone: Anyone, alice: Person, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    answers = [ask(alice, NEW).content, confirm(anyone, NEW).content, confirm(anyone, NEW).content]
    links = [token("confirm-email", NEW), token("revert-email", "alice@example.org")]
    kept = f"{caplog.text}{answers}{state()}{list(AuditEntry.objects.values())}"
    assert "email/confirm" in kept
    assert not [link for link in links if link in kept]


def test_link_is_valid_for_a_day(alice: Person) -> None:
    now = timezone.now()
    row = email_confirmation.renew_link(user=alice.user, email=NEW, session_id=None, now=now)
    assert row.expires_at - now == timedelta(hours=24)
