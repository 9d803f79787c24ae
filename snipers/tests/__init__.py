"""Tests that concern the whole sniper tower."""
