import { afterEach, expect, it } from "vitest";
import type { LedgerCall, Why } from "../context/ledger-call.ts";
import { CallRefused, FeeTooHigh, RpcUnavailable } from "../ledger/chain/errors.ts";
import { pausedLedger } from "../ledger/sending/reasons.ts";
import { jobs } from "../store/db/schema/jobs.ts";
import type { Job } from "../store/jobs/jobs.ts";
import { createParts } from "../testing/parts.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../testing/world.ts";
import { sendCall } from "./send-call.ts";

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

/** Sends a call that fails so before anything reaches the ledger. */
async function sendFailing(error: Error, call: Partial<LedgerCall> = {}): Promise<{ id: number; notes: string[] }> {
  const { context } = world;
  const { merchant } = await createMerchant(context);
  const { id } = await createCampaign(context, merchant.id, { activate: false });
  const { parts } = createParts(world);
  const job = (await context.db.read(async (store) => store.select().from(jobs).get())) as Job;
  const notes: string[] = [];
  await sendCall(parts, {
    job,
    merchantId: merchant.id,
    campaignId: id,
    check: () => Promise.reject(error),
    note: async (_store: unknown, { error_message }: Why) => notes.push(error_message),
    ...call,
  } as unknown as LedgerCall);
  return { id, notes };
}

it.each([
  [new TypeError("secret detail"), "because of an error of its own"],
  [new FeeTooHigh(9n, 5n), "(The transaction's resource fee of 9 stroops exceeds the cap of 5)"],
])(
  "says of an error of the service's own (%s) that it is none of the ledger's, and where to look",
  async (error, words) => {
    world = createWorld({ DEMO_GRANT: "0" });
    const { id, notes } = await sendFailing(error);
    expect(notes).toEqual([expect.stringContaining(words)]);
    expect(notes[0]).toContain(`"transaction not sent", job campaign:${id}.`);
    expect(notes[0]).not.toContain("The ledger refused");
    expect(notes[0]).not.toContain("secret detail");
  },
);

it("waits where the ledger can't be asked what a refusal means", async () => {
  world = createWorld({ DEMO_GRANT: "0" });
  const refusal = () => Promise.reject(new RpcUnavailable("simulateTransaction", new Error("connection refused")));
  const { notes } = await sendFailing(new CallRefused("", 13_040), { refusal });
  expect(notes).toEqual([pausedLedger]);
});
