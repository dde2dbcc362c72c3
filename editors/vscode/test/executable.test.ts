import assert from "node:assert/strict";
import { test } from "node:test";

import { findExecutable, type Search, type Surroundings } from "../src/executable";

function around(files: readonly string[], more: Partial<Surroundings> = {}): Surroundings {
  return {
    platform: "linux",
    trusted: true,
    setting: "",
    folders: ["/project"],
    home: "/home/ada",
    environment: undefined,
    searchPath: "/usr/local/bin:/usr/bin",
    isExecutable: (file) => files.includes(file),
    realPath: (file) => file,
    ...more,
  };
}

function found(search: Search): string {
  assert.equal(search.kind, "found");
  return search.kind === "found" ? search.file : "";
}

function problem(search: Search): string {
  assert.equal(search.kind, "missing");
  return search.kind === "missing" ? search.problem : "";
}

const SETTING = "/opt/lint/daft-lint";
const SELECTED = "/envs/a/bin/daft-lint";
const LOCAL = "/project/.venv/bin/daft-lint";
const ON_PATH = "/usr/bin/daft-lint";
const environment = { python: "/envs/a/bin/python", prefix: "/envs/a" };

test("the setting wins, then the selected environment, then .venv, then PATH", () => {
  const all = [SETTING, SELECTED, LOCAL, ON_PATH];
  assert.equal(found(findExecutable(around(all, { setting: SETTING, environment }))), SETTING);
  assert.equal(found(findExecutable(around(all, { environment }))), SELECTED);
  assert.equal(found(findExecutable(around(all))), LOCAL);
  assert.equal(found(findExecutable(around([ON_PATH]))), ON_PATH);
});

test("an environment without daft-lint is passed over", () => {
  assert.equal(found(findExecutable(around([LOCAL], { environment }))), LOCAL);
});

test(".venv of any folder of the workspace counts, the first one first", () => {
  const folders = ["/a", "/b", "/c"];
  const files = ["/b/.venv/bin/daft-lint", "/c/.venv/bin/daft-lint"];
  assert.equal(found(findExecutable(around(files, { folders }))), files[0]);
});

test("a setting is relative to the first folder and knows ~ and ${workspaceFolder}", () => {
  const tools = around(["/project/tools/daft-lint"]);
  assert.equal(
    found(findExecutable({ ...tools, setting: "tools/daft-lint" })),
    "/project/tools/daft-lint",
  );
  assert.equal(
    found(findExecutable({ ...tools, setting: "${workspaceFolder}/tools/daft-lint" })),
    "/project/tools/daft-lint",
  );
  const own = around(["/home/ada/bin/daft-lint"], { setting: "~/bin/daft-lint" });
  assert.equal(found(findExecutable(own)), "/home/ada/bin/daft-lint");
});

test("a setting that is wrong is told, and nothing else is started", () => {
  const wrong = around([LOCAL, ON_PATH], { setting: "/nowhere/daft-lint" });
  assert.equal(
    problem(findExecutable(wrong)),
    "`daft-lint.path` is /nowhere/daft-lint, which is no executable file. Correct it.",
  );
  const nowhere = around([], { setting: "daft-lint", folders: [] });
  assert.equal(
    problem(findExecutable(nowhere)),
    "`daft-lint.path` is daft-lint, but no folder is open. Make it absolute.",
  );
});

test("who has no daft-lint hears how to get it", () => {
  assert.equal(
    problem(findExecutable(around([]))),
    "daft-lint was not found. Run `pip install 'daft-lint[server]'` in the Python environment " +
      "of the project, or set `daft-lint.path`.",
  );
});

test("without trust, nothing of the workspace is started", () => {
  const inside = { python: "/project/env/bin/python", prefix: "/project/env" };
  const files = ["/project/env/bin/daft-lint", LOCAL, "/project/bin/daft-lint"];
  const untrusted = around(files, {
    trusted: false,
    environment: inside,
    searchPath: "/project/bin:/usr/bin",
  });
  assert.match(problem(findExecutable(untrusted)), /or trust the workspace/);
  assert.match(
    problem(findExecutable({ ...untrusted, setting: "bin/daft-lint" })),
    /lies in a workspace that isn't trusted/,
  );
  const both = { ...untrusted, isExecutable: (file: string) => [...files, ON_PATH].includes(file) };
  assert.equal(found(findExecutable(both)), ON_PATH);
  assert.equal(found(findExecutable({ ...both, trusted: true })), "/project/env/bin/daft-lint");
});

test("without trust, a link doesn't hide where a program is", () => {
  const linked = around([ON_PATH], {
    trusted: false,
    realPath: (file) => (file === ON_PATH ? "/project/evil" : file),
  });
  assert.equal(findExecutable(linked).kind, "missing");
  const folder = around(["/real/bin/daft-lint"], {
    trusted: false,
    searchPath: "/real/bin",
    realPath: (file) => (file === "/project" ? "/real" : file),
  });
  assert.equal(findExecutable(folder).kind, "missing");
});

test("a folder whose name only begins alike is not the workspace", () => {
  const beside = around(["/projectshop/daft-lint", "/..work/daft-lint"], { trusted: false });
  const first = { ...beside, searchPath: "/projectshop" };
  assert.equal(found(findExecutable(first)), "/projectshop/daft-lint");
  const dots = { ...beside, folders: ["/project"], searchPath: "/project/..bin" };
  assert.equal(
    findExecutable({ ...dots, isExecutable: (file) => file === "/project/..bin/daft-lint" }).kind,
    "missing",
  );
});

test("relative entries of PATH are left out", () => {
  const here = around(["daft-lint", "bin/daft-lint", "/daft-lint"], { searchPath: ":.:bin" });
  assert.equal(findExecutable(here).kind, "missing");
});

test("on Windows it is daft-lint.exe, in Scripts", () => {
  const windows = {
    platform: "win32" as const,
    folders: ["C:\\work"],
    searchPath: "C:\\Tools;D:\\bin",
  };
  const local = "C:\\work\\.venv\\Scripts\\daft-lint.exe";
  assert.equal(found(findExecutable(around([local], windows))), local);
  assert.equal(
    findExecutable(around([local], { ...windows, trusted: false, folders: ["c:\\WORK"] })).kind,
    "missing",
  );
  assert.equal(
    found(findExecutable(around(["D:\\bin\\daft-lint.exe"], windows))),
    "D:\\bin\\daft-lint.exe",
  );
  const conda = { python: "C:\\conda\\python.exe", prefix: "C:\\conda" };
  assert.equal(
    found(
      findExecutable(
        around(["C:\\conda\\Scripts\\daft-lint.exe"], { ...windows, environment: conda }),
      ),
    ),
    "C:\\conda\\Scripts\\daft-lint.exe",
  );
});
