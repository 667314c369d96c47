"""How much one client may do: buckets that fill by the second."""

import time
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address

MOST_BUCKETS = 20_000


class Bucket:
    """Holds up to `burst` drops and gains `rate` a second; each request takes one."""

    __slots__ = ("_at", "_burst", "_clock", "_drops", "_rate")

    def __init__(
        self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._clock = rate, float(burst), clock
        self._drops, self._at = float(burst), clock()

    def take(self) -> bool:
        """Take a drop; False if there is none."""
        at = self._clock()
        self._drops = min(self._burst, self._drops + (at - self._at) * self._rate)
        self._at = at
        if self._drops < 1:
            return False
        self._drops -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether nothing has been taken for long: such a bucket need not be kept."""
        return self._drops + (self._clock() - self._at) * self._rate >= self._burst


class Buckets:
    """A bucket for each client."""

    def __init__(
        self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._buckets: dict[str, Bucket] = {}

    def take(self, client: str) -> bool:
        """Take a drop from a client's bucket."""
        bucket = self._buckets.get(client)
        if bucket is None:
            if len(self._buckets) >= MOST_BUCKETS:
                self._buckets = {key: one for key, one in self._buckets.items() if not one.full}
            bucket = self._buckets[client] = Bucket(self._rate, self._burst, self._clock)
        return bucket.take()


def client_of(scope_client: object) -> str:
    """Return whom a limit is counted for: an address, of IPv6 the network of one customer."""
    host = scope_client[0] if isinstance(scope_client, tuple | list) and scope_client else "?"
    try:
        found = ip_address(str(host))
    except ValueError:
        return str(host)
    if isinstance(found, IPv6Address):
        return str(IPv6Address(int(found) >> 64 << 64))
    return str(found)
