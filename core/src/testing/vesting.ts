import { randomBytes } from "node:crypto";
import type { Plan } from "@merit/bindings/vesting";
import { record } from "../agreements/vesting/events.ts";
import { walletEnvelopes } from "../store/db/schema/envelopes.ts";
import { newWallet } from "./chain.ts";
import type { World } from "./world.ts";

const HOUR = 3_600;

interface Granted {
  funder?: string;
  beneficiary?: string;
  revoker?: string | null;
  plan?: Plan;
  /** Stroops that a claim would pay. */
  claimable?: bigint;
}

/** 100 tokens from an hour ago to in an hour. */
function linearPlan(now = Math.floor(Date.now() / 1000)): Plan {
  const [start, cliff, end] = [now - HOUR, now - HOUR, now + HOUR].map(BigInt) as [bigint, bigint, bigint];
  return { tag: "Linear", values: [{ total: 1_000_000_000n, start, cliff, end }] };
}

/** A schedule of 100 tokens that a wallet of the merchant's funded, on the ledger and read from it. */
export async function grantedSchedule({ context, chain }: World, merchantId: number, granted: Granted = {}) {
  const { funder = newWallet(), beneficiary = newWallet(), plan = linearPlan(), claimable = 0n } = granted;
  const revoker = granted.revoker === undefined ? funder : granted.revoker;
  const schedule = randomBytes(32).toString("hex");
  const total = 1_000_000_000n;
  const now = new Date();
  chain.schedules.set(schedule, {
    claimable,
    schedule: {
      ...{ funder, beneficiary, plan, total, released: 0n, refunded: 0n },
      ...(revoker !== null && { revoker }),
    } as never,
  });
  const created = {
    ...{ type: "created", ledger_closed_at: now, tx_hash: "a".repeat(64) },
    data: { id: schedule, beneficiary, funder, total: String(total), revocable: revoker !== null },
  };
  await context.db.commit(async (store) => {
    // As after a transaction of the wallet's that the merchant handed in.
    await store.insert(walletEnvelopes).values({
      ...{ hash: randomBytes(32).toString("hex"), kind: "vesting.create", merchant_id: merchantId },
      ...{ wallet_address: funder, envelope: "", sequence: "1", max_ledger: 1, max_time: 1, status: "confirmed" },
      ...{ created_at: now, updated_at: now },
    });
    await record(store, created);
  });
  return { schedule, funder, beneficiary };
}
