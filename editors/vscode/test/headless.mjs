// The packed extension in a real VS Code, which code-server runs and headless Chromium shows.
// Pictures of what was seen, and the logs, are left in out/headless/.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import {
  accessSync,
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before, test } from "node:test";

import { createVSIX } from "@vscode/vsce";
import { chromium } from "playwright-core";

const REPOSITORY = path.resolve("../..");
const PICTURES = path.resolve("out/headless");
const SLOW = 120_000;
const HOVER = ".hover-language-status";

function program(variable, names, hint) {
  const set = process.env[variable];
  const folders = process.env.PATH.split(path.delimiter);
  const places = set
    ? [path.resolve(set)]
    : names.flatMap((name) =>
        path.isAbsolute(name) ? [name] : folders.map((one) => path.join(one, name)),
      );
  for (const place of places) {
    try {
      accessSync(place, constants.X_OK);
      return place;
    } catch {
      // Not this one.
    }
  }
  throw new Error(`${names.at(-1)} is needed: ${hint}, or say where it is in ${variable}`);
}

const codeServer = program("CODE_SERVER", ["code-server"], "npm install --global code-server");
const browserPath = program(
  "CHROMIUM",
  ["chromium", "google-chrome", "chromium-browser"],
  "install Chromium",
);
const linter = program(
  "DAFT_LINT",
  [path.join(REPOSITORY, ".venv/bin/daft-lint"), "daft-lint"],
  "pip install -e '.[server]' in .venv",
);

const home = realpathSync(mkdtempSync(path.join(tmpdir(), "daft-lint-vscode-")));
const workspace = path.join(home, "workspace");
const example = path.join(workspace, "clip_scores.py");
const settingsFile = path.join(workspace, ".vscode", "settings.json");
let server;
let browser;
let page;

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** The environment without any daft-lint: the one of the workspace has to be found. */
function environment() {
  const without = process.env.PATH.split(path.delimiter).filter((folder) => {
    try {
      accessSync(path.join(folder, "daft-lint"));
      return false;
    } catch {
      return true;
    }
  });
  return {
    ...process.env,
    PATH: without.join(path.delimiter),
    HOME: home,
    XDG_DATA_HOME: path.join(home, "data"),
    XDG_CONFIG_HOME: path.join(home, "config"),
  };
}

async function until(what, condition) {
  const end = Date.now() + SLOW;
  while (!(await condition())) {
    assert.ok(Date.now() < end, `not within two minutes: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function picture(name) {
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`) });
}

async function command(title) {
  await page.keyboard.press("F1");
  const input = page.locator(".quick-input-widget input.input");
  await input.waitFor({ state: "visible" });
  await input.fill(`>${title}`);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().click();
}

async function openFile(name) {
  await page.keyboard.press("Control+P");
  const input = page.locator(".quick-input-widget input.input");
  await input.waitFor({ state: "visible" });
  await input.fill(name);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: name }).first().click();
}

const problem = (text) => page.locator(".markers-panel .monaco-list-row", { hasText: text });
const notification = (text) => page.locator(".notification-toast", { hasText: text });

async function statusText() {
  await page.mouse.move(700, 300);
  await until("no hover is shown", async () => (await page.locator(HOVER).count()) === 0);
  await page.locator("#status\\.languageStatus").first().hover();
  const shown = page.locator(HOVER, { hasText: "daft-lint" }).first();
  await shown.waitFor({ timeout: 5000 });
  return shown.innerText();
}

function settings(values) {
  mkdirSync(path.dirname(settingsFile), { recursive: true });
  writeFileSync(settingsFile, JSON.stringify(values));
}

/** Stands in for the Python extension, which is not free to use outside of Microsoft's products.
 * A command selects the environment that lies in the home folder. */
