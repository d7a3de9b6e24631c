#!/usr/bin/env python3
"""Runs the real programs under what befalls real machines, and says what came of it.

usage: lab.py --programs DIR [--short] [--cycles N] [--seed S] [STEP…]

Every step has a folder of its own and leaves nothing behind. A line for each: its name, `ok` or what was found,
seconds, and figures. `NOT RUN: step, reason` where the machine lacks what a step needs; their count ends the report.
Exit code 1 where something was found. With --short each step does little, for every change; --cycles sets how often
what is repeated is repeated."""

import argparse
import os
import random
import shutil
import sys
import tempfile
import time
import traceback

from programs import Finding, NotRun
import clocks
import disks
import files
import kills
import network
import power
import slow_clients

STEPS = {
    "kill-device": kills.device, "kill-daemon": kills.daemon, "kill-server": kills.server, "kill-ring": kills.ring,
    "stop": kills.stop,
    "power-device": power.device, "power-server": power.server, "power-control": power.control,
    "disk-full": disks.full, "disk-read-only": disks.read_only, "descriptors": disks.descriptors,
    "proxy": network.proxy, "partition": network.partition, "slow-line": network.slow_line,
    "slow-clients": slow_clients.among,
    "clock": clocks.wrong,
    "server-swapped": files.server_swapped, "server-wiped": files.server_wiped,
    "device-restored": files.device_restored, "device-copied": files.device_copied,
    "two-servers": files.two_servers, "older-file": files.older_file,
}


class Lab:
    """What a step is given: the programs, a folder, chance, and how much to do."""

    def __init__(self, arguments, name):
        self.programs = os.path.abspath(arguments.programs)
        self.is_short = arguments.short
        self.cycles = arguments.cycles
        self.random = random.Random(f"{arguments.seed} {name}")
        self.folder = tempfile.mkdtemp(prefix="packmule-lab-")
        self.undone = []

    def count(self, long, short):
        """How often to repeat."""
        return short if self.is_short else self.cycles or long

    def afterwards(self, function, *arguments):
        """To be done when the step ends, last first, whatever happened."""
        self.undone.append((function, arguments))

    def end(self):
        for function, arguments in reversed(self.undone):
            try:
                function(*arguments)
            except Exception:  # What cannot be tidied up must not hide what was found.
                traceback.print_exc()
        if os.environ.get("PACKMULE_LAB_KEEP"):
            print("kept:", self.folder)
        else:
            shutil.rmtree(self.folder, ignore_errors=True)


def run(name, arguments):
    """The line of a step, and whether it is `ok`, `not run` or a finding."""
    lab, start = Lab(arguments, name), time.monotonic()
    try:
        figures = STEPS[name](lab)
        end, said = "ok", ", ".join(f"{key} {value}" for key, value in (figures or {}).items())
    except NotRun as reason:
        end, said = "not run", f"NOT RUN: {name}, {reason}"
    except Finding as finding:
        end, said = "found", f"FOUND: {finding}"
    except Exception:
        end, said = "found", "FOUND: " + traceback.format_exc()
    finally:
        lab.end()
    print(f"{name:<16} {end:<8} {time.monotonic() - start:6.1f} s  {said}", flush=True)
    return end


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", required=True)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--cycles", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("steps", nargs="*", metavar="STEP", help=", ".join(STEPS))
    arguments = parser.parse_args()
    unknown = [name for name in arguments.steps if name not in STEPS]
    if unknown:
        parser.error(f"there is no step {unknown[0]}; there are {', '.join(STEPS)}")
    ends = [run(name, arguments) for name in arguments.steps or STEPS]
    print(f"{ends.count('ok')} ok, {ends.count('found')} found, {ends.count('not run')} NOT RUN")
    return 1 if "found" in ends else 0


if __name__ == "__main__":
    sys.exit(main())
