/** The environment that is selected in the Python extension, where that is installed. */

import { type Disposable, type Event, extensions, type Uri } from "vscode";

import type { Environment } from "./executable";

const EXTENSION = "ms-python.python";

/** Milliseconds to wait for it; when it is ready later, it tells of the environment by an event. */
const PATIENCE = 10_000;

/** The part of its public interface that is used here. */
interface PythonApi {
  readonly environments?: {
    getActiveEnvironmentPath(resource?: Uri): { readonly path: string };
    resolveEnvironment(environment: { readonly path: string }): Promise<
      | {
          readonly executable: { readonly uri: Uri | undefined; readonly sysPrefix: string };
        }
      | undefined
    >;
    readonly onDidChangeActiveEnvironmentPath: Event<unknown>;
  };
}

/** Tells the selected environment, and when another one is. */
export class PythonExtension implements Disposable {
  private isThere = isInstalled();
  private listener: Disposable | undefined;
  private readonly coming: Disposable;

  constructor(private readonly changed: () => void) {
    // It may be installed later, or be disabled until the workspace is trusted.
    this.coming = extensions.onDidChange(() => {
      const wasThere = this.isThere;
      this.isThere = isInstalled();
      if (this.isThere && !wasThere) {
        this.changed();
      }
    });
  }

  /** The environment of a folder; undefined where there is no such extension, or it knows none. */
  selected(folder: Uri | undefined): Promise<Environment | undefined> {
    return withPatience(this.ask(folder));
  }

  dispose(): void {
    this.coming.dispose();
    this.listener?.dispose();
  }

  private async ask(folder: Uri | undefined): Promise<Environment | undefined> {
    const api = await extensions.getExtension<PythonApi>(EXTENSION)?.activate();
    // Old versions have no `environments`.
    const environments = api?.environments;
    if (environments === undefined) {
      return undefined;
    }
    this.listener ??= environments.onDidChangeActiveEnvironmentPath(() => this.changed());
    const active = environments.getActiveEnvironmentPath(folder);
    const executable = (await environments.resolveEnvironment(active))?.executable;
    const python = executable?.uri?.fsPath;
    return python === undefined ? undefined : { python, prefix: executable?.sysPrefix };
  }
}

function isInstalled(): boolean {
  return extensions.getExtension(EXTENSION) !== undefined;
}

async function withPatience<T>(promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE);
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
