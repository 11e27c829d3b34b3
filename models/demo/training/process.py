"""Memory, threads and priority of the process."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path

TRIM_THRESHOLD, TOP_PAD, MMAP_MAX = -1, -2, -4


def keep_memory() -> None:
    """Keeps freed memory: returning and requesting it for every batch would take most of the time."""
    if not sys.platform.startswith("linux"):
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:
        return
    mallopt(MMAP_MAX, 0)
    mallopt(TRIM_THRESHOLD, 2**31 - 1)
    mallopt(TOP_PAD, 256 * 2**20)


def wait_quietly() -> None:
    """Stops waiting threads from spinning, which slows a busy machine down; call it before torch is loaded."""
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")


def come_first() -> None:
    """Gets the highest priority; `nice` alone has no effect between sessions, which Linux weighs first."""
    try:
        if os.getpid() != os.getsid(0):
            os.setsid()
        Path("/proc/self/autogroup").write_text("-19")
        os.nice(-19)
    except OSError as error:
        print(f"no precedence over other processes: {error}")
