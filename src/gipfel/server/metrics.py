"""Figures for operators, in the form that Prometheus reads."""

import os
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

REGISTRY = CollectorRegistry()
"""With several workers each figure is the sum over all of them; a gauge over those that live."""

REQUESTS = Counter(
    "gipfel_requests", "HTTP requests", ["method", "route", "status"], registry=REGISTRY
)
SOCKETS = Gauge("gipfel_sockets", "Open sockets", registry=REGISTRY, multiprocess_mode="livesum")
LIVE = Gauge("gipfel_tables", "Tables in memory", registry=REGISTRY, multiprocess_mode="livesum")
COMMANDS = Counter("gipfel_commands", "Commands, by outcome", ["outcome"], registry=REGISTRY)
COMMIT = Histogram(
    "gipfel_commit_seconds",
    "From a command to its commit",
    registry=REGISTRY,
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
)
THOUGHTS = Counter("gipfel_thoughts", "Moves by bots", ["grade"], registry=REGISTRY)
THINKING = Gauge(
    "gipfel_thoughts_waiting", "Bots in the queue", registry=REGISTRY, multiprocess_mode="livesum"
)
SLOW = Counter("gipfel_slow_sockets", "Sockets closed for reading too slowly", registry=REGISTRY)
CONFLICTS = Counter("gipfel_conflicts", "Appends that another worker beat", registry=REGISTRY)


def page() -> bytes:
    """Return the figures of this worker, or of all if there are several."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    _bury(Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]))
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def _bury(folder: Path) -> None:
    """Forget the gauges of workers that are gone: what they held is gone too."""
    for file in folder.glob("gauge_live*_*.db"):
        process = file.stem.rpartition("_")[2]
        if not Path(f"/proc/{process}").exists() and Path("/proc/self").exists():
            file.unlink(missing_ok=True)
