"""Recipes: a world written down.

Words: a *recipe* holds *stages*; a stage is a noun with an id; *outputs* are the files it ends in. Reading a recipe loads neither
numpy nor numba. Not for: carrying it out (``works``).
"""
