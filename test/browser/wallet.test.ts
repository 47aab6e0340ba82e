import {
  Account,
  Asset,
  BASE_FEE,
  Keypair,
  Networks,
  Operation,
  type Transaction,
  TransactionBuilder,
} from "@stellar/stellar-sdk";
import { afterAll, describe, expect, test } from "vitest";
import { closeBrowser, faultsOf, openPage } from "../support/browser.ts";
import { sharedWorld } from "../support/fixture.ts";
import { Freighter } from "../support/freighter.ts";
import { until } from "../support/processes.ts";
import { PASSPHRASE, Wallet } from "../support/wallet.ts";
import type { World } from "../support/world.ts";

// The service keeps no reserves, as on testnet until the operator says so.
const open = sharedWorld({ SPONSORED_RESERVES_XLM: "0" });
afterAll(closeBrowser);

const origin = ({ api }: World) => new URL(api.base).origin;

/** The wallet pages with a wallet whose account has XLM and no trustline. */
async function openWallet(world: World, { funded = true } = {}) {
  const wallet = new Wallet(world.ledger.url);
  if (funded) await wallet.fund();
  const page = await openPage(origin(world));
  const freighter = await Freighter.install(page, wallet.keypair);
  await page.goto("/app/wallet");
  const button = page.getByRole("button", { name: "Connect Freighter" });
  await button.waitFor();
  const connect = () => button.click();
  return { page, wallet, freighter, connect };
}

/** A transaction that opens a trustline to this asset, base64 XDR. */
const trustOf = (asset: Asset, wallet: string) =>
  new TransactionBuilder(new Account(wallet, "7"), { fee: BASE_FEE, networkPassphrase: PASSPHRASE })
    .addOperation(Operation.changeTrust({ asset }))
    .setTimeout(300)
    .build()
    .toXdr();

function about(envelope: string): { hash: string; maxTime: number } {
  const transaction = TransactionBuilder.fromXdr(envelope, PASSPHRASE) as Transaction;
  return { hash: Buffer.from(transaction.hash()).toString("hex"), maxTime: Number(transaction.timeBounds?.maxTime) };
}

