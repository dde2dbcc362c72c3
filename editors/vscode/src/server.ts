/** The process of a server, and what it said last when it ended. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";

/** Milliseconds to wait for the last words of a server whose streams were closed. */
const PATIENCE = 2_000;

/** One `daft-lint server`. */
export class ServerProcess {
  private last = "";
  private ended: Promise<void> = Promise.resolve();

  /** Start it; rejected where the operating system can't. */
  async start(file: string): Promise<ChildProcessWithoutNullStreams> {
    const child = spawn(file, ["server"], { windowsHide: true });
    this.last = "";
    child.stderr.setEncoding("utf8");
    child.stderr.on("data", (text: string) => {
      this.last = text.trim().split("\n").at(-1) || this.last;
    });
    this.ended = new Promise((resolve) => child.once("close", () => resolve()));
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
    return child;
  }

  /** The last line that it wrote to standard error; empty where it wrote none. */
  async lastWords(): Promise<string> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE);
    });
    await Promise.race([this.ended, tooLate]);
    clearTimeout(timer);
    return this.last;
  }
}
