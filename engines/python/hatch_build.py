"""What the package takes from the repository: both builds of the module, the address, and the README with absolute links. The sdist has them inside."""

import json
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

MODULES = ("column.wasm", "column-simd.wasm")


class ModuleHook(BuildHookInterface):
    def initialize(self, version, build_data):
        folder = Path(self.root, "src/percodec")
        # Not in an sdist, which has them in its folder.
        if not (folder / MODULES[0]).exists():
            target = "src/percodec" if self.target_name == "sdist" else "percodec"
            for name in MODULES:
                build_data["force_include"][f"{self.root}/../../tool/dist/engines/{name}"] = f"{target}/{name}"


class AddressHook(MetadataHookInterface):
    def update(self, metadata):
        workspace, readme = Path(self.root, "../../package.json"), Path(self.root, "README.md").read_text("utf-8")
        address = json.loads(workspace.read_text("utf-8"))["repository"]
        metadata["urls"] = {"Source": address, "Documentation": f"{address}/blob/main/docs/engines-python.md", "Issues": f"{address}/issues"}
        text = readme.replace("](../../", f"]({address}/blob/main/")
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
