import { localnetBinary } from "@merit/core/base/paths.ts";
import { Process } from "./processes.ts";

/** A real ledger in a process of its own. */
export class Localnet {
  readonly port: number;
  readonly folder: string;
  readonly url: string;
  readonly #options: string[];
  #closeMode = "instant";
  #process: Process | undefined;

  /** @param options of its command line, such as `--retention`; kept over restarts */
  constructor(port: number, folder: string, options: string[] = []) {
    this.port = port;
    this.folder = folder;
    this.url = `http://127.0.0.1:${port}`;
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#process = new Process("localnet", localnetBinary, [
      ...["--port", String(this.port), "--data", this.folder, "--exit-with-stdin"],
      ...["--close-mode", this.#closeMode, ...this.#options],
    ]);
    await this.#process.printed(/http:\/\//);
  }

  get process(): Process {
    if (!this.#process) throw new Error("the ledger was not started");
    return this.#process;
  }

  /** Ledgers close every so many milliseconds; null: with each transaction. */
  async closeEvery(ms: number | null): Promise<void> {
    await this.call("localnet_setCloseMode", ms === null ? { mode: "instant" } : { mode: "interval", ms });
  }

  async kill(): Promise<void> {
    await this.#process?.kill("SIGKILL");
  }

  async stop(): Promise<void> {
    await this.#process?.kill("SIGTERM");
  }

  /** Sets when ledgers close from now on, also after a restart: "instant", "manual" or "interval:MILLISECONDS". */
  async setCloseMode(closeMode: string): Promise<void> {
    const [mode, ms] = closeMode.split(":");
    await this.call("localnet_setCloseMode", { mode, ...(ms === undefined ? {} : { ms: Number(ms) }) });
    this.#closeMode = closeMode;
  }

  /** One JSON-RPC call. @throws the answer's error. */
  async call<T>(method: string, params: Record<string, unknown> = {}): Promise<T> {
    const response = await fetch(this.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const answer = (await response.json()) as { result: T; error?: { message: string } };
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  }

  async increaseTime(seconds: number): Promise<void> {
    await this.call("localnet_increaseTime", { seconds });
    await this.call("localnet_closeLedger");
  }
}
