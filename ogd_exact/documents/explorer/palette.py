"""The colours of pages and pictures, by name, as style.css has them."""

import re

from ogd_exact.documents.explorer.page import source

LIGHT, DARK = (dict(re.findall(r"--([\w-]+): (#\w+);", block)) for block in source("style.css").split(":root")[1:3])
