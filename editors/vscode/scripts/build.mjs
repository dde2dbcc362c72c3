// Bundles the extension into out/, or with --tests the unit tests into out/test/.
import { readdirSync, rmSync } from "node:fs";

import { build } from "esbuild";

const tests = process.argv.includes("--tests");
const outdir = tests ? "out/test" : "out";
rmSync("out", { recursive: true, force: true });
await build({
  entryPoints: tests
    ? readdirSync("test")
        .filter((name) => name.endsWith(".test.ts"))
        .map((name) => `test/${name}`)
    : ["src/extension.ts"],
  outdir,
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node18",
  external: ["vscode"],
  minify: !tests,
  legalComments: "eof",
  logLevel: "warning",
});
