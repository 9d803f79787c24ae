"""The simulator's venues: fictional restaurants on real New York streets, the same for the same seed."""

from .build import build
from .venue import ReleaseRule, Venue

__all__ = ["ReleaseRule", "Venue", "build"]
