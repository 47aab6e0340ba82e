import { setTimeout as pause } from "node:timers/promises";
import { OPERATOR, record } from "../audit/audit.ts";
import { rebuildCampaigns, rebuildStatuses } from "../campaigns/rebuild.ts";
import { networks } from "../chain/networks.ts";
import * as submissions from "../chain/submissions.ts";
import { MAX_WAIT_SECONDS } from "../chain/transaction.ts";
import type { Store } from "../db/store.ts";
import { openRebuilt, readFence, rebuiltBatches } from "../rewards/fence.ts";
import { eventsAfter, type LedgerBatch, readBatch } from "../rewards/ledger-batches.ts";
import { addForgotten, confirmPending } from "../rewards/rebuild.ts";
import { topics } from "../wake.ts";
import type { Crew } from "./crew.ts";

const LOOK_AGAIN_MS = 1_000;
/** So often it is said what the fence waits for. */
const SAY_AGAIN_MS = 60_000;

/**
 * Opens the restore fence (fence.ts) after a restore: waits until nothing that was sent before it can still land, and until the
 * indexer has every batch; then rebuilds their records. Resolves once it is open, or when `stopped`.
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
      else if (now >= opensAt && (await rebuild(crew, say))) return;
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

/** @returns false while events are missing */
async function rebuild({ context }: Crew, say: (facts: object, text: string) => void): Promise<boolean> {
  const { chain, db, log, settings, wake, clock } = context;
  const landed = Number((await chain.contracts.distribution.view("seq")).value);
  const known = await db.read(async (store) =>
    Math.max(await submissions.lastBatch(store), await rebuiltBatches(store)),
  );
  const events = await db.read((store) => eventsAfter(store, known));
  if (events.length !== landed - known) {
    const facts = { batches: landed - known, indexed: events.length };
    say(
      facts,
      "payouts are shut until the indexer has the events of all batches; see the list of its gaps if they don't come",
    );
    return false;
  }
  const each = async (unit: (store: Store, batch: LedgerBatch) => Promise<number>) => {
    let sum = 0;
    for (const event of events) {
      sum += await db.commit(async (store) =>
        unit(store, await readBatch(store, event, chain.manifest.contracts.pool.id)),
      );
    }
    return sum;
  };
  const campaigns = await db.commit(rebuildCampaigns);
  const confirmed = await each((store, batch) => confirmPending(store, batch, settings));
  const added = await each((store, batch) => addForgotten(store, batch, settings));
  const done = { batches: events.length, rewards_confirmed: confirmed, rewards_added: added };
  const detail = await db.commit(async (store) => {
    const statuses_changed = await rebuildStatuses(store);
    const of = { campaigns_added: campaigns.added, campaigns_unknown: campaigns.unknown, statuses_changed };
    const entry = { actor: OPERATOR, action: "payouts.reconcile", subject: `batch:${landed}` };
    await record(store, { ...entry, detail: { ...done, ...of }, now: clock.now() });
    await openRebuilt(store, landed);
    return { ...done, ...of };
  });
  log.warn(detail, "payouts are open again: the records of what was paid after the backup are rebuilt");
  wake.notify(topics.queue("reward-issuance"));
  return true;
}
