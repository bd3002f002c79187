"""What each payload file must be read as: moment, seam, and the fields that say what is called, where and by whom."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_ROWS: dict[str, list[Any]] = json.loads((Path(__file__).parent / "expected.json").read_text())
EVENTS: dict[str, tuple[str, str, dict[str, Any]]] = {file: (row[0], row[1], row[2]) for file, row in _ROWS.items()}
