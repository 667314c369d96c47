"""The wheel holds the page: who installs it needs no Node."""

import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [*PIP, "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", str(folder), str(ROOT)]
    subprocess.run(build, check=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean environment with the wheel; what it depends on is lent by ours."""
    folder = tmp_path_factory.mktemp("clean")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    subprocess.run(
        [*PIP, "--python", str(python), "install", "-q", "--no-deps", str(wheel)], check=True
    )
    packages = next((folder / "lib").glob("python*/site-packages"))
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder


def test_the_page_and_its_parts_are_in_the_wheel(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    assert "gipfel/server/web/index.html" in names
    for ending in (".js", ".css", ".woff2"):
        assert any(
            name.startswith("gipfel/server/web/assets/") and name.endswith(ending) for name in names
        )


def test_an_installed_wheel_serves_the_page(installed: Path, tmp_path: Path) -> None:
    command = [str(installed / "bin" / "gipfel"), "serve", "--port", "0"]
    command += ["--database", f"sqlite:///{tmp_path / 'tables.db'}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found
            address = found[0].rstrip("/")
            with urlopen(f"{address}/") as answer:
                page = answer.read().decode()
            script = re.search(r'src="(web/assets/[^"]+\.js)"', page)
            assert script
            with urlopen(f"{address}/{script[1]}") as answer:
                assert answer.headers["content-type"].startswith("text/javascript")
        finally:
            server.terminate()
