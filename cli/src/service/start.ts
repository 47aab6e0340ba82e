import { join } from "node:path";
import { checkAddress, startServer } from "@merit/api/server.ts";
import { openChain } from "@merit/core/chain/chain.ts";
import type { Context } from "@merit/core/context/context.ts";
import { createContext } from "@merit/core/context/create.ts";
import { bindDatabase } from "@merit/core/db/facts.ts";
import { lockDataFolder } from "@merit/core/db/sqlite/lock.ts";
import { deploy } from "@merit/core/deploy/deploy.ts";
import { registerStored } from "@merit/core/health/stored-metrics.ts";
import { createLogger, type Logger, writtenPerTurn } from "@merit/core/logger.ts";
import { recurringJobs } from "@merit/core/recurring-jobs/all.ts";
import { startRecurringJobs } from "@merit/core/recurring-jobs/run.ts";
import { type Settings, SettingsError } from "@merit/core/settings/settings.ts";
import { createShutdown, type Shutdown, shutdownOnSignals } from "@merit/core/shutdown.ts";
import { startWorker } from "@merit/core/worker/worker.ts";
import { startIndexer } from "@merit/indexer/run.ts";
import pretty from "pino-pretty";
import type { Io } from "../io.ts";
import { settingsOf } from "../machine.ts";
import { runDemo } from "./demo.ts";
import type { Demo } from "./demo-file.ts";
import { startLedger } from "./ledger.ts";
import { untilReady } from "./readiness.ts";
import { printReady, type Say, showWelcome, tell } from "./welcome.ts";

export interface StartOptions {
  /** Pay a reward with demo data on the first local start. */
  demo: boolean;
  network?: string;
  host?: string;
  port?: string;
  /** Data folder. */
  data?: string;
  /** Port of the embedded ledger. */
  rpcPort: number;
  /** One line of JSON instead of text for people. */
  json?: boolean;
}

/**
 * The composition root: starts ledger, API, worker and indexer in one process and returns once the service is ready.
 * They stop in the reverse order at SIGINT or SIGTERM.
 */
export async function start(options: StartOptions, io: Io): Promise<void> {
  const began = Date.now();
  let settings = await settingsOf(options, io);
  // Finds what an operator must correct before anything is started or deployed.
  const lock = lockDataFolder(settings.dataDir);
  requireTwoPorts(settings, options);
  await checkAddress(settings);
  const log = createLogger(settings.logLevel, logDestination());
  const say: Say = options.json ? (line) => log.info(line) : tell;
  const shutdown = createShutdown(log);
  shutdown.add("data folder", () => lock.release());
  shutdownOnSignals(shutdown);
  try {
    // On `local` the ledger belongs to the service, unless a URL says that one runs already.
    if (settings.network === "local") {
      if (settings.rpcUrl === null)
        settings = { ...settings, rpcUrl: await embeddedLedger(settings, options, shutdown, log, say) };
      await deployLocally(settings, say);
    }
    const { context, url } = await startParts(settings, shutdown, log);
    await untilReady(context, say, shutdown.signal);
    if (shutdown.signal.aborted) return;
    const demo = options.demo && settings.network === "local" ? await demoOnce(context, url, say) : undefined;
    if (shutdown.signal.aborted) return;
    const show = options.json ? printReady : showWelcome;
    show({ url, settings, chain: context.chain, demo, seconds: (Date.now() - began) / 1000 });
  } catch (error) {
    // A start that was told to stop fails only for that reason.
    if (shutdown.signal.aborted) return shutdown.run("it was told to stop");
    // From here on only the error is worth reading.
    if (log.isLevelEnabled("info")) log.level = "error";
    await shutdown.run("it could not start");
    throw error;
  }
}

/** @throws SettingsError */
function requireTwoPorts({ network, rpcUrl, port }: Settings, { rpcPort }: StartOptions): void {
  if (network !== "local" || rpcUrl !== null || port === 0 || port !== rpcPort) return;
  throw new SettingsError(`API and ledger can't share port ${port}: set PORT (--port) or --rpc-port to another.`);
}

/** Lines of JSON for machines, readable ones for a terminal; on standard error, since standard output is for people. */
function logDestination() {
  if (process.stderr.isTTY) return pretty({ destination: 2, ignore: "pid,hostname", singleLine: true });
  return writtenPerTurn(process.stderr);
}

async function embeddedLedger(
  settings: Settings,
  options: StartOptions,
  shutdown: Shutdown,
  log: Logger,
  say: Say,
): Promise<string> {
  const ledger = await startLedger({ port: options.rpcPort, folder: join(settings.dataDir, "ledger") });
  shutdown.add("ledger", () => ledger.stop());
  void ledger.ended.then((reason) => {
    if (shutdown.signal.aborted) return;
    log.fatal({ reason }, "the embedded ledger stopped");
    void shutdown.run("the embedded ledger stopped").then(() => process.exit(1));
  });
  say(`ledger     ${ledger.url}`);
  return ledger.url;
}

/** This is quick if everything is deployed: each step looks at the ledger first. */
async function deployLocally(settings: Settings, say: Say): Promise<void> {
  await deploy({ settings }, ({ title, done }) => {
    if (!done) say(`deploy     ${title}`);
  });
}

async function startParts(
  settings: Settings,
  shutdown: Shutdown,
  log: Logger,
): Promise<{ context: Context; url: string }> {
  const context = createContext({ settings, log, openChain: (observe) => openChain(settings, observe) });
  const { db, chain, leaderboard, metrics } = context;
  shutdown.add("database", () => db.close());
  shutdown.add("leaderboard", () => leaderboard.close());
  const { passphrase, contracts } = chain.manifest;
  await bindDatabase(db, { passphrase, distribution: contracts.distribution.id });
  registerStored(metrics.registry, context);
  const indexer = await startIndexer(context);
  shutdown.add("indexer", () => indexer.stop());
  const worker = await startWorker(context);
  shutdown.add("worker", () => worker.stop(), worker.stopsWithinMs);
  const recurring = await startRecurringJobs(context, recurringJobs);
  shutdown.add("recurring jobs", () => recurring.stop());
  const server = await startServer(context);
  shutdown.add("API", () => server.close(), server.closesWithinMs);
  return { context, url: `${server.url}/api` };
}

/** The demo is optional: if it fails, it says why, and the service continues. */
async function demoOnce({ settings, chain, log }: Context, url: string, say: Say): Promise<Demo | undefined> {
  const path = join(settings.dataDir, "demo.json");
  try {
    return await runDemo({ url, chain, path, say });
  } catch (error) {
    const { message: reason } = error as Error;
    log.warn({ reason }, "the demo failed");
    say(`The demo failed: ${reason}`);
    say(`The service is running. The next start continues the demo; remove ${path} to begin it again.`);
    return undefined;
  }
}
