"""Files that are put in the place of others, and programs that meet on one file."""

import contextlib
import glob
import os
import shutil
import sqlite3

from kills import Packing, kill_within
from programs import Device, Finding, Server, Space

FIXTURES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Fixtures", "stores")


def copy_of(folder, name):
    shutil.copytree(folder, name)
    return name


def put(copy, folder):
    shutil.rmtree(folder)
    shutil.copytree(copy, folder)


def three(lab):
    """Three devices that have put something on the same list."""
    space = Space(lab, "anna", "ben", "carla")
    packing = Packing(space[0])
    for device in space.devices:
        write(packing)
    space.settle()
    return space, packing


def write(packing):
    names = packing.names()
    packing.note(names, packing.start(names).wait())


def server_swapped(lab):
    """The server's files are old ones: as after a restore, while it is stopped, or by a kill and a copy."""
    space, packing = three(lab)
    copies = []
    for cycle in range(lab.count(60, 3)):
        for device in space.devices:
            if lab.random.random() < 0.7:
                write(packing)
            if lab.random.random() < 0.6:
                device.do("sync")
        space.server.kill()
        if lab.random.random() < 0.5 or not copies:
            copies.append(copy_of(space.server.folder, os.path.join(lab.folder, f"copy-{cycle}")))
        else:
            put(lab.random.choice(copies[-3:]), space.server.folder)
        space.server.start()
        if cycle % 10 == 9:
            space.settle()
            for device in space.devices:
                packing.check(device if device is packing.device else None)
            packing.begin_trip()
    packing.check()
    space.check_equal()
    for device in space.devices:
        if set(device.item_names(trip_on(device, packing))) != set(packing.device.item_names(packing.trip)):
            raise Finding(f"{device.name} shows another list")
    return {"cycles": lab.count(60, 3), "copies": len(copies)}


def trip_on(device, packing):
    city = packing.device.json("trip", "show", str(packing.trip))["trip"]["city"]
    return next(trip["number"] for trip in device.json("trip", "list", "--all")["trips"] if trip["city"] == city)


def server_wiped(lab):
    """The server's files are gone; one claim, and all of it is there again."""
    space, packing = three(lab)
    for _ in range(lab.count(10, 1)):
        space.server.stop()
        shutil.rmtree(space.server.folder)
        space.server.start()
        for device in space.devices:
            ended = device.run("sync")
            if not ended.code:
                raise Finding("a sync with a server that knows nothing succeeded")
        write(packing)
        space[0].do("claim", space.server.claim)
        space[0].do("sync")
        space.settle()
        packing.check(space[0])
    space.check_equal()


def device_restored(lab):
    """A device goes back to a backup, with `restore` and by copied files."""
    space, packing = three(lab)
    backup = os.path.join(lab.folder, "backup")
    for cycle in range(lab.count(20, 2)):
        path = f"{backup}-{cycle}"
        space[1].do("backup", path)
        space[1].do("trip", "edit", "1", "--note", f"after the backup {cycle}")
        write(packing)
        if lab.random.random() < 0.5:
            space[1].do("sync")
        if lab.random.random() < 0.5:
            space[1].do("restore", path, "--yes")
        else:
            for ending in ("", "-wal", "-shm"):
                if os.path.exists(space[1].store + ending):
                    os.remove(space[1].store + ending)
            shutil.copy(path, space[1].store)
            os.chmod(space[1].store, 0o600)
        space[1].do("trip", "edit", "1", "--note", f"after the restore {cycle}")
        space.settle()
        packing.check(space[0])
        for device in space.devices:
            if device.json("trip", "show", "1")["trip"]["note"] != f"after the restore {cycle}":
                raise Finding(f"{device.name} does not show what was written after the restore")
    space.check_equal()
    return {"restores": lab.count(20, 2)}


def device_copied(lab):
    """A device's file is copied, and both are used: both edits count, and they become two devices."""
    space, packing = three(lab)
    for cycle in range(lab.count(15, 2)):
        twin = Device(lab, f"twin {cycle}")
        for ending in ("", "-wal"):
            if os.path.exists(space[1].store + ending):
                shutil.copy(space[1].store + ending, twin.store + ending)
        os.chmod(twin.store, 0o600)
        space.devices.append(twin)
        for number, device in enumerate((space[1], twin)):
            device.do("place", "add", f"Place {cycle}/{number}")
            if lab.random.random() < 0.7:
                device.do("sync")
        space.settle(3)
        for device in space.devices:
            shown = device.dump()
            for number in (0, 1):
                if f"Place {cycle}/{number}" not in shown:
                    raise Finding(f"{device.name} lacks what copy {number} wrote")
        space.devices.remove(twin)
    space.check_equal()
    return {"copies": lab.count(15, 2)}


def two_servers(lab):
    """A second server on one folder is refused, and the first one serves on."""
    space, packing = three(lab)
    for _ in range(lab.count(10, 2)):
        second = Server(lab, space.server.folder).start(wait=False)
        code = second.process.wait(60)
        if code == 0:
            raise Finding("a second server on one folder ended as if all were well")
        write(packing)
        space.settle(1)
        # A killed one leaves nothing that keeps the next from starting.
        space.server.kill()
        space.server.start()
    space.check_equal()


def older_file(lab):
    """A store of an older format is brought up to date, killed in the middle of that, edited and synced; one of a newer
    format is refused and stays as it is."""
    space, cycles = Space(lab, "anna"), lab.count(100, 6)
    for number, path in enumerate(sorted(glob.glob(os.path.join(FIXTURES, "packmule-format-*")))):
        for cycle in range(cycles):
            old = Device(lab, f"old {number} {cycle}")
            shutil.copy(path, old.store)
            os.chmod(old.store, 0o600)
            os.chmod(old.folder, 0o700)
            kill_within(old.start("trip", "edit", "2", "--note", "by the new program"), 0.03, lab.random)
            if sorted(old.item_names(1)) != ["Boots", "Passport", "Rain jacket"]:
                raise Finding(f"the list of an older store is {old.item_names(1)}")
            old.do("trip", "edit", "2", "--note", "by the new program")
            old.check_sound()
        space.join(old)
    space.check_equal()
    newer = Device(lab, "newer")
    shutil.copy(path, newer.store)
    os.chmod(newer.store, 0o600)
    with contextlib.closing(sqlite3.connect(newer.store)) as connection:
        connection.execute("PRAGMA user_version = 1000")
    before = open(newer.store, "rb").read()
    for words in (["trip", "list"], ["trip", "add", "Rome"]):
        if not newer.run(*words).code:
            raise Finding("a store of a newer format was used")
    if open(newer.store, "rb").read() != before:
        raise Finding("a store of a newer format was changed")
    return {"killed upgrades": 2 * cycles}
