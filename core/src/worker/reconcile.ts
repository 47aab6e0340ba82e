import { setTimeout as pause } from "node:timers/promises";
import { OPERATOR, record } from "../audit/audit.ts";
import { rebuildCampaigns, rebuildStatuses } from "../campaigns/rebuild.ts";
import { networks } from "../chain/networks.ts";
import * as submissions from "../chain/submissions.ts";
import { MAX_WAIT_SECONDS } from "../chain/transaction.ts";
import { progress } from "../contract-events/store.ts";
import type { Store } from "../db/store.ts";
import { openRebuilt, readFence } from "../rewards/fence.ts";
import { eventOf, type LedgerBatch, readBatch } from "../rewards/ledger-batches.ts";
import { addForgotten, confirmPending, readUnsettled } from "../rewards/rebuild.ts";
import { topics } from "../wake.ts";
import type { Crew } from "./crew.ts";
import { missingBatches } from "./fence.ts";

const LOOK_AGAIN_MS = 1_000;
/** So often it is said what the fence waits for. */
const SAY_AGAIN_MS = 60_000;

type Say = (facts: object, text: string) => void;

/**
 * Opens the restore fence (fence.ts) after a restore: waits until nothing that was sent before it can still land, and until the
 * indexer has read as far; then rebuilds the records of what was paid. Resolves once it is open, or when `stopped`.
 */
export async function reconcile(crew: Crew, stopped: AbortSignal): Promise<void> {
  const { context } = crew;
  let opensAt: number | undefined;
  let said = 0;
  while (!stopped.aborted) {
    context.heartbeats.beat("worker");
    try {
      const now = (await crew.times.now()).getTime();
      // Where ledgers close on demand, nothing waits to land.
      const wait = networks[context.chain.network].closesOnDemand ? 0 : MAX_WAIT_SECONDS * 1000;
      opensAt ??= now + wait;
      const isRestored = (await context.db.read(readFence)) === "restored";
      if (!isRestored) say({}, "payouts are shut until an operator runs `merit reconcile`");
      else if (now >= opensAt && (await rebuild(crew, stopped, say))) return;
    } catch (error) {
      say({ err: error }, "the records of paid rewards can't be rebuilt yet");
    }
    await pause(LOOK_AGAIN_MS, undefined, { signal: stopped }).catch(() => undefined);
  }

  function say(facts: object, text: string): void {
    if (Date.now() - said < SAY_AGAIN_MS) return;
    said = Date.now();
    context.log.error(facts, text);
  }
}

/** @returns false while the indexer has not read far enough */
async function rebuild({ context }: Crew, stopped: AbortSignal, say: Say): Promise<boolean> {
  const { chain, db, log, settings, wake, clock, heartbeats } = context;
  const { value: seq, ledger } = await chain.contracts.distribution.view("seq");
  const landed = Number(seq);
  const missing = await batchesToRead(context, { landed, ledger }, say);
  if (missing === undefined) return false;

  const campaigns = await db.commit(rebuildCampaigns);
  const unsettled = await db.read(readUnsettled);
  const each = async (unit: (store: Store, batch: LedgerBatch) => Promise<number>) => {
    let sum = 0;
    for (const batch of missing) {
      stopped.throwIfAborted();
      heartbeats.beat("worker");
      const { id } = chain.manifest.contracts.pool;
      sum += await db.commit(async (store) => unit(store, await readBatch(store, batch, id)));
    }
    return sum;
  };
  const rewards_confirmed = await each((store, batch) => confirmPending(store, batch, { unsettled, settings }));
  const rewards_added = await each((store, batch) => addForgotten(store, batch, { unsettled, settings }));
  const detail = await db.commit(async (store) => {
    const detail = {
      batches: missing.length,
      rewards_confirmed,
      rewards_added,
      campaigns_added: campaigns.added,
      campaigns_unknown: campaigns.unknown,
      statuses_changed: await rebuildStatuses(store),
    };
    const entry = { actor: OPERATOR, action: "payouts.reconcile", subject: `batch:${landed}` };
    await record(store, { ...entry, detail, now: clock.now() });
    await openRebuilt(store, { batch: landed, submission: await submissions.lastId(store) });
    return detail;
  });
  log.warn(detail, "payouts are open again: the records of what was paid after the backup are rebuilt");
  wake.notify(topics.queue("reward-issuance"));
  return true;
}

/** The batches that no transaction of the database has; undefined while the indexer is behind or their events are missing. */
async function batchesToRead(
  { db }: Crew["context"],
  { landed, ledger }: { landed: number; ledger: number },
  say: Say,
): Promise<number[] | undefined> {
  return db.read(async (store) => {
    const indexed = (await progress(store)).cursor?.ledger ?? 0;
    if (indexed < ledger) {
      say({ ledger, indexed }, "payouts are shut until the indexer has read the ledger");
      return undefined;
    }
    const missing = await missingBatches(store, landed);
    let unread = 0;
    for (const seq of missing) if (!(await eventOf(store, seq))) unread += 1;
    if (unread === 0) return missing;
    say(
      { batches: missing.length, without_events: unread },
      "payouts stay shut: the node no longer had the events of all batches",
    );
    return undefined;
  });
}
