import { Client as Escrow } from "@merit/bindings/escrow";
import { basicNodeSigner } from "@stellar/stellar-sdk/contract";
import { expect, test } from "vitest";
import { Deployed } from "../support/deployed.ts";
import { send } from "../support/party.ts";
import { PASSPHRASE } from "../support/wallet.ts";

const DAY = 86_400;
const PART = 100_000_000n;

/** A depositor with 30 tokens, a beneficiary, an arbiter, and an escrow's terms of three milestones of 10 tokens. */
async function parties() {
  const system = await Deployed.start();
  const [depositor, beneficiary, arbiter] = [await system.holder("30"), await system.holder(), await system.holder()];
  const escrow = system.as(Escrow, "escrow", depositor.keypair);
  const part = { amount: PART, deadline: (await system.now()) + BigInt(30 * DAY) };
  const terms = {
    beneficiary: beneficiary.address,
    arbiter: arbiter.address,
    parts: [part, part, part],
    agreement: new Uint8Array(32),
    dispute_window: BigInt(7 * DAY),
    undecided_share: 0,
    max_fee: 0,
  };
  const create = (change: Partial<typeof terms> = {}) =>
    send(escrow.create({ depositor: depositor.address, terms: { ...terms, ...change } }));
  return { system, depositor, beneficiary, arbiter, escrow, create };
}

test("milestones are released, split by the arbiter, or refunded at their deadline", async () => {
  const { system, depositor, beneficiary, arbiter, escrow, create } = await parties();
  const id = await create();
  expect(await system.balance(depositor)).toBe(0n);

  await send(escrow.release({ depositor: depositor.address, id, milestone: 0 }));

  const asBeneficiary = system.as(Escrow, "escrow", beneficiary.keypair);
  const evidence = new Uint8Array(32).fill(1);
  await send(asBeneficiary.dispute({ party: beneficiary.address, id, milestone: 1, evidence }));
  const asArbiter = system.as(Escrow, "escrow", arbiter.keypair);
  await send(asArbiter.resolve({ arbiter: arbiter.address, id, milestone: 1, share: 2_500 }));

  await expect(send(escrow.expire({ id, milestone: 2 }))).rejects.toThrow("NotDue");
  await system.travel(31 * DAY);
  await send(escrow.expire({ id, milestone: 2 }));

  for (const [client, wallet] of [
    [escrow, depositor],
    [asBeneficiary, beneficiary],
  ] as const) {
    if ((await client.owed({ account: wallet.address })).result > 0n) {
      await send(client.withdraw({ account: wallet.address }));
    }
  }
  expect(await system.balance(beneficiary)).toBe(125_000_000n);
  expect(await system.balance(depositor)).toBe(175_000_000n);
  expect((await escrow.total_held()).result).toBe(0n);
  expect(await system.eventTypes("escrow")).toEqual(["created", "settled", "disputed", "settled", "settled"]);
});

test("both parties together cancel what is open, without a fee", async () => {
  const { system, depositor, beneficiary, escrow, create } = await parties();
  const id = await create();
  await send(escrow.release({ depositor: depositor.address, id, milestone: 0 }));
  const both = { depositor: depositor.address, beneficiary: beneficiary.address, id };
  // The depositor's client can't give the other party's signature.
  await expect(send(escrow.cancel(both))).rejects.toThrow(beneficiary.address);

  const cancel = await escrow.cancel(both);
  await cancel.signAuthEntries({ address: beneficiary.address, ...basicNodeSigner(beneficiary.keypair, PASSPHRASE) });
  await send(Promise.resolve(cancel));
  expect([await system.balance(depositor), await system.balance(beneficiary)]).toEqual([2n * PART, PART]);
  await expect(send(escrow.cancel(both))).rejects.toThrow("InvalidTransition");
  expect(await system.eventTypes("escrow")).toEqual(["created", "settled", "settled", "settled"]);
});

test("the platform's fee is that of the creation, and its treasurer collects what was earned", async () => {
  const { system, depositor, beneficiary, escrow, create } = await parties();
  const [operator, treasurer] = [system.role("deployer"), system.role("treasury")];
  const setFee = (fee: number, signer = operator) =>
    send(system.as(Escrow, "escrow", signer).set_fee({ operator: signer.publicKey(), fee }));
  await expect(setFee(100, depositor.keypair)).rejects.toThrow("Unauthorized, contract error 19000");
  await expect(setFee(501)).rejects.toThrow("FeeTooHigh");
  await setFee(100);
  await expect(create()).rejects.toThrow("FeeNotAccepted");
  const id = await create({ max_fee: 100 });
  await setFee(500);
  await send(escrow.release({ depositor: depositor.address, id, milestone: 0 }));
  expect(await system.balance(beneficiary)).toBe(99_000_000n);

  const collector = await system.holder();
  const asTreasurer = system.as(Escrow, "escrow", treasurer);
  const collect = (amount: bigint) =>
    send(asTreasurer.collect_fees({ treasurer: treasurer.publicKey(), to: collector.address, amount }));
  await expect(collect(1_000_001n)).rejects.toThrow("FeesShort");
  await collect(1_000_000n);
  expect(await system.balance(collector)).toBe(1_000_000n);
  expect((await escrow.total_held()).result).toBe(2n * PART);
  expect(await system.eventTypes("escrow")).toEqual(["fee_set", "created", "fee_set", "settled", "fees_collected"]);
});
