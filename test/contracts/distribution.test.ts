import { Client as Admin } from "@merit/bindings/admin";
import { Client as Distribution } from "@merit/bindings/distribution";
import { Client as Pool } from "@merit/bindings/pool";
import { Client as Token } from "@merit/bindings/token";
import { readBatches } from "@merit/core/ledger/chain/batches.ts";
import { NO_FINGERPRINT, withPayments } from "@merit/core/ledger/chain/fingerprint.ts";
import { DropTree, type Share } from "@merit/core/payouts/drops/tree.ts";
import { type Keypair, Operation, rpc, TransactionBuilder } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import {
  Campaigns,
  type CampaignTerms,
  FIRST,
  lists,
  MERCHANT,
  type Payment,
  REFERENCE,
  reward,
} from "../support/campaigns.ts";
import { Deployed } from "../support/deployed.ts";
import { landInAnotherOrder, read, send } from "../support/party.ts";
import { trustingWallets } from "../support/trusting-wallets.ts";
import { PASSPHRASE, Wallet } from "../support/wallet.ts";

const TOKEN = 10_000_000n;
const HOUR = 3_600;
const DAY = 24 * HOUR;
/** Ledgers of a period of numbers. */
const PERIOD = 2 ** 18;

/** A drop for these wallets, of 1, 2, 3 ... tokens from the merchant's 100; it opens in an hour and lasts a week. */
async function openDrop(system: Deployed, wallets: Wallet[]) {
  const manager = system.role("manager");
  const reference = new Uint8Array(32).fill(0x55);
  const place = { passphrase: PASSPHRASE, distribution: system.id("distribution"), reference };
  const shares = wallets.map(({ address: wallet }, index): Share => ({ wallet, amount: BigInt(index + 1) * TOKEN }));
  const tree = await DropTree.build(place, shares);
  await system.fundMerchant(MERCHANT, 100n * TOKEN);
  const opens_at = (await system.now()) + BigInt(HOUR);
  const terms = {
    operator: manager.publicKey(),
    reference,
    merchant: MERCHANT,
    root: tree.root,
    total: tree.total,
    leaves: tree.size,
    opens_at,
    expires_at: opens_at + BigInt(7 * DAY),
  };
  const create = (change: Partial<typeof terms> = {}) =>
    send(system.as(Distribution, "distribution", manager).create_drop({ ...terms, ...change }));
  const drop = await create();
  const leaf = (index: number) => ({ drop, index, proof: tree.proof(index), ...(shares[index] as Share) });
  const as = (wallet: Wallet) => system.as(Distribution, "distribution", wallet.keypair);
  const claim = (wallet: Wallet, args: ReturnType<typeof leaf>) => send(as(wallet).claim(args));
  const free = () => read(system.as(Pool, "pool", manager).balance({ merchant: MERCHANT }));
  return { tree, terms, drop, create, leaf, as, claim, free };
}

const holders = (system: Deployed) => Promise.all([system.holder(), system.holder(), system.holder()]);

test("a drop reserves its total once and pays each leaf once, to its wallet, on proof of the whole leaf", async () => {
  const system = await Deployed.start();
  const [first, second, third] = await holders(system);
  const wallets = [first, second, third, first];
  const { tree, terms, drop, create, leaf, as, claim, free } = await openDrop(system, wallets);
  for (const index of wallets.keys()) {
    const hash = await read(as(first).leaf({ ...terms, ...leaf(index) }));
    expect(Buffer.from(hash)).toEqual(Buffer.from(tree.leaf(index)));
  }
  expect(await create()).toBe(drop);
  await expect(create({ total: terms.total - 1n })).rejects.toThrow("ReferenceTaken");
  await expect(create({ reference: new Uint8Array(32), total: 91n * TOKEN })).rejects.toThrow("InsufficientBalance");
  expect(await free()).toBe(90n * TOKEN);

  await system.travel(HOUR);
  await claim(first, leaf(0));
  await claim(first, leaf(3));
  await expect(claim(first, leaf(0))).rejects.toThrow("AlreadyClaimed");
  for (const change of [{ amount: 3n * TOKEN }, { index: 2 }, { proof: tree.proof(2) }]) {
    await expect(claim(second, { ...leaf(1), ...change })).rejects.toThrow("InvalidProof");
  }
  await expect(claim(second, { ...leaf(1), index: 4 })).rejects.toThrow("IndexOutOfRange");
  await expect(claim(third, { ...leaf(1), wallet: third.address })).rejects.toThrow("InvalidProof");
  // Another wallet's leaf: the client doesn't have that wallet's signature.
  await expect(claim(third, leaf(1))).rejects.toThrow(second.address);

  expect(await Promise.all([first, second, third].map((wallet) => system.balance(wallet)))).toEqual([
    5n * TOKEN,
    0n,
    0n,
  ]);
  expect((await read(as(first).claims({ id: drop, chunk: 0 })))[0]).toBe(0b1001);
});

