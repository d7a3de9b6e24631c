"""Clocks that are wrong, on devices and on the server."""

import glob

from kills import Packing
from programs import Finding, NotRun, Space

CLOCKS = ("+400d", "-10y", "+10y", "-30d", "+2h", "+0")


def lying(clock):
    """What stands before a command whose clock is to be wrong by so much."""
    libraries = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
    if not libraries:
        raise NotRun("libfaketime is missing")
    return ("env", "LD_PRELOAD=" + libraries[0], "FAKETIME=" + clock, "FAKETIME_DONT_FAKE_MONOTONIC=1")


def wrong(lab):
    """A device's clock is wrong by years, then right; the server's too. Who writes last wins, and nothing stalls."""
    space = Space(lab, "anna", "ben")
    packing = Packing(space[0])
    space.settle()
    for round in range(lab.count(6, 1)):
        for clock in CLOCKS[:3] if lab.is_short else CLOCKS:
            prefix = lying(clock)
            names = packing.names()
            packing.note(names, packing.start(names, prefix=prefix).wait())
            wanted = f"note {round} {clock}"
            space[0].do("trip", "edit", packing.trip, "--note", wanted, prefix=prefix)
            space[0].do("sync", prefix=prefix)
            space[1].do("sync")
            packing.check(space[1])
            check_note(space, wanted)
            # Whoever writes over it afterwards, with a right clock, wins.
            space[1].do("trip", "edit", packing.trip, "--note", wanted + " again")
            space[1].do("sync")
            space[0].do("sync", prefix=prefix)
            check_note(space, wanted + " again")
        lie = lab.random.choice(CLOCKS[:5])
        space.server.stop()
        space.server.start(prefix=lying(lie))
        names = packing.names()
        packing.note(names, packing.start(names).wait())
        for device in space.devices:
            device.run("sync")
        space.server.stop()
        space.server.start()
        space.settle()
        packing.check(space[1])
    space.check_equal()
    return {"rounds": lab.count(6, 1), "clocks": len(CLOCKS)}


def check_note(space, wanted):
    for device in space.devices:
        note = device.json("trip", "show", "1")["trip"]["note"]
        if note != wanted:
            raise Finding(f"{device.name} shows {note!r}, and {wanted!r} was written last")
