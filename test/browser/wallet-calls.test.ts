import { Address, hash, nativeToScVal, type Transaction, TransactionBuilder, xdr } from "@stellar/stellar-sdk";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { closeBrowser, faultsOf, openPage } from "../support/browser.ts";
import { sharedWorld, startWorld } from "../support/fixture.ts";
import { Freighter } from "../support/freighter.ts";
import { holder } from "../support/holder.ts";
import { PATIENCE_MS } from "../support/processes.ts";
import { openShop } from "../support/shop.ts";
import { signIn } from "../support/signed-in.ts";
import { PASSPHRASE, type Wallet } from "../support/wallet.ts";
import type { World } from "../support/world.ts";

const openWorld = sharedWorld();
afterAll(closeBrowser);

const DAY = 86_400;
const LEDGERS_PER_DAY = 17_280;

/** The wallet pages, logged in by Freighter. */
async function connect({ api }: World, wallet: Wallet): Promise<Page> {
  const page = await openPage(new URL(api.base).origin);
  await Freighter.install(page, wallet.keypair);
  await page.goto("/app/wallet");
  await page.getByRole("button", { name: "Connect Freighter" }).click();
  await page.getByRole("button", { name: "Log out" }).waitFor();
  return page;
}

/** A lying service's authorisation for a wallet to sign: that one token may be taken out of it (HashIdPreimage, base64 XDR). */
function authorizedTransfer({ asset }: World, from: string, to: string): string {
  const call = new xdr.InvokeContractArgs({
    contractAddress: new Address(asset.contractId(PASSPHRASE)).toScAddress(),
    functionName: "transfer",
    args: [new Address(from).toScVal(), new Address(to).toScVal(), nativeToScVal(10_000_000n, { type: "i128" })],
  });
  const invocation = new xdr.SorobanAuthorizedInvocation({
    function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(call),
    subInvocations: [],
  });
  const terms = { networkId: hash(PASSPHRASE), nonce: 7n, signatureExpirationLedger: 1_000_000, invocation };
  const preimage = new xdr.HashIdPreimageSorobanAuthorization(terms);
  return xdr.HashIdPreimage.envelopeTypeSorobanAuthorization(preimage).toXdr("base64");
}

const open = (page: Page, tab: string) =>
  page.getByRole("navigation", { name: "Wallet" }).getByRole("link", { name: tab }).click();

