"""Connected programs: what ends their access, and what is forgotten."""

from datetime import timedelta

from django.utils import timezone
from oauth2_provider.models import AccessToken, Application, RefreshToken

from apps.accounts import account_closure
from apps.accounts.sign_in import password_reset
from apps.accounts.signals import address_reverted
from apps.keys.models import Scope
from apps.oauth import services
from apps.oauth.models import ConnectedProgram, domain_of
from testing.users import PASSWORD, Anyone, Person

from .factories import CLIENT_ID, with_token

PROGRAMS = "/api/oauth/programs/"
READ = "/api/reservations/counts/"


def test_a_revoked_program_is_refused_at_once(alice: Person, bob: Person) -> None:
    program, other = with_token(alice.user, Scope.REQUESTS_READ), with_token(bob.user, Scope.REQUESTS_READ)
    path = f"{PROGRAMS}{ConnectedProgram.objects.get(user=alice.user).pk}/"
    assert bob.delete(path).status_code == 404
    assert program.get(READ).status_code == 200
    assert alice.delete(path).json() == {"message": "That program no longer has access."}
    assert program.get(READ).status_code == 401
    assert alice.get(PROGRAMS).json() == []
    assert not RefreshToken.objects.filter(user=alice.user).exists()
    assert other.get(READ).status_code == 200


def test_a_reset_password_and_a_reverted_address_end_the_access(anyone: Anyone, alice: Person) -> None:
    program = with_token(alice.user, Scope.REQUESTS_READ)
    link = password_reset.renew_link(user=alice.user, now=timezone.now())
    path = f"/api/users/verify_reset_password/?token={link.token}&uid={link.uid}"
    assert anyone.post(path, {"password": PASSWORD}).status_code == 200
    assert program.get(READ).status_code == 401
    program = with_token(alice.user, Scope.REQUESTS_READ)
    assert program.get(READ).status_code == 200
    address_reverted.send(type(alice.user), user_id=alice.user.pk, now=timezone.now())
    assert program.get(READ).status_code == 401


def test_a_closed_account_has_no_programs(alice: Person) -> None:
    program = with_token(alice.user, Scope.REQUESTS_READ)
    account_closure.close_account(user=alice.user, password=PASSWORD, address="", now=timezone.now())
    assert program.get(READ).status_code == 401
    assert not ConnectedProgram.objects.exists()
    assert not AccessToken.objects.exists()


def test_an_expired_token_is_refused(alice: Person) -> None:
    program = with_token(alice.user, Scope.REQUESTS_READ, now=timezone.now() - timedelta(hours=2))
    assert program.get(READ).status_code == 401


def test_expired_tokens_and_unused_clients_are_forgotten(alice: Person, bob: Person) -> None:
    now = timezone.now()
    with_token(alice.user, Scope.REQUESTS_READ, now=now - timedelta(days=91))
    kept = with_token(bob.user, Scope.REQUESTS_READ)
    unused = Application.objects.create(client_id="https://unused.example/client.json")
    services.forget_expired(now=now)
    assert list(ConnectedProgram.objects.values_list("user", flat=True)) == [bob.user.pk]
    assert kept.get(READ).status_code == 200
    assert Application.objects.filter(pk=unused.pk).exists()
    services.forget_expired(now=now + timedelta(days=2))
    assert list(Application.objects.values_list("client_id", flat=True)) == [CLIENT_ID]


def test_a_domain_with_foreign_letters_is_shown_in_ascii() -> None:
    assert domain_of("https://\u0430gent.example/client.json") == "xn--gent-43d.example"


def test_staff_see_no_tokens(staff: Person) -> None:
    staff._client.force_login(staff.user)
    assert staff._client.get("/admin/oauth2_provider/accesstoken/").status_code == 404
