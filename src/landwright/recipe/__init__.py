"""Recipes: a world written down.

Words: a *recipe* holds *stages*; a stage is a noun with an id; *outputs* are the files it ends in. Reading a recipe loads neither
numpy nor numba. Not for: carrying it out (``works``).
"""

from typing import TYPE_CHECKING

from landwright._lazy import lazy

if TYPE_CHECKING:
    from landwright.recipe._kinds import output_kinds as output_kinds
    from landwright.recipe._kinds import stage_kinds as stage_kinds
    from landwright.recipe._recipe import Recipe as Recipe
    from landwright.recipe._recipe import RecipeOutput as RecipeOutput
    from landwright.recipe._recipe import RecipeStage as RecipeStage
    from landwright.recipe._schema import schema as schema
    from landwright.recipe._template import template as template
    from landwright.recipe._template import template_names as template_names

__getattr__, __dir__ = lazy(
    __name__,
    {
        "_kinds": ["output_kinds", "stage_kinds"],
        "_recipe": ["Recipe", "RecipeOutput", "RecipeStage"],
        "_schema": ["schema"],
        "_template": ["template", "template_names"],
    },
)
