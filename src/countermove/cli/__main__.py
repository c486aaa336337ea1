"""`python -m countermove.cli`: the command line when `countermove` is not on the path."""

from __future__ import annotations

import sys

from countermove.cli import main

sys.exit(main())
