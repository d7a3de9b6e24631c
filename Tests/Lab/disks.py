"""Disks that are full or read-only, and processes that may open nothing more: a sentence, and nothing is lost."""

import os
import subprocess

from programs import Device, Finding, NotRun, Server, Space, require, require_root, until
from kills import Packing, check_cut_off


class Memory:
    """A small file system in memory."""

    def __init__(self, lab, name, kibibytes):
        require_root()
        self.mount = os.path.join(lab.folder, name)
        os.makedirs(self.mount)
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kibibytes}k", "none", self.mount],
                              capture_output=True, text=True)
        if done.returncode:
            raise NotRun("mounting is not allowed: " + done.stderr.strip())
        lab.afterwards(subprocess.run, ["umount", "--lazy", self.mount])
        os.chmod(self.mount, 0o700)

    def remount(self, options):
        subprocess.run(["mount", "-o", "remount," + options, self.mount], check=True)


def write_until_full(packing, most=400):
    """How many edits were acknowledged before the first one that was refused."""
    for count in range(most):
        names = packing.names()
        ended = packing.device.run("item", "add", *names, "-t", packing.trip, "--note", "x" * 1_500)
        packing.note(names, ended.code)
        if ended.code:
            if "full" not in ended.err:
                raise Finding(f"on a full disk this was said: {ended.err}")
            return count
    raise Finding(f"{most} edits fit on a disk that was meant to be full")


def full(lab):
    """Disks of many sizes run full below a device, and below a server."""
    sizes = range(420, 1_400, 490) if lab.is_short else range(300, 3_000, 60)
    made = 0
    for kibibytes in sizes:
        disk = Memory(lab, f"device-{kibibytes}", kibibytes)
        device = Device(lab, f"anna-{kibibytes}", disk.mount)
        if device.run("init", "--name", "anna").code:
            # Even the empty store has no room: nothing half may stand in the way of the next try.
            disk.remount("size=8m")
            device.make()
            continue
        if device.run("trip", "add", "City").code:
            continue
        packing = Packing(device, trip=1)
        write_until_full(packing)
        # Some room is left for reading at all; what is there has to be readable.
        packing.check()
        device.check_sound()
        disk.remount("size=16m")
        for _ in range(3):
            names = packing.names()
            device.do("item", "add", *names, "-t", 1)
            packing.note(names, 0)
        packing.check()
        device.check_sound()
        made += 1
    for kibibytes in (1_000,) if lab.is_short else (700, 1_000, 1_500, 2_500):
        server_on_full_disk(lab, kibibytes)
    if not made:
        raise Finding("no size let a store be made")
    return {"sizes of a device's disk": len(sizes), "filled up": made}


def server_on_full_disk(lab, kibibytes):
    disk = Memory(lab, f"server-{kibibytes}", kibibytes)
    server = Server(lab, os.path.join(disk.mount, "data")).start()
    space = Space(lab, f"a-{kibibytes}", f"b-{kibibytes}", server=server)
    packing = Packing(space[0])
    for _ in range(400):
        names = packing.names()
        space[0].do("item", "add", *names, "-t", packing.trip, "--note", "x" * 3_000)
        packing.note(names, 0)
        ended = space[0].run("sync")
        if ended.code or space[0].json("status")["pending"]:
            break
    else:
        raise Finding("a server's full disk was never met")
    if server.process.poll() is not None:
        raise Finding("the server ended when its disk was full")
    disk.remount("size=32m")
    until(lambda: not space[0].run("sync").code and not space[0].json("status")["pending"], what="room that came back")
    space[1].do("sync")
    space.check_equal()
    server.stop()


def read_only(lab):
    """A disk becomes read-only below a device and a server, and writable again."""
    disk = Memory(lab, "disk", 8_192)
    server = Server(lab, os.path.join(disk.mount, "data")).start()
    space = Space(lab, "anna", "ben", server=server, device_folder=lambda name: os.path.join(disk.mount, name))
    packing = Packing(space[0])
    names = packing.names()
    packing.note(names, packing.start(names).wait())
    space.settle()
    for _ in range(lab.count(5, 1)):
        server.stop()
        disk.remount("ro")
        packing.check()
        for words in (["item", "add", "boots", "-t", packing.trip], ["sync"], ["trip", "add", "Rome"], ["undo"]):
            if not space[0].run(*words).code:
                raise Finding(f"{words} succeeded on a read-only disk")
        server.start(wait=False)
        if server.process.wait(60) == 0:
            raise Finding("a server over a read-only disk ended as if all were well")
        disk.remount("rw")
        server.start()
        names = packing.names()
        packing.note(names, packing.start(names).wait())
        space.settle()
        packing.check()
    space.check_equal()
    server.stop()


def descriptors(lab):
    """Programs may open few files: at every limit they work, or say that they cannot, and the store stays whole."""
    space = Space(lab, "anna", "ben")
    packing = Packing(space[0])
    worked = 0
    limits = range(4, 26, 5) if lab.is_short else range(3, 40)
    for limit in limits:
        for words in (["trip", "list"], ["sync"], ["status"]):
            space[0].run(*words, prefix=few(limit))
        names = packing.names()
        ended = space[0].run("item", "add", *names, "-t", packing.trip, prefix=few(limit))
        packing.note(names, ended.code)
        worked += ended.code == 0
    packing.check()
    if not worked:
        raise Finding("no limit let anything be written")
    space.server.stop()
    server_limits = (12, 24) if lab.is_short else range(8, 40, 2)
    for limit in server_limits:
        space.server.start(wait=False, prefix=few(limit))
        line = space.server.process.stdout.readline()
        if not line:
            if space.server.process.wait(60) == 0:
                raise Finding(f"the server ended with 0 at {limit} descriptors, serving nothing")
            continue
        syncs = [space[index % 2].start("sync") for index in range(8)]
        for sync in syncs:
            check_cut_off(sync)
        space.server.process.kill()
        space.server.process.wait()
    space.server.start()
    packing.check()
    space.check_equal()
    space.server.stop()
    return {"limits of a device": len(limits), "of a server": len(server_limits)}


def few(limit):
    return (require("prlimit"), f"--nofile={limit}:{limit}")
