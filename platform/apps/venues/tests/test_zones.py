"""The zone of a venue: from coordinates, else from the platform's name."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.common.rules.zones import is_time_zone, time_zones
from apps.venues.zones import zone_named, zone_of


@pytest.mark.parametrize(
    ("latitude", "longitude", "named", "zone"),
    [
        (33.45, -112.07, "MST7MDT", "America/Phoenix"),
        (39.74, -104.99, "MST7MDT", "America/Denver"),
        (32.4710, -85.0008, "CST6CDT", "America/New_York"),  # Phenix City, Alabama, keeps Georgia's time
        (40.7391, -114.0733, "PST8PDT", "America/Denver"),  # so does West Wendover, Nevada, Utah's
        (51.5, -0.12, "", "Europe/London"),
        (38.0, -60.0, "CST6CDT", "America/Chicago"),  # at sea
        (None, None, "PST8PDT", "America/Los_Angeles"),
        (None, None, "Europe/Paris", "Europe/Paris"),
        (None, None, "GMT0BST", "Europe/London"),
        (None, None, "GMT0IST", "Europe/Dublin"),
        (None, None, "IST-1GMT0", "Europe/Dublin"),
        (None, None, "AKST9AKDT", "America/Anchorage"),
        (None, None, "AST4ADT", "America/Halifax"),
        (None, None, "NST3:30NDT", "America/St_Johns"),
        (None, None, "EST5EDT,M3.2.0,M11.1.0", "America/New_York"),
        (None, None, "CET-1CEST", "Europe/Paris"),
        (None, None, "AEST-10AEDT", "Australia/Sydney"),
        (None, None, "<-03>3", "America/Sao_Paulo"),
        (None, None, "SGT-8", "Asia/Singapore"),
        (None, None, "MST7", "America/Phoenix"),
        (None, None, "HST10", "Pacific/Honolulu"),
        (None, None, "CET", "Europe/Paris"),
        *(
            (None, None, name, None)
            for name in (
                "",
                "UTC",
                "GMT",
                "GMT0",
                "Etc/GMT+5",
                "EST",
                "MST",
                "nowhere",
                "localtime",
                "Factory",
                "XST5XDT",
                "-05:00",
            )
        ),
    ],
)
def test_zone_comes_from_coordinates_first(
    latitude: float | None, longitude: float | None, named: str, zone: str | None
) -> None:
    assert zone_of(latitude=latitude, longitude=longitude, named=named) == zone


@given(st.sampled_from(sorted(time_zones())))
def test_every_zone_without_summer_time_is_found_by_its_posix_name(name: str) -> None:
    halves = [datetime(2026, month, 1, tzinfo=ZoneInfo(name)) for month in (1, 7)]
    offset = halves[0].utcoffset()
    if offset is None or offset != halves[1].utcoffset():
        return
    minutes = -int(offset.total_seconds() // 60)
    sign, hours, rest = "-" if minutes < 0 else "", abs(minutes) // 60, abs(minutes) % 60
    found = zone_named(f"<{halves[0].tzname()}>{sign}{hours}:{rest:02}")
    assert found is None or {at.replace(tzinfo=ZoneInfo(found)).utcoffset() for at in halves} == {offset}


@given(st.text(max_size=30))
def test_any_name_is_a_known_zone_or_none(name: str) -> None:
    found = zone_named(name)
    assert found is None or is_time_zone(found)
