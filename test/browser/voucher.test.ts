import { Keypair } from "@stellar/stellar-sdk";
import { toBuffer } from "qrcode";
import { afterAll, expect, test } from "vitest";
import { closeBrowser, faultsOf, openPage } from "../support/browser.ts";
import { startWorld } from "../support/fixture.ts";
import { Freighter } from "../support/freighter.ts";
import { Wallet } from "../support/wallet.ts";

afterAll(closeBrowser);

test("a scanned voucher is paid: to Freighter with one tap, to a pasted address, once, and held until there is a trustline", async () => {
  const world = await startWorld();
  const merchant = await world.merchant();
  const campaign = await world.campaign(merchant);
  const { body } = await merchant.post(`/campaigns/${campaign}/vouchers`, { count: 3, amount: "5" });
  const paths: string[] = body.vouchers.map(({ url }: { url: string }) => new URL(url).pathname);
  const origin = new URL(world.api.base).origin;
  const phone = { width: 360, height: 740 };

  const wallet = await world.wallet();
  const page = await openPage(origin, phone);
  const freighter = await Freighter.install(page, Keypair.random());
  await page.goto(paths[0] ?? "");
  const pay = page.getByRole("button", { name: "Pay it to my Freighter wallet" });
  await pay.waitFor();
  expect(await page.title()).toMatch(/^Voucher of .* · Merit$/);
  const shown = (address: string) => page.getByTitle(address).waitFor();
  await shown(freighter.keypair.publicKey());
  expect(await faultsOf(page)).toEqual([]);
  // Another account than the one that the page shows is paid only once it is shown.
  freighter.keypair = wallet.keypair;
  await pay.click();
  await page.getByText("Freighter has another account selected").waitFor();
  await shown(wallet.address);
  await pay.click();
  await page.getByText("Paid", { exact: true }).waitFor();
  await shown(wallet.address);
  expect(await wallet.balance(world.asset)).toBe(50_000_000n);

  // The same code again pays nothing more, whoever opens it.
  const other = await openPage(origin, phone);
  await other.goto(paths[0] ?? "");
  await other.getByText("Paid", { exact: true }).waitFor();
  expect(await other.getByRole("button", { name: /Pay it/ }).count()).toBe(0);

  await other.goto(paths[1] ?? "");
  const address = other.getByLabel("Address of the wallet");
  await address.fill("GNOBODY");
  await other.getByRole("button", { name: "Pay it to this address" }).click();
  await other.getByText(/wallet_address/).waitFor();
  await address.fill(wallet.address);
  await other.route("**/vouchers/redeem", (route) => route.abort(), { times: 1 });
  await other.getByRole("button", { name: "Pay it to this address" }).click();
  await other.getByText("The service did not answer. It may pay the voucher all the same.").waitFor();
  await other.getByRole("button", { name: "Pay it to this address" }).click();
  await other.getByText("Paid", { exact: true }).waitFor();
  expect(await wallet.balance(world.asset)).toBe(100_000_000n);

  const newcomer = await new Wallet(world.ledger.url).fund();
  await other.goto(paths[2] ?? "");
  const scan = async (text: string) => {
    const buffer = await toBuffer(text, { width: 400 });
    await other.getByLabel("Or scan the QR code").setInputFiles({ name: "photo.png", mimeType: "image/png", buffer });
  };
  await scan("not an address");
  await other.getByText("No wallet's address was found in the picture").waitFor();
  await scan(`web+stellar:pay?destination=${newcomer.address}`);
  await other.getByText("Compare it with your wallet app").waitFor();
  expect(await address.inputValue()).toBe(newcomer.address);
  await other.getByRole("button", { name: "Pay it to this address" }).click();
  await other.getByText("Your wallet can't hold MERIT yet").waitFor();
  expect(await faultsOf(other)).toEqual([]);
  await newcomer.trust(world.asset);
  await other.getByText("Paid", { exact: true }).waitFor();
  expect(await newcomer.balance(world.asset)).toBe(50_000_000n);

  await other.goto("/app/v/7KQ4-M2XT-9C0V-HWPE-3ZJN-R8AD-5YGQ");
  await other.getByText("That did not work").waitFor();
});

test("an answer from before the redemption does not hide the payment when it comes late", async () => {
  const world = await startWorld();
  const merchant = await world.merchant();
  const { body } = await merchant.post(`/campaigns/${await world.campaign(merchant)}/vouchers`, {
    count: 1,
    amount: "5",
  });
  const page = await openPage(new URL(world.api.base).origin, { width: 360, height: 740 });
  await page.clock.install();
  await page.goto(new URL(body.vouchers[0].url).pathname);
  await page.getByLabel("Address of the wallet").fill((await world.wallet()).address);

  // Coming back to the page makes it ask again, since its answer is old by now. The test holds the new answer back.
  const [early, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(
    "**/vouchers/check",
    async (route) => {
      const answer = await route.fetch();
      early.resolve();
      await late.promise;
      await route.fulfill({ response: answer });
    },
    { times: 1 },
  );
  await page.clock.fastForward("01:00");
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  await early.promise;
  const pay = page.getByRole("button", { name: "Pay it to this address" });
  await pay.click();
  await pay.waitFor({ state: "detached" });
  late.resolve();
  await page.getByText("Paid", { exact: true }).waitFor();
});

test("a wallet without XLM goes from a scanned voucher to tokens in three taps", async () => {
  const world = await startWorld();
  const merchant = await world.merchant();
  const campaign = await world.campaign(merchant);
  const { body } = await merchant.post(`/campaigns/${campaign}/vouchers`, { count: 1, amount: "5" });
  const wallet = new Wallet(world.ledger.url);
  const page = await openPage(new URL(world.api.base).origin, { width: 360, height: 740 });
  const freighter = await Freighter.install(page, wallet.keypair);
  await page.goto(new URL(body.vouchers[0].url).pathname);
  await page.getByRole("button", { name: "Pay it to my Freighter wallet" }).click();
  await page.getByText("Your wallet can't hold MERIT yet").waitFor();
  await page.getByRole("button", { name: "Let my Freighter wallet hold MERIT" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Create this wallet's account on the ledger.").waitFor();
  await dialog.getByText(/keeps the 1.5 XLM for it/).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Sign with Freighter" }).click();
  await dialog.getByText("Done").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByText("Paid", { exact: true }).waitFor();
  expect(await wallet.balance(world.asset)).toBe(50_000_000n);
  // The login, and the trustline.
  expect(freighter.asked).toHaveLength(2);
});
