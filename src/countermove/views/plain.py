"""Values as JSON types."""

from __future__ import annotations

import math
from typing import Any


def plain(value: Any) -> Any:
    """`value` as JSON types, which lack infinity: infinities become "inf" and "-inf"."""
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else "inf" if value > 0 else "-inf"
    if value is None or isinstance(value, (bool, str, float)):
        return value
    return int(value) if isinstance(value, int) or hasattr(value, "__index__") else plain(float(value))
