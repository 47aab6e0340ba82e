import { Keypair } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as users from "../accounts/service.ts";
import { accept } from "../accounts/signing/submit.ts";
import { keep } from "../agreements/envelopes/build.ts";
import * as envelopes from "../agreements/envelopes/store.ts";
import { build } from "../agreements/envelopes/trustline.ts";
import type { Parts } from "../context/parts.ts";
import type { Outcome } from "../ledger/chain/outcome.ts";
import * as wallets from "../parties/wallets/store.ts";
import * as jobs from "../store/jobs/jobs.ts";
import { openAccount } from "../testing/chain.ts";
import { createWorld, type World } from "../testing/world.ts";
import type { PromisedReserves } from "./promised-reserves.ts";
import { sendEnvelope } from "./wallet-submission.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

/**
 * A trustline's envelope that was handed in; `submit` hands it in again, and `send` delivers it with this outcome and returns what is
 * recorded.
 */
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
  const submit = (row: envelopes.WalletEnvelope) =>
    db.commit((store) => accept(context, store, { row, signed: "signed", fee: 100n }));
  const row = await submit(await db.commit((store) => keep(store, built)));
  const steps: string[] = [];
  const send = async (outcome: Outcome) => {
    const sender = { deliver: async () => outcome };
    const promised = { settle: () => void steps.push("settled") } as unknown as PromisedReserves;
    vi.spyOn(context.metrics, "jobFinished").mockImplementationOnce(() => void steps.push("recorded"));
    const signal = new AbortController().signal;
    const parts = { context, sender, signal, fault: () => undefined } as unknown as Parts;
    const job = await db.read((store) => jobs.byKey(store, "wallet-submission", `envelope:${row.id}`));
    await sendEnvelope(parts, promised, job as jobs.Job, row.id);
    return db.read((store) => envelopes.byId(store, row.id));
  };
  return { built, row, submit, send, steps };
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

it("a transaction that never landed can be signed again where it is built again within the same second", async () => {
  const { db } = world.context;
  const { built, row, submit, send, steps } = await accepted();
  await send({ kind: "dead", reason: "txTooLate" });
  // Once the failure is recorded, the same reserve may be promised anew.
  expect(steps).toEqual(["settled", "recorded"]);
  const again = await db.commit((store) => keep(store, built));
  expect(again).toMatchObject({ id: row.id, status: "built", envelope: built.envelope, error_message: null });
  expect(await submit(again)).toMatchObject({ id: row.id, status: "pending", envelope: "signed" });
  const landed = {
    txHash: "a".repeat(64),
    ledger: 1,
    feeCharged: 100n,
    reason: "changeTrustLowReserve",
    code: undefined,
  };
  const refused = await send({ kind: "failed", ...landed });
  expect(refused).toMatchObject({ status: "failed", tx_hash: landed.txHash });
  // It has used its sequence number: it can't land again.
  expect(await db.commit((store) => keep(store, built))).toMatchObject({ status: "failed", tx_hash: landed.txHash });
});
