import re
from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.utils import timezone

from apps.accounts.admin import RELATED_LISTS
from apps.accounts.models import AuditEntry, User
from apps.accounts.security import audit
from testing.users import PASSWORD, Person

LOGIN = "/admin/login/?next=/admin/"


def sign_in(person: Person, password: str = PASSWORD) -> Client:
    client = Client()
    client.post(LOGIN, {"username": person.user.email, "password": password})
    return client


def test_staff_sees_users_without_their_hashes(staff: Person, alice: Person) -> None:
    client = sign_in(staff)
    assert alice.user.email in client.get("/admin/accounts/user/?q=alice").content.decode()
    page = client.get(f"/admin/accounts/user/{alice.user.pk}/change/").content.decode()
    assert "argon2" not in page
    assert alice.user.last_name in page


def test_sessions_and_accounts_show_no_token(staff: Person, alice: Person, connect: Callable[..., Any]) -> None:
    client = sign_in(staff)
    account = connect(user=alice.user, sealed_token="the-sealed-token")
    session = alice.user.sessions.get()
    for path in (
        "/admin/accounts/session/",
        f"/admin/accounts/session/{session.pk}/change/",
        "/admin/connections/platformaccount/",
        f"/admin/connections/platformaccount/{account.pk}/change/",
    ):
        response = client.get(path)
        assert response.status_code == 200
        assert session.current_hash not in response.content.decode()
        assert "the-sealed-token" not in response.content.decode()


def test_admin_requires_staff(alice: Person) -> None:
    assert sign_in(alice).get("/admin/").status_code == 302


def test_sign_in_to_the_admin_is_throttled(staff: Person) -> None:
    for _ in range(5):
        assert sign_in(staff, "wrong").get("/admin/").status_code == 302
    assert sign_in(staff).get("/admin/").status_code == 302


def grant(user: User, *codenames: str) -> None:
    user.user_permissions.set(Permission.objects.filter(codename__in=codenames))


def save_user(client: Client, person: Person, **fields: str) -> int:
    return client.post(f"/admin/accounts/user/{person.user.pk}/change/", fields).status_code


def test_staff_with_permission_changes_flags_and_no_permissions(staff: Person, alice: Person) -> None:
    User.objects.filter(pk=staff.user.pk).update(is_superuser=False)
    grant(staff.user, "view_user", "change_user", "grant_entitlements")
    client = sign_in(staff)
    assert (
        save_user(client, alice, is_active="on", is_vip="on", is_staff="on", is_superuser="on", email="x@y.org") == 302
    )
    alice.user.refresh_from_db()
    assert (alice.user.is_vip, alice.user.is_staff, alice.user.is_superuser) == (True, False, False)
    assert alice.user.email == "alice@example.org"
    assert AuditEntry.objects.get(act="admin_change").facts["fields"] == "Is vip"


def test_only_superusers_change_superusers(staff: Person, bob: Person) -> None:
    User.objects.filter(pk=bob.user.pk).update(is_superuser=True)
    User.objects.filter(pk=staff.user.pk).update(is_superuser=False)
    grant(staff.user, "view_user", "change_user")
    assert save_user(sign_in(staff), bob, is_active="") == 403
    bob.user.refresh_from_db()
    assert bob.user.is_active


def test_superuser_grants_permissions(staff: Person, alice: Person) -> None:
    role = Group.objects.create(name="Support")
    assert save_user(sign_in(staff), alice, is_active="on", is_staff="on", groups=str(role.pk)) == 302
    alice.user.refresh_from_db()
    assert (alice.user.is_staff, list(alice.user.groups.all())) == (True, [role])


def test_a_new_password_is_set_in_the_profile_only(staff: Person) -> None:
    before = User.objects.get(pk=staff.user.pk).password
    form = {"old_password": PASSWORD, "new_password1": "1", "new_password2": "1"}
    response = sign_in(staff).post("/admin/password_change/", form)
    assert (response.status_code, response["Location"]) == (302, "/profile?tab=password")
    assert User.objects.get(pk=staff.user.pk).password == before


def test_admin_neither_adds_nor_deletes_users(staff: Person, alice: Person) -> None:
    client = sign_in(staff)
    assert client.get("/admin/accounts/user/add/").status_code == 403
    assert client.post(f"/admin/accounts/user/{alice.user.pk}/delete/", {"post": "yes"}).status_code == 403
    client.post(
        "/admin/accounts/user/", {"action": "delete_selected", "_selected_action": alice.user.pk, "post": "yes"}
    )
    assert User.objects.filter(pk=alice.user.pk).exists()


def test_ended_session_is_revoked_and_audited(staff: Person, alice: Person) -> None:
    session = alice.user.sessions.get()
    chosen = {"action": "end", "_selected_action": str(session.pk)}
    page = sign_in(staff).post("/admin/accounts/session/", chosen, follow=True)
    assert "1 of 1 sessions ended now." in page.content.decode()
    assert alice.get("/api/users/me/").status_code == 401
    entry = AuditEntry.objects.get(act="session_ended")
    assert (entry.user, entry.by) == (alice.user, staff.user)


def test_view_permission_ends_no_session(staff: Person, alice: Person) -> None:
    User.objects.filter(pk=staff.user.pk).update(is_superuser=False)
    grant(staff.user, "view_session")
    client = sign_in(staff)
    assert client.get("/admin/accounts/session/").status_code == 200
    client.post("/admin/accounts/session/", {"action": "end", "_selected_action": str(alice.user.sessions.get().pk)})
    assert alice.get("/api/users/me/").status_code == 200


