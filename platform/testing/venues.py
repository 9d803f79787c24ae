"""Creates venues for tests."""

from itertools import count
from typing import Any

from apps.connections.models import Platform
from apps.venues.models import Venue

_ids = count(900_001)


def make_venue(**fields: Any) -> Venue:
    """Create a venue at Resy with every field that a screen shows."""
    values: dict[str, Any] = {
        "reservation_source": Platform.RESY,
        "platform_venue_id": next(_ids),
        "venue_name": "Osteria del Vicolo Storto",
        "cuisine": "Italian",
        "neighborhood": "West Village",
        "locality": "New York",
        "region": "NY",
        "address1": "214 Bleecker Street",
        "postal_code": "10014",
        "price": 3,
        "seating_types": ["Dining Room", "Bar"],
    }
    return Venue.objects.create(**{**values, **fields})
