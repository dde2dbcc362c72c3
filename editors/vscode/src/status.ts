/** How the server is, in the language status of Python files. */

import {
  type Disposable,
  type DocumentFilter,
  languages,
  LanguageStatusSeverity,
} from "vscode";

/** The status item. A click on its command opens the output. */
export class Status implements Disposable {
  private readonly item;

  constructor(selector: readonly DocumentFilter[], showOutput: string) {
    this.item = languages.createLanguageStatusItem("daft-lint.status", selector);
    this.item.name = "daft-lint";
    this.item.command = { command: showOutput, title: "Show Output" };
  }

  starting(): void {
    this.show("daft-lint", "starting", LanguageStatusSeverity.Information, true);
  }

  running(version: string, file: string): void {
    this.show(`daft-lint ${version}`, `running: ${file}`, LanguageStatusSeverity.Information);
  }

  failed(problem: string): void {
    this.show("daft-lint: not running", problem, LanguageStatusSeverity.Error);
  }

  dispose(): void {
    this.item.dispose();
  }

  private show(text: string, detail: string, severity: LanguageStatusSeverity, busy = false): void {
    Object.assign(this.item, { text, detail, severity, busy });
  }
}
