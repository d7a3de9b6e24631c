"""Processes that are killed or stopped at any moment, and what is there afterwards."""

import os
import signal
import time

from programs import Device, Finding, Space, until

CHECK_EVERY = 25


class Packing:
    """What was put on lists, and what the device has to show of it: all of what was acknowledged, and of what was cut
    off all or nothing."""

    NAMES = 3

    def __init__(self, device, trip=None):
        self.device, self.number, self.trip = device, 0, trip
        self.acknowledged, self.doubtful = [], []
        if not trip:
            self.begin_trip()

    def begin_trip(self):
        """A list of its own for every few edits, so that looking at it stays quick."""
        self.number += 1
        made = self.device.json("trip", "add", f"City {self.number}", "--start", "2027-06-03", "--nights", "4")
        self.trip = made["changed"][0]["number"]
        self.acknowledged, self.doubtful = [], []

    def names(self):
        self.number += 1
        return [f"Thing {self.number}/{part}" for part in range(self.NAMES)]

    def start(self, names, **options):
        return self.device.start("item", "add", *names, "-t", self.trip, **options)

    def note(self, names, code):
        (self.acknowledged if code == 0 else self.doubtful).append(names)

    def check(self, device=None):
        shown = (device or self.device).item_names(self.trip)
        if len(shown) != len(set(shown)):
            raise Finding("something is there twice")
        there = set(shown)
        for names in self.acknowledged:
            if not there.issuperset(names):
                raise Finding(f"acknowledged, and not there: {names}")
        for names in self.doubtful:
            if len(there.intersection(names)) not in (0, self.NAMES):
                raise Finding(f"half of one command is there: {names}")
        extra = there - {name for names in self.acknowledged + self.doubtful for name in names}
        if extra:
            raise Finding(f"nobody wrote {extra}")


def duration(action, times=5):
    """How long something takes when nobody disturbs it."""
    start = time.monotonic()
    for _ in range(times):
        action()
    return (time.monotonic() - start) / times


def kill_within(process, seconds, random):
    """Kills a process at a moment within its time; its exit code."""
    time.sleep(random.random() * seconds)
    process.kill()
    process.communicate()
    return process.returncode


def check_cut_off(process):
    """The exit code of a command that could not be carried out: it says so and ends by itself."""
    _, err = process.communicate(timeout=120)
    if process.returncode < 0 or (process.returncode and not err.strip()):
        raise Finding(f"{process.args[1:]} ended with {process.returncode}: {err}")
    return process.returncode


def device(lab):
    """`packmule item add` is killed."""
    packing = Packing(Device(lab, "anna").make())
    usual = duration(lambda: packing.note(names := packing.names(), packing.start(names).wait()))
    killed, cycles = 0, lab.count(2_000, 40)
    for cycle in range(cycles):
        names = packing.names()
        code = kill_within(packing.start(names), usual * 1.2, lab.random)
        packing.note(names, code)
        killed += code != 0
        if cycle % CHECK_EVERY == CHECK_EVERY - 1 or cycle == cycles - 1:
            packing.check()
            packing.device.check_sound()
            packing.begin_trip()
    if killed < cycles / 4:
        raise Finding(f"only {killed} of {cycles} were killed before their end: this proves little")
    return {"cycles": cycles, "killed in the middle": killed}


def server(lab):
    """The server is killed while devices push, and starts again."""
    space = Space(lab, "anna", "ben")
    packings = [Packing(device) for device in space.devices]
    space.settle()
    usual = duration(lambda: space[0].do("sync"))
    refused, cycles = 0, lab.count(2_000, 20)
    for cycle in range(cycles):
        for packing in packings:
            names = packing.names()
            packing.note(names, packing.start(names).wait())
        syncs = [device.start("sync") for device in space.devices]
        time.sleep(lab.random.random() * usual * 2)
        space.server.kill()
        for sync in syncs:
            refused += check_cut_off(sync) != 0
        space.server.start()
        if cycle % CHECK_EVERY == CHECK_EVERY - 1 or cycle == cycles - 1:
            space.settle()
            if space[0].dump() != space[1].dump():
                raise Finding("the devices differ after both synced twice")
            for packing in packings:
                packing.check()
                packing.begin_trip()
    space.check_equal()
    if space.server.administer("check").code:
        raise Finding("the server's file is not sound")
    space.server.stop()
    if not refused:
        raise Finding("no sync was ever cut off: this proves little")
    return {"cycles": cycles, "syncs cut off": refused}