test("wallets claim their shares of a drop in another order than they signed in, and all calls land", async () => {
  const system = await Deployed.start();
  const wallets = await holders(system);
  const { leaf, as } = await openDrop(system, wallets);
  await system.travel(HOUR);
  await landInAnotherOrder(wallets, (wallet, index) => as(wallet).claim(leaf(index)));
  const paid = await Promise.all(wallets.map((wallet) => system.balance(wallet)));
  expect(paid).toEqual([TOKEN, 2n * TOKEN, 3n * TOKEN]);
});

test("the distributor claims for a wallet, and one that can't be paid may claim again", async () => {
  const system = await Deployed.start();
  const helped = await system.holder();
  const late = await new Wallet(system.ledger.url).fund();
  const { leaf, as, claim } = await openDrop(system, [helped, late]);
  await system.travel(HOUR);

  const distributor = system.role("distributor");
  const onBehalf = system.as(Distribution, "distribution", distributor);
  const claimFor = (index: number) => send(onBehalf.claim_for({ operator: distributor.publicKey(), ...leaf(index) }));
  await claimFor(0);
  await expect(claimFor(0)).rejects.toThrow("AlreadyClaimed");
  await expect(claim(helped, leaf(0))).rejects.toThrow("AlreadyClaimed");
  const byStranger = as(helped).claim_for({ operator: helped.address, ...leaf(1) });
  await expect(send(byStranger)).rejects.toThrow("Unauthorized, contract error 15000");

  await expect(claimFor(1)).rejects.toThrow("NoTrustline");
  await expect(claim(late, leaf(1))).rejects.toThrow("NoTrustline");
  await late.trust(system.asset);
  await claim(late, leaf(1));
  expect([await system.balance(helped), await system.balance(late)]).toEqual([TOKEN, 2n * TOKEN]);
});

test("a drop pays within its window only; afterwards anyone returns what is left, once", async () => {
  const system = await Deployed.start();
  const [first, second, third] = await holders(system);
  const { terms, drop, leaf, as, claim, free } = await openDrop(system, [first, second]);
  const sweep = () => send(as(third).sweep({ drop }));

  await expect(claim(first, leaf(0))).rejects.toThrow("DropNotOpen");
  await system.travel(HOUR);
  await claim(first, leaf(0));
  await expect(sweep()).rejects.toThrow("DropNotExpired");
  await system.travel(7 * DAY);
  await expect(claim(second, leaf(1))).rejects.toThrow("DropExpired");
  expect(await sweep()).toBe(2n * TOKEN);
  await expect(sweep()).rejects.toThrow("AlreadySwept");

  expect(await free()).toBe(99n * TOKEN);
  expect(await read(as(third).drop({ id: drop }))).toMatchObject({ swept: true, paid: TOKEN, total: 3n * TOKEN });
  const created = {
    root: Buffer.from(terms.root).toString("hex"),
    total: "30000000",
    leaves: 2,
    opens_at: String(terms.opens_at),
    expires_at: String(terms.expires_at),
    reference: "55".repeat(32),
    operator: terms.operator,
  };
  expect(await system.events("distribution")).toEqual([
    ["drop_created", { drop: "1", merchant: "1", ...created }],
    ["claim", { drop: "1", wallet: first.address, index: 0, amount: "10000000" }],
    ["drop_swept", { drop: "1", merchant: "1", paid: "10000000", remainder: "20000000" }],
  ]);
});

