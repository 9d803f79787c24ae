"""Clients of the booking platforms, one package for each platform."""