def daemon(lab):
    """Daemons are killed while they sync; a third device is told what was said to be in sync."""
    space = Space(lab, "anna", "ben")
    packings = [Packing(device) for device in space.devices]
    daemons = [device.daemon() for device in space.devices]
    lab.afterwards(lambda: [daemon.kill() for daemon in daemons])
    cycles = lab.count(1_000, 10)
    for cycle in range(cycles):
        side = lab.random.randrange(2)
        names = packings[side].names()
        packings[side].note(names, packings[side].start(names).wait())
        time.sleep(lab.random.random() * 0.03)
        daemons[side].kill()
        daemons[side].wait()
        if cycle % CHECK_EVERY == CHECK_EVERY - 1 or cycle == cycles - 1:
            daemons[side] = space[side].daemon()
            until(lambda: space[0].dump() == space[1].dump() and all(
                device.json("status")["pending"] == 0 for device in space.devices), what="equality of two daemons")
            for packing in packings:
                packing.check()
                packing.begin_trip()
        else:
            daemons[side] = space[side].daemon()
    for process in daemons:
        process.send_signal(signal.SIGTERM)
        if process.wait(60):
            raise Finding(f"a daemon ended with {process.returncode}")
    space.check_equal()
    space.server.stop()
    return {"cycles": cycles}


def ring(lab):
    """The daemon is killed around the moments at which reminders fall due: each rings, and rings twice only where the
    daemon died between showing it and noting it."""
    device = Device(lab, "anna").make()
    device.do("permission", "allow")
    shown = os.path.join(lab.folder, "shown")
    script = os.path.join(lab.folder, "show")
    with open(script, "w") as file:
        file.write(f"#!/bin/sh\ncat >> '{shown}'\nprintf '\\n' >> '{shown}'\n")
    os.chmod(script, 0o700)
    rounds = lab.count(60, 3)
    titles, kills, twice = [], 0, 0
    for round in range(rounds):
        batch = [f"Ring {round}/{number}" for number in range(3)]
        for title in batch:
            device.do("remind", "at", "in 2 seconds", title)
        titles += batch
        end = time.monotonic() + 4.5
        while time.monotonic() < end:
            process = device.daemon("--quiet", "--notify", "command:" + script)
            time.sleep(lab.random.random() * 0.4)
            process.kill()
            process.wait()
            kills += 1
    process = device.daemon("--quiet", "--notify", "command:" + script)
    lab.afterwards(process.kill)

    def said():
        with open(shown, errors="replace") as file:
            return file.read()

    for title in titles:
        until(lambda: title in said(), what=f"the ring of {title}")
    process.send_signal(signal.SIGTERM)
    process.wait(60)
    text = said()
    for title in titles:
        count = sum(line.strip() == title for line in text.splitlines())
        twice += count > 1
    if twice > kills:
        raise Finding(f"{twice} rang twice though only {kills} daemons died")
    return {"rings": len(titles), "kills": kills, "rung twice by a kill in between": twice}


def stop(lab):
    """Server and daemon are stopped for a while, as by a machine that swaps, and go on."""
    space = Space(lab, "anna", "ben")
    packing = Packing(space[0])
    daemons = [device.daemon() for device in space.devices]
    lab.afterwards(lambda: [daemon.kill() for daemon in daemons])
    cycles = lab.count(30, 3)
    for cycle in range(cycles):
        stopped = lab.random.choice([space.server.pid, *[daemon.pid for daemon in daemons]])
        os.kill(stopped, signal.SIGSTOP)
        names = packing.names()
        packing.note(names, packing.start(names).wait())
        time.sleep(lab.random.random() * (0.3 if lab.is_short else 3))
        os.kill(stopped, signal.SIGCONT)
        until(lambda: space[0].dump() == space[1].dump(), what="equality after a stop")
    packing.check(space[1])
    for process in daemons:
        process.send_signal(signal.SIGTERM)
        process.wait(60)
    space.check_equal()
    space.server.stop()
    return {"cycles": cycles}
