"""Front end: templates, style sheets, ES modules, and every sentence that they show.

No build step: what lies in `static` is served as it is. Python writes the pages and draws all that
is on them; the modules only move it.
"""
