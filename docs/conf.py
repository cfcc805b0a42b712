"""How the pages become a site: `sphinx-build -W -b html docs build/docs`."""

from __future__ import annotations

import sys
from importlib.metadata import version as version_of
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "derive"
author = "the derive authors"
version = release = version_of("derive-ml")
extensions = ["myst_parser", "sphinx.ext.autodoc", "formulas", "outside"]
exclude_patterns = ["_ext", "programs", "pictures"]
default_role = "literal"

html_theme = "furo"
html_title = "derive"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_math_renderer = "mathml"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3

autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_member_order = "bysource"
