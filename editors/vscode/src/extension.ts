/** Starts `daft-lint server` and keeps it running as the settings say. */

import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";

import {
  commands,
  type Disposable,
  type ExtensionContext,
  type OutputChannel,
  type Uri,
  window,
  workspace,
} from "vscode";
import {
  CloseAction,
  LanguageClient,
  State,
} from "vscode-languageclient/node";

import { type Environment, findExecutable, type Search } from "./executable";
import { initializationOptions } from "./options";
import { PythonExtension } from "./python";
import { ServerProcess } from "./server";
import { Status } from "./status";

const ID = "daft-lint";
const RESTART = `${ID}.restart`;
const SHOW_OUTPUT = `${ID}.showOutput`;
/** Settings that a server is given when it starts. */
const FIXED = ["path", "configuration", "hints", "options"].map((name) => `${ID}.${name}`);
/** Milliseconds that a process which failed to start may take to end. */
const PATIENCE = 2_000;
const SELECTOR = ["file", "untitled", "vscode-notebook-cell"].map((scheme) => ({
  language: "python",
  scheme,
}));

let extension: Extension | undefined;

export function activate(context: ExtensionContext): void {
  const output = window.createOutputChannel(ID);
  const status = new Status(SELECTOR, SHOW_OUTPUT);
  const started = new Extension(output, status);
  extension = started;
  const restart = (): void => void started.restart();
  context.subscriptions.push(
    output,
    status,
    started,
    commands.registerCommand(RESTART, () => started.restartAsAsked()),
    commands.registerCommand(SHOW_OUTPUT, () => output.show()),
    workspace.onDidGrantWorkspaceTrust(restart),
    workspace.onDidChangeConfiguration((event) => {
      if (FIXED.some((name) => event.affectsConfiguration(name))) {
        restart();
      }
    }),
  );
  restart();
}

export function deactivate(): Promise<void> | undefined {
  return extension?.stop();
}

/** Shows no messages of its own until it has run: why a start failed is told once. */
class Client extends LanguageClient {
  hasRun = false;

  override error(message: string, data?: unknown, show?: boolean | "force"): void {
    super.error(message, data, this.hasRun ? show : false);
  }
}

/** One server at a time: each start waits for the one before it to end. */
class Extension implements Disposable {
  private client: LanguageClient | undefined;
  /** A process that hasn't answered yet, and may never do so. */
  private starting: ServerProcess | undefined;
  private queue: Promise<void> = Promise.resolve();
  private wanted = 0;
  /** Whether the server is to be replaced although its executable is still the one to start. */
  private isStale = false;
  private running: string | undefined;
  private complaint: string | undefined;
  private readonly python = new PythonExtension(() => void this.enqueue());

  constructor(
    private readonly output: OutputChannel,
    private readonly status: Status,
  ) {}

  /** Start a server in place of the one that is there. Of several calls, the last one counts. */
  restart(): Promise<void> {
    this.isStale = true;
    this.starting?.kill();
    return this.enqueue();
  }

  /** The same for a person, who is told again of what is wrong. */
  restartAsAsked(): Promise<void> {
    this.complaint = undefined;
    return this.restart();
  }

  /** End the server; nothing starts it again. */
  stop(): Promise<void> {
    ++this.wanted;
    this.starting?.kill();
    this.queue = this.queue.then(() => this.endServer());
    return this.queue;
  }

  dispose(): void {
    this.python.dispose();
  }

  /** Start the executable that is the right one now, unless it runs already. */
  private enqueue(): Promise<void> {
    const mine = ++this.wanted;
    const isWanted = (): boolean => mine === this.wanted;
    this.queue = this.queue
      .then(() => (isWanted() ? this.replaceServer(isWanted) : undefined))
      .catch((error) => this.fail(`daft-lint could not start: ${messageOf(error)}`));
    return this.queue;
  }

