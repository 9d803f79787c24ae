"""The development mailbox shows what was sent, and only to this machine."""

import os
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.core import mail as django_mail
from django.test import Client
from pytest_django import Settings

from apps.senders import mail
from apps.senders.base import Mail, Text
from apps.senders.texts import FileTexts
from testing import mailbox

URL = "/dev/mailbox"
LINK = "http://127.0.0.1:8000/reset-password?token=abc&uid=7"


@pytest.fixture(autouse=True)
def _folders(settings: Settings, tmp_path: Path) -> None:
    settings.EMAIL_BACKEND = "apps.common.mail.PrivateFiles"
    settings.EMAIL_FILE_PATH = str(tmp_path / "mail")
    settings.SMS_FILE_PATH = str(tmp_path / "sms")


def get(**query: str) -> str:
    response = Client().get(URL, query)
    assert response.status_code == 200
    return response.content.decode()


def text(body: str = "Tablehawk booked.", *, name: str = "event-1") -> Text:
    return Text(to="+12125550100", body=body, useful_for=timedelta(hours=1), name=name)


def send_mail(subject: str = "Booked: Café", *, to: str = "ada@example.org", html: str = "<p>html</p>") -> None:
    mail.send(Mail(to=to, subject=subject, text="Hello Ada,\n\nCafé Noir.", html=html, message_id="<event-1@x>"))


def test_an_empty_mailbox_shows_a_sentence() -> None:
    assert "Nothing was sent yet" in get()


def test_mails_and_texts_are_shown_as_they_were_written(settings: Settings) -> None:
    send_mail()
    FileTexts(Path(settings.SMS_FILE_PATH)).send(text())
    page = get()
    assert "Booked: Café" in page
    assert "Hello Ada,\n\nCafé Noir." in page
    assert "<p>html</p>" not in page
    assert "Tablehawk booked." in page
    assert "+12125550100" in page


def test_files_of_mails_and_texts_are_private(tmp_path: Path) -> None:
    send_mail()
    django_mail.send_mail("Set a new password", LINK, None, ["ada@example.org"])
    FileTexts(tmp_path / "sms").send(text())
    for folder in (tmp_path / "mail", tmp_path / "sms"):
        assert folder.stat().st_mode & 0o777 == 0o700
        assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}


def test_a_link_in_a_mail_can_be_clicked() -> None:
    django_mail.send_mail("Set a new password", f"Set it here:\n\n{LINK}\n", None, ["ada@example.org"])
    (href,) = re.findall(r'href="(http[^"]+)"', get())
    assert href.replace("&amp;", "&") == LINK


def test_the_newest_messages_come_first_up_to_the_limit(settings: Settings) -> None:
    sender = FileTexts(Path(settings.SMS_FILE_PATH))
    for n in range(mailbox.SHOWN + 1):
        sender.send(text(f"Message {n}.", name=f"event-{n}"))
        os.utime(Path(settings.SMS_FILE_PATH) / f"event-{n}.json", (n, n))
    shown = re.findall(r"Message (\d+)\.", get())
    assert shown == [str(n) for n in range(mailbox.SHOWN, 0, -1)]


def test_messages_can_be_filtered_by_recipient() -> None:
    send_mail("For Ada", to="ada@example.org")
    send_mail("For Bea", to="bea@example.org")
    page = get(to=" ADA@ ")
    assert "For Ada" in page
    assert "For Bea" not in page
    assert "Nothing was sent to “&lt;b&gt;”" in get(to="<b>")


def test_message_content_is_escaped() -> None:
    send_mail("<script>alert(1)</script>")
    assert "<script" not in get()


def test_the_page_keeps_to_the_policy_of_pages(settings: Settings) -> None:
    response = Client().get(URL)
    assert response["Content-Security-Policy"] == settings.CSP_PAGES
    assert response["Cache-Control"] == "no-store"
    page = response.content.decode()
    assert not re.search(r"<script|<style|style=|onclick", page)
    (sheet,) = re.findall(r'rel="stylesheet" href="([^"]+)"', page)
    assert sheet == "/static/testing/mailbox.css"


@pytest.mark.parametrize("address", ["10.0.0.9", "2001:db8::1", "", "not-an-address"])
def test_the_mailbox_is_404_for_other_addresses(address: str) -> None:
    response = Client().get(URL, REMOTE_ADDR=address)
    assert response.status_code == 404
    assert response.json()["code"] == "not_found"


def test_paths_below_dev_are_404_without_test_equipment() -> None:
    assert Client().get("/dev/mailbox", REMOTE_ADDR="::1").status_code == 200
    assert Client().get("/dev/anything").status_code == 404


def test_the_mailbox_accepts_only_get() -> None:
    assert Client().post(URL).status_code == 405
