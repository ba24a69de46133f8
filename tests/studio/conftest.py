"""Fixtures for the studio: a plug-in whose verbs count their calls, and folders that belong to one test."""

from plugin_install import cache_home, calls, tiny, tiny_home

__all__ = ["cache_home", "calls", "tiny", "tiny_home"]
