import { afterAll, expect, test } from "vitest";
import { closeBrowser, faultsOf, openPage } from "../support/browser.ts";
import { sharedWorld } from "../support/fixture.ts";
import { Freighter } from "../support/freighter.ts";
import { PATIENCE_MS } from "../support/processes.ts";
import { Wallet } from "../support/wallet.ts";
import type { World } from "../support/world.ts";

const open = sharedWorld();
afterAll(closeBrowser);

const origin = ({ api }: World) => new URL(api.base).origin;

test("a developer moves the clock, creates an account, calls a contract with it, and looks at the transaction", async () => {
  const world = await open();
  const page = await openPage(origin(world));
  await page.goto("/app/dev");
  await page.getByText("Time travel").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const closedAt = async () => Number((await world.ledger.call<{ closeTime: string }>("getLatestLedger")).closeTime);
  const before = await closedAt();
  await page.getByLabel("Move the clock ahead").selectOption("1 day");
  await page.getByRole("button", { name: "Move the clock" }).click();
  await expect.poll(closedAt, { timeout: PATIENCE_MS }).toBeGreaterThanOrEqual(before + 86_400);

  await page.getByRole("link", { name: "Accounts" }).click();
  await page.getByRole("button", { name: "Create an account" }).click();
  const account = page.getByRole("region", { name: "Account 1" });
  await account.getByText("10,000").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const address = await account.getByRole("button", { name: "Copy" }).getAttribute("title");

  // The account's own transactions must be in time on the ledger's clock, which is a day ahead of this machine's.
  await page.getByRole("link", { name: "Contracts" }).click();
  await page.getByRole("link", { name: "referral", exact: true }).click();
  await page.getByLabel("Function").selectOption("enrol(referrer)");
  await page.getByLabel("Call as").selectOption("Account 1");
  await page.getByLabel("referrer: Address").fill("nonsense");
  await page.getByRole("button", { name: "Simulate" }).click();
  await page.getByText("That did not work").waitFor();
  await page.getByLabel("referrer: Address").fill(address ?? "");
  await page.getByRole("button", { name: "Simulate" }).click();
  await page.getByText("changes the ledger when it is sent").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  // What is sent is what was simulated, so other arguments are simulated first.
  const send = page.getByRole("button", { name: "Sign and send" });
  await page.getByLabel("referrer: Address").fill("nonsense");
  await send.waitFor({ state: "detached" });
  await page.getByLabel("referrer: Address").fill(address ?? "");
  await page.getByRole("button", { name: "Simulate" }).click();
  await send.click();
  await page.getByRole("link", { name: "Look at the transaction" }).click();

  await page.getByRole("heading", { name: "referral.enrol" }).waitFor();
  await page.getByText("success").waitFor();
  expect(await page.getByRole("region", { name: "Events" }).innerText()).toContain(address ?? "nothing");
  expect(await page.getByRole("region", { name: "Resources" }).innerText()).toMatch(
    /Instructions\s+[\d,]{5,}\s+[\d,]{5,}/,
  );
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole("link", { name: "Transactions" }).click();
  await page.getByRole("table", { name: "Transactions" }).getByText("referral.enrol").waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("link", { name: "Ledgers" }).click();
  await page.getByRole("table").waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole("link", { name: "Contracts" }).click();
  await page.getByRole("link", { name: "referral", exact: true }).click();
  await page.getByLabel("Function").selectOption("is_enrolled(account)");
  await page.getByLabel("account: Address").fill(address ?? "");
  await page.getByRole("button", { name: "Simulate" }).click();
  await page.getByText("reads only").waitFor();
  expect(await page.getByRole("region", { name: "Simulation" }).innerText()).toContain("true");
});

test("a call that another account authorises names it, and numbers too large for JSON are refused", async () => {
  const world = await open();
  const page = await openPage(origin(world));
  await page.goto("/app/dev/accounts");
  for (const name of ["Account 1", "Account 2"]) {
    await page.getByRole("button", { name: "Create an account" }).click();
    await page.getByRole("region", { name }).getByText("10,000").waitFor();
  }
  const copy = page.getByRole("region", { name: "Account 2" }).getByRole("button", { name: "Copy" });
  const address = (await copy.getAttribute("title")) ?? "";
  await page.getByRole("link", { name: "Contracts" }).click();
  await page.getByRole("link", { name: "referral", exact: true }).click();
  await page.getByLabel("Function").selectOption("enrol(referrer)");
  await page.getByLabel("Call as").selectOption("Account 1");
  await page.getByLabel("referrer: Address").fill(address);
  await page.getByRole("button", { name: "Simulate" }).click();
  await page.getByRole("button", { name: "Sign and send" }).click();
  await page.getByRole("link", { name: "Look at the transaction" }).click();
  const authorised = page.getByText("Authorised by");
  await authorised.waitFor();
  expect(await authorised.getByRole("button", { name: "Copy" }).getAttribute("title")).toBe(address);

  await page.getByRole("link", { name: "Contracts" }).click();
  await page.getByRole("link", { name: "distribution", exact: true }).click();
  await page.getByLabel("Function").selectOption("status(campaign, numbers)");
  await page.getByLabel("numbers: Vec<u32>").fill("[12345678901234567891]");
  await page.getByRole("button", { name: "Simulate" }).click();
  await page.getByText('numbers must have large numbers in quotes, such as "12345678901234567000".').waitFor();
});

test("a wallet signs a call in Freighter, and a contract's refusal is told by its name", async () => {
  const world = await open();
  const wallet = new Wallet(world.ledger.url);
  await wallet.fund();
  const page = await openPage(origin(world));
  const freighter = await Freighter.install(page, wallet.keypair);
  await page.goto("/app/dev/contracts");
  await page.getByRole("link", { name: "referral", exact: true }).click();
  await page.getByLabel("Function").selectOption("bind(newcomer, referrer)");
  await page.getByRole("button", { name: "Use Freighter" }).click();
  await page
    .getByLabel("Call as")
    .getByRole("option", { name: "Freighter", exact: true })
    .waitFor({ state: "attached" });
  await page.getByLabel("newcomer: Address").fill(wallet.address);
  await page.getByLabel("referrer: Address").fill(wallet.address);
  await page.getByRole("button", { name: "Simulate" }).click();
  await page.getByText(/SelfReferral|NotEnrolled/).waitFor();
  expect(freighter.asked).toEqual([]);

  await page.getByLabel("Function").selectOption("enrol(referrer)");
  await page.getByRole("button", { name: "Use Freighter" }).click();
  await page.getByLabel("referrer: Address").fill(wallet.address);
  await page.getByRole("button", { name: "Simulate" }).click();
  await page.getByText("changes the ledger when it is sent").waitFor();
  await page.getByRole("button", { name: "Sign and send" }).click();
  await page.getByRole("link", { name: "Look at the transaction" }).waitFor();
  expect(freighter.asked).toHaveLength(1);
});