test("a wallet connects, opens its trustline and sees the reward that it is paid", async () => {
  const world = await open();
  const { page, wallet, freighter, connect } = await openWallet(world);
  expect(await faultsOf(page)).toEqual([]);
  await connect();
  await page.getByText("can't hold MERIT yet").waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole("button", { name: "Let it hold MERIT" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Let this wallet hold MERIT. While it can, 0.5 XLM more must stay in the account.").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(freighter.asked).toHaveLength(1); // The login.
  await dialog.getByRole("button", { name: "Sign with Freighter" }).click();
  await dialog.getByText("Done").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByText("0 MERIT", { exact: true }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Use the dark theme" }).click();
  await page.locator("html.sds-theme-dark").waitFor();

  const merchant = await world.merchant();
  const campaign_id = await world.campaign(merchant);
  const reward = { campaign_id, wallet_address: wallet.address, amount: "12.5", idempotency_key: "order-1" };
  const { body } = await merchant.post("/rewards/issue", reward);
  await world.settled(merchant, body.id, "confirmed");
  await page.getByText("12.5 MERIT", { exact: true }).waitFor();
  expect(await wallet.balance(world.asset)).toBe(125_000_000n);
});

test("whose wallets can't be read isn't told to connect one, and a friend's link says with which account it counts", async () => {
  const world = await open();
  const { page, connect } = await openWallet(world);
  await page.goto("/app/wallet?referral_code=FRIEND");
  await page.getByText("The link counts with an account that you create by e-mail.").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.route("**/api/wallet", (route) => route.fulfill({ status: 503, json: { title: "Not now" } }));
  await connect();
  const failure = page.getByRole("alert").filter({ hasText: "Not now" });
  await failure.waitFor();
  expect(await page.getByText("Connect a wallet to receive rewards").count()).toBe(0);
  await page.unroute("**/api/wallet");
  await failure.getByRole("button", { name: "Try again" }).click();
  await page.getByText("can't hold MERIT yet").waitFor();
});

test("a forgotten password is replaced by mail, and strangers learn nothing of who has an account", async () => {
  const world = await open();
  const [email, password] = ["ada@example.com", "another horse"];
  await world.api.post("/auth/register", { email, password: "correct horse" });
  const page = await openPage(origin(world));
  await page.goto("/app/wallet");
  const ask = async (address: string) => {
    await page.getByLabel("E-mail address").fill(address);
    await page.getByRole("button", { name: "Mail me a new password" }).click();
    await page
      .getByText(`If ${address} has an account, a mail with a link to set a new password is on its way.`)
      .waitFor();
  };
  await ask("nobody@example.com");
  expect(await faultsOf(page)).toEqual([]);
  await ask(email);

  const sent = page.getByRole("row", { name: `Set a new password ${email}` });
  await until(async () => {
    await page.goto("/dev/outbox");
    return (await sent.count()) > 0 || undefined;
  });
  await sent.getByRole("link").click();
  const link = /\/reset-password#\S+/.exec(await page.locator("pre").innerText());
  await page.goto(link?.[0] ?? "");
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Set a new password" }).click();
  await page.getByText("Your new password is set").waitFor();

  await page.goto("/app/wallet");
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.getByRole("button", { name: "Log out" }).waitFor();
});

test("the page keeps nothing that opens the account, and stays logged in", async () => {
  const world = await open();
  const { page, connect } = await openWallet(world);
  await connect();
  await page.getByRole("button", { name: "Log out" }).waitFor();
  const kept = await page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])");
  expect(kept).toBe('[{},{},""]');
  await page.reload();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("button", { name: "Connect Freighter" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Connect Freighter" }).waitFor();
});

describe("what goes wrong with a wallet is explained, and can be tried again", () => {
  test("without Freighter, locked, on another network, declined", async () => {
    const world = await open();
    const bare = await openPage(origin(world));
    await bare.goto("/app/wallet");
    await bare.getByRole("button", { name: "Connect Freighter" }).click();
    await bare.getByText("Freighter was not found").waitFor();

    const { page, freighter, connect } = await openWallet(world);
    freighter.mood = "is locked";
    await connect();
    await page.getByText("Freighter is locked or has no account").waitFor();
    freighter.mood = "declines";
    await connect();
    await page.getByText("You did not allow it").waitFor();
    freighter.mood = "signs";
    freighter.passphrase = Networks.TESTNET;
    await connect();
    await page.getByText("Freighter is on another network").waitFor();
    await page.getByText("Freighter is on STANDALONE; this service is on local.").waitFor();
    freighter.passphrase = PASSPHRASE;
    await connect();
    await page.getByText("can't hold MERIT yet").waitFor();

    await page.getByRole("button", { name: "Let it hold MERIT" }).click();
    const dialog = page.getByRole("dialog");
    freighter.mood = "declines";
    await dialog.getByRole("button", { name: "Sign with Freighter" }).click();
    await dialog.getByText("You did not allow it").waitFor();
    freighter.mood = "signs";
    await dialog.getByRole("button", { name: "Try again" }).click();
    await dialog.getByText("Done").waitFor();
  });

  test("a transaction that nobody can send any more, in whose place comes another", async () => {
    const world = await open();
    const { page, connect } = await openWallet(world);
    await connect();
    let built = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/wallet/envelope")) built += 1;
    });
    await page.getByRole("button", { name: "Let it hold MERIT" }).click();
    const dialog = page.getByRole("dialog");
    const sign = dialog.getByRole("button", { name: "Sign with Freighter" });
    const submitting = "**/api/wallet/submit";
    for (const [tries, code] of ["envelope_expired", "wallet_busy"].entries()) {
      await page.route(submitting, (route) => route.fulfill({ status: 409, json: { status: 409, title: code, code } }));
      await sign.click();
      await dialog.getByText(code).waitFor();
      await page.unroute(submitting);
      await dialog.getByRole("button", { name: "Try again" }).click();
      // It is explained again before it is signed.
      await sign.waitFor();
      expect(await dialog.getByText(code).count()).toBe(0);
      expect(built).toBe(tries + 2);
    }
    await sign.click();
    await dialog.getByText("Done").waitFor();
  });

  test("an account that the ledger doesn't have", async () => {
    const world = await open();
    const { page, connect } = await openWallet(world, { funded: false });
    await connect();
    await page.getByRole("button", { name: "Let it hold MERIT" }).click();
    await page.getByRole("dialog").getByText("That did not work").waitFor();
    expect(await page.getByRole("dialog").getByRole("button", { name: "Sign with Freighter" }).count()).toBe(0);
  });
});

describe("a transaction that the service has accepted", () => {
  /** Presses the button that signs a trustline, and answers each time the page asks what became of it. */
  async function openTrustline(answers: readonly { status: number; headers?: Record<string, string> }[]) {
    const world = await open();
    const opened = await openWallet(world);
    const { page, connect } = opened;
    await connect();
    const rest = [...answers];
    const last = Promise.withResolvers<void>();
    await page.route("**/api/wallet/submit", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), status: "pending", tx_hash: null } });
    });
    await page.route("**/api/wallet/submissions/*", async (route) => {
      const next = rest.shift();
      if (next) return route.fulfill({ ...next, json: { title: "Not now", status: next.status } });
      await last.promise;
      return route.continue();
    });
    await page.getByRole("button", { name: "Let it hold MERIT" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Sign with Freighter" }).click();
    return { ...opened, world, dialog, goOn: last.resolve };
  }

  test("is asked for while the service is busy, goes on when its window is closed, and then shows on the page", async () => {
    const { page, dialog, goOn } = await openTrustline([
      { status: 503 },
      { status: 429, headers: { "retry-after": "1" } },
    ]);
    const answered = page.waitForResponse((answer) => answer.status() === 429);
    await dialog.getByText("The transaction may be on its way.").waitFor();
    expect(await dialog.getByRole("button", { name: "Cancel" }).count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await answered;
    expect(await dialog.getByRole("button", { name: "Try again" }).count()).toBe(0);
    await dialog.getByRole("button", { name: "Close" }).click();
    goOn();
    await page.getByText("0 MERIT", { exact: true }).waitFor();
  });

  test("is not offered again when the session is over", async () => {
    const { dialog } = await openTrustline([{ status: 401 }]);
    await dialog.getByText("It is on its way", { exact: true }).waitFor();
    expect(await dialog.getByRole("button", { name: /Try again|Sign/ }).count()).toBe(0);
    await dialog.getByRole("button", { name: "Close" }).click();
  });
});

