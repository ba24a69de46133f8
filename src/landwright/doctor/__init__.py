"""Checks on any world or file, ours or foreign.

Words: a *finding* names what is wrong, where, and what to do; its *severity* is error (broken), warning (will look or behave wrong) or
info (worth knowing). Not for: mending; every fix is a stage or an option elsewhere.
"""

from typing import TYPE_CHECKING

from landwright._lazy import lazy

if TYPE_CHECKING:
    from landwright.doctor._examine import examine as examine
    from landwright.doctor._file import examine_file as examine_file
    from landwright.doctor._findings import Finding as Finding
    from landwright.doctor._findings import Place as Place
    from landwright.doctor.settings import Checkup as Checkup

__getattr__, __dir__ = lazy(
    __name__,
    {
        "_examine": ["examine"],
        "_file": ["examine_file"],
        "_findings": ["Finding", "Place"],
        "settings": ["Checkup"],
    },
)
