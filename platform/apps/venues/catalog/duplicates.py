"""Proposes pairs of venues, one at each platform, that are probably one restaurant. Staff decide in the admin."""

from datetime import datetime
from typing import Final

from apps.venues.models import DuplicatePair, Venue
from apps.venues.rules import duplicates

# Half the height and width, in degrees, of the box around a venue in which pairs are searched. The box contains all
# points within the largest distance of a pair (150 m) at latitudes up to 60 degrees.
BOX_LATITUDE: Final = 0.0015
BOX_LONGITUDE: Final = 0.003


def propose_pairs(*, now: datetime) -> int:
    """Store the likely pairs that are not stored yet. Stored pairs stay unchanged. Return the number of new pairs."""
    open_venues = Venue.objects.filter(closed_at=None, latitude__isnull=False, longitude__isnull=False)
    before = DuplicatePair.objects.count()
    for venue in open_venues.filter(reservation_source="opentable").iterator():
        latitude, longitude = venue.latitude or 0.0, venue.longitude or 0.0
        near = open_venues.filter(
            reservation_source="resy",
            latitude__range=(latitude - BOX_LATITUDE, latitude + BOX_LATITUDE),
            longitude__range=(longitude - BOX_LONGITUDE, longitude + BOX_LONGITUDE),
        )
        pairs = []
        for other in near:
            names = duplicates.similarity(first=venue.venue_name, second=other.venue_name)
            meters = duplicates.distance_m(
                first=(latitude, longitude), second=(other.latitude or 0.0, other.longitude or 0.0)
            )
            if duplicates.is_likely_same(names=names, meters=meters):
                pairs.append(
                    DuplicatePair(
                        resy=other, opentable=venue, similarity=names, distance_m=round(meters), proposed_at=now
                    )
                )
        DuplicatePair.objects.bulk_create(pairs, ignore_conflicts=True)
    return DuplicatePair.objects.count() - before