test("its manager can cancel a drop until it opens, and the merchant gets everything back", async () => {
  const system = await Deployed.start();
  const [first, second] = await holders(system);
  const { terms, drop, create, leaf, claim, free } = await openDrop(system, [first, second]);
  const cancel = (id: bigint, signer = system.role("manager")) =>
    send(system.as(Distribution, "distribution", signer).cancel_drop({ operator: signer.publicKey(), drop: id }));
  await expect(cancel(drop, first.keypair)).rejects.toThrow("Unauthorized, contract error 15000");
  expect(await cancel(drop)).toBe(3n * TOKEN);
  expect(await free()).toBe(100n * TOKEN);
  await expect(cancel(drop)).rejects.toThrow("AlreadySwept");
  await expect(create()).rejects.toThrow("DropCancelled");
  const open = await create({ reference: new Uint8Array(32), opens_at: await system.now() });
  await expect(cancel(open)).rejects.toThrow("DropOpened");

  await system.travel(HOUR);
  await expect(claim(first, leaf(0))).rejects.toThrow("DropCancelled");
  const [, cancelled] = await system.events("distribution");
  const { operator, total } = terms;
  expect(cancelled).toEqual(["drop_cancelled", { drop: "1", merchant: "1", remainder: String(total), operator }]);
});

test("a drop made with a stolen key stops with its contract's role, while rewards continue", async () => {
  const system = await Deployed.start();
  const [first, second, third] = await holders(system);
  const campaigns = new Campaigns(system);
  const campaign = await campaigns.open({ budget: 5n * TOKEN });
  const { drop, leaf, as, claim, free } = await openDrop(system, [first, second]);
  await system.travel(HOUR);

  const deployer = system.role("deployer");
  const admin = system.as(Admin, "admin", deployer);
  const caller = deployer.publicKey();
  await send(admin.revoke_role({ account: campaigns.manager, role: "manager", caller }));
  await claim(first, leaf(0));
  const role = { account: system.id("distribution"), role: "campaign" };
  await send(admin.revoke_role({ ...role, caller }));
  await expect(claim(second, leaf(1))).rejects.toThrow("Unauthorized, contract error 13000");
  expect(await campaigns.pay(campaign, reward(third, TOKEN))).toEqual(["PAID"]);

  await system.travel(7 * DAY);
  await send(admin.grant_role({ ...role, caller }));
  await expect(claim(second, leaf(1))).rejects.toThrow("DropExpired");
  expect(await send(as(third).sweep({ drop }))).toBe(2n * TOKEN);
  expect(await free()).toBe(99n * TOKEN);
});

test("the ledger shows to whom each number was paid, and how many batches there were", async () => {
  const system = await Deployed.start();
  const [first, second] = await holders(system);
  const campaigns = new Campaigns(system);
  const campaign = await campaigns.open({ budget: 5n * TOKEN });
  const distribution = system.as(Distribution, "distribution", first.keypair);
  const stranger = await new Wallet(system.ledger.url).fund();
  const paid = await campaigns.pay(campaign, ...[first, stranger, second].map((wallet) => reward(wallet, TOKEN)));
  expect(paid).toEqual(["PAID", "NO_TRUSTLINE", "PAID"]);

  const status = (numbers: number[]) => read(distribution.status({ campaign, numbers }));
  const [own, none] = [Buffer.from(REFERENCE), Buffer.alloc(8)];
  const numbers = [1, 2, 3, 300].map((index) => FIRST + index);
  expect((await status(numbers)).map((bytes) => Buffer.from(bytes))).toEqual([own, none, own, none]);
  await expect(status(Array.from({ length: 257 }, (_, index) => index))).rejects.toThrow("TooMany");
  expect(await read(distribution.batches())).toMatchObject({ epoch: 1n, seq: 1n, paid: 2n });
  const { tops } = await readBatches(new rpc.Server(system.ledger.url, { allowHttp: true }), system.id("distribution"));
  expect(tops).toEqual([FIRST + 3]);
});

