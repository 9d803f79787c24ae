"""The columns venue_id (written by the previous release) and platform_venue_id always have the same value."""

from django.db import connection

from apps.venues.models import Venue
from testing.venues import make_venue

COLUMNS = (
    "reservation_source, venue_name, cuisine, neighborhood, locality, region, address1, postal_code, country,"
    " phone_number, website, price, cover_image_url, need_to_know, seating_types, time_zone, premium, featured,"
    " opted_out"
)


def test_old_column_follows_the_new_one(db: None) -> None:
    venue = make_venue(platform_venue_id=1202)
    assert old_id(venue) == 1202
    Venue.objects.filter(pk=venue.pk).update(platform_venue_id=1203)
    assert old_id(venue) == 1203


def test_new_column_follows_the_old_one(db: None) -> None:
    made = make_venue(platform_venue_id=1202)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO venue (venue_id, {COLUMNS}) SELECT 77, {COLUMNS} FROM venue WHERE id = %s RETURNING id",  # noqa: S608
            [made.pk],
        )
        (copied,) = cursor.fetchone()
        assert Venue.objects.get(pk=copied).platform_venue_id == 77
        cursor.execute("UPDATE venue SET venue_id = 78 WHERE id = %s", [copied])
    assert Venue.objects.get(pk=copied).platform_venue_id == 78


def old_id(venue: Venue) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT venue_id FROM venue WHERE id = %s", [venue.pk])
        value: int = cursor.fetchone()[0]
    return value
