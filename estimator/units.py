"""Units. Inside, everything is SI: bytes, seconds, FLOP; the vendor's spelling is converted at the border.

Giga and tera are powers of ten (a data sheet's 3.35 TB/s is 3.35e12 bytes/s); only memory that says GiB is a power of two.
"""

from __future__ import annotations

from typing import Final

TERA: Final = 1e12
GB: Final = 1e9
GIB: Final = 2.0**30