def test_user_page_links_to_related_lists(staff: Person, alice: Person) -> None:
    client = sign_in(staff)
    page = client.get(f"/admin/accounts/user/{alice.user.pk}/change/").content.decode()
    links = re.findall(r'href="(/admin/[a-z/-]+/\?q=alice%40example.org)"', page)
    assert len(links) == len(RELATED_LISTS) >= 6
    assert {client.get(link).status_code for link in links} == {200}


def test_audit_log_is_read_only(staff: Person, alice: Person) -> None:
    client = sign_in(staff)
    entry = AuditEntry.objects.get(act="signed_in")
    path = f"/admin/accounts/auditentry/{entry.pk}/"
    assert staff.user.email in client.get("/admin/accounts/auditentry/").content.decode()
    assert client.get(f"{path}change/").status_code == 200
    assert client.post(f"{path}change/", {"act": "other"}).status_code == 403
    assert client.post(f"{path}delete/", {"post": "yes"}).status_code == 403
    assert client.get("/admin/accounts/auditentry/add/").status_code == 403


def test_entry_of_a_deleted_user_is_shown(staff: Person) -> None:
    audit.record(audit.Act.SIGNED_IN, user_id=987_654, now=timezone.now())
    client = sign_in(staff)
    entry = AuditEntry.objects.get(user_id=987_654)
    assert client.get("/admin/accounts/auditentry/").status_code == 200
    assert client.get(f"/admin/accounts/auditentry/{entry.pk}/change/").status_code == 200


def test_accounts_of_a_new_concierge_become_concierge(
    staff: Person, alice: Person, connect: Callable[..., Any]
) -> None:
    account = connect(user=alice.user)
    client = sign_in(staff)
    for flag, is_concierge in (({"is_concierge": "on"}, True), ({}, False)):
        assert save_user(client, alice, is_active="on", **flag) == 302
        account.refresh_from_db()
        assert account.is_concierge is is_concierge


def test_change_permission_alone_grants_no_tier_and_no_flags(staff: Person, alice: Person) -> None:
    User.objects.filter(pk=staff.user.pk).update(is_superuser=False)
    grant(staff.user, "view_user", "change_user")
    client = sign_in(staff)
    fields = {"is_vip": "on", "is_concierge": "on", "give_tier": "premium", "tier_reason": "a favor"}
    assert save_user(client, alice, is_active="on", **fields) == 302
    alice.user.refresh_from_db()
    assert (alice.user.tier, alice.user.is_vip, alice.user.is_concierge) == ("standard", False, False)
    assert "give_tier" not in client.get(f"/admin/accounts/user/{alice.user.pk}/change/").content.decode()


def test_staff_cannot_grant_themselves_flags(staff: Person) -> None:
    User.objects.filter(pk=staff.user.pk).update(is_superuser=False)
    grant(staff.user, "view_user", "change_user", "grant_entitlements")
    client = sign_in(staff)
    fields = {"is_vip": "on", "is_concierge": "on", "give_tier": "premium", "tier_reason": "a favor"}
    save_user(client, staff, is_active="on", **fields)
    staff.user.refresh_from_db()
    assert (staff.user.tier, staff.user.is_vip, staff.user.is_concierge) == ("standard", False, False)


def test_only_superusers_change_staff_roles(staff: Person) -> None:
    role = Group.objects.create(name="Support")
    User.objects.filter(pk=staff.user.pk).update(is_superuser=False)
    grant(staff.user, "view_group", "change_group", "add_group", "delete_group")
    staff.user.groups.add(role)
    client = sign_in(staff)
    every = [str(one.pk) for one in Permission.objects.all()]
    path = f"/admin/auth/group/{role.pk}/"
    assert client.get(f"{path}change/").status_code == 200
    assert client.post(f"{path}change/", {"name": "Support", "permissions": every}).status_code == 403
    assert client.post(f"{path}delete/", {"post": "yes"}).status_code == 403
    assert not role.permissions.exists()
    User.objects.filter(pk=staff.user.pk).update(is_superuser=True)
    assert client.post(f"{path}change/", {"name": "Support", "permissions": every[:1]}).status_code == 302
    assert AuditEntry.objects.filter(act="admin_change", facts__what="group").exists()


def test_superuser_changes_the_address_of_staff_only(staff: Person, alice: Person) -> None:
    client = sign_in(staff)
    User.objects.filter(pk=alice.user.pk).update(pending_email="pending@example.org")
    path = f"/admin/accounts/user/{alice.user.pk}/change/"
    form = {"email": "Moved@example.org", "is_active": "on"}
    assert client.post(path, form).status_code == 302
    assert User.objects.get(pk=alice.user.pk).email == "alice@example.org"

    User.objects.filter(pk=alice.user.pk).update(is_staff=True)
    assert client.post(path, {**form, "is_staff": "on"}).status_code == 302
    user = User.objects.get(pk=alice.user.pk)
    assert (user.email, user.pending_email) == ("moved@example.org", "")
    assert alice.get("/api/users/me/").status_code == 401


def test_staff_without_superuser_changes_no_address(staff: Person, alice: Person, bob: Person) -> None:
    User.objects.filter(pk__in=(alice.user.pk, bob.user.pk)).update(is_staff=True)
    grant(alice.user, "view_user", "change_user")
    client = sign_in(alice)
    client.post(f"/admin/accounts/user/{bob.user.pk}/change/", {"email": "moved@example.org", "is_active": "on"})
    assert User.objects.get(pk=bob.user.pk).email == "bob@example.org"