test("a number can be paid in its period and in the next one only, and stays known for two more", async () => {
  const system = await Deployed.start();
  const wallet = await system.holder();
  const campaigns = new Campaigns(system);
  const campaign = await campaigns.open({ budget: 5n * TOKEN });
  const distribution = system.as(Distribution, "distribution", wallet.keypair);
  const status = async (number: number) =>
    Buffer.from((await read(distribution.status({ campaign, numbers: [number] })))[0] as Uint8Array);
  const nextPeriod = () => system.ledger.call("localnet_advanceSequence", { ledgers: PERIOD });
  const payment = (number: number): Payment => ({ ...reward(wallet, TOKEN), number, reference: REFERENCE });
  const [early, late] = [payment(FIRST), payment(FIRST + 1)];

  expect(await campaigns.repeat(campaign, early)).toEqual(["PAID"]);
  await nextPeriod();
  expect(await read(distribution.first_number())).toBe(2 * FIRST);
  expect(await campaigns.repeat(campaign, early, late)).toEqual(["ALREADY_SAME", "PAID"]);
  for (let periods = 0; periods < 2; periods += 1) {
    await nextPeriod();
    await expect(campaigns.repeat(campaign, early)).rejects.toThrow("NumberExpired");
    expect([await status(FIRST), await status(FIRST + 1)]).toEqual([Buffer.from(REFERENCE), Buffer.from(REFERENCE)]);
  }
  await nextPeriod();
  await expect(campaigns.repeat(campaign, early)).rejects.toThrow("NumberExpired");
  await expect(status(FIRST)).rejects.toThrow("NumberExpired");
  expect(await system.balance(wallet)).toBe(2n * TOKEN);
});

/** A campaign, and two payers that know each other's epoch. */
async function twoPayers(terms: Partial<CampaignTerms> = {}, clawback = false) {
  const system = await Deployed.start();
  const campaigns = new Campaigns(system);
  const campaign = await campaigns.open({ budget: 500n * TOKEN, ...terms });
  const { contract, manager } = campaigns;
  if (clawback) await send(contract.allow_clawback({ operator: manager, id: campaign, seconds: BigInt(DAY) }));
  const epoch = await campaigns.epoch();
  const other = await new Wallet(system.ledger.url).fund();
  const deployer = system.role("deployer");
  const role = { account: other.address, role: "distributor" };
  await send(system.as(Admin, "admin", deployer).grant_role({ ...role, caller: deployer.publicKey() }));
  const payers = [system.role("distributor"), other.keypair] as const;
  const as = (payer: Keypair) => system.as(Distribution, "distribution", payer);
  const batch = (payer: Keypair, wallets: string[], index: number) => {
    const payments = wallets.map((to, at) => ({ to, number: FIRST + index + at, reference: REFERENCE, amount: TOKEN }));
    return { operator: payer.publicKey(), epoch, merchant: MERCHANT, campaign, ...lists(payments) };
  };
  /** Simulated, with the footprint and the resources of now, and not sent yet. */
  const draft = (payer: Keypair, ...rows: [wallets: string[], index: number]) => as(payer).pay(batch(payer, ...rows));
  /** @param known indexes of the payments that the payer knows of */
  const open = (payer: Keypair, known: number[], inEpoch = epoch) => {
    const reference = Buffer.from(REFERENCE).toString("hex");
    const budget = { merchant: Number(MERCHANT), campaign: Number(campaign) };
    const keys = known.map((index) => ({ ...budget, number: FIRST + index, reference }));
    const fingerprint = withPayments(NO_FINGERPRINT, keys);
    const names = { epoch: inEpoch, paid: BigInt(known.length), fingerprint };
    return send(as(payer).open({ operator: payer.publicKey(), ...names }));
  };
  const results = async () => {
    const rewards = (await system.events("campaign")).filter(([type]) => type === "reward");
    const payments = rewards.flatMap(([, data]) => (data as unknown as { payments: { result: string }[] }).payments);
    return payments.map(({ result }) => result);
  };
  return { system, campaigns, payers, as, batch, draft, open, results };
}

