"""``python -m hanabi_lab``: the command line."""

from __future__ import annotations

import sys

from hanabi_lab.cli import main

if __name__ == "__main__":
    sys.exit(main())
