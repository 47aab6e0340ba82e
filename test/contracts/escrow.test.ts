import { randomBytes } from "node:crypto";
import { Client as Escrow } from "@merit/bindings/escrow";
import { type AssembledTransaction, basicNodeSigner } from "@stellar/stellar-sdk/contract";
import { expect, test } from "vitest";
import { Deployed } from "../support/deployed.ts";
import { landInAnotherOrder, send } from "../support/party.ts";
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
    reference: randomBytes(32),
    beneficiary: beneficiary.address,
    arbiter: arbiter.address,
    parts: [part, part, part],
    agreement: new Uint8Array(32),
    dispute_window: BigInt(7 * DAY),
    undecided_share: 0,
    max_fee: 0,
  };
  const [asBeneficiary, asArbiter] = [beneficiary, arbiter].map(({ keypair }) => system.as(Escrow, "escrow", keypair));
  if (!asBeneficiary || !asArbiter) throw new Error("no clients");
  /** Creates an escrow, and has it accepted. */
  const create = async (change: Partial<typeof terms> = {}) => {
    const id = await send(escrow.create({ depositor: depositor.address, terms: { ...terms, ...change } }));
    await send(asArbiter.accept({ party: arbiter.address, id }));
    expect(await send(asBeneficiary.accept({ party: beneficiary.address, id }))).toBe(true);
    return id;
  };
  /** Signs for the beneficiary what the depositor sends. */
  const byBoth = async <T>(call: Promise<AssembledTransaction<T>>) => {
    const transaction = await call;
    const signer = { address: beneficiary.address, ...basicNodeSigner(beneficiary.keypair, PASSPHRASE) };
    await transaction.signAuthEntries(signer);
    return send(Promise.resolve(transaction));
  };
  return { system, depositor, beneficiary, arbiter, escrow, asBeneficiary, asArbiter, terms, create, byBoth };
}

test("milestones are released, split by the arbiter, or refunded at their deadline", async () => {
  const { system, depositor, beneficiary, escrow, asBeneficiary, asArbiter, create } = await parties();
  const id = await create();
  expect(await system.balance(depositor)).toBe(0n);

  await send(escrow.release({ id, milestone: 0 }));

  const evidence = new Uint8Array(32).fill(1);
  await send(asBeneficiary.dispute({ party: beneficiary.address, id, milestone: 1, evidence }));
  await send(asArbiter.resolve({ id, milestone: 1, share: 2_500 }));

  await expect(send(escrow.expire({ id, milestone: 2 }))).rejects.toThrow("NotDue");
  await system.travel(31 * DAY);
  await send(escrow.expire({ id, milestone: 2 }));

  for (const { address } of [depositor, beneficiary]) await send(escrow.withdraw({ account: address }));
  expect(await system.balance(beneficiary)).toBe(125_000_000n);
  expect(await system.balance(depositor)).toBe(175_000_000n);
  expect((await escrow.total_held()).result).toBe(0n);
  expect(await system.eventTypes("escrow")).toEqual([
    ...["created", "accepted", "accepted", "settled", "disputed", "owed", "owed", "settled", "owed", "settled"],
    ...["withdrawn", "withdrawn"],
  ]);
});

test("both parties together extend, split and cancel, without the arbiter", async () => {
  const { system, depositor, beneficiary, escrow, terms, create, byBoth } = await parties();
  const id = await create();
  // The depositor's client can't give the other party's signature.
  await expect(send(escrow.cancel({ id }))).rejects.toThrow(beneficiary.address);

  const [part] = terms.parts;
  const deadline = (part?.deadline ?? 0n) + BigInt(DAY);
  await byBoth(escrow.extend({ id, milestone: 0, deadline }));
  await byBoth(escrow.split({ id, milestone: 0, share: 5_000 }));
  await byBoth(escrow.cancel({ id }));
  expect([await system.balance(depositor), await system.balance(beneficiary)]).toEqual([(5n * PART) / 2n, PART / 2n]);
  await expect(send(escrow.cancel({ id }))).rejects.toThrow("InvalidTransition");
  expect((await system.eventTypes("escrow")).slice(3)).toEqual(["extended", "settled", "settled", "settled"]);
});

test("a depositor takes back what the others haven't accepted", async () => {
  const { system, depositor, escrow, asArbiter, arbiter, terms } = await parties();
  const id = await send(escrow.create({ depositor: depositor.address, terms }));
  await send(asArbiter.accept({ party: arbiter.address, id }));
  await send(escrow.cancel({ id }));
  expect(await system.balance(depositor)).toBe(3n * PART);
  await expect(send(escrow.create({ depositor: depositor.address, terms }))).rejects.toThrow("ReferenceTaken");
});

test("wallets that sign one after another for the same arbiter land in any order", async () => {
  const { system, terms } = await parties();
  const depositors = await Promise.all([1, 2, 3, 4].map(() => system.holder("30")));
  await landInAnotherOrder(depositors, ({ address, keypair }) =>
    system.as(Escrow, "escrow", keypair).create({ depositor: address, terms }),
  );
  expect(await system.eventTypes("escrow")).toEqual(["created", "created", "created", "created"]);
});

test("a party that closes or opens its trustline makes neither a decision nor a deadline fail", async () => {
  const { system, beneficiary, escrow, asBeneficiary, asArbiter, create } = await parties();
  const id = await create({ undecided_share: 5_000 });
  const [party, evidence] = [beneficiary.address, new Uint8Array(32)];
  for (const milestone of [0, 1, 2]) await send(asBeneficiary.dispute({ party, id, milestone, evidence }));

  const signedOpen = await asArbiter.resolve({ id, milestone: 0, share: 5_000 });
  await beneficiary.trust(system.asset, "0");
  await signedOpen.signAndSend();
  const signedClosed = await asArbiter.resolve({ id, milestone: 1, share: 5_000 });
  await beneficiary.trust(system.asset);
  await signedClosed.signAndSend();
  await system.travel(31 * DAY);
  const expiry = await escrow.expire({ id, milestone: 2 });
  await beneficiary.trust(system.asset, "0");
  await expiry.signAndSend();

  await beneficiary.trust(system.asset);
  expect(await send(escrow.withdraw({ account: party }))).toBe((3n * PART) / 2n);
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
  await send(escrow.release({ id, milestone: 0 }));
  expect(await system.balance(beneficiary)).toBe(99_000_000n);

  const collector = await system.holder();
  const asTreasurer = system.as(Escrow, "escrow", treasurer);
  const collect = (amount: bigint) =>
    send(asTreasurer.collect_fees({ treasurer: treasurer.publicKey(), to: collector.address, amount }));
  await expect(collect(1_000_001n)).rejects.toThrow("FeesShort");
  await collect(1_000_000n);
  expect(await system.balance(collector)).toBe(1_000_000n);
  expect((await escrow.total_held()).result).toBe(2n * PART);
  expect(await system.eventTypes("escrow")).toEqual([
    ...["fee_set", "created", "accepted", "accepted", "fee_set", "settled", "fees_collected"],
  ]);
});
