"""`python -m countermove`, the same as `countermove`."""

import sys

from countermove.cli import main

sys.exit(main())
