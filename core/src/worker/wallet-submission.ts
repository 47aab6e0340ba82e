import { rulesOf } from "../accounts/signing/kinds.ts";
import type { Finish, WalletEnvelope } from "../agreements/envelopes/store.ts";
import * as rows from "../agreements/envelopes/store.ts";
import { sponsoredOf } from "../agreements/envelopes/trustline.ts";
import { topics } from "../base/wake.ts";
import type { Parts } from "../context/parts.ts";
import type { Outcome } from "../ledger/chain/outcome.ts";
import type { Envelope } from "../ledger/chain/sender.ts";
import * as reasons from "../ledger/sending/reasons.ts";
import { untilDone } from "../ledger/sending/until-done.ts";
import type { Job } from "../store/jobs/jobs.ts";
import * as jobs from "../store/jobs/jobs.ts";
import type { PromisedReserves } from "./promised-reserves.ts";

/** Node's answers to a transaction with too few signatures, or one too many, after which it isn't sent again. */
const BAD_AUTH = new Set(["txBadAuth", "txBadAuthExtra"]);

/** Sends a stored envelope of a wallet, the same one each time, until there is proof of what became of it. */
export async function sendEnvelope(
  parts: Parts,
  promised: PromisedReserves,
  job: Job,
  envelopeId: number,
): Promise<void> {
  const { db, log } = parts.context;
  const row = await db.read((store) => rows.byId(store, envelopeId));
  if (row?.status !== "pending") return void (await db.commit((store) => jobs.complete(store, job)));
  const sponsored = sponsoredOf(row);
  let envelope = envelopeOf(row);
  let isSendable = true;
  if (sponsored) {
    const signed = await untilDone(parts, () => promised.sign(row, sponsored));
    if (signed === undefined) return;
    const isRefused = "refusal" in signed;
    // A transaction that an earlier process has sent may still land.
    if (isRefused && row.bump_hash === null) return end(parts, job, row, { kind: "refused", reason: signed.refusal });
    envelope = { ...envelope, channel: sponsored.source, relaxed: sponsored.source !== row.wallet_address };
    if (isRefused) isSendable = false;
    else envelope.xdr = signed.xdr;
  }
  const outcome = await parts.sender.deliver({
    envelope,
    isSendable,
    recordHash: ({ hash }) => db.commit((store) => rows.noteBump(store, row.id, hash)),
    onSent: () => parts.fault("after-sent"),
    signal: parts.signal,
  });
  if (outcome.kind === "unknown") return;
  if (outcome.kind === "confirmed") parts.fault("after-closed");
  log.info({ envelope: row.id, kind: row.kind, outcome: outcome.kind }, "a wallet's transaction has ended");
  // Once it is recorded, the same transaction may be signed again.
  promised.settle(row);
  await end(parts, job, row, outcome);
}

async function end(parts: Parts, job: Job, row: WalletEnvelope, decided: Decided): Promise<void> {
  await untilDone(parts, async () => {
    await record(parts, job, row, await resultOf(parts, row, decided));
    return true;
  });
}

/** The wallet lends the sequence number, as a channel does for the service's own transactions. */
const envelopeOf = (row: WalletEnvelope): Envelope => ({
  xdr: row.envelope,
  innerHash: row.hash,
  channel: row.wallet_address,
  sequence: BigInt(row.sequence),
  maxLedger: row.max_ledger,
  maxTime: row.max_time,
});

/** `refused`: the service didn't sign it. */
type Decided = Exclude<Outcome, { kind: "unknown" }> | { kind: "refused"; reason: string };

/** If this transaction had no effect, another one may have had the same effect. @throws RpcUnavailable */
async function resultOf({ context }: Parts, row: WalletEnvelope, outcome: Decided): Promise<Omit<Finish, "now">> {
  const isShared = (sponsoredOf(row)?.source ?? row.wallet_address) !== row.wallet_address;
  if (outcome.kind === "confirmed") return { status: "confirmed", tx_hash: outcome.txHash, error_message: null };
  if (await rulesOf(row.kind).isDone(context, row)) return { status: "confirmed", tx_hash: null, error_message: null };
  if (outcome.kind === "failed") {
    return { status: "failed", tx_hash: outcome.txHash, error_message: reasons.envelopeFailed(outcome.reason) };
  }
  const used = isShared ? reasons.overtaken : reasons.sequenceUsed;
  const reason = "reason" in outcome ? outcome.reason : "";
  const dead = BAD_AUTH.has(reason) ? reasons.envelopeBadAuth : reasons.envelopeLate;
  const others = { refused: reason, dead, consumed: used };
  return { status: "failed", tx_hash: null, error_message: others[outcome.kind] };
}

async function record({ context }: Parts, job: Job, row: WalletEnvelope, result: Omit<Finish, "now">): Promise<void> {
  await context.db.commit(async (store) => {
    const change = { ...result, now: context.clock.now() };
    if (await rows.finish(store, row.id, change)) await rulesOf(row.kind).finish?.(store, row, change);
    await jobs.complete(store, job);
    await store.notify(topics.landed);
  });
  context.metrics.jobFinished("wallet-submission", result.status === "confirmed" ? "completed" : "failed");
}
