"""Pages of the admin: only staff may open them, they show no secret, and a list needs the same number of queries for
any number of rows."""

from collections.abc import Iterator
from itertools import count

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.db import connection
from django.db.models import Model
from django.test import Client as Browser
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.admin_site import SECTIONS
from config.tests.admin_rows import ADD, secrets
from testing.users import Person, make_user

MODELS = sorted(admin.site._registry, key=lambda model: model._meta.label)
NAMES = [model._meta.label_lower for model in MODELS]


@pytest.fixture
def browser(staff: Person) -> Browser:
    browser = Browser()
    browser.force_login(staff.user)
    return browser


@pytest.fixture
def numbers() -> Iterator[int]:
    return count(1)


def url(model: type[Model], page: str, *args: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


def test_every_model_of_the_admin_is_in_these_tests() -> None:
    assert {model._meta.label for model in MODELS} == {model._meta.label for model in ADD}


def test_no_page_shows_a_secret(browser: Browser, numbers: Iterator[int]) -> None:
    # Pages show rows of other models too.
    rows = {model: add(next(numbers)) for model, add in ADD.items()}
    for model, row in rows.items():
        pages = [url(model, "changelist"), url(model, "changelist") + "?q=person"]
        pages += [url(model, page, row.pk) for page in ("change", "history", "delete")]
        pages.append(url(model, "add"))
        seen = 0
        for path in pages:
            answer = browser.get(path)
            assert answer.status_code in (200, 403), path
            seen += answer.status_code == 200
            text = answer.content.decode()
            assert [secret for secret in secrets() if secret in text] == [], path
        # The list, the search, the row and its history.
        assert seen >= 4, model


@pytest.mark.parametrize("model", MODELS, ids=NAMES)
def test_the_query_count_of_a_list_does_not_depend_on_its_rows(
    browser: Browser, numbers: Iterator[int], model: type[Model]
) -> None:
    path = url(model, "changelist")
    taken = []
    for rows in (2, 8):
        for _ in range(rows):
            ADD[model](next(numbers))
        with CaptureQueriesContext(connection) as queries:
            assert browser.get(path).status_code == 200
        taken.append(len(queries))
    assert taken[0] == taken[1]


def test_the_admin_requires_staff(alice: Person, numbers: Iterator[int]) -> None:
    rows = {model: add(next(numbers)) for model, add in ADD.items()}
    signed_out, signed_in = Browser(), Browser()
    signed_in.force_login(alice.user)
    for model, row in rows.items():
        for path in (url(model, "changelist"), url(model, "change", row.pk)):
            for browser in (signed_out, signed_in):
                answer = browser.get(path)
                assert answer.status_code == 302, path
                assert answer["Location"].startswith("/admin/login/")


def test_the_admin_requires_rights(browser: Browser, staff: Person) -> None:
    staff.user.is_superuser = False
    staff.user.save()
    assert browser.get("/admin/").status_code == 200
    assert {browser.get(url(model, "changelist")).status_code for model in MODELS} == {403}


def test_the_front_page_has_everything_in_its_section(browser: Browser) -> None:
    page = browser.get("/admin/")
    sections = {section["name"]: section["models"] for section in page.context["app_list"]}
    assert list(sections) == [title for title, _ in SECTIONS]
    shown = [model["object_name"] for models in sections.values() for model in models]
    assert sorted(shown) == sorted(model.__name__ for model in MODELS)


def test_the_front_page_shows_only_permitted_models(staff: Person) -> None:
    helper = make_user("Helper", is_staff=True)
    helper.user_permissions.add(Permission.objects.get(codename="view_venue"))
    browser = Browser()
    browser.force_login(helper)
    sections = browser.get("/admin/").context["app_list"]
    assert [(section["name"], [model["object_name"] for model in section["models"]]) for section in sections] == [
        ("Restaurants and stories", ["Venue"])
    ]
