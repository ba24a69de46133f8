"""Checks on any world or file, ours or foreign.

Words: a *finding* names what is wrong, where, and what to do. Not for: mending; every fix is a stage or an option elsewhere.
"""