async function packPythonExtension() {
  const folder = path.join(home, "python-extension");
  mkdirSync(folder);
  const manifest = {
    name: "python",
    publisher: "ms-python",
    version: "2026.1.0",
    engines: { vscode: "^1.82.0" },
    main: "./main.js",
    activationEvents: [],
    contributes: { commands: [{ command: "standIn.select", title: "Select Environment" }] },
    license: "Apache-2.0",
    repository: "https://example.com",
  };
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(path.join(folder, "LICENSE"), "");
  writeFileSync(
    path.join(folder, "main.js"),
    `const { EventEmitter, Uri, commands } = require("vscode");
    const prefix = ${JSON.stringify(path.join(home, "env"))};
    exports.activate = () => {
      const changed = new EventEmitter();
      let selected = "unknown";
      commands.registerCommand("standIn.select", () => {
        selected = prefix + "/bin/python";
        changed.fire({ path: selected });
      });
      return {
        environments: {
          getActiveEnvironmentPath: () => ({ id: selected, path: selected }),
          resolveEnvironment: async ({ path }) =>
            path === "unknown"
              ? undefined
              : { executable: { uri: Uri.file(path), sysPrefix: prefix } },
          onDidChangeActiveEnvironmentPath: changed.event,
        },
      };
    };`,
  );
  const packagePath = path.join(home, "python.vsix");
  await createVSIX({ cwd: folder, packagePath, dependencies: false });
  return packagePath;
}

