"""Sphinx configuration."""

from __future__ import annotations

import landwright

project = "Landwright"
author = "The Landwright developers"
copyright = "2026, the Landwright developers"
release = landwright.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_use_ivar = True
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = "Landwright"
autodoc_typehints = "none"
autodoc_member_order = "bysource"
suppress_warnings = ["myst.xref_missing", "ref.python"]
