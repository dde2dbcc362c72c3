/** The environment that is selected in the Python extension, where that is installed. */

import { type Disposable, type Event, extensions, type Uri } from "vscode";

import type { Environment } from "./executable";

const EXTENSION = "ms-python.python";

/** Milliseconds to wait for it; when it is ready later, it tells of the environment by an event. */
const PATIENCE = 10_000;

/** The part of its public interface that is used here. */
interface PythonApi {
  readonly environments: {
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

/** The environment of a folder; undefined where there is no Python extension, or it knows none. */
export async function selectedEnvironment(
  folder: Uri | undefined,
): Promise<Environment | undefined> {
  const found = pythonApi().then(async (api) => {
    if (api === undefined) {
      return undefined;
    }
    const active = api.environments.getActiveEnvironmentPath(folder);
    const resolved = await api.environments.resolveEnvironment(active);
    const python = resolved?.executable.uri?.fsPath;
    return python === undefined ? undefined : { python, prefix: resolved?.executable.sysPrefix };
  });
  return withPatience(found);
}

/** Calls back whenever another environment is selected. */
export async function onEnvironmentChange(changed: () => void): Promise<Disposable | undefined> {
  return (await pythonApi())?.environments.onDidChangeActiveEnvironmentPath(changed);
}

async function pythonApi(): Promise<PythonApi | undefined> {
  const extension = extensions.getExtension<PythonApi>(EXTENSION);
  const api = await extension?.activate();
  // Old versions have no `environments`.
  return api?.environments === undefined ? undefined : api;
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
