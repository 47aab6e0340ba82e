import { Client as Distribution } from "@merit/bindings/distribution";
import { build as buildTrustline } from "@merit/core/agreements/envelopes/trustline.ts";
import { claimEnvelope } from "@merit/core/payouts/drops/claim-envelope.ts";
import type * as drops from "@merit/core/payouts/drops/service.ts";
import * as rows from "@merit/core/payouts/drops/store.ts";
import { Asset, Keypair, Operation } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { openDrop, owner, submit } from "../support/envelopes.ts";
import { send, signingAs } from "../support/party.ts";
import { Service } from "../support/service.ts";
import { Wallet } from "../support/wallet.ts";

const SHARE = 10_000_000n;

const shareOf = ({ context }: Service, drop: drops.Drop, { address }: Wallet) =>
  context.db.read((store) => rows.shareOfWallet(store, drop.id, address));

test("a wallet opens its trustline and claims its share, both signed by it and paid by the service", async () => {
  const service = await Service.start();
  const wallet = await new Wallet(service.ledger.url).fund();
  const userId = await owner(service, wallet);
  const before = await service.chain.account(wallet.address);

  const trustline = await buildTrustline(service.context, userId, wallet.address);
  const trusted = await submit(service, userId, wallet, trustline);
  expect(trusted).toMatchObject({ status: "confirmed", error_message: null });
  const drop = await openDrop(service, [wallet, await service.wallet()], SHARE);
  const claimed = await submit(
    service,
    userId,
    wallet,
    await claimEnvelope.build(service.context, userId, wallet.address, { drop: drop.id }),
  );
  expect(claimed).toMatchObject({ status: "confirmed", tx_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });

  expect(await service.received([wallet])).toEqual([SHARE]);
  expect(await shareOf(service, drop, wallet)).toMatchObject({
    claim_status: "claimed",
    claim_tx_hash: claimed.tx_hash,
    claim_error: null,
  });
  const after = await service.chain.account(wallet.address);
  // The trustline's reserve, and not a stroop of fees.
  expect((before?.spendable ?? 0n) - (after?.spendable ?? 0n)).toBe(5_000_000n);
  await expect(buildTrustline(service.context, userId, wallet.address)).rejects.toMatchObject({
    code: "trustline_exists",
  });
  await expect(claimEnvelope.build(service.context, userId, wallet.address, { drop: drop.id })).rejects.toMatchObject({
    code: "drop_claim_taken",
  });
});

test("takes the signatures of several signers that the ledger takes, also where the low threshold is above the medium one", async () => {
  const service = await Service.start();
  const wallet = await new Wallet(service.ledger.url).fund();
  const userId = await owner(service, wallet);
  const cosigners = [Keypair.random(), Keypair.random()];
  const keys = cosigners.map((keypair) => ({ ed25519PublicKey: keypair.publicKey(), weight: 1 }));
  await wallet.submit(
    ...keys.map((signer) => Operation.setOptions({ signer })),
    Operation.setOptions({ lowThreshold: 2, medThreshold: 1 }),
  );
  const built = await buildTrustline(service.context, userId, wallet.address);
  const payment = Operation.payment({ destination: wallet.address, asset: Asset.native(), amount: "1" });
  for (const [others, code] of [
    [[], /txBadAuth$/],
    [cosigners, /txBadAuthExtra$/],
  ] as const) {
    await expect(wallet.submitWith([...others], payment)).rejects.toThrow(code);
    await expect(submit(service, userId, wallet, built, [...others])).rejects.toMatchObject({
      code: "envelope_not_signed",
    });
  }
  expect(await submit(service, userId, wallet, built, cosigners.slice(1))).toMatchObject({ status: "confirmed" });
});

test("a wallet that can't be paid learns it before it signs", async () => {
  const service = await Service.start();
  const wallet = await new Wallet(service.ledger.url).fund();
  const userId = await owner(service, wallet);
  const drop = await openDrop(service, [wallet], SHARE);
  await expect(claimEnvelope.build(service.context, userId, wallet.address, { drop: drop.id })).rejects.toMatchObject({
    code: "drop_claim_refused",
    detail: expect.stringMatching(/no trustline/),
  });
});

test("an envelope whose sequence the wallet used for something else fails, and the next one works", async () => {
  const service = await Service.start();
  const wallet = await service.wallet();
  const userId = await owner(service, wallet);
  const drop = await openDrop(service, [wallet], SHARE);
  const stale = await claimEnvelope.build(service.context, userId, wallet.address, { drop: drop.id });
  await wallet.submit(Operation.payment({ destination: wallet.address, asset: Asset.native(), amount: "1" }));
  expect(await submit(service, userId, wallet, stale)).toMatchObject({
    status: "failed",
    error_message: expect.stringMatching(/sequence number/),
  });
  expect(await shareOf(service, drop, wallet)).toMatchObject({ claim_status: "failed" });
  const fresh = await claimEnvelope.build(service.context, userId, wallet.address, { drop: drop.id });
  expect(await submit(service, userId, wallet, fresh)).toMatchObject({ status: "confirmed" });
  expect(await service.received([wallet])).toEqual([SHARE]);
});

test("a claim that reaches the ledger too late fails with this reason, and pays nothing", async () => {
  const service = await Service.start();
  const wallet = await service.wallet();
  const userId = await owner(service, wallet);
  const drop = await openDrop(service, [wallet], SHARE);
  const built = await claimEnvelope.build(service.context, userId, wallet.address, { drop: drop.id });
  await service.ledger.increaseTime(3_700);
  const late = await submit(service, userId, wallet, built);
  expect(late).toMatchObject({ status: "failed", tx_hash: null });
  expect(late.error_message).toMatch(/in time/);
  expect(await service.received([wallet])).toEqual([0n]);
});

test("what the wallet claimed by another transaction in the meantime counts as claimed", async () => {
  const service = await Service.start();
  const wallet = await service.wallet();
  const userId = await owner(service, wallet);
  const drop = await openDrop(service, [wallet], SHARE);
  const built = await claimEnvelope.build(service.context, userId, wallet.address, { drop: drop.id });
  const share = await shareOf(service, drop, wallet);
  const contract = service.chain.contracts.distribution.id;
  const asWallet = new Distribution(signingAs(wallet.keypair, contract, service.ledger.url));
  await send(asWallet.claim(rows.leafArguments(drop, share as rows.DropShare)));
  expect(await submit(service, userId, wallet, built)).toMatchObject({
    status: "confirmed",
    tx_hash: null,
    error_message: null,
  });
  expect(await shareOf(service, drop, wallet)).toMatchObject({ claim_status: "claimed" });
  expect(await service.received([wallet])).toEqual([SHARE]);
});
