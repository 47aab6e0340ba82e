import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FaultPoint } from "@merit/core/ledger/sending/fault.ts";
import { Asset } from "@stellar/stellar-sdk";
import { bundled } from "./bundle.ts";
import { Http } from "./http.ts";
import { Localnet } from "./localnet.ts";
import { readMetrics, single } from "./metrics.ts";
import { freePort, Process, until } from "./processes.ts";
import { RpcProxy } from "./rpc-proxy.ts";
import { Wallet } from "./wallet.ts";

export type Env = Record<string, string>;

/** Quick retries, so that a test that waits for the last of them is short. */
export const QUICK: Env = { LOG_LEVEL: "info", WORKER_BACKOFF_SECONDS: "0.2", INDEXER_POLL_MS: "100" };

export interface WorldOptions {
  /** Options of localnet's command line, such as `--retention`. */
  ledger?: string[];
  /** Puts a proxy that can lie between service and ledger. */
  proxied?: boolean;
  /** URL of the database, to run on PostgreSQL. */
  databaseUrl?: string;
  /** Program that the server runs instead of today's `merit start`. */
  program?: readonly string[];
  /** The service isn't started: the test starts its processes itself. */
  unstarted?: boolean;
}

/** A deployed ledger, the service on top of it in its own process, and wallets: all real, all private to one test. */
export class World {
  readonly folder: string;
  readonly ledger: Localnet;
  readonly asset: Asset;
  readonly port: number;
  readonly api: Http;
  /** URL of the PostgreSQL database; null: the service uses its file. */
  databaseUrl: string | null = null;
  program: readonly string[] = [bundled, "start", "--no-demo"];
  readonly #isClone: boolean;
  #proxy: RpcProxy | undefined;
  #server: Process | undefined;

  private constructor(folder: string, ledger: Localnet, { port, isClone }: { port: number; isClone: boolean }) {
    this.folder = folder;
    this.port = port;
    this.ledger = ledger;
    this.#isClone = isClone;
    this.api = new Http(`http://127.0.0.1:${port}/api`);
    const { asset } = JSON.parse(readFileSync(join(folder, "local", "deployment.json"), "utf8"));
    this.asset = new Asset(asset.code, asset.issuer);
  }

  /** A running world on a copy of `template`; `env` overrides settings of the service. End it with `end()`. */
  static async open(template: string, env: Env = {}, wanted: WorldOptions = {}): Promise<World> {
    const { ledger: options, proxied, unstarted, databaseUrl, program } = wanted;
    const folder = mkdtempSync(join(tmpdir(), "merit-world-"));
    cpSync(template, folder, { recursive: true });
    const ledger = new Localnet(await freePort(), join(folder, "local", "ledger"), options);
    const world = new World(folder, ledger, { port: await freePort(), isClone: false });
    world.databaseUrl = databaseUrl ?? null;
    if (program) world.program = program;
    try {
      await ledger.start();
      if (proxied) world.#proxy = await RpcProxy.start(ledger.url);
      if (!unstarted) await world.startServer(env);
    } catch (error) {
      await world.end();
      throw error;
    }
    return world;
  }

  /** The same ledger with a copy of the present data folder and its own port; its server isn't started. */
  async clone(): Promise<World> {
    const folder = mkdtempSync(join(tmpdir(), "merit-clone-"));
    cpSync(this.folder, folder, { recursive: true, filter: (path) => path !== this.ledger.folder });
    const clone = new World(folder, this.ledger, { port: await freePort(), isClone: true });
    clone.databaseUrl = this.databaseUrl;
    return clone;
  }

  /** Resolves when the server is ready, or when it answers at all (`health`). */
  async startServer(env: Env = {}, probe: "ready" | "health" = "ready"): Promise<void> {
    this.spawnServer(env);
    await this.answers(probe);
  }

  /** Starts the server's process and doesn't wait for it. */
  spawnServer(env: Env = {}): void {
    this.#server = this.spawn("server", this.program, env);
  }

  /** Starts another process with the server's settings. */
  spawn(name: string, program: readonly string[], env: Env = {}): Process {
    return new Process(name, process.execPath, [...program], {
      ...QUICK,
      MERIT_NETWORK: "local",
      MERIT_DATA_DIR: this.folder,
      MERIT_RPC_URL: this.#proxy?.url ?? this.ledger.url,
      PORT: String(this.port),
      ...(this.databaseUrl !== null && { DATABASE_URL: this.databaseUrl }),
      ...env,
    });
  }

