import { z } from "zod";
import { MAX_STROOPS } from "../../base/money.ts";
import * as merchants from "../../parties/merchants/store.ts";
import type { Store } from "../../store/db/store.ts";
import { placeOf } from "../../store/jobs/ask-ledger.ts";
import * as jobs from "../../store/jobs/jobs.ts";
import { emitProgram, emitReferral, emitWallet } from "./events.ts";
import * as rows from "./store.ts";
import { termsKey } from "./terms.ts";

// Records the events of the referral contract. Reading all of them again makes the same rows.

/** An event of the referral contract, as stored. */
export interface ReferralEvent {
  type: string;
  ledger_closed_at: Date;
  tx_hash: string;
  data: unknown;
}

/** Time to claim by the contract's rules: 180 days. */
const CLAIM_MS = 180 * 86_400_000;

const digits = z.string().regex(/^\d{1,19}$/);
const stroops = digits.transform(BigInt).refine((amount) => amount <= MAX_STROOPS);
/** A u64 that a row can hold. */
const whole = digits.transform(Number).refine(Number.isSafeInteger);
/** Unix seconds. A date can't hold later ones. */
const time = whole.refine((seconds) => seconds <= 8_640_000_000_000).transform((seconds) => new Date(seconds * 1000));
const address = z.string();

const ofNewcomer = { merchant: whole, newcomer: address };

type Handler = (store: Store, event: ReferralEvent) => Promise<void>;

/** Handler of an event, unless its data has another shape: then it is only kept among the contract events. */
const on =
  <Shape extends z.ZodType>(
    shape: Shape,
    act: (store: Store, data: z.output<Shape>, event: ReferralEvent) => Promise<void>,
  ): Handler =>
  async (store, event) => {
    const read = shape.safeParse(event.data);
    if (read.success) await act(store, read.data, event);
  };

/** Ignores programmes of merchants that the service doesn't have. */
const ofMerchant =
  <Data extends { merchant: number }>(act: (store: Store, data: Data, event: ReferralEvent) => Promise<void>) =>
  async (store: Store, data: Data, event: ReferralEvent) => {
    if (await merchants.byId(store, data.merchant)) await act(store, data, event);
  };

const ended = (
  { merchant, newcomer }: { merchant: number; newcomer: string },
  { tx_hash, ledger_closed_at: at }: ReferralEvent,
) => ({ merchant_id: merchant, newcomer, tx_hash, at });

async function endBonuses(store: Store, end: rows.Ended, sides: Parameters<typeof rows.endBonuses>[2]): Promise<void> {
  await emitReferral(store, end.to, await rows.endBonuses(store, end, sides), end.at);
}

const BOTH = ["newcomer", "referrer"] as const;

const handlers: Record<string, Handler> = {
  referrer_enrolled: on(z.object({ referrer: address }), async (store, { referrer }, { ledger_closed_at: at }) =>
    emitWallet(store, "enrolled", await rows.saveWallet(store, referrer, { enrolled_at: at }), at),
  ),
  referral_bound: on(
    z.object({ newcomer: address, referrer: address }),
    async (store, { newcomer, referrer }, { ledger_closed_at: at }) =>
      emitWallet(store, "bound", await rows.saveWallet(store, newcomer, { referrer, bound_at: at }), at),
  ),
  programme_set: on(
    z.object({
      merchant: whole,
      sponsor: address,
      bonus_referrer: stroops,
      bonus_newcomer: stroops,
      referrer_cap: stroops,
      budget: stroops,
      starts_at: time,
      ends_at: time,
      clawback_window: whole,
    }),
    ofMerchant(async (store, { merchant, clawback_window, ...terms }, { tx_hash, ledger_closed_at: at }) => {
      const program = { ...terms, merchant_id: merchant, clawback_seconds: clawback_window, tx_hash };
      await rows.saveTerms(store, program, at);
      const { change } = await rows.ownOf(store, merchant);
      // If the merchant asked for these terms, the rule that came with them applies from now on.
      const isAsked = change?.status === "pending" && termsKey(change) === termsKey(program);
      if (isAsked) await rows.setRule(store, merchant, change, at);
      const own = await rows.ownOf(store, merchant);
      await emitProgram(store, "set", merchant, isAsked ? { ...own, change: undefined } : own, at);
    }),
  ),
  programme_funded: on(z.object({ merchant: whole }), async (store, { merchant }, { ledger_closed_at: now }) => {
    // Referrals that qualify may wait for these funds: their jobs are due now.
    for (const id of await rows.qualifyingIn(store, merchant)) {
      const { key } = placeOf(merchant, { kind: "referral", referral_id: id, step: "qualify" });
      await jobs.bringForward(store, { queue: "transaction-submission", key, now, latest: now });
    }
  }),
  sponsor_left: on(z.object({ merchant: whole }), async (store, { merchant }, { ledger_closed_at: at }) => {
    const hasEnded = await rows.endProgram(store, merchant, at);
    if (hasEnded) await emitProgram(store, "ended", merchant, await rows.ownOf(store, merchant), at);
  }),
  referral_qualified: on(
    z.object({
      ...ofNewcomer,
      referrer: address,
      bonus_referrer: stroops,
      bonus_newcomer: stroops,
      claimable_at: time,
    }),
    ofMerchant(async (store, { merchant, ...reward }, { tx_hash, ledger_closed_at: at }) => {
      const expires_at = new Date(reward.claimable_at.getTime() + CLAIM_MS);
      const terms = { ...reward, merchant_id: merchant, expires_at, tx_hash, at };
      await emitReferral(store, "qualified", await rows.saveQualified(store, terms), at);
    }),
  ),
  bonus_claimed: on(z.object({ ...ofNewcomer, account: address }), (store, data, event) =>
    endBonuses(store, { ...ended(data, event), to: "paid" }, [
      data.account === data.newcomer ? "newcomer" : "referrer",
    ]),
  ),
  referral_revoked: on(z.object(ofNewcomer), (store, data, event) =>
    endBonuses(store, { ...ended(data, event), to: "revoked" }, BOTH),
  ),
  referral_expired: on(z.object(ofNewcomer), (store, data, event) =>
    endBonuses(store, { ...ended(data, event), to: "expired" }, BOTH),
  ),
};

/** Records what an event says, in the commit that stores it. A repeat changes nothing. */
export async function record(store: Store, event: ReferralEvent): Promise<void> {
  await handlers[event.type]?.(store, event);
}
