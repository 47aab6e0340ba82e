import { setTimeout as pause } from "node:timers/promises";
import { keysPath } from "../chain/chain.ts";
import { ChannelPool } from "../chain/channels.ts";
import { SetupError } from "../chain/errors.ts";
import { MAX_RESOURCE_FEE } from "../chain/fees.ts";
import { readKeys } from "../chain/keys.ts";
import { networks } from "../chain/networks.ts";
import { Sender } from "../chain/sender.ts";
import type { Context } from "../context.ts";
import * as jobs from "../jobs/jobs.ts";
import { watchClock } from "./clock-watch.ts";
import type { Crew } from "./crew.ts";
import { createFault } from "./fault.ts";
import { checkFence } from "./fence.ts";
import { LedgerTimes } from "./ledger-times.ts";
import { runMails } from "./mail-queue.ts";
import { runPayouts } from "./payout-queue.ts";
import { reconcile } from "./reconcile.ts";
import { resumeOpen } from "./recovery.ts";
import { runTasks } from "./task-queue.ts";
import { runWalletSubmissions } from "./wallet-queue.ts";

export interface Worker {
  /** Takes no new work, lets what is on its way arrive, and leaves the rest to the next start. */
  stop(): Promise<void>;
  /** Milliseconds that `stop` takes at most. */
  stopsWithinMs: number;
}

/** How long transactions on their way may take to arrive when the worker stops. */
const STOP_GRACE_MS = 20_000;
/** From there until a node or a mail server that is silent has been given up. */
const SILENCE_MS = 30_000;

/** Pause before the start is tried again while the node can't be reached. */
const START_AGAIN_MS = 2_000;

/**
 * Starts the background work: rewards to the ledger (queue `reward-issuance`), grants and campaigns (queue
 * `transaction-submission`), what wallets signed (queue `wallet-submission`), mails (queue `email`). One worker per data folder: the caller holds its lock.
 * @throws SetupError when keys are missing; trouble with the node is waited out
 */
export async function startWorker(context: Context): Promise<Worker> {
  const stopped = new AbortController();
  const deliveries = new AbortController();
  const crew = assemble(context, deliveries.signal);
  context.metrics.watchChannels(crew.channels);
  await context.db.commit(async (store) => {
    await jobs.releaseAll(store, "reward-issuance");
    await jobs.releaseAll(store, "transaction-submission");
    await jobs.releaseAll(store, "wallet-submission");
    await jobs.releaseAll(store, "email");
    await jobs.makeDue(store, context.clock.now());
  });
  // Before the API answers anyone. The check that counts comes after the open transactions are settled.
  await checkFence(crew).catch((error) => context.log.warn({ err: error }, "the node can't be asked for batches yet"));
  const running = run(crew, stopped.signal).catch((error) => {
    context.log.fatal({ err: error }, "the worker broke down");
  });
  const mails = runMails(context, stopped.signal);
  const envelopes = runWalletSubmissions(crew, stopped.signal);
  const watching = watchClock(context, stopped.signal);
  return {
    stopsWithinMs: STOP_GRACE_MS + SILENCE_MS,
    async stop() {
      stopped.abort();
      const late = setTimeout(() => deliveries.abort(), STOP_GRACE_MS);
      await Promise.all([running, mails, envelopes, watching]);
      clearTimeout(late);
    },
  };
}

function assemble(context: Context, signal: AbortSignal): Crew {
  const { settings, chain, clock, log } = context;
  const path = keysPath(settings);
  const keys = readKeys(path);
  const signers = keys.channels();
  const wanted = settings.worker.channels;
  if (signers.length < wanted) {
    throw new SetupError(
      `${path} has ${signers.length} channel keys, WORKER_CHANNELS asks for ${wanted}; run "merit deploy"`,
    );
  }
  const sender = new Sender({
    server: chain.rpc,
    network: networks[chain.network],
    passphrase: chain.passphrase,
    feeAccount: keys.signer("fee"),
    channels: signers,
    maxFee: BigInt(settings.worker.maxFeeStroops),
    maxResourceFee: MAX_RESOURCE_FEE,
    clock,
    log,
  });
  return {
    context,
    sender,
    channels: new ChannelPool(signers.slice(0, wanted)),
    distributor: keys.signer("distributor"),
    manager: keys.signer("manager"),
    treasury: keys.signer("treasury"),
    times: new LedgerTimes(chain, clock),
    fault: createFault(settings),
    signal,
  };
}

async function run(crew: Crew, stopped: AbortSignal): Promise<void> {
  await resumeOpen(crew);
  const shut = await patiently(crew, stopped, () => checkFence(crew));
  if (shut) await reconcile(crew, stopped);
  if (stopped.aborted) return;
  await Promise.all([runPayouts(crew, stopped), runTasks(crew, stopped)]);
}

/** Repeats what only an unreachable node can prevent; undefined when stopped before that. */
async function patiently<T>({ context }: Crew, stopped: AbortSignal, ask: () => Promise<T>): Promise<T | undefined> {
  while (!stopped.aborted) {
    try {
      return await ask();
    } catch (error) {
      context.log.warn({ err: error }, "the worker waits for the node");
    }
    await pause(START_AGAIN_MS, undefined, { signal: stopped }).catch(() => undefined);
  }
  return undefined;
}
