/** Which `daft-lint` to start. */

import * as path from "node:path";

/** A Python environment: its interpreter, and the folder that `sys.prefix` names. */
export interface Environment {
  readonly python: string;
  readonly prefix: string | undefined;
}

/** Everything that decides which executable is started. */
export interface Surroundings {
  readonly platform: NodeJS.Platform;
  /** Without trust, no program that lies in a folder of the workspace is started. */
  readonly trusted: boolean;
  /** `daft-lint.path`; empty where it isn't set. */
  readonly setting: string;
  readonly folders: readonly string[];
  readonly home: string;
  /** What the Python extension has selected, if it is there. */
  readonly environment: Environment | undefined;
  /** The variable `PATH`. */
  readonly searchPath: string;
  isExecutable(file: string): boolean;
  /** The file behind links; the same where there is none. */
  realPath(file: string): string;
}

export type Search =
  | { readonly kind: "found"; readonly file: string; readonly origin: string }
  | { readonly kind: "missing"; readonly problem: string };

const INSTALL = "Run `pip install 'daft-lint[server]'` in the Python environment of the project";

/** The first executable of: the setting, the selected environment, `.venv`, `PATH`. */
export function findExecutable(around: Surroundings): Search {
  const paths = around.platform === "win32" ? path.win32 : path.posix;
  const name = around.platform === "win32" ? "daft-lint.exe" : "daft-lint";
  const scripts = around.platform === "win32" ? "Scripts" : "bin";

  const isInside = (file: string): boolean =>
    around.folders.some((folder) =>
      [folder, around.realPath(folder)].some((outer) =>
        [file, around.realPath(file)].some((inner) => {
          const way = paths.relative(outer, inner);
          return way !== ".." && !way.startsWith(`..${paths.sep}`) && !paths.isAbsolute(way);
        }),
      ),
    );
  const isAllowed = (file: string): boolean => around.trusted || !isInside(file);

  if (around.setting !== "") {
    const file = expanded(around, paths);
    if (!paths.isAbsolute(file)) {
      return missing(`\`daft-lint.path\` is ${file}, but no folder is open. Make it absolute.`);
    }
    if (!isAllowed(file)) {
      return missing(
        `\`daft-lint.path\` is ${file}, which lies in a workspace that isn't trusted. ` +
          "Trust the workspace, or name an executable elsewhere.",
      );
    }
    if (!around.isExecutable(file)) {
      return missing(`\`daft-lint.path\` is ${file}, which is no executable file. Correct it.`);
    }
    return { kind: "found", file, origin: "daft-lint.path" };
  }

  const candidates: { file: string; origin: string }[] = [];
  if (around.environment !== undefined) {
    const { python, prefix } = around.environment;
    const folders = [paths.dirname(python), ...(prefix ? [paths.join(prefix, scripts)] : [])];
    for (const folder of folders) {
      candidates.push({ file: paths.join(folder, name), origin: "the selected environment" });
    }
  }
  for (const folder of around.folders) {
    candidates.push({ file: paths.join(folder, ".venv", scripts, name), origin: ".venv" });
  }
  for (const folder of around.searchPath.split(paths.delimiter)) {
    // An empty or relative entry means the current folder, which may be anybody's.
    if (paths.isAbsolute(folder)) {
      candidates.push({ file: paths.join(folder, name), origin: "PATH" });
    }
  }
  const found = candidates.find((one) => around.isExecutable(one.file) && isAllowed(one.file));
  if (found !== undefined) {
    return { kind: "found", ...found };
  }
  const trust = around.trusted ? "" : ", or trust the workspace if daft-lint is installed in it";
  return missing(`daft-lint was not found. ${INSTALL}, or set \`daft-lint.path\`${trust}.`);
}

function missing(problem: string): Search {
  return { kind: "missing", problem };
}

function expanded(around: Surroundings, paths: path.PlatformPath): string {
  const folder = around.folders[0];
  let file = around.setting;
  if (file.startsWith("~/") || file.startsWith("~\\")) {
    file = paths.join(around.home, file.slice(2));
  }
  if (folder !== undefined) {
    file = file.split("${workspaceFolder}").join(folder);
    file = paths.resolve(folder, file);
  }
  return file;
}
