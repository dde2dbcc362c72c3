/** Starts `daft-lint server` and keeps it running as the settings say. */

import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";

import { commands, type ExtensionContext, type OutputChannel, window, workspace } from "vscode";
import {
  CloseAction,
  type ErrorHandler,
  LanguageClient,
  type LanguageClientOptions,
  State,
} from "vscode-languageclient/node";

import { findExecutable, type Search } from "./executable";
import { initializationOptions } from "./options";
import { onEnvironmentChange, selectedEnvironment } from "./python";
import { ServerProcess } from "./server";
import { Status } from "./status";

const ID = "daft-lint";
const RESTART = `${ID}.restart`;
const SHOW_OUTPUT = `${ID}.showOutput`;
/** Settings that a server is given when it starts. */
const FIXED = ["path", "configuration", "hints", "options"].map((name) => `${ID}.${name}`);
const SELECTOR = ["file", "untitled", "vscode-notebook-cell"].map((scheme) => ({
  language: "python",
  scheme,
}));

let extension: Extension | undefined;

export function activate(context: ExtensionContext): Promise<void> {
  const output = window.createOutputChannel(ID);
  const status = new Status(SELECTOR, SHOW_OUTPUT);
  const started = new Extension(output, status);
  extension = started;
  const restart = (): void => void started.restart();
  context.subscriptions.push(
    output,
    status,
    commands.registerCommand(RESTART, () => started.restartAsAsked()),
    commands.registerCommand(SHOW_OUTPUT, () => output.show()),
    workspace.onDidGrantWorkspaceTrust(restart),
    workspace.onDidChangeConfiguration((event) => {
      if (FIXED.some((name) => event.affectsConfiguration(name))) {
        restart();
      }
    }),
  );
  onEnvironmentChange(restart).then(
    (listener) => listener && context.subscriptions.push(listener),
    (error) => output.appendLine(`the Python extension could not be asked: ${error}`),
  );
  return started.restart();
}

export function deactivate(): Promise<void> | undefined {
  return extension?.stop();
}

/** One server at a time: each start waits for the one before it to end. */
class Extension {
  private client: LanguageClient | undefined;
  private queue: Promise<void> = Promise.resolve();
  private wanted = 0;
  private complaint: string | undefined;

  constructor(
    private readonly output: OutputChannel,
    private readonly status: Status,
  ) {}

  /** Start a server in place of the one that is there. Of several calls, the last one counts. */
  restart(): Promise<void> {
    const mine = ++this.wanted;
    this.queue = this.queue.then(() => (mine === this.wanted ? this.replaceServer() : undefined));
    return this.queue;
  }

  /** The same for a person, who is told again of what is wrong. */
  restartAsAsked(): Promise<void> {
    this.complaint = undefined;
    return this.restart();
  }

  /** End the server; nothing starts it again. */
  stop(): Promise<void> {
    ++this.wanted;
    this.queue = this.queue.then(() => this.endServer());
    return this.queue;
  }

  private async replaceServer(): Promise<void> {
    await this.endServer();
    this.status.starting();
    const search = await searchExecutable(this.output);
    if (search.kind === "missing") {
      this.fail(search.problem);
      return;
    }
    this.output.appendLine(`starting ${search.file} server (found by ${search.origin})`);
    const server = new ServerProcess();
    const client = this.makeClient(search.file, server);
    this.client = client;
    try {
      await client.start();
      this.complaint = undefined;
    } catch (error) {
      this.client = undefined;
      const said = (await server.lastWords()) || (error instanceof Error ? error.message : error);
      this.fail(`${search.file} could not start: ${said}`);
    }
  }

  private async endServer(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    try {
      await client?.dispose();
    } catch (error) {
      // It had ended by itself, or didn't answer and was killed.
      this.output.appendLine(`${error}`);
    }
  }

  private makeClient(file: string, server: ServerProcess): LanguageClient {
    const settings = workspace.getConfiguration(ID);
    let hasRun = false;
    const errorHandler: ErrorHandler = {
      error: (error, message, count) => whenRunning.error(error, message, count),
      // What fails at once would fail again: it is told when the start is rejected.
      closed: () =>
        hasRun ? whenRunning.closed() : { action: CloseAction.DoNotRestart, handled: true },
    };
    const options: LanguageClientOptions = {
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
      errorHandler,
      initializationFailedHandler: () => false,
    };
    const client = new LanguageClient(ID, ID, () => server.start(file), options);
    const whenRunning = client.createDefaultErrorHandler();
    client.onDidChangeState(({ newState }) => {
      if (client !== this.client) {
        return;
      }
      if (newState === State.Running) {
        hasRun = true;
        const version = client.initializeResult?.serverInfo?.version ?? "";
        this.status.running(version, file);
      } else if (newState === State.Starting) {
        this.status.starting();
      } else if (hasRun) {
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

async function offerHelp(problem: string): Promise<void> {
  const [settings, output] = ["Open Settings", "Show Output"] as const;
  const chosen = await window.showErrorMessage(problem, settings, output);
  if (chosen === settings) {
    await commands.executeCommand("workbench.action.openSettings", `${ID}.path`);
  } else if (chosen === output) {
    await commands.executeCommand(SHOW_OUTPUT);
  }
}

async function searchExecutable(output: OutputChannel): Promise<Search> {
  const folders = workspace.workspaceFolders ?? [];
  const setting = workspace.getConfiguration(ID).get("path", "").trim();
  return findExecutable({
    platform: process.platform,
    trusted: workspace.isTrusted,
    setting,
    folders: folders.filter((one) => one.uri.scheme === "file").map((one) => one.uri.fsPath),
    home: homedir(),
    environment:
      setting === ""
        ? await selectedEnvironment(folders[0]?.uri).catch((error) => {
            output.appendLine(`the Python extension could not be asked: ${error}`);
            return undefined;
          })
        : undefined,
    searchPath: process.env["PATH"] ?? "",
    isExecutable,
    realPath,
  });
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