test("only a payer that knows every payment can open an epoch, and no batch of an older one lands", async () => {
  const { system, payers, draft, open } = await twoPayers();
  const [first, second] = payers;
  const wallet = await system.holder();
  await send(draft(first, [wallet.address], 0));
  await send(draft(first, [wallet.address, wallet.address], 1));
  const late = await draft(first, [wallet.address], 3);
  await expect(open(second, [0, 1])).rejects.toThrow("WrongPaid");
  await expect(open(second, [0, 1, 3])).rejects.toThrow("WrongFingerprint");
  await expect(open(second, [0, 1, 2], 0n)).rejects.toThrow("WrongEpoch");
  expect(await open(second, [2, 0, 1])).toBe(2n);
  // It was fine when it was simulated.
  await expect(send(Promise.resolve(late))).rejects.toThrow();
  await expect(send(draft(first, [wallet.address], 3))).rejects.toThrow("WrongEpoch");
  expect(await system.balance(wallet)).toBe(3n * TOKEN);
  expect(await system.events("distribution")).toEqual([
    ["epoch_opened", { epoch: "1", seq: "0", paid: "0", operator: first.publicKey() }],
    ["epoch_opened", { epoch: "2", seq: "2", paid: "3", operator: second.publicKey() }],
  ]);
});

const kinds: [string, Partial<CampaignTerms>, boolean][] = [
  ["a plain campaign", {}, false],
  ["a campaign with caps and clawback", { per_wallet_cap: 100n * TOKEN }, true],
];
test.each(kinds)("batches of %s land though another landed since they were simulated", async (_, terms, clawback) => {
  const { system, campaigns, payers, draft, results } = await twoPayers(terms, clawback);
  const [first, second] = payers;
  const wallets = await trustingWallets(system, 40);
  // The first payout of all makes the pool's entries for its limits.
  await campaigns.pay(await campaigns.open({ budget: TOKEN }), reward(await system.holder(), TOKEN));
  const one = wallets.slice(0, 1);
  // The two batches of each pair: index of the first number, and wallets.
  type Half = [index: number, wallets: string[]];
  const pairs: [what: string, Half, Half][] = [
    ["no entry is there yet", [0, one], [1, one]],
    ["the entry is there", [2, one], [3, one]],
    ["the other makes the entry of receipts that this one needs too", [120, wallets], [160, one]],
    ["the other makes the entry of marks that this one's end is in", [257, one], [250, wallets.slice(0, 7)]],
    ["both make it", [500, wallets], [540, wallets]],
    ["the other's is the larger one", [1_000, one], [1_001, wallets]],
  ];
  let paid = 1;
  for (const [turn, [what, [at, to], [otherAt, otherTo]]] of pairs.entries()) {
    const [a, b] = await Promise.all([draft(first, to, at), draft(second, otherTo, otherAt)]);
    // The one that was simulated first lands last, and then the other way round.
    for (const batch of turn % 2 === 0 ? [b, a] : [a, b]) {
      await expect(send(Promise.resolve(batch)), what).resolves.not.toThrow();
    }
    paid += to.length + otherTo.length;
  }
  expect(await results()).toEqual(Array.from({ length: paid }, () => "PAID"));
});

test("60 payouts need at most 13,500 bytes of a ledger's transactions", async () => {
  const { system, payers, as, batch, draft } = await twoPayers();
  const [distributor, channel] = payers;
  const wallets = await trustingWallets(system, 60);
  await send(draft(distributor, wallets, 0));
  // As the service sends: sequence from a channel, authority from the distributor, the fee by a bump, all bounds set.
  const server = new rpc.Server(system.ledger.url, { allowHttp: true });
  const call = Operation.invokeContractFunction({
    contract: system.id("distribution"),
    function: "pay",
    args: as(distributor).spec.funcArgsToScVals("pay", batch(distributor, wallets, 60)),
    source: distributor.publicKey(),
  });
  const transaction = new TransactionBuilder(await server.getAccount(channel.publicKey()), {
    fee: "100",
    networkPassphrase: PASSPHRASE,
    timebounds: { minTime: 0, maxTime: 0 },
    ledgerbounds: { minLedger: 0, maxLedger: 4_000_000 },
  })
    .addOperation(call)
    .build();
  const prepared = await server.prepareTransaction(transaction);
  prepared.sign(channel, distributor);
  const bump = TransactionBuilder.buildFeeBumpTransaction(channel, "10000000", prepared, PASSPHRASE);
  bump.sign(channel);
  const bytes = Buffer.from(bump.toXdr(), "base64").length;
  expect(bytes).toBeLessThanOrEqual(13_500);
  const sent = await server.sendTransaction(bump);
  expect(sent.status).toBe("PENDING");
  expect((await server.pollTransaction(sent.hash)).status).toBe("SUCCESS");
});

