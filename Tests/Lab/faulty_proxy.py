#!/usr/bin/env python3
"""A way to a server on which bytes are held up, cut off, spoiled and sent twice, by chance from a seed.

usage: faulty_proxy.py SERVER_PORT SEED      prints its own port, then obeys lines: `faults on`, `faults off`,
`counts`."""

import asyncio
import json
import random
import sys

SLOWEST_SECONDS = 0.3


class Proxy:
    def __init__(self, server_port, seed):
        self.server_port, self.random, self.is_faulty = server_port, random.Random(seed), True
        self.counts = dict.fromkeys(("connections", "refused", "held up", "cut off", "spoiled", "sent twice"), 0)

    def befalls(self, what, probability):
        if not self.is_faulty or self.random.random() >= probability:
            return False
        self.counts[what] += 1
        return True

    async def serve(self, reader, writer):
        self.counts["connections"] += 1
        try:
            if self.befalls("refused", 0.05):
                return
            there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self.server_port)
            try:
                await asyncio.gather(self.carry(reader, there_writer, is_request=True),
                                     self.carry(there_reader, writer, is_request=False))
            finally:
                there_writer.close()
        except (ConnectionError, EOFError, OSError):
            pass
        finally:
            writer.close()

    async def carry(self, reader, writer, is_request):
        while data := await reader.read(16_384):
            if self.befalls("held up", 0.2):
                await asyncio.sleep(self.random.random() * SLOWEST_SECONDS)
            # A spoiled answer is what a server that means ill may send. A spoiled request cannot come to a server: TLS
            # notices it, and in the clear a server is only reached on its own machine.
            if not is_request and self.befalls("spoiled", 0.08):
                spoiled = bytearray(data)
                spoiled[self.random.randrange(len(spoiled))] ^= 1 << self.random.randrange(8)
                data = bytes(spoiled)
            if self.befalls("cut off", 0.06):
                writer.write(data[:self.random.randrange(len(data))])
                await writer.drain()
                raise ConnectionError
            if is_request and self.befalls("sent twice", 0.08):
                asyncio.get_running_loop().create_task(self.send_again(data))
            writer.write(data)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()

    async def send_again(self, data):
        """The same request on another connection, later; nobody waits for its answer."""
        await asyncio.sleep(self.random.random() * SLOWEST_SECONDS * 4)
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.server_port)
            writer.write(data)
            await writer.drain()
            await asyncio.wait_for(reader.read(16_384), 2)
            writer.close()
        except (ConnectionError, OSError, asyncio.TimeoutError):
            pass

    async def obey(self):
        lines = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
        while line := (await lines.readline()).decode().strip():
            if line == "counts":
                print(json.dumps(self.counts), flush=True)
            else:
                self.is_faulty = line == "faults on"
                print("{}", flush=True)


async def main():
    proxy = Proxy(int(sys.argv[1]), int(sys.argv[2]))
    listener = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    print(listener.sockets[0].getsockname()[1], flush=True)
    await proxy.obey()


if __name__ == "__main__":
    asyncio.run(main())
