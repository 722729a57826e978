import subprocess
import sys
import zipfile
from email import message_from_bytes
from pathlib import Path

import percodec

SOURCE = Path(__file__).parents[1]


def test_the_first_block_of_the_readme_runs():
    exec(SOURCE.joinpath("README.md").read_text("utf-8").split("```python\n")[1].split("```")[0], {})


def test_a_wheel_of_the_sdist_is_complete(tmp_path):
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", tmp_path], cwd=SOURCE, check=True)
    (sdist,) = tmp_path.iterdir()
    words = ["wheel", "-q", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "-w", tmp_path / "wheel", sdist]
    subprocess.run([sys.executable, "-m", "pip", *words], check=True)
    (wheel,) = (tmp_path / "wheel").iterdir()
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        metadata = message_from_bytes(archive.read(f"percodec-{percodec.__version__}.dist-info/METADATA"))
    package = {f"percodec/{file.name}" for file in (SOURCE / "src/percodec").iterdir() if file.is_file()}
    built = {"percodec/column.wasm", "percodec/column-simd.wasm", "percodec/sets.tsv"}
    assert names >= package | built | {f"percodec-{percodec.__version__}.dist-info/licenses/LICENSE"}
    assert [line.partition(",")[0] for line in metadata.get_all("Project-URL")] == ["Source", "Documentation", "Issues"]
    assert "](https://" in metadata.get_payload() and "](../" not in metadata.get_payload()
