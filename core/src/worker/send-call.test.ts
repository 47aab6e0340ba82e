import { afterEach, expect, it } from "vitest";
import type { LedgerCall, Why } from "../context/ledger-call.ts";
import { FeeTooHigh } from "../ledger/chain/errors.ts";
import { jobs } from "../store/db/schema/jobs.ts";
import type { Job } from "../store/jobs/jobs.ts";
import { createParts } from "../testing/parts.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../testing/world.ts";
import { sendCall } from "./send-call.ts";

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

it.each([
  [new TypeError("secret detail"), "because of an error of its own"],
  [new FeeTooHigh(9n, 5n), "(The transaction's resource fee of 9 stroops exceeds the cap of 5)"],
])(
  "says of an error of the service's own (%s) that it is none of the ledger's, and where to look",
  async (error, words) => {
    world = createWorld({ DEMO_GRANT: "0" });
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
    } as unknown as LedgerCall);
    expect(notes).toEqual([expect.stringContaining(words)]);
    expect(notes[0]).toContain(`"transaction not sent", job campaign:${id}.`);
    expect(notes[0]).not.toContain("The ledger refused");
    expect(notes[0]).not.toContain("secret detail");
  },
);
