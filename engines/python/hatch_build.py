"""What the package takes from the repository: the module and its sets, the address, and the README with absolute links. The sdist has them inside."""

import json
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

BUILT = ("../../tool/dist/engines/column.wasm", "../../tool/dist/engines/column-simd.wasm", "../dist/sets.tsv")


class ModuleHook(BuildHookInterface):
    def initialize(self, version, build_data):
        # Not in an sdist, which has them in its folder.
        if not Path(self.root, "src/percodec/sets.tsv").exists():
            target = "src/percodec" if self.target_name == "sdist" else "percodec"
            for path in BUILT:
                build_data["force_include"][f"{self.root}/{path}"] = f"{target}/{Path(path).name}"


class AddressHook(MetadataHookInterface):
    def update(self, metadata):
        workspace, readme = Path(self.root, "../../package.json"), Path(self.root, "README.md").read_text("utf-8")
        address = json.loads(workspace.read_text("utf-8"))["repository"]
        metadata["urls"] = {"Source": address, "Documentation": f"{address}/blob/main/docs/engines-python.md", "Issues": f"{address}/issues"}
        text = readme.replace("](../../", f"]({address}/blob/main/")
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