  /** Resolves when the server is ready, or answers at all; rejects with its output when it ends or doesn't get there. */
  async answers(probe: "ready" | "health" = "ready"): Promise<void> {
    const { server } = this;
    await until(async () => {
      if (!server.running) return true;
      const answer = await fetch(`http://127.0.0.1:${this.port}/api/${probe}`);
      return answer.status === 200 ? true : undefined;
    }).catch((error: Error) => {
      throw new Error(`the server is not ${probe}: ${error.message}\n${server.output}`, { cause: error });
    });
    if (!server.running) throw new Error(`the server did not start:\n${server.output}`);
  }

  /** Starts the service again, so that it kills itself when it next passes `point`. */
  async arm(point: FaultPoint): Promise<void> {
    await this.server.kill("SIGTERM");
    await this.startServer({ MERIT_FAULT: point });
  }

  /** Resolves when an armed service is dead. The answer to what made it pass its point may or may not have got out. */
  async killedItself(asked: Promise<unknown> = Promise.resolve()): Promise<void> {
    await asked.catch(() => undefined);
    await this.server.exited();
    if (this.server.child.signalCode !== "SIGKILL") throw new Error(`it ended otherwise:\n${this.serverOutput}`);
  }

  get server(): Process {
    if (!this.#server) throw new Error("the server was not started");
    return this.#server;
  }

  /** The end of what the server printed. */
  get serverOutput(): string {
    return this.#server?.output.slice(-5_000) ?? "";
  }

  get proxy(): RpcProxy {
    if (!this.#proxy) throw new Error("the world was opened without a proxy");
    return this.#proxy;
  }

  async wallet(options: { trustline?: boolean } = {}): Promise<Wallet> {
    const wallet = await new Wallet(this.ledger.url).fund();
    return options.trustline === false ? wallet : wallet.trust(this.asset);
  }

  /** A registered merchant's client. */
  async merchant(name = "Coffee House"): Promise<Http> {
    const answer = await this.api.post("/merchants/register", { name, email: `${crypto.randomUUID()}@example.com` });
    if (answer.status !== 201) throw new Error(`register: ${JSON.stringify(answer.body)}`);
    return this.api.as(answer.body.api_key);
  }

  /** A campaign that is active on the ledger. */
  async campaign(merchant: Http, fields: Record<string, unknown> = {}): Promise<number> {
    const now = await this.ledgerTime();
    const answer = await merchant.post("/campaigns", {
      name: "Welcome",
      budget: "1000",
      starts_at: new Date(now - 60_000).toISOString(),
      ends_at: new Date(now + 30 * 86_400_000).toISOString(),
      ...fields,
    });
    if (answer.status !== 201) throw new Error(`campaign: ${JSON.stringify(answer.body)}`);
    await until(async () => {
      // The list is at the same path in all versions that a test runs.
      const { data } = (await merchant.get("/campaigns?limit=100")).body;
      const campaign = data?.find(({ id }: { id: number }) => id === answer.body.id);
      if (campaign?.status === "failed") throw new Error(campaign.error_message);
      return campaign?.status === "active" ? true : undefined;
    });
    return answer.body.id;
  }

  /** Close time of the last ledger, Unix milliseconds. */
  async ledgerTime(): Promise<number> {
    const { closeTime } = await this.ledger.call<{ closeTime: string }>("getLatestLedger");
    return Number(closeTime) * 1000;
  }

  /** The issuance once it is `status`. */
  // biome-ignore lint/suspicious/noExplicitAny: the record as the API gives it
  settled(merchant: Http, id: number, status: "confirmed" | "failed"): Promise<any> {
    return until(async () => {
      const { body } = await merchant.get(`/rewards/issuances/${id}`);
      if (body.status === "pending") return undefined;
      if (body.status !== status) throw new Error(`issuance ${id} is ${body.status}: ${body.error_message}`);
      return body;
    });
  }

  /** The newest of a merchant's contract events by this query, once all that the ledger has now are stored. */
  // biome-ignore lint/suspicious/noExplicitAny: the records as the API gives them
  async contractEvents(merchant: Http, query: string): Promise<any[]> {
    const { sequence } = await this.ledger.call<{ sequence: number }>("getLatestLedger");
    await until(async () => single(await readMetrics(this), "merit_indexer_ledger") >= sequence || undefined);
    const { status, body } = await merchant.get(`/contract-events?${query}&limit=100`);
    if (status !== 200) throw new Error(`events: ${JSON.stringify(body)}`);
    return body.data;
  }

  async end(): Promise<void> {
    await this.#server?.kill();
    await this.#proxy?.stop();
    if (!this.#isClone) await this.ledger.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }
}
