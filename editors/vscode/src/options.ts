/** What the server is given as `initializationOptions`: see docs/editors.md, "Options". */

/** The settings of the extension that the server reads. */
export interface Settings {
  readonly configuration: string;
  readonly hints: boolean;
  /** Keys of `[tool.daft-lint]`. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** The options of a server. Only in a trusted workspace it loads rules of the project's own. */
export function initializationOptions(
  settings: Settings,
  trusted: boolean,
): Record<string, unknown> {
  const given: Record<string, unknown> = { ...settings.options };
  if (!trusted) {
    // The modules that it names may lie in the workspace, and would be imported.
    delete given["extend-rules"];
  }
  if (settings.configuration !== "") {
    given["configuration"] = settings.configuration;
  }
  return { ...given, hints: settings.hints, trusted };
}