  private async replaceServer(isWanted: () => boolean): Promise<void> {
    const search = await this.searchExecutable();
    const file = search.kind === "found" ? search.file : undefined;
    if (!isWanted() || (!this.isStale && file !== undefined && file === this.running)) {
      return;
    }
    this.isStale = false;
    await this.endServer();
    if (search.kind === "missing") {
      this.fail(search.problem);
      return;
    }
    this.status.starting();
    this.output.appendLine(`starting ${search.file} server (found by ${search.origin})`);
    const server = new ServerProcess(search.file);
    this.starting = server;
    this.client = this.makeClient(search.file, server);
    try {
      await startedOrEnded(this.client, server);
      this.running = search.file;
      this.complaint = undefined;
    } catch (error) {
      await this.endServer();
      if (isWanted()) {
        this.fail(`${search.file} could not start: ${server.lastWords || messageOf(error)}`);
      }
    } finally {
      this.starting = undefined;
    }
  }

  private async searchExecutable(): Promise<Search> {
    const folders = workspace.workspaceFolders ?? [];
    const setting = workspace.getConfiguration(ID).get("path", "").trim();
    return findExecutable({
      platform: process.platform,
      trusted: workspace.isTrusted,
      setting,
      folders: folders.filter((one) => one.uri.scheme === "file").map((one) => one.uri.fsPath),
      home: homedir(),
      environment: setting === "" ? await this.selectedEnvironment(folders[0]?.uri) : undefined,
      searchPath: process.env["PATH"] ?? "",
      isExecutable,
      realPath,
    });
  }

  private async selectedEnvironment(folder: Uri | undefined): Promise<Environment | undefined> {
    try {
      return await this.python.selected(folder);
    } catch (error) {
      this.output.appendLine(`the Python extension could not be asked: ${messageOf(error)}`);
      return undefined;
    }
  }

  private async endServer(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.running = undefined;
    try {
      await client?.dispose();
    } catch {
      // It had ended by itself, or didn't answer and is killed.
    }
  }

  private makeClient(file: string, server: ServerProcess): LanguageClient {
    const settings = workspace.getConfiguration(ID);
    const client: Client = new Client(ID, ID, () => server.start(), {
      documentSelector: SELECTOR,
      outputChannel: this.output,
      initializationOptions: initializationOptions(
        {
          configuration: settings.get("configuration", ""),
          hints: settings.get("hints", true),
          options: settings.get("options", {}),
        },
        workspace.isTrusted,
      ),
      errorHandler: {
        error: (error, message, count) => whenRunning.error(error, message, count),
        // What fails at once would fail again.
        closed: () =>
          client.hasRun ? whenRunning.closed() : { action: CloseAction.DoNotRestart },
      },
      initializationFailedHandler: () => false,
    });
    const whenRunning = client.createDefaultErrorHandler();
    client.onDidChangeState(({ newState }) => {
      if (client !== this.client) {
        return;
      }
      if (newState === State.Running) {
        client.hasRun = true;
        const version = client.initializeResult?.serverInfo?.version ?? "";
        this.status.running(version, file);
      } else if (newState === State.Starting) {
        this.status.starting();
      } else if (client.hasRun) {
        this.status.failed("The server ended. Its output says why.");
      }
    });
    return client;
  }

  /** Show what is wrong; in a message only if it is new. */
  private fail(problem: string): void {
    this.status.failed(problem);
    this.output.appendLine(problem);
    if (problem !== this.complaint) {
      this.complaint = problem;
      void offerHelp(problem);
    }
  }
}

/** Rejected where the server doesn't get as far as to run. */
async function startedOrEnded(client: LanguageClient, server: ServerProcess): Promise<void> {
  try {
    await Promise.race([client.start(), server.ended]);
    // A start is fulfilled too when the connection was closed before the server answered.
    if (!client.isRunning()) {
      throw new Error("it ended at once");
    }
  } catch (error) {
    // What it wrote to standard error comes last.
    server.kill();
    await Promise.race([server.ended, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    throw error;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function offerHelp(problem: string): Promise<void> {
  const [settings, output] = ["Open Settings", "Show Output"] as const;
  const chosen = await window.showErrorMessage(problem, settings, output);
  if (chosen === settings) {
    await commands.executeCommand("workbench.action.openSettings", `${ID}.path`);
  } else if (chosen === output) {
    await commands.executeCommand(SHOW_OUTPUT);
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
