"""Power that fails: a disk as it stands, without what was only in memory, is what the next start finds."""

import os
import shutil
import signal
import subprocess
import time

from programs import Device, Finding, NotRun, Server, Space, require, require_root
from kills import Packing

IMAGE_MEBIBYTES = 48


class Disk:
    """A file system in a file. What was not synced to it is only in the memory of this machine, not in the file."""

    def __init__(self, lab, name):
        require_root()
        require("mkfs.ext4")
        self.lab, self.name = lab, name
        self.image, self.mount = os.path.join(lab.folder, name + ".image"), os.path.join(lab.folder, name)
        self.is_mounted = False

    def make(self):
        with open(self.image, "wb") as image:
            image.truncate(IMAGE_MEBIBYTES << 20)
        subprocess.run([require("mkfs.ext4"), "-q", "-F", self.image], check=True)
        return self.attach()

    def attach(self):
        os.makedirs(self.mount, exist_ok=True)
        done = subprocess.run(["mount", "-o", "loop", self.image, self.mount], capture_output=True, text=True)
        if done.returncode:
            raise NotRun("mounting of images is not allowed: " + done.stderr.strip())
        self.is_mounted = True
        self.lab.afterwards(self.detach)
        return self

    def detach(self):
        if self.is_mounted:
            subprocess.run(["umount", "--lazy", self.mount], check=True)
            self.is_mounted = False

    def after_power_cut(self, name):
        """The disk as the next start of the machine finds it."""
        disk = Disk(self.lab, name)
        subprocess.run(["cp", "--sparse=always", self.image, disk.image], check=True)
        return disk.attach()

    def replace(self, other):
        """Takes the disk of after the cut for the own one."""
        other.detach()
        self.detach()
        os.replace(other.image, self.image)
        self.attach()


def stopped(process):
    """Holds a process, so that nothing moves while the disk is copied."""
    os.kill(process.pid, signal.SIGSTOP)
    while open(f"/proc/{process.pid}/stat").read().rsplit(")", 1)[1].split()[0] not in "TZ":
        time.sleep(0.001)


def device(lab, prefix=(), cycles=None, tolerate=False):
    """A device is cut off while it writes. All it acknowledged has to be there."""
    disk = Disk(lab, "disk").make()
    writer = Device(lab, "anna", disk.mount, prefix).make()
    reader = Device(lab, "reader", disk.mount)
    packing = Packing(writer)
    cycles, acknowledged, lost = cycles or lab.count(200, 3), 0, 0
    for cycle in range(cycles):
        end = time.monotonic() + lab.random.random() * 0.4
        process = None
        while time.monotonic() < end:
            names = packing.names()
            process = packing.start(names)
            process.communicate()
            packing.note(names, process.returncode)
        names = packing.names()
        process = packing.start(names, preexec_fn=os.setpgrp)
        time.sleep(lab.random.random() * 0.025)
        stopped(process)
        after = disk.after_power_cut("after")
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        # It was cut off, even if it had come to its end.
        packing.doubtful.append(names)
        acknowledged += len(packing.acknowledged)
        copy = Device(lab, "copy", after.mount)
        try:
            copy.check_sound()
            packing.check(copy)
        except Finding as finding:
            if not tolerate:
                raise Finding(f"power cut {cycle}: {finding}")
            lost += 1
            after.detach()
            packing.begin_trip()
            continue
        disk.replace(after)
        packing.device = reader if not prefix else writer
        packing.begin_trip()
    return {"power cuts": cycles, "acknowledged edits looked for": acknowledged, "lost": lost}


def server(lab, prefix=(), cycles=None, tolerate=False):
    """The server is cut off while devices push. All it said to have stored has to be there for a fresh device."""
    disk = Disk(lab, "disk").make()
    server = Server(lab, os.path.join(disk.mount, "data"), prefix).start()
    space = Space(lab, "anna", "ben", server=server)
    packing = Packing(space[0])
    space.settle()
    cycles, acknowledged, lost = cycles or lab.count(200, 3), 0, 0
    for cycle in range(cycles):
        end = time.monotonic() + lab.random.random() * 0.5
        while time.monotonic() < end:
            names = packing.names()
            packing.start(names).communicate()
            packing.note(names, 0)
            space[0].do("sync")
        last = packing.names()
        packing.start(last).communicate()
        packing.doubtful.append(last)
        process = space[0].start("sync")
        time.sleep(lab.random.random() * 0.03)
        os.kill(server.pid, signal.SIGSTOP)
        time.sleep(0.005)
        after = disk.after_power_cut("after")
        # What the client got was sent before the stop, so it has to be on the disk.
        stored = process.poll() == 0
        process.kill()
        process.communicate()
        if prefix:
            os.kill(server.pid, signal.SIGKILL)
        server.kill()
        if stored:
            packing.note(last, 0)
        acknowledged += len(packing.acknowledged)
        disk.replace(after)
        server.start()
        try:
            fresh = space.add_fresh()
            if packing.acknowledged:
                packing.trip, trip = number_of(fresh, packing, space[0]), packing.trip
                packing.check(fresh)
                packing.trip = trip
        except Finding as finding:
            if not tolerate:
                raise Finding(f"power cut {cycle}: {finding}")
            lost += 1
        space.release(fresh)
        space.settle()
        packing.begin_trip()
        space.settle(1)
    space.check_equal()
    if server.administer("check").code:
        raise Finding("the server's file is not sound")
    server.stop()
    return {"power cuts": cycles, "acknowledged edits looked for": acknowledged, "lost": lost}


def number_of(device, packing, origin):
    """The number of the list on another device."""
    city = origin.json("trip", "show", str(packing.trip))["trip"]["city"]
    return next(trip["number"] for trip in device.json("trip", "list", "--all")["trips"] if trip["city"] == city)


def control(lab):
    """The same programs on a machine that only says it synced: these cuts have to lose something, or the step before
    proves nothing."""
    strace = require("strace")
    lie = (strace, "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e",
           "inject=fsync,fdatasync:retval=0")
    figures = device(lab, lie, cycles=lab.count(20, 3) if lab.is_short else 20, tolerate=True)
    if not figures["lost"]:
        raise Finding("nothing was lost without syncs")
    return figures