/** Presses a button, reads what the wallet would sign, and signs. @returns the words */
async function sign(page: Page, button: string, done = "Done"): Promise<string> {
  await page.getByRole("button", { name: button, exact: true }).click();
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: "Sign with Freighter" });
  await confirm.waitFor();
  const words = await dialog.innerText();
  await confirm.click();
  await dialog.getByText(done, { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  return words;
}

test("a user redeems an item for points and for tokens, sees until when both can be cancelled, and cancels", async () => {
  const world = await openWorld();
  const { merchant, item, wallet, user } = await openShop(world);
  const priced = await merchant.send("PATCH", `/catalogue/${item.id}`, JSON.stringify({ price: 100 }));
  expect(priced.status).toBe(200);
  const award = { user_id: user.id, points: 250, reason: "Thanks", reference: "award-1" };
  expect((await merchant.post("/points/award", award)).status).toBe(201);
  const page = await connect(world, wallet);
  await page.getByText("250").first().waitFor();

  await open(page, "Catalogue");
  const quantity = page.getByLabel("Quantity");
  await quantity.fill("");
  await page.getByText("Type a whole number from 1 to 1,000.").waitFor();
  expect(await page.getByRole("button", { name: /^Redeem/ }).count()).toBe(0);
  await quantity.fill("2");
  await page.getByRole("button", { name: "Redeem for 200 points" }).click();
  const confirmation = page.getByRole("dialog");
  await confirmation.getByText(/2 × .* for 200 of your points/).waitFor();
  await confirmation.getByRole("button", { name: "Cancel" }).click();
  await quantity.fill("1");
  await page.getByRole("button", { name: "Redeem for 100 points" }).click();
  // The answer is lost: the same press again redeems no second time.
  await page.route(
    "**/api/redemptions",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  const confirm = confirmation.getByRole("button", { name: "Redeem for 100 points" });
  await confirm.click();
  await confirmation.getByText("It may be redeemed all the same.").waitFor();
  await confirm.click();
  await page.getByText("Your redemptions").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const words = await sign(page, "Redeem for MERIT");
  expect(words).toMatch(/Redeem 1 of item \d+ on the ledger, for at most 5 tokens each/);
  expect(words).toContain("It takes 5 MERIT out of this wallet.");

  await open(page, "Redemptions");
  const table = page.getByRole("table", { name: "Your redemptions" });
  await table.getByRole("row", { name: /pending/ }).waitFor();
  expect(await table.getByRole("row", { name: /100 points/ }).count()).toBe(1);
  await table.getByRole("row", { name: /locked.*until \d/ }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await table
    .getByRole("row", { name: /100 points/ })
    .getByRole("button", { name: "Cancel" })
    .click();
  await table.getByRole("row", { name: /cancelled/ }).waitFor();
  expect(await sign(page, "Cancel")).toContain("Cancel a redemption, and get the tokens back.");
  await expect.poll(() => wallet.balance(world.asset), { timeout: PATIENCE_MS }).toBe(200_000_000n);
});

test("the catalogue shows what is on its next pages when it is asked for", async () => {
  const world = await openWorld();
  const merchant = await world.merchant();
  for (const name of ["Mug", "Shirt"]) expect((await merchant.post("/catalogue", { name, price: 5 })).status).toBe(201);
  const page = await connect(world, await world.wallet());
  await page.route("**/api/catalogue?*", (route) =>
    route.continue({ url: route.request().url().replace("limit=20", "limit=1") }),
  );
  await open(page, "Catalogue");
  const item = (name: string) => page.getByRole("heading", { name });
  await item("Shirt").waitFor();
  expect(await item("Mug").count()).toBe(0);
  await page.getByRole("button", { name: "Show more" }).click();
  await item("Mug").waitFor();
  await item("Shirt").waitFor();
});

test("a wallet claims its share of a drop", async () => {
  const world = await openWorld();
  const wallet = await world.wallet();
  const merchant = await world.merchant();
  const shares = [{ wallet_address: wallet.address, amount: "7.5" }];
  const ends_at = new Date((await world.ledgerTime()) + 90 * DAY * 1_000).toISOString();
  const { status, body } = await merchant.post("/drops", { name: "Thanks", ends_at, shares });
  expect([status, body.errors]).toEqual([201, undefined]);
  await expect
    .poll(async () => (await merchant.get(`/drops/${body.id}`)).body.status, { timeout: PATIENCE_MS })
    .toBe("active");
  const page = await connect(world, wallet);
  await page.getByRole("row", { name: /Thanks 7\.5 MERIT/ }).waitFor();
  expect(await sign(page, "Claim")).toContain("Claim your share of a drop, 7.5 tokens.");
  await page.getByRole("row", { name: /drop \+7\.5 MERIT/ }).waitFor();
  expect(await wallet.balance(world.asset)).toBe(75_000_000n);
});

test("a wallet stakes, votes for a proposal, and carries it out", async () => {
  // Votes take days, in which what others left on the ledger ends.
  const world = await startWorld();
  const wallet = await holder(world, "2000000");
  const { ledger, api } = world;
  const page = await connect(world, wallet);
  await open(page, "Stake and vote");
  await page.getByLabel("Amount in MERIT").fill("1500000");
  expect(await faultsOf(page)).toEqual([]);
  expect(await sign(page, "Stake")).toMatch(/Stake 1,500,000 tokens[\s\S]*It takes 1,500,000 MERIT out of this wallet/);
  await ledger.increaseTime(21 * DAY);
  await page.reload();
  await sign(page, "Turn the stake into votes");

  const { token } = await signIn(world, wallet);
  const session = { authorization: `Bearer ${token}` };
  const changes = [{ change: "limit", limit: "200000000" }];
  const asked = { call: "governance.propose", description: "Twice the limit", changes };
  const proposal = { wallet_address: wallet.address, ...asked };
  const { body: built } = await api.post("/wallet/envelope", proposal, session);
  const transaction = TransactionBuilder.fromXdr(built.envelope, PASSPHRASE) as Transaction;
  transaction.sign(wallet.keypair);
  await api.post("/wallet/submit", { envelope: transaction.toXdr() }, session);
  const passLedgers = (days: number) =>
    ledger.call("localnet_advanceSequence", { ledgers: days * LEDGERS_PER_DAY + 1 });
  const state = async () => (await api.get(`/governance/proposals/${built.proposal.id}`)).body.state;
  await expect.poll(state, { timeout: PATIENCE_MS }).toBe("pending");
  await passLedgers(2);

  await page.getByRole("link", { name: "Twice the limit" }).click();
  await page.getByText("Set the pool's limit for all merchants together to 200000000 tokens").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(await sign(page, "Vote for")).toContain(`Vote for proposal ${built.proposal.id.slice(0, 8)}.`);
  await passLedgers(4);
  await page.reload();
  await sign(page, "Queue it");
  await ledger.increaseTime(2 * DAY);
  await page.reload();
  await sign(page, "Execute it");
  await expect.poll(state, { timeout: PATIENCE_MS }).toBe("executed");
});

test("a wallet puts tokens into escrow, releases them, and agrees to the beneficiary's proposal; becomes a referrer, and has a page for what vests", async () => {
  const world = await openWorld();
  const wallet = await holder(world, "30");
  const [beneficiary, arbiter] = [await world.wallet(), await world.wallet()];
  const page = await connect(world, wallet);
  await open(page, "Escrow");
  await page.getByLabel("Beneficiary").fill(beneficiary.address);
  await page.getByLabel("Arbiter", { exact: true }).fill(arbiter.address);
  await page.getByLabel("Amount in MERIT").fill("10");
  await page.getByLabel("Deadline").fill("2035-01-01T12:00");
  await page.getByLabel("What you agreed on").fill("One hundred beans.");
  expect(await faultsOf(page)).toEqual([]);
  const created = await sign(page, "Create the escrow");
  expect(created).toContain(`Put 10 tokens into an escrow for ${beneficiary.address}.`);
  expect(created).toMatch(/All of it comes back to this wallet unless .* before 1 Jan 2035/);
  expect(created).toContain(`In a dispute ${arbiter.address} decides, within 7 days.`);
  expect(created).toContain("It takes 10 MERIT out of this wallet.");
  await page.getByRole("link", { name: "10 MERIT" }).click();
  await page.getByRole("heading", { name: "Milestones" }).waitFor();
  const escrow = new URL(page.url()).pathname.split("/").at(-1);
  for (const party of [beneficiary, arbiter]) {
    expect((await (await signIn(world, party)).call("escrow.accept", { escrow })).status).toBe("confirmed");
  }
  await page.reload();
  await page.getByRole("button", { name: "Release milestone 1" }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(await sign(page, "Release milestone 1")).toMatch(/Pay milestone 1 of the escrow \w+ to the beneficiary/);
  await expect.poll(() => beneficiary.balance(world.asset), { timeout: PATIENCE_MS }).toBe(100_000_000n);

  // In another escrow, the beneficiary proposes a step in a page of its own, and the depositor agrees to it.
  const depositor = await signIn(world, wallet);
  const deadline = new Date((await world.ledgerTime()) + 30 * DAY * 1_000).toISOString();
  const terms = { beneficiary: beneficiary.address, arbiter: arbiter.address, agreement: "0".repeat(64) };
  const parts = [
    { amount: "8", deadline },
    { amount: "2", deadline },
  ];
  const { body: built } = await depositor.envelope("escrow.create", {
    ...terms,
    parts,
    dispute_window: 7 * DAY,
    undecided_share: 2_500,
  });
  expect(await depositor.send(built)).toMatchObject({ status: "confirmed" });
  const theirs = await connect(world, beneficiary);
  await theirs.goto(`/app/wallet/escrows/${built.escrow_id}`);
  const milestone1 = theirs.getByRole("group").filter({ hasText: "Propose to split milestone 1" });
  await milestone1.getByText("Propose to split milestone 1").click();
  const share = milestone1.getByLabel("The beneficiary's share in per cent");
  for (const wrong of ["", "101", "-1"]) {
    await share.fill(wrong);
    await theirs.getByText("Type a number from 0 to 100.").waitFor();
    expect(await theirs.getByRole("button", { name: "Propose the split" }).count()).toBe(0);
  }
  await share.fill("25");
  expect(await faultsOf(theirs)).toEqual([]);
  await theirs.route("**/proposals", async (route) => {
    const answer = await route.fetch();
    const authorization = authorizedTransfer(world, beneficiary.address, wallet.address);
    await route.fulfill({ response: answer, json: { ...(await answer.json()), authorization } });
  });
  await theirs.getByRole("button", { name: "Propose the split" }).click();
  const dialog = theirs.getByRole("dialog");
  await dialog.getByText("isn't the service's contract escrow. Don't sign it.").waitFor();
  expect(await dialog.getByRole("button", { name: "Sign with Freighter" }).isDisabled()).toBe(true);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await theirs.unroute("**/proposals");
  const offered = await sign(theirs, "Propose the split", "Proposed");
  expect(offered).toContain(
    `Split milestone 1 of the escrow ${built.escrow_id.slice(0, 8)}: 25 % go to the beneficiary`,
  );
  expect(offered).toContain("You can't take it back before it expires.");
  expect(offered).toMatch(/with ledger \d+, about \d/);
  await theirs.getByRole("table", { name: "Open proposals" }).getByText("the beneficiary gets 25 %").waitFor();
  await page.goto(`/app/wallet/escrows/${built.escrow_id}`);
  expect(await sign(page, "Agree: the beneficiary gets 25 % of milestone 1")).toContain("25 % go to the beneficiary");
  await expect.poll(() => beneficiary.balance(world.asset), { timeout: PATIENCE_MS }).toBe(120_000_000n);
  await expect.poll(() => wallet.balance(world.asset), { timeout: PATIENCE_MS }).toBe(160_000_000n);

  // The other milestone is disputed, and the arbiter decides it.
  const decider = await signIn(world, arbiter);
  for (const party of [await signIn(world, beneficiary), decider]) {
    expect(await party.call("escrow.accept", { escrow: built.escrow_id })).toMatchObject({ status: "confirmed" });
  }
  const dispute = { escrow: built.escrow_id, milestone: 1, evidence: "1".repeat(64) };
  expect(await depositor.call("escrow.dispute", dispute)).toMatchObject({ status: "confirmed" });
  const deciding = await connect(world, arbiter);
  await deciding.goto(`/app/wallet/escrows/${built.escrow_id}`);
  await deciding.getByText("7 days", { exact: true }).waitFor();
  await deciding.getByText("25 %", { exact: true }).waitFor();
  await deciding.getByRole("row", { name: /\d disputed/ }).waitFor();
  expect(await faultsOf(deciding)).toEqual([]);
  await deciding.getByText("Decide milestone 2").click();
  await deciding.getByLabel("The beneficiary's share in per cent").fill("12.5");
  expect(await sign(deciding, "Decide")).toContain(
    `Decide the dispute about milestone 2 of the escrow ${built.escrow_id.slice(0, 8)}, as the arbiter: 12.5 % go to the beneficiary`,
  );

  await theirs.reload();
  expect(await sign(theirs, "Collect what this wallet is owed from escrows")).toContain(
    "Collect what this wallet is owed from escrows.",
  );

  await open(page, "Refer a friend");
  await page.getByRole("img", { name: /QR code of http/ }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await sign(page, "Become a referrer");
  await page.getByText("Link for newcomers with a wallet").waitFor();
  await open(page, "Vesting");
  await page.getByText("Nobody has granted your wallets tokens over time").waitFor();
  expect(await faultsOf(page)).toEqual([]);
});
