"""Makes the fixtures of this folder anew: python3 generate.py, with the package tzdata installed.

Copies the zone files, compiles a few odd ones with zic, and writes what Python's zoneinfo says about
them to expectations.txt. Nothing here is read by Packmule's own reader.
"""

import importlib.metadata
import pathlib
import shutil
import struct
import subprocess
import tempfile
import zoneinfo
from datetime import datetime, timedelta, timezone

import tzdata

ZONES = """
Africa/Abidjan Africa/Cairo Africa/Casablanca Africa/El_Aaiun Africa/Monrovia
America/Anchorage America/Argentina/Buenos_Aires America/Caracas America/Havana America/Los_Angeles America/New_York
America/Nuuk America/Santiago America/Sao_Paulo America/Scoresbysund America/St_Johns
Antarctica/Casey Antarctica/Troll
Asia/Amman Asia/Calcutta Asia/Gaza Asia/Kathmandu Asia/Kolkata Asia/Manila Asia/Pyongyang Asia/Tehran Asia/Tokyo
Atlantic/Azores
Australia/Lord_Howe Australia/Sydney
Etc/GMT+5 Etc/UTC
Europe/Berlin Europe/Dublin Europe/Istanbul Europe/Lisbon Europe/London Europe/Volgograd
Pacific/Apia Pacific/Auckland Pacific/Chatham Pacific/Kiritimati Pacific/Kwajalein Pacific/Norfolk
UTC
""".split()

FIRST, LAST = -2_208_988_800, 2_398_377_600  # 1900-01-01 and 2046-01-01
HERE = pathlib.Path(__file__).parent
SOURCE = pathlib.Path(tzdata.__file__).parent / "zoneinfo"
EPOCH = datetime(1970, 1, 1)


def offset(zone, seconds):
    moment = (EPOCH + timedelta(seconds=seconds)).replace(tzinfo=timezone.utc).astimezone(zone)
    return int(moment.utcoffset().total_seconds()), moment.tzname()


def changes(zone):
    """Every second at which offset or abbreviation changes, found by steps of an hour and halving."""
    known = offset(zone, FIRST)
    yield FIRST, known
    for step in range(FIRST, LAST, 3600):
        after = offset(zone, step + 3600)
        if after == known:
            continue
        low, high = step, step + 3600
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if offset(zone, middle) == known else (low, middle)
        known = after
        yield high, known


def passes(zone, clock):
    """How Python reads a clock time: seconds since 1970 by the first (fold 0) and the second (fold 1) reading."""
    reading = EPOCH + timedelta(seconds=clock)
    return [clock - int(reading.replace(tzinfo=zone, fold=fold).utcoffset().total_seconds()) for fold in (0, 1)]


def expectations():
    """Per zone a line with its name, then per change: its second, offset, abbreviation, and for the clock time in the
    middle of the gap or overlap the two readings as seconds after the change (0 0 when the offset stays)."""
    for name in ZONES:
        with open(HERE / "zones" / name, "rb") as file:
            zone = zoneinfo.ZoneInfo.from_file(file, key=name)
        yield name
        before = None
        for second, (after, abbreviation) in changes(zone):
            first, last = 0, 0
            if before is not None and before != after:
                first, last = (p - second for p in passes(zone, second + (before + after) // 2))
            yield f"{second} {after} {abbreviation} {first} {last}"
            before = after


def index():
    """The index without the rules of zones: its first lines, one line for each zone, the aliases, the rules of the EU."""
    lines = (SOURCE / "tzdata.zi").read_text().splitlines()
    return [line for line in lines if line.startswith(("#", "Z ", "L ", "R E "))]


def all_zones():
    """Every zone of the index that is no alias: reminder vectors may name any of them."""
    return [line.split()[1] for line in index() if line.startswith("Z ")]


def compiled(directory, *options):
    """Some zones, compiled by zic from the same source with other options."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["zic", *options, "-d", folder, SOURCE / "tzdata.zi"], check=True)
        for name in ["Europe/Berlin", "Pacific/Apia"]:
            copy(pathlib.Path(folder) / name, HERE / directory / name)


def copy(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def version_1(source, target):
    """The first block of a file that has all its data there too."""
    data = bytearray(source.read_bytes())
    ut, standard, leap, transitions, types, characters = struct.unpack(">6I", data[20:44])
    data[4] = 0
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data[: 44 + transitions * 5 + types * 6 + characters + leap * 8 + standard + ut])


if __name__ == "__main__":
    for name in sorted({*ZONES, *all_zones()}):
        copy(SOURCE / name, HERE / "zones" / name)
    compiled("fat", "-b", "fat")
    compiled("right", "-b", "fat", "-L", SOURCE / "leapseconds")
    compiled("truncated", "-b", "slim", "-r", "@946684800/@1767225600")
    version_1(HERE / "fat/Europe/Berlin", HERE / "version1/Europe/Berlin")
    (HERE / "zones/tzdata.zi").write_text("\n".join(index()) + "\n")
    (HERE / "expectations.txt").write_text("\n".join(expectations()) + "\n")
    print("tzdata", importlib.metadata.version("tzdata"), "IANA", tzdata.IANA_VERSION)
