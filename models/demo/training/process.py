"""How the process behaves on the machine."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

TRIM_THRESHOLD, TOP_PAD, MMAP_MAX = -1, -2, -4


def keep_memory() -> None:
    """Keeps what is freed: giving it back and asking again for every batch costs most of the time otherwise."""
    if not sys.platform.startswith("linux"):
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:
        return
    mallopt(MMAP_MAX, 0)
    mallopt(TRIM_THRESHOLD, 2**31 - 1)
    mallopt(TOP_PAD, 256 * 2**20)


def wait_quietly() -> None:
    """A waiting thread that spins loses its turn on a busy machine; to be called before torch is loaded."""
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")


def come_first() -> None:
    """Takes the processor before all else; `nice` alone does not count between sessions, which Linux weighs first."""
    try:
        if os.getpid() != os.getsid(0):
            os.setsid()
        Path("/proc/self/autogroup").write_text("-19")
        os.nice(-19)
    except OSError as error:
        print(f"no precedence over other processes: {error}")
