"""Puts the quickstart's data, which are kept in examples/ only, into the package as well."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWithQuickstart(build_py):
    """Copies examples/quickstart to evaluation/quickstart of what is built."""

    def run(self):
        """Build, then copy."""
        super().run()
        if not self.editable_mode:
            place = Path(self.build_lib) / "evaluation" / "quickstart"
            shutil.copytree(Path("examples") / "quickstart", place, dirs_exist_ok=True)


setup(cmdclass={"build_py": BuildWithQuickstart})
