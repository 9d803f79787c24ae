"""The zone of a venue: from coordinates, else from the platform's name."""

import pytest

from apps.venues.zones import DEFAULT, zone_of


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
        (None, None, "UTC", DEFAULT),
        (None, None, "nowhere", DEFAULT),
    ],
)
def test_zone_comes_from_coordinates_first(
    latitude: float | None, longitude: float | None, named: str, zone: str
) -> None:
    assert zone_of(latitude=latitude, longitude=longitude, named=named) == zone