test("an envelope of another asset than the service's is not offered for signing", async () => {
  const world = await open();
  const { page, connect, freighter, wallet } = await openWallet(world);
  await connect();
  await page.getByText("can't hold MERIT yet").waitFor();
  await page.route("**/api/wallet/envelope", async (route) => {
    const answer = await route.fetch();
    const envelope = trustOf(new Asset("MERIT", Keypair.random().publicKey()), wallet.address);
    // In all else it is what the service says.
    const { hash, maxTime } = about(envelope);
    const expires_at = new Date(maxTime * 1000).toISOString();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), envelope, hash, expires_at } });
  });
  await page.getByRole("button", { name: "Let it hold MERIT" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("it trusts another asset than MERIT").waitFor();
  expect(await dialog.getByRole("button", { name: "Sign with Freighter" }).isDisabled()).toBe(true);
  expect(freighter.asked).toHaveLength(1);
});

test("a transaction in place of a login is not signed", async () => {
  const world = await open();
  const { page, connect, freighter, wallet } = await openWallet(world);
  await page.route("**/api/auth/wallet?*", async (route) => {
    const answer = await route.fetch();
    const transaction = trustOf(new Asset("MERIT", Keypair.random().publicKey()), wallet.address);
    await route.fulfill({ response: answer, json: { ...(await answer.json()), transaction } });
  });
  await connect();
  await page.getByText("Nothing was signed").waitFor();
  expect(freighter.asked).toEqual([]);
});
