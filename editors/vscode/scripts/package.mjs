// Packs daft-lint.vsix. The version is that of daft-lint, and the license is the project's own.
import { copyFileSync, readFileSync, rmSync } from "node:fs";

import { createVSIX } from "@vscode/vsce";

const told = readFileSync("../../daft_lint/__init__.py", "utf8");
const version = /^__version__ = "(\d+\.\d+\.\d+)/m.exec(told)?.[1];
if (version === undefined) {
  throw new Error("daft_lint/__init__.py names no version of the form 1.2.3");
}
copyFileSync("../../LICENSE", "LICENSE");
try {
  await createVSIX({
    version,
    updatePackageJson: false,
    packagePath: "daft-lint.vsix",
    dependencies: false,
  });
} finally {
  rmSync("LICENSE");
}
