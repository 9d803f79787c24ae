"""The simulator's venues: fictional restaurants on real New York streets. The same seed always gives the same
venues."""

from .build import build, venue_list
from .venue import ReleaseRule, Venue

__all__ = ["ReleaseRule", "Venue", "build", "venue_list"]
