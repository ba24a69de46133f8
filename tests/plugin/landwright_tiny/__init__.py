"""A plug-in as a third party would write it; the tests of recipe, works and cli run on its stages."""
