"""Test equipment is installed on a developer's machine, but never in a deployment or an image."""

from django.conf import settings

IMAGES = settings.ROOT / "k8s" / "images"


def test_test_equipment_is_installed_in_tests() -> None:
    assert "testing" in settings.INSTALLED_APPS


def test_no_image_contains_test_equipment() -> None:
    assert "**/testing" in (settings.ROOT / ".dockerignore").read_text().splitlines()
    assert not [file for file in IMAGES.glob("*.Dockerfile") if "platform/testing" in file.read_text()]