before(async () => {
  mkdirSync(PICTURES, { recursive: true });
  mkdirSync(path.join(workspace, ".venv", "bin"), { recursive: true });
  symlinkSync(linter, path.join(workspace, ".venv", "bin", "daft-lint"));
  mkdirSync(path.join(home, "env", "bin"), { recursive: true });
  symlinkSync(linter, path.join(home, "env", "bin", "daft-lint"));
  copyFileSync(path.join(REPOSITORY, "examples", "clip_scores.py"), example);
  const cells = readFileSync(example, "utf8").split("\n# daft-lint: workers");
  writeFileSync(
    path.join(workspace, "scores.ipynb"),
    JSON.stringify({
      nbformat: 4,
      nbformat_minor: 5,
      metadata: { language_info: { name: "python" } },
      cells: [cells[0], `# daft-lint: workers${cells[1]}`].map((source, place) => ({
        cell_type: "code",
        id: `cell${place}`,
        metadata: {},
        execution_count: null,
        outputs: [],
        source,
      })),
    }),
  );
  const actions = { "editor.codeActionsOnSave": { "source.fixAll.daft-lint": "explicit" } };
  mkdirSync(path.join(home, "user", "User"), { recursive: true });
  writeFileSync(
    path.join(home, "user", "User", "settings.json"),
    // In a browser, files are saved by themselves too, which makes no fixes.
    JSON.stringify({
      "[python]": actions,
      "files.autoSave": "off",
      "chat.disableAIFeatures": true,
    }),
  );
  const places = [
    "--extensions-dir",
    path.join(home, "extensions"),
    "--user-data-dir",
    path.join(home, "user"),
  ];
  const env = environment();
  for (const vsix of [path.resolve("daft-lint.vsix"), await packPythonExtension()]) {
    execFileSync(codeServer, ["--install-extension", vsix, ...places], { env, stdio: "pipe" });
  }
  const address = `127.0.0.1:${await freePort()}`;
  server = spawn(
    codeServer,
    ["--auth", "none", "--bind-addr", address, "--disable-telemetry", "--disable-update-check"]
      .concat(places),
    { env, stdio: "ignore" },
  );
  await until("code-server answers", () =>
    fetch(`http://${address}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    ),
  );
  browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
  page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(SLOW);
  await page.goto(`http://${address}/?folder=${encodeURIComponent(workspace)}`);
  await page.locator(".monaco-workbench").waitFor();
});

afterEach((context) => picture(`end of ${context.name}`));

after(async () => {
  await browser?.close();
  if (server !== undefined && server.exitCode === null) {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill();
    await ended;
  }
  cpSync(path.join(home, "user", "logs"), path.join(PICTURES, "logs"), { recursive: true });
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

test("without trust, the .venv of the workspace is not started", async () => {
  const refuse = page.getByText("No, I don't trust the authors");
  await refuse.or(page.locator(".statusbar", { hasText: "Restricted Mode" })).first().waitFor();
  await picture("trust");
  if (await refuse.isVisible()) {
    await refuse.click();
  }
  await openFile("clip_scores.py");
  await notification("daft-lint was not found").waitFor();
  await picture("untrusted");
  assert.match(await notification("daft-lint was not found").innerText(), /trust the workspace/);
});

test("with trust it starts, and DFT101 is among the problems", async () => {
  await command("Workspaces: Manage Workspace Trust");
  await page.locator(".workspace-trust-editor").getByText("Trust", { exact: true }).first().click();
  await openFile("clip_scores.py");
  await command("View: Toggle Problems");
  await problem("DFT101").waitFor();
  await picture("problems");
});

test("the status names the version", async () => {
  const version = execFileSync(linter, ["-V"], { encoding: "utf8" }).trim().split(" ").at(-1);
  const text = await statusText();
  await picture("status");
  assert.ok(text.includes(`daft-lint ${version}`), text);
});

test("another environment is selected, and its daft-lint starts", async () => {
  assert.ok((await statusText()).includes(path.join(workspace, ".venv/bin/daft-lint")));
  await command("Select Environment");
  const selected = path.join(home, "env/bin/daft-lint");
  await until("its path is in the status", async () => (await statusText()).includes(selected));
});

test("a fix is offered and made", async () => {
  await openFile("clip_scores.py");
  await command("Go to Line/Column");
  await page.keyboard.type("21:12");
  await page.keyboard.press("Enter");
  await command("Quick Fix...");
  const fix = page.locator(".action-widget .monaco-list-row", { hasText: "into_partitions(8)" });
  await fix.first().waitFor();
  await picture("fixes");
  await fix.first().click();
  await problem("DFT101").waitFor({ state: "detached" });
  await command("File: Save");
  await until("the fix is in the file", () =>
    readFileSync(example, "utf8").includes(".into_partitions(8)"),
  );
});

test("a notebook has its findings", async () => {
  await command("View: Close All Editors");
  await openFile("scores.ipynb");
  await problem("DFT101").waitFor();
  await picture("notebook");
});

test("a setting holds at once", async () => {
  settings({ "daft-lint.options": { ignore: ["DFT101"] } });
  await problem("DFT101").waitFor({ state: "detached" });
  settings({});
  await problem("DFT101").waitFor();
});

test("safe fixes are made at a save", async () => {
  const twice = path.join(workspace, "twice.py");
  const source = `import daft

df = daft.read_parquet("s3://bucket/*.parquet")
df = df.repartition(8).repartition(16)
df.write_parquet("s3://bucket/out")
`;
  writeFileSync(twice, source);
  await openFile("twice.py");
  await problem("DFT202").waitFor();
  await command("Go to Line/Column");
  await page.keyboard.type("2:1");
  await page.keyboard.press("Enter");
  await page.keyboard.type("# typed");
  await command("File: Save");
  const fixed = source.replace(".repartition(8)", "").replace("\n\n", "\n# typed\n");
  await until("the fix is in the file", () => readFileSync(twice, "utf8") === fixed);
});

test("a server that can't start says why, once, and a restart mends it", async () => {
  const broken = path.join(workspace, "broken");
  // One that ends before it is written to, and one that does so after that.
  const ending = (pause) => `#!/bin/sh\n${pause}\necho 'the server needs pygls' >&2\nexit 2\n`;
  writeFileSync(broken, ending(""), { mode: 0o755 });
  await command("Notifications: Clear All Notifications");
  settings({ "daft-lint.path": "broken" });
  await notification("broken could not start: the server needs pygls").waitFor();
  await problem("DFT101").waitFor({ state: "detached" });
  await picture("broken");
  assert.equal(await page.locator(".notification-toast").count(), 1);
  await command("Notifications: Clear All Notifications");
  writeFileSync(broken, ending("sleep 1"));
  await command("daft-lint: Restart Server");
  await notification("broken could not start: the server needs pygls").waitFor();
  assert.equal(await page.locator(".notification-toast").count(), 1);
  rmSync(broken);
  const silent = path.join(home, "silent");
  writeFileSync(broken, `#!/bin/sh\ntouch ${silent}\nexec sleep 600\n`, { mode: 0o755 });
  await command("daft-lint: Restart Server");
  await until("a server that never answers is started", () => existsSync(silent));
  rmSync(broken);
  symlinkSync(linter, broken);
  await command("daft-lint: Restart Server");
  await problem("DFT101").waitFor();
});
