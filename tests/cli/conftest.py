"""The plug-in's stages, for the tests beside this file."""

from plugin_install import cache_home, calls, tiny, tiny_home

__all__ = ["cache_home", "calls", "tiny", "tiny_home"]
