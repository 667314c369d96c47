"""What the reports of load and chaos share: the machine they ran on, and where they go."""

import os
import platform
from pathlib import Path


def machine() -> str:
    """Return in a few words what a measurement ran on, and how busy that was before."""
    words = {"model name": "", "MemTotal": ""}
    for file in ("/proc/cpuinfo", "/proc/meminfo"):
        for line in Path(file).read_text().splitlines():
            key, _, value = line.partition(":")
            if key.strip() in words:
                words[key.strip()] = value.strip()
    memory = int(words["MemTotal"].split()[0]) / 2**20
    return (
        f"{os.cpu_count()} processors ({words['model name']}), {memory:.0f} GB, Python "
        f"{platform.python_version()}, load {os.getloadavg()[0]:.1f} before"
    )


def publish(lines: list[str], report: Path | None) -> None:
    """Print a report, and write it where it is wanted."""
    text = "\n".join(lines)
    print(f"\n{text}", flush=True)
    if report is not None:
        report.write_text(text + "\n", encoding="utf-8")
