"""Units. Inside, everything is SI: bytes, seconds, FLOP; the vendor's spelling is converted at the border.

Giga and tera are powers of ten (a data sheet's 3.35 TB/s is 3.35e12 bytes/s); only memory that says GiB is a power of two.
"""

from __future__ import annotations

from typing import Final

KILO: Final = 1e3
MEGA: Final = 1e6
GIGA: Final = 1e9
TERA: Final = 1e12
PETA: Final = 1e15

MB: Final = 1e6
GB: Final = 1e9
TB: Final = 1e12
MIB: Final = 2.0**20
GIB: Final = 2.0**30

US: Final = 1e-6
MS: Final = 1e-3

BITS_PER_BYTE: Final = 8
