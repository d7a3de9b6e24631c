"""Networks that fail: a faulty way to the server, a server out of reach, a line that is very slow."""

import json
import os
import signal
import subprocess
import sys
import time

from kills import Packing
from programs import Device, Finding, NotRun, Server, Space, link_in, require, require_root, until


class FaultyWay:
    """faulty_proxy.py before a server."""

    def __init__(self, lab, server):
        here = os.path.dirname(os.path.abspath(__file__))
        self.process = subprocess.Popen(
            [sys.executable, os.path.join(here, "faulty_proxy.py"), server.address.rsplit(":", 1)[1],
             str(lab.random.randrange(1 << 30))],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        lab.afterwards(self.process.kill)
        self.port = int(self.process.stdout.readline())

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def proxy(lab):
    """Devices with daemons edit while their way to the server is faulty; once it is not, all hold the same."""
    server = Server(lab).start()
    way = FaultyWay(lab, server)
    way.say("faults off")
    server.claim = server.claim.replace(server.address, f"127.0.0.1:{way.port}")
    space = Space(lab, "anna", "ben", "carla", server=server)
    packings = [Packing(device) for device in space.devices]
    space.settle()
    way.say("faults on")
    daemons = [device.daemon("--quiet") for device in space.devices]
    lab.afterwards(lambda: [daemon.kill() for daemon in daemons])
    edits, end = 0, time.monotonic() + (4 if lab.is_short else 120)
    while time.monotonic() < end:
        packing = lab.random.choice(packings)
        names = packing.names()
        packing.note(names, packing.start(names).wait())
        edits += 1
        time.sleep(lab.random.random() * 0.2)
    counts = way.say("counts")
    way.say("faults off")
    # Whoever waits does so for a shown time, five minutes at most; a person who does not wait syncs by hand. A body
    # that was spoiled is asked for with the first round, sent again with the second, and there with the third.
    space.settle(3)
    for daemon, device in zip(daemons, space.devices):
        if daemon.poll() is not None:
            raise Finding(f"the daemon of {device.name} ended with {daemon.returncode}")
        if device.json("status")["sync"]["unopenable"]:
            raise Finding(f"{device.name} still holds bodies that do not open")
    for packing in packings:
        packing.check()
    for daemon in daemons:
        daemon.send_signal(signal.SIGTERM)
        daemon.wait(60)
    space.check_equal()
    server.stop()
    return {"edits": edits, **counts}


class Wire:
    """A network of its own for a server, joined to this machine's by one wire."""

    def __init__(self, lab):
        require_root()
        self.ip, self.name = require("ip"), f"pml{os.getpid() % 10_000}"
        self.here, self.there = "10.213.7.1", "10.213.7.2"
        if subprocess.run([self.ip, "netns", "add", self.name], capture_output=True).returncode:
            raise NotRun("networks of one's own are not allowed")
        lab.afterwards(subprocess.run, [self.ip, "netns", "delete", self.name])
        for words in (f"link add {self.name}a type veth peer name {self.name}b netns {self.name}",
                      f"address add {self.here}/24 dev {self.name}a", f"link set {self.name}a up",
                      f"-n {self.name} address add {self.there}/24 dev {self.name}b",
                      f"-n {self.name} link set {self.name}b up", f"-n {self.name} link set lo up"):
            done = subprocess.run([self.ip, *words.split()], capture_output=True, text=True)
            if done.returncode:
                raise NotRun("a wire between networks cannot be laid: " + done.stderr.strip())

    def run(self, *words):
        subprocess.run([self.ip, "netns", "exec", self.name, *words], check=True, capture_output=True)

    def server(self, lab):
        """A server at the other end, with a certificate that its links name."""
        certificate, key = os.path.join(lab.folder, "certificate.pem"), os.path.join(lab.folder, "key.pem")
        subprocess.run(
            [require("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-keyout", key, "-out", certificate, "-days", "30", "-subj", "/CN=lab", "-addext",
             f"subjectAltName=IP:{self.there}"], check=True, capture_output=True)
        return Server(
            lab, prefix=(self.ip, "netns", "exec", self.name), address=f"{self.there}:8484",
            options=("--tls-cert", certificate, "--tls-key", key, "--pin")).start()


def partition(lab):
    """All that goes to the server is dropped without a word, in the middle of a sync; then it passes again."""
    wire = Wire(lab)
    nft = require("nft")
    space = Space(lab, "anna", "ben", server=wire.server(lab))
    packing = Packing(space[0])
    space.settle()
    daemons = [device.daemon() for device in space.devices]
    lab.afterwards(lambda: [daemon.kill() for daemon in daemons])
    waits = 0
    for cycle in range(lab.count(4, 1)):
        wire.run(nft, "add table inet lab; add chain inet lab in { type filter hook input priority 0; policy drop; }")
        names = packing.names()
        packing.note(names, packing.start(names).wait())
        # The connection is dead and nobody says so: there has to come a time-out, and a wait with a time and a reason.
        until(lambda: '"event":"waiting"' in log_of(lab, "anna"), 120, "a wait that is shown")
        waits += 1
        wire.run(nft, "delete table inet lab")
        until(lambda: space[0].dump() == space[1].dump(), 400, "equality by itself after the wire was mended")
    packing.check(space[1])
    for daemon in daemons:
        daemon.send_signal(signal.SIGTERM)
        daemon.wait(60)
    space.check_equal()
    return {"partitions": waits}


def log_of(lab, name):
    with open(os.path.join(lab.folder, name + ".log")) as log:
        return log.read()


def slow_line(lab):
    """A line of 64 kbit/s: a first sync takes long, and comes to its end."""
    wire = Wire(lab)
    tc = require("tc")
    space = Space(lab, "anna", server=wire.server(lab))
    words = [f"Thing {number}" for number in range(300 if lab.is_short else 2_000)]
    space[0].do("trip", "add", "City")
    for start in range(0, len(words), 100):
        space[0].do("item", "add", *words[start:start + 100], "-t", 1)
    space[0].do("sync")
    limit = "rate 256kbit burst 8kb latency 400ms" if lab.is_short else "rate 64kbit burst 4kb latency 800ms"
    wire.run(tc, "qdisc", "add", "dev", wire.name + "b", "root", "tbf", *limit.split())
    start = time.monotonic()
    fresh = space.add_fresh()
    seconds = time.monotonic() - start
    if fresh.dump() != space[0].dump():
        raise Finding("what came over the slow line is not whole")
    return {"records": len(words), "seconds": round(seconds, 1)}
