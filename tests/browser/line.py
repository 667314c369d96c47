"""A line to a server that can be cut and mended: what a browser sees when its network goes."""

import contextlib
import socket
import threading
from collections.abc import Iterator

PATIENCE = 0.05
"""Seconds after which a line looks up from what it waits for."""


class Line:
    """Passes bytes on between its own port and the server's."""

    def __init__(self, port: int) -> None:
        self._server = port
        self._ends: set[socket.socket] = set()
        self._open = True
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._closed = threading.Event()
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def cut(self) -> None:
        """Break every connection, and take no new one."""
        self._open = False
        for end in tuple(self._ends):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self._open = True

    def close(self) -> None:
        self.cut()
        self._closed.set()
        for thread in self._threads:
            thread.join()
        self._listening.close()

    def _accept(self) -> None:
        self._listening.settimeout(PATIENCE)
        while not self._closed.is_set():
            with contextlib.suppress(TimeoutError):
                near, _ = self._listening.accept()
                if not self._open:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._server))
                self._ends |= {near, far}
                for ends in ((near, far), (far, near)):
                    self._threads.append(threading.Thread(target=self._pass, args=ends))
                    self._threads[-1].start()

    def _pass(self, source: socket.socket, goal: socket.socket) -> None:
        """Pass on what comes until an end is gone; the last one out closes both."""
        with contextlib.suppress(OSError):
            while piece := source.recv(65536):
                goal.sendall(piece)
        with contextlib.suppress(OSError):
            goal.shutdown(socket.SHUT_WR)
        self._ends.discard(source)
        source.close()


@contextlib.contextmanager
def line_to(url: str) -> Iterator[Line]:
    line = Line(int(url.rsplit(":", 1)[1]))
    try:
        yield line
    finally:
        line.close()
