"""The owner of the old address can revert a change, even if a thief made it, and regains the account."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as outbox
from django.utils import timezone

from apps.accounts.models import AuditEntry, EmailRevert, Throttle, User
from apps.accounts.tests.forms import sign_up_form
from apps.accounts.tests.mailed import ME, REVERT, ask, confirm, revert, token, tokens
from testing.users import PASSWORD, Anyone, Person, signed_in

OLD = "alice@example.org"
NEW = "thief@example.org"
THIRD = "third@example.org"
LOGIN = "/api/users/login/"
RESET = "/api/users/request_password_reset/"


def moved(who: Person, to: str) -> None:
    assert ask(who, to).status_code == 200
    assert confirm(Anyone(), to).status_code == 200


def code_of(reply: Any) -> tuple[int, str]:
    assert reply.json()["message"].endswith(".")
    return reply.status_code, reply.json()["code"]


def test_old_address_gets_two_mails_with_one_link_and_the_new_address_masked(anyone: Anyone, alice: Person) -> None:
    moved(alice, NEW)
    mails = [mail for mail in outbox.outbox if mail.to == [OLD]]
    assert [mail.subject for mail in mails] == [
        "Your Tablehawk email is about to change",
        "Your Tablehawk email was changed",
    ]
    assert all("t…@example.org" in str(mail.body) and NEW not in str(mail.body) for mail in mails)
    assert len(set(tokens("revert-email", OLD))) == 1


def test_revert_restores_the_address_and_ends_all_sessions(anyone: Anyone, alice: Person) -> None:
    moved(alice, NEW)
    anyone.post(RESET, {"email": NEW})
    reply = revert(anyone, OLD)
    assert reply.status_code == 200
    assert reply.json()["message"].startswith("Your email is alice@example.org again")
    user = User.objects.get(pk=alice.user.pk)
    assert (user.email, user.pending_email, user.email_confirmed_at is not None) == (OLD, "", True)
    assert alice.get(ME).status_code == 401
    for email in (OLD, NEW):
        assert anyone.post(LOGIN, {"email": email, "password": PASSWORD}).status_code == 401

    # The reset link of the new address is invalid, that of the old address works.
    form = {"password": "Another4table?"}
    stale, fresh = token("reset-password", NEW), token("reset-password", OLD)
    verify = "/api/users/verify_reset_password/"
    assert anyone.post(f"{verify}?token={stale}&uid={user.pk}", form).status_code == 400
    assert anyone.post(f"{verify}?token={fresh}&uid={user.pk}", form).status_code == 200
    assert anyone.post(LOGIN, {"email": OLD, **form}).status_code == 200
    assert AuditEntry.objects.filter(act="email_reverted").count() == 1


def test_a_revert_works_after_further_changes_and_ends_their_links(anyone: Anyone, alice: Person) -> None:
    moved(alice, NEW)
    form = {"old_password": PASSWORD, "new_password": "Another4table?"}
    assert alice.post("/api/users/change_password/", form).status_code == 200
    alice.user.refresh_from_db()
    assert ask(alice, THIRD, "Another4table?").status_code == 200
    assert confirm(anyone, THIRD).status_code == 200
    assert ask(alice, "fourth@example.org", "Another4table?").status_code == 200

    assert revert(anyone, OLD).status_code == 200
    assert code_of(revert(anyone, NEW)) == (400, "invalid_link")
    assert code_of(revert(anyone, THIRD)) == (400, "invalid_link")
    assert code_of(confirm(anyone, "fourth@example.org")) == (400, "invalid_link")
    assert User.objects.get(pk=alice.user.pk).email == OLD


def test_oldest_address_wins_even_after_a_newer_one_was_restored(anyone: Anyone, alice: Person) -> None:
    moved(alice, NEW)
    moved(alice, THIRD)
    assert revert(anyone, NEW).status_code == 200
    assert revert(anyone, OLD).status_code == 200
    assert User.objects.get(pk=alice.user.pk).email == OLD


def test_a_revert_cancels_a_change_that_is_still_pending(anyone: Anyone, alice: Person) -> None:
    ask(alice, NEW)
    assert revert(anyone, OLD).status_code == 200
    assert User.objects.get(pk=alice.user.pk).pending_email == ""
    assert code_of(confirm(anyone, NEW)) == (400, "invalid_link")


def test_a_phone_that_was_confirmed_since_the_change_gets_no_texts_after_a_revert(
    anyone: Anyone, alice: Person
) -> None:
    moved(alice, NEW)
    User.objects.filter(pk=alice.user.pk).update(phone="+442079460123", phone_confirmed_at=timezone.now())
    revert(anyone, OLD)
    assert User.objects.get(pk=alice.user.pk).phone_confirmed_at is None


def test_old_address_is_reserved_while_its_link_is_valid(anyone: Anyone, alice: Person, bob: Person) -> None:
    moved(alice, NEW)
    assert code_of(anyone.post("/api/users/register/", sign_up_form(email=OLD))) == (409, "email_taken")
    assert code_of(ask(bob, OLD)) == (409, "email_taken")
    assert ask(alice, OLD).status_code == 200
    EmailRevert.objects.update(expires_at=timezone.now())
    assert anyone.post("/api/users/register/", sign_up_form(email=OLD)).status_code == 201


def test_link_is_valid_for_seven_days_from_the_activation(anyone: Anyone, alice: Person) -> None:
    ask(alice, NEW)
    EmailRevert.objects.update(expires_at=timezone.now() + timedelta(days=6))
    confirm(anyone, NEW)
    left = EmailRevert.objects.get().expires_at - timezone.now()
    assert timedelta(days=7) - timedelta(minutes=1) < left <= timedelta(days=7)


@pytest.mark.parametrize("case", ["twice", "expired", "closed", "another user", "staff", "no link"])
def test_invalid_link_is_refused_with_a_sentence_and_changes_nothing(
    anyone: Anyone, alice: Person, bob: Person, case: str
) -> None:
    moved(alice, NEW)
    expected = {
        "twice": (400, "used_link"),
        "expired": (400, "expired_link"),
        "closed": (409, "account_closed"),
        "another user": (403, "other_account"),
        "staff": (403, "staff_address"),
        "no link": (400, "invalid_link"),
    }[case]
    link = token("revert-email", OLD)
    if case == "twice":
        assert revert(anyone, OLD).status_code == 200
    elif case == "expired":
        EmailRevert.objects.update(expires_at=timezone.now())
    elif case == "closed":
        assert alice.delete(ME, {"password": PASSWORD}).status_code == 200
    elif case == "staff":
        User.objects.filter(pk=alice.user.pk).update(is_staff=True)
    elif case == "no link":
        link = f"{link}x"
    sent, before = len(outbox.outbox), list(User.objects.order_by("pk").values())
    who = bob if case == "another user" else anyone
    assert code_of(who.post(REVERT, {"token": link})) == expected
    assert (len(outbox.outbox), list(User.objects.order_by("pk").values())) == (sent, before)


def test_repeated_changes_keep_one_link_for_each_address(alice: Person) -> None:
    for _ in range(2):
        moved(alice, NEW)
        Throttle.objects.all().delete()
        moved(alice, OLD)
        Throttle.objects.all().delete()
    assert EmailRevert.objects.count() == 2
    assert signed_in(alice.user).get(ME).json()["email"] == OLD