/** Three rewards of 5 tokens that may be clawed back for a day, and the call that does it for the first. */
async function clawablePayments() {
  const system = await Deployed.start();
  const wallets = await holders(system);
  const campaigns = new Campaigns(system);
  const { contract, manager } = campaigns;
  const campaign = await campaigns.open({ budget: 20n * TOKEN });
  const allow = () => send(contract.allow_clawback({ operator: manager, id: campaign, seconds: BigInt(DAY) }));
  await allow();
  await campaigns.pay(campaign, ...wallets.map((wallet) => reward(wallet, 5n * TOKEN)));
  await expect(allow()).rejects.toThrow("AlreadyPaid");
  const operator = system.role("deployer");
  const payment = {
    operator: operator.publicKey(),
    campaign,
    number: FIRST + 1,
    wallet: wallets[0].address,
    amount: 5n * TOKEN,
    paid_at: await system.now(),
  };
  const clawback = (change: Partial<typeof payment> = {}, signer = operator) =>
    send(system.as(Distribution, "distribution", signer).clawback({ ...payment, ...change }));
  return { system, campaigns, wallets, payment, clawback };
}

test("a reward paid by mistake is burnt once, and stays spent", async () => {
  const { system, campaigns, wallets, payment, clawback } = await clawablePayments();
  const [mistaken] = wallets;
  const token = system.as(Token, "token", mistaken.keypair);
  const minted = await read(token.minted());
  for (const change of [{ number: FIRST + 2 }, { amount: 4n * TOKEN }, { paid_at: payment.paid_at - 1n }]) {
    await expect(clawback(change)).rejects.toThrow("NoReceipt");
  }
  await expect(clawback({ operator: mistaken.address }, mistaken.keypair)).rejects.toThrow(
    "Unauthorized, contract error 15000",
  );
  await clawback();
  await expect(clawback()).rejects.toThrow("NoReceipt");

  const { number, wallet: to, amount } = payment;
  const again = { number, to, amount, reference: REFERENCE };
  expect(await campaigns.repeat(payment.campaign, again)).toEqual(["ALREADY_SAME"]);
  expect(await system.balance(mistaken)).toBe(0n);
  expect(minted - (await read(token.minted()))).toBe(5n * TOKEN);
  expect((await read(campaigns.contract.get({ id: payment.campaign }))).spent).toBe(15n * TOKEN);
  const { operator } = payment;
  expect((await system.events("distribution")).slice(1)).toEqual([
    ["reward_clawed_back", { campaign: "1", wallet: mistaken.address, number, amount: "50000000", operator }],
  ]);
  const allowed = { campaign: "1", seconds: "86400", operator: campaigns.manager };
  expect(await system.events("campaign")).toContainEqual(["clawback_allowed", allowed]);
});

test("a clawback fails for spent rewards, after the window, and for campaigns that don't allow it", async () => {
  const { system, campaigns, wallets, clawback } = await clawablePayments();
  const [spender, friend, tardy] = wallets;
  await spender.pay(system.asset, friend.address, "1");
  await expect(clawback()).rejects.toThrow("BalanceOutOfRange");

  const firm = await campaigns.open({ budget: 5n * TOKEN });
  await campaigns.pay(firm, reward(tardy, TOKEN));
  const paid = { campaign: firm, number: FIRST + 4, wallet: tardy.address, amount: TOKEN, paid_at: await system.now() };
  await expect(clawback(paid)).rejects.toThrow("NoReceipt");

  await system.travel(DAY);
  await expect(clawback({ number: FIRST + 3, wallet: tardy.address })).rejects.toThrow("ClawbackOver");
  const balances = await Promise.all(wallets.map((wallet) => system.balance(wallet)));
  expect(balances).toEqual([4n * TOKEN, 6n * TOKEN, 6n * TOKEN]);
});
