import type { Context } from "../context/context.ts";
import type { Parts } from "../context/parts.ts";
import { keysPath } from "../ledger/chain/chain.ts";
import { ChannelPool } from "../ledger/chain/channels.ts";
import { SetupError } from "../ledger/chain/errors.ts";
import { readKeys } from "../ledger/chain/keys.ts";
import { networks } from "../ledger/chain/networks.ts";
import { Sender } from "../ledger/chain/sender.ts";
import * as submissions from "../ledger/chain/submissions.ts";
import { createFault } from "../ledger/sending/fault.ts";
import { FeeBudgets } from "../ledger/sending/fees.ts";
import { LedgerTimes } from "../ledger/sending/ledger-times.ts";
import { Pressure } from "../ledger/sending/pressure.ts";
import { beginNotices } from "../operations/notices/store.ts";
import { LedgerCapacity } from "../payouts/batches/capacity.ts";
import { runPayouts } from "../payouts/batches/engine.ts";
import { firstLook } from "../payouts/batches/open.ts";
import type { Payouts } from "../payouts/batches/payouts.ts";
import { watchHeld } from "../payouts/batches/watch-held.ts";
import * as jobs from "../store/jobs/jobs.ts";
import { watchBalances } from "./balances.ts";
import { watchClock } from "./clock-watch.ts";
import { runMails } from "./mail-queue.ts";
import { holdChannels, resumeTransactions } from "./recovery.ts";
import { runTransactions } from "./transaction-queue.ts";
import { keepContracts } from "./upkeep.ts";
import { runWalletSubmissions } from "./wallet-queue.ts";
import { runWebhooks } from "./webhook-queue.ts";

export interface Worker {
  /** Takes no new work, lets what is on its way arrive, and leaves the rest to the next start. */
  stop(): Promise<void>;
}

/** How long transactions on their way may take to arrive when the worker stops. */
const STOP_GRACE_MS = 20_000;
/** From there until a node or a mail server that is silent has been given up. */
const SILENCE_MS = 30_000;
/** Most that `stop` takes, ms. */
export const WORKER_STOPS_WITHIN_MS = STOP_GRACE_MS + SILENCE_MS;

/**
 * Starts the background work: rewards to the ledger (queue `reward-issuance`), grants and campaigns (queue
 * `transaction-submission`), what wallets signed (queue `wallet-submission`), events to webhooks (queue
 * `webhook-delivery`), mails (queue `email`). One worker per database: the caller leads the role.
 * @param over aborts when another process takes the role: from then on it waits for nothing that is on its way
 * @throws SetupError when keys are missing; trouble with the node is waited out
 */
export async function startWorker(context: Context, over?: AbortSignal): Promise<Worker> {
  const stopped = new AbortController();
  const deliveries = new AbortController();
  over?.addEventListener("abort", () => {
    stopped.abort();
    deliveries.abort();
  });
  const parts = await assemble(context, deliveries.signal);
  context.metrics.watchChannels(parts.channels);
  context.metrics.watchBlocks(context.blocks);
  await context.db.commit(async (store) => {
    await jobs.releaseAll(store);
    await jobs.makeDue(store, context.clock.now());
    await beginNotices(store);
  });
  await holdChannels(parts);
  // Before the API answers anyone.
  await firstLook(parts);
  const resumed = resumeTransactions(parts);
  const running = Promise.all([
    runPayouts(parts, stopped.signal),
    resumed.then(() => runTransactions(parts, stopped.signal)),
    watchBalances(parts, stopped.signal),
    resumed.then(() => keepContracts(parts, stopped.signal)),
  ]).catch((error) => {
    context.log.fatal({ err: error }, "the worker has failed and stopped");
  });
  const mails = runMails(context, stopped.signal);
  const webhooks = runWebhooks(context, stopped.signal);
  const envelopes = runWalletSubmissions(parts, stopped.signal);
  const watching = Promise.all([watchClock(context, stopped.signal), watchHeld(context, stopped.signal)]);
  return {
    async stop() {
      stopped.abort();
      const late = setTimeout(() => deliveries.abort(), STOP_GRACE_MS);
      await Promise.all([running, mails, webhooks, envelopes, watching]);
      clearTimeout(late);
    },
  };
}

async function assemble(context: Context, signal: AbortSignal): Promise<Parts & Payouts> {
  const { settings, chain, clock, log, db } = context;
  const path = keysPath(settings);
  const keys = readKeys(path);
  const signers = keys.channels();
  const wanted = settings.worker.channels;
  if (signers.length === 0) throw new SetupError(`${path} has no channel keys; run "merit deploy"`);
  if (signers.length < wanted) {
    log.warn(
      { channels: signers.length, wanted },
      `the key file has fewer channels than WORKER_CHANNELS: create the missing ones with \`merit channels add --count ${wanted - signers.length}\``,
    );
  }
  const distributor = keys.signer("distributor");
  const sender = new Sender({
    server: chain.rpc,
    network: networks[chain.network],
    passphrase: chain.passphrase,
    feeAccount: keys.signer("fee"),
    // The distributor's own sequence opens epochs.
    channels: [...signers, distributor],
    maxFee: BigInt(settings.worker.maxFeeStroops),
    maxResourceFee: settings.worker.maxResourceFee,
    clock,
    log,
  });
  return {
    context,
    sender,
    channels: new ChannelPool(signers.slice(0, wanted)),
    capacity: new LedgerCapacity(chain),
    fees: new FeeBudgets(settings.worker),
    pressure: new Pressure(),
    newest: { submission: await db.read(submissions.lastId) },
    distributor,
    manager: keys.signer("manager"),
    treasury: keys.signer("treasury"),
    fee: keys.signer("fee"),
    signerOf: (address) => keys.byAddress(address),
    times: new LedgerTimes(chain, clock),
    fault: createFault(settings),
    signal,
  };
}
