import { setTimeout as pause } from "node:timers/promises";
import { untilDone } from "../../ledger/sending/until-done.ts";
import { shut } from "../rewards/epoch.ts";
import { openSession } from "./open.ts";
import type { Payouts, Session } from "./payouts.ts";
import { runSession } from "./run.ts";

const LOOK_AGAIN_MS = 1_000;

/** Pays due rewards until `stopped`: opens an epoch, pays in it, and opens another one when it has to. */
export async function runPayouts(payouts: Payouts, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    const session = await openSession(payouts, stopped);
    if (!session) return;
    await runSession(payouts, session, stopped);
    if (!stopped.aborted) await conclude(payouts, session, stopped);
  }
}

/** A service that lost its epoch while it ran doesn't take it back by itself, or two services would take turns. */
async function conclude(payouts: Payouts, { epoch, end }: Session, stopped: AbortSignal): Promise<void> {
  const { context } = payouts;
  context.log.warn({ epoch, why: end?.why }, `payouts in this epoch have ended: ${end?.detail}`);
  if (end?.why === "foreign") return lose(payouts, `somebody else pays with this service's keys: ${end.detail}`);
  if (end?.why !== "records") return;
  while (!stopped.aborted) {
    context.heartbeats.beat("worker");
    const newest = await context.chain.batches().catch(() => undefined);
    if (newest && newest.epoch > epoch) {
      return lose(payouts, `another service has opened epoch ${newest.epoch} and pays in place of this one`);
    }
    // A node that is behind the one that refused the epoch can't tell: the next opening asks again.
    if (newest) return;
    await pause(LOOK_AGAIN_MS, undefined, { signal: stopped }).catch(() => undefined);
  }
}

async function lose(payouts: Payouts, reason: string): Promise<void> {
  const { db, clock, log, blocks } = payouts.context;
  await untilDone(payouts, () => db.commit((store) => shut(store, "lost", reason, clock.now())));
  const detail = `${reason}; once no other service pays, \`merit reconcile\` lets this one continue`;
  blocks.raise("epoch", detail);
  log.error(`payouts are shut: ${detail}`);
}
