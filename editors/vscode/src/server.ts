/** The process of a server, and what it said last when it ended. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";

/** One `daft-lint server`. */
export class ServerProcess {
  /** Settled when the process has ended and its streams are read. */
  readonly ended: Promise<void>;
  /** The last line that it wrote to standard error; empty where it wrote none. */
  lastWords = "";
  private child: ChildProcessWithoutNullStreams | undefined;
  private tellEnded = (): void => {};

  constructor(private readonly file: string) {
    this.ended = new Promise((resolve) => (this.tellEnded = resolve));
  }

  /** Start it, again after a crash; rejected where the operating system can't. */
  async start(): Promise<ChildProcessWithoutNullStreams> {
    const child = spawn(this.file, ["server"], { windowsHide: true });
    this.child = child;
    child.stderr.setEncoding("utf8");
    child.stderr.on("data", (text: string) => {
      this.lastWords = text.trim().split("\n").at(-1) || this.lastWords;
    });
    child.once("close", this.tellEnded);
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
    return child;
  }

  kill(): void {
    this.child?.kill();
  }
}
