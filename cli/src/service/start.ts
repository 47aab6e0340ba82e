import { join } from "node:path";
import { checkAddress } from "@merit/api/server.ts";
import { requireBackupFolder } from "@merit/core/base/data-folder.ts";
import { type Demo, demoPath } from "@merit/core/base/demo-file.ts";
import { createLogger, type Logger, writtenPerTurn } from "@merit/core/base/logger.ts";
import { type Settings, SettingsError } from "@merit/core/base/settings/settings.ts";
import { createShutdown, type Shutdown, shutdownOnSignals } from "@merit/core/base/shutdown.ts";
import type { Context } from "@merit/core/context/context.ts";
import { createContext } from "@merit/core/context/create.ts";
import { contracts } from "@merit/core/contracts.ts";
import { keepLedgerUrl, openChain, rpcUrl } from "@merit/core/ledger/chain/chain.ts";
import { RpcUnavailable } from "@merit/core/ledger/chain/errors.ts";
import { requireNetwork } from "@merit/core/ledger/chain/rpc.ts";
import { deploy } from "@merit/core/ledger/deploy/deploy.ts";
import { registerStored } from "@merit/core/operations/health/stored-metrics.ts";
import { warningsOf } from "@merit/core/operations/health/warnings.ts";
import { noteWebauth } from "@merit/core/operations/webhooks/key-change.ts";
import { DatabaseClock } from "@merit/core/store/db/clock.ts";
import { bindDatabase } from "@merit/core/store/db/facts.ts";
import type { ProcessRole } from "@merit/core/store/db/schema/processes.ts";
import { startCheckpoints } from "@merit/core/store/db/sqlite/checkpoints.ts";
import { lockDataFolder } from "@merit/core/store/db/sqlite/lock.ts";
import pretty from "pino-pretty";
import type { Io } from "../io.ts";
import { settingsOf } from "../machine.ts";
import { runDemo } from "./demo.ts";
import { startLedger } from "./ledger.ts";
import { does, startParts } from "./parts.ts";
import { untilReady } from "./readiness.ts";
import { printReady, type Say, showWelcome, tell } from "./welcome.ts";

export interface StartOptions {
  role: ProcessRole;
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
 * The composition root: starts ledger, API, worker and indexer in one process, or one of them, and returns once that is ready.
 * They stop in the reverse order at SIGINT or SIGTERM.
 */
export async function start(options: StartOptions, io: Io): Promise<void> {
  const began = Date.now();
  const { role } = options;
  const isAll = role === "all";
  let settings = await settingsOf(options, io);
  // Finds what an operator must correct before anything is started or deployed.
  requireForRole(settings, role);
  // A process of one part only reads keys and deployment there, and several may.
  const lock = isAll ? lockDataFolder(settings.dataDir) : undefined;
  if (isAll && settings.databaseUrl === null && settings.backup.schedule !== null) requireBackupFolder(settings);
  requireTwoPorts(settings, options);
  if (does(role, "api")) await checkAddress(settings);
  const log = createLogger(settings.logLevel, logDestination());
  for (const warning of warningsOf(settings)) log.warn(warning);
  const say: Say = options.json ? (line) => log.info(line) : tell;
  const shutdown = createShutdown(log);
  shutdown.add("data folder", () => lock?.release());
  shutdownOnSignals(shutdown);
  try {
    // On `local` the ledger belongs to the service, unless a URL says that one runs already.
    if (settings.network === "local" && isAll) {
      const own = settings.rpcUrl === null;
      const url = settings.rpcUrl ?? (await embeddedLedger(settings, options, shutdown, log, say));
      if (!own) say(`ledger     ${new URL(url).origin} (MERIT_RPC_URL; none is started here)`);
      settings = { ...settings, rpcUrl: url };
      keepLedgerUrl(settings, url);
      await deployLocally(settings, say);
    }
    const context = await openContext(settings, shutdown, log);
    const url = await startParts(context, role, shutdown);
    // With one part in this process, the others may be started later.
    if (isAll) await untilReady(context, say, shutdown.signal);
    if (shutdown.signal.aborted) return;
    const hasDemo = isAll && options.demo && settings.network === "local" && url !== undefined;
    const demo = hasDemo ? await demoOnce(context, url, say) : undefined;
    if (shutdown.signal.aborted) return;
    const show = options.json ? printReady : showWelcome;
    show({ role, url, settings, chain: context.chain, demo, seconds: (Date.now() - began) / 1000 });
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
function requireForRole({ network, rpcUrl, databaseUrl }: Settings, role: ProcessRole): void {
  if (role === "all") return;
  if (databaseUrl === null) {
    throw new SettingsError(
      `\`merit serve ${role}\` needs a database that several processes can use: set DATABASE_URL to one of PostgreSQL, or run \`merit serve all\`.`,
    );
  }
  if (network === "local" && rpcUrl === null) {
    throw new SettingsError(
      `On the network local, \`merit serve ${role}\` needs a ledger that runs: set MERIT_RPC_URL, or run \`merit serve all\`, which starts one.`,
    );
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
  await deploy({ settings, contracts }, ({ title, done }) => {
    if (!done) say(`deploy     ${title}`);
  });
}

async function openContext(settings: Settings, shutdown: Shutdown, log: Logger): Promise<Context> {
  const clock = new DatabaseClock();
  const context = createContext({ settings, log, clock, openChain: (observe) => openChain(settings, observe) });
  const { db, chain, leaderboard, metrics } = context;
  shutdown.add("database", () => db.close());
  // A node that doesn't answer is waited for.
  await requireNetwork(chain.rpc, chain).catch((error: unknown) => {
    if (!(error instanceof RpcUnavailable)) throw error;
    log.warn({ node: new URL(rpcUrl(settings)).origin }, error.message);
  });
  const source = await db.source();
  if ("path" in source) {
    const checkpoints = startCheckpoints(source.path, log);
    shutdown.add("checkpoints", () => checkpoints.stop());
  } else {
    const following = await clock.follow(db);
    shutdown.add("clock", async () => following.stop());
  }
  shutdown.add("leaderboard", () => leaderboard.close());
  const { passphrase, contracts } = chain.manifest;
  await bindDatabase(db, { passphrase, distribution: contracts.distribution.id });
  await noteWebauth(context);
  registerStored(metrics.registry, context);
  return context;
}

/** The demo is optional: if it fails, it says why, and the service continues. */
async function demoOnce({ settings, chain, log }: Context, url: string, say: Say): Promise<Demo | undefined> {
  const path = demoPath(settings);
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
