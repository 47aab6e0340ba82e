import { setTimeout as sleep } from "node:timers/promises";
import { topics } from "@merit/core/base/wake.ts";
import type { Context } from "@merit/core/context/context.ts";
import { RpcUnavailable } from "@merit/core/ledger/chain/errors.ts";
import { applySetting } from "@merit/core/ledger/indexer-contracts/service.ts";
import { DatabaseUnavailable } from "@merit/core/store/db/unavailable.ts";
import { LedgerChanged } from "./anchor.ts";
import { recordEarlier } from "./earlier-events.ts";
import { Reader } from "./reader.ts";

export interface Indexer {
  /** Ends the loop after the page in hand. */
  stop(): Promise<void>;
}

/** While events keep coming the node is asked this often; every quiet round then waits longer, up to `pollMs`. */
const FIRST_WAIT_MS = 50;
const WAIT_FACTOR = 1.5;
/** An unreachable node is asked again after 1, 2, 4 ... seconds. */
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

/**
 * Starts to store the events of all contracts in the manifest, of the reward asset, and of those that were added.
 * It continues whatever a node answers: a node that can't be reached, lags, or serves another ledger is asked again.
 * @throws SetupError for contracts of the settings that can't be followed
 */
export async function startIndexer(context: Context): Promise<Indexer> {
  const { db, settings } = context;
  const log = context.log.child({ part: "indexer" });
  await db.commit((store) => applySetting(context, store, settings.indexer.contracts));
  const reader = new Reader({ ...context, log });
  await db.commit(recordEarlier);
  const controller = new AbortController();
  const done = follow({ ...context, log }, reader, controller.signal);
  return {
    async stop() {
      controller.abort();
      await done;
    },
  };
}

async function follow(context: Context, reader: Reader, signal: AbortSignal): Promise<void> {
  const { wake, heartbeats, log, settings } = context;
  using landed = wake.subscribe(topics.landed);
  let wait = FIRST_WAIT_MS;
  let retry = FIRST_RETRY_MS;
  while (!signal.aborted) {
    try {
      const outcome = await reader.step();
      heartbeats.beat("indexer");
      retry = FIRST_RETRY_MS;
      if (outcome === "more") {
        wait = FIRST_WAIT_MS;
        continue;
      }
    } catch (error) {
      const level = error instanceof LedgerChanged ? "error" : "warn";
      log[level]({ ...cause(error), retry_ms: retry }, "events could not be read and stored");
      heartbeats.beat("indexer");
      await sleep(retry, undefined, { signal }).catch(() => {});
      retry = Math.min(retry * 2, MAX_RETRY_MS);
      continue;
    }
    const woken = await landed.next({ timeoutMs: wait, signal });
    wait = woken ? FIRST_WAIT_MS : Math.min(wait * WAIT_FACTOR, settings.indexer.pollMs);
  }
}

/**
 * The failure of the node or the database, in a line. A node's error contains the request, whose URL may contain a provider's key.
 */
function cause(error: unknown): object {
  const plain = [RpcUnavailable, DatabaseUnavailable, LedgerChanged];
  return plain.some((kind) => error instanceof kind) ? { reason: (error as Error).message } : { err: error };
}
