"""The programs as they are released, each with a folder of its own: a server, devices, and what they hold."""

import json
import os
import shutil
import signal
import subprocess
import time

PATIENCE_SECONDS = 60


class Finding(Exception):
    """Something that must not be."""


class NotRun(Exception):
    """A step that this machine does not allow."""


def until(condition, seconds=PATIENCE_SECONDS, what="what was waited for"):
    """The first true value of a condition that other processes bring about."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.01)
    raise Finding(f"{what} did not come within {seconds} s")


class Ended:
    """How a program ended, and what it said."""

    def __init__(self, words, code, out, err):
        self.words, self.code, self.out, self.err = words, code, out, err

    def check_decent(self):
        """It ended by itself, and a failure was told in one sentence or a few, not by a trap."""
        if self.code < 0 or self.code >= 128:
            raise Finding(f"{self.words} ended by signal {-self.code}: {self.err[-300:]}")
        if self.code and not (self.out + self.err).strip():
            raise Finding(f"{self.words} failed with code {self.code} without a word")
        return self


class Device:
    """A store, and the command line on it."""

    def __init__(self, lab, name, folder=None, prefix=()):
        self.lab, self.name, self.prefix = lab, name, list(prefix)
        self.folder = folder or os.path.join(lab.folder, name)
        os.makedirs(self.folder, exist_ok=True)
        self.store = os.path.join(self.folder, "store.sqlite")
        home = os.path.join(lab.folder, "home-" + name)
        os.makedirs(home, exist_ok=True)
        self.environment = {
            "HOME": home, "XDG_RUNTIME_DIR": home, "PACKMULE_STORE": self.store, "TZ": "UTC", "NO_COLOR": "1",
            "PATH": os.environ["PATH"]}

    def start(self, *words, program="packmule", prefix=(), **options):
        command = [*self.prefix, *prefix, os.path.join(self.lab.programs, program), *map(str, words)]
        return subprocess.Popen(
            command, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, errors="replace", **options)

    def run(self, *words, **options):
        """How a command ended; a finding where it takes too long or does not end by itself."""
        process = self.start(*words, **options)
        try:
            out, err = process.communicate(timeout=PATIENCE_SECONDS * 2)
        except subprocess.TimeoutExpired:
            process.kill()
            raise Finding(f"{words} hangs")
        return Ended(words, process.returncode, out, err).check_decent()

    def do(self, *words, **options):
        """What a command that has to succeed says."""
        ended = self.run(*words, **options)
        if ended.code:
            said = (ended.out + ended.err).strip()
            raise Finding(f"{self.name}: {words} failed with code {ended.code}: {said[-300:]}")
        return ended.out

    def json(self, *words):
        return json.loads(self.do(*words, "--json"))

    def make(self):
        self.do("init", "--name", self.name)
        return self

    def daemon(self, *options, prefix=()):
        """The daemon of this store, whose log goes to a file."""
        log = open(os.path.join(self.lab.folder, self.name + ".log"), "ab")
        return subprocess.Popen(
            [*self.prefix, *prefix, os.path.join(self.lab.programs, "packmuled"), *options],
            env=self.environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    # What it holds

    def dump(self):
        return self.do("dump")

    def item_names(self, trip=None):
        words = ["pack"] + ([str(trip)] if trip else [])
        return [item["name"] for category in self.json(*words)["categories"] for item in category["items"]]

    def check_sound(self):
        self.do("doctor")


class Server:
    """packmule-server over a data folder; it keeps its port when it is started again."""

    def __init__(self, lab, folder=None, prefix=(), address="127.0.0.1:0", options=()):
        self.lab, self.prefix, self.address, self.options = lab, list(prefix), address, options
        self.folder = folder or os.path.join(lab.folder, "server")
        self.process, self.claim = None, None

    def start(self, wait=True, prefix=()):
        words = ["--data", self.folder, "--listen", self.address, "--log", "warning", *self.options]
        for limit in RAISED:
            words += ["--limit", limit]
        log = open(os.path.join(self.lab.folder, "server.log"), "ab")
        self.process = subprocess.Popen(
            [*self.prefix, *prefix, os.path.join(self.lab.programs, "packmule-server"), *words],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log)
        if wait:
            self.read_ready()
        return self

    def read_ready(self):
        line = self.process.stdout.readline()
        if not line:
            raise Finding(f"the server did not start: code {self.process.wait()}")
        ready = json.loads(line)
        self.url, self.pid = ready["url"], ready["pid"]
        self.address = self.url.split("//")[1].strip("/")
        self.claim = ready["claim"] or self.claim

    def kill(self):
        self.process.kill()
        self.process.wait()

    def end(self):
        """Whatever it is at."""
        if self.process and self.process.poll() is None:
            self.kill()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE_SECONDS)
        if code:
            raise Finding(f"the server ended with code {code} when it was asked to end")

    def administer(self, *words):
        ended = subprocess.run(
            [os.path.join(self.lab.programs, "packmule-server"), *words, "--data", self.folder], text=True,
            errors="replace", stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE_SECONDS)
        return Ended(words, ended.returncode, ended.stdout, ended.stderr).check_decent()


# So many requests and devices as the lab makes never come from a person's.
RAISED = ("requestsPerSecond=1000000", "requestBurst=1000000", "unauthenticatedPerMinute=1000000",
          "invitationsPerHour=100000", "devicesPerSpace=128", "connectionsPerAddress=256")


class Space:
    """Devices of one space, and its server."""

    def __init__(self, lab, *names, server=None, device_folder=lambda name: None):
        self.lab, self.server = lab, server or Server(lab).start()
        lab.afterwards(self.server.end)
        self.devices, self.fresh_count = [], 0
        for name in names:
            self.join(Device(lab, name, device_folder(name)).make())

    def __getitem__(self, index):
        return self.devices[index]

    def join(self, device):
        if self.devices:
            device.do("join", link_in(self.devices[0].do("invite")), "--yes")
        else:
            device.do("claim", self.server.claim)
        self.devices.append(device)
        return device

    def add_fresh(self):
        """One more device, with everything that the server has."""
        self.fresh_count += 1
        device = self.join(Device(self.lab, f"fresh {self.fresh_count}").make())
        device.do("sync")
        return device

    def release(self, device):
        """The device goes out of the space, and its folder with it."""
        self.devices.remove(device)
        self.devices[0].do("device", "revoke", device.name, "--yes")
        shutil.rmtree(device.folder)

    def settle(self, rounds=2):
        for _ in range(rounds):
            for device in self.devices:
                device.do("sync")

    def check_equal(self):
        """Promise 2: after two rounds all hold the same, and what a fresh device gets."""
        self.settle()
        fresh = self.add_fresh()
        wanted = fresh.dump()
        for device in self.devices:
            if device.dump() != wanted:
                raise Finding(f"{device.name} holds something else than a fresh device")
            device.check_sound()
        self.release(fresh)
        return wanted


def link_in(text):
    return next(word for word in text.split() if word.startswith(("http://", "https://")))


def require(program):
    """The path of a program of the system, or a step that is not run."""
    path = shutil.which(program) or shutil.which(program, path="/usr/sbin:/sbin")
    if not path:
        raise NotRun(f"{program} is missing")
    return path


def require_root():
    if os.geteuid() != 0:
        raise NotRun("only root may")
