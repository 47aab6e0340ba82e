import { Keypair } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, expect, it } from "vitest";
import * as users from "../accounts/service.ts";
import { accept } from "../accounts/signing/submit.ts";
import * as envelopes from "../agreements/envelopes/store.ts";
import { build } from "../agreements/envelopes/trustline.ts";
import type { Parts } from "../context/parts.ts";
import type { Outcome } from "../ledger/chain/outcome.ts";
import * as wallets from "../parties/wallets/store.ts";
import * as jobs from "../store/jobs/jobs.ts";
import { openAccount } from "../testing/chain.ts";
import { createWorld, type World } from "../testing/world.ts";
import { PromisedReserves } from "./promised-reserves.ts";
import { sendEnvelope } from "./wallet-submission.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

/** A trustline's envelope that was handed in; `send` delivers it with this outcome and returns what is recorded. */
async function accepted() {
  const { context } = world;
  const { db, clock } = context;
  const now = clock.now();
  const wallet = Keypair.random().publicKey();
  world.chain.accounts.set(wallet, openAccount(wallet));
  const userId = await db.commit(async (store) => {
    const user = await users.create(store, {}, now);
    await wallets.prove(store, { address: wallet, userId: user.id, now });
    return user.id;
  });
  const built = await build(context, userId, wallet);
  const row = await db.commit(async (store) => {
    const kept = (await envelopes.insert(store, built)) as envelopes.WalletEnvelope;
    return accept(context, store, { row: kept, signed: kept.envelope, fee: 100n });
  });
  const send = async (outcome: Outcome) => {
    const sender = { deliver: async () => outcome };
    const signal = new AbortController().signal;
    const parts = { context, sender, signal, fault: () => undefined } as unknown as Parts;
    const job = await db.read((store) => jobs.byKey(store, "wallet-submission", `envelope:${row.id}`));
    await sendEnvelope(parts, new PromisedReserves(parts), job as jobs.Job, row.id);
    return db.read((store) => envelopes.byId(store, row.id));
  };
  return { built, send };
}

it.each([
  ["txBadAuth", /signatures/],
  ["txBadAuthExtra", /signatures/],
  ["txTooLate", /in time/],
  ["it was not included in time", /in time/],
])("says why the ledger did not take a transaction: %s", async (reason, text) => {
  const { send } = await accepted();
  expect(await send({ kind: "dead", reason })).toMatchObject({
    status: "failed",
    tx_hash: null,
    error_message: expect.stringMatching(text),
  });
});
