import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { closeBrowser, faultsOf } from "../support/browser.ts";
import { follow, openDashboard } from "../support/dashboard.ts";
import type { Http } from "../support/http.ts";
import { atLength } from "../support/long.ts";
import { until } from "../support/processes.ts";
import { signIn } from "../support/signed-in.ts";
import { World } from "../support/world.ts";

/** A name that runs as a script if a page shows it as markup. */
const SCRIPT = `<img src=x onerror="document.body.textContent='run'">`;

let world: World;
let merchant: Http;
beforeAll(async () => {
  world = await World.open(inject("template"), { WORKER_MAX_ATTEMPTS: "2" });
  merchant = await world.merchant(SCRIPT);
});
afterAll(async () => {
  await closeBrowser();
  await world.end();
});

/** Issues a reward; its record once it has this status. */
async function reward(campaign_id: number, wallet_address: string, status: "confirmed" | "failed") {
  const key = crypto.randomUUID();
  const body = { campaign_id, wallet_address, amount: "12.5", idempotency_key: key };
  const answer = await merchant.post("/rewards/issue", body);
  return world.settled(merchant, answer.body.id, status);
}

/** A wallet whose owner has this name. */
async function customer(first_name: string) {
  const wallet = await world.wallet();
  const { token, get } = await signIn(world, wallet);
  const session = { authorization: `Bearer ${token}` };
  const { id } = (await get("/users/me")).body;
  const { status } = await world.api.send("PATCH", `/users/${id}`, JSON.stringify({ first_name }), session);
  expect(status).toBe(200);
  return wallet;
}

test("a campaign is created in the page, paid from, and paused; the overview shows what was paid", async () => {
  const page = await openDashboard(world, merchant, "/campaigns/new");
  await page.getByLabel("Name").fill(SCRIPT);
  await page.getByLabel("Budget in MERIT").fill("-5");
  await page.getByRole("button", { name: "Create the campaign" }).click();
  // Read out as well, by the browser.
  await page.getByRole("alert").filter({ hasText: "must be a decimal string" }).waitFor();
  await page.getByLabel("Budget in MERIT").fill("500");
  await page.getByRole("button", { name: "Create the campaign" }).click();
  await page.getByText("active", { exact: true }).waitFor();
  const id = Number(new URL(page.url()).pathname.split("/").at(-1));
  const wallet = await customer(SCRIPT);
  await reward(id, wallet.address, "confirmed");
  await reward(id, wallet.address, "confirmed");

  await page.getByText("25 MERIT in 2 rewards to 1 wallet").waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
  await page.getByText("paused", { exact: true }).waitFor();
  const { body: campaign } = await merchant.get(`/campaigns/me/${id}`);
  expect(campaign).toMatchObject({ name: SCRIPT, status: "paused", budget: "500", spent: "25" });

  await page.getByRole("link", { name: "Overview" }).click();
  await page.getByText("2 rewards to 1 wallet").waitFor();
  // The chart's table, for whoever doesn't see the bars.
  await page.getByRole("cell", { name: "25 MERIT, 2 payments" }).waitFor();

  await page.getByRole("link", { name: "Customers" }).click();
  const row = page.getByRole("region", { name: "Customers" }).getByRole("row").nth(1);
  await row.getByText(SCRIPT).waitFor();
  await row.getByText("25 MERIT").waitFor();
  expect(await page.locator("img").count()).toBe(0);
});

test("a page stays when a call fails, and what was asked for without a connection is not done later", async () => {
  const campaign = await world.campaign(merchant, { name: "Winter" });
  const page = await openDashboard(world, merchant, "");
  // A page by plain http from another machine has none.
  await page.addInitScript("delete Crypto.prototype.randomUUID");
  // The page says why it can't be shown, inside its frame, and is there once the reason has passed.
  await page.route("**/api/network", (route) => route.abort());
  await page.goto(`/app/merchant/campaigns/${campaign}`);
  await page.getByText("That did not work").waitFor();
  await page.unroute("**/api/network");
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  const pause = page.getByRole("button", { name: "Pause" });
  await pause.click();

  const steps: string[] = [];
  page.on("request", (request) => request.url().endsWith("/steps") && steps.push(request.url()));
  await page.context().setOffline(true);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Pause" }).click();
  await dialog.getByText(/got no answer/).waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.context().setOffline(false);

  // A proxy that is too busy to say who is logged in.
  await page.route("**/app/session", (route) => route.fulfill({ status: 503, json: { title: "Busy" } }));
  const read = page.waitForResponse(/app.session/);
  await page.getByText("New rule").click();
  await page.getByLabel("Event").fill("review");
  await page.getByLabel("Points", { exact: true }).fill("400");
  await page.getByRole("button", { name: "Add the rule" }).click();
  expect((await read).status()).toBe(503);
  await page.getByRole("row", { name: /the event “review”/ }).waitFor();
  await page.getByRole("button", { name: "Pause" }).waitFor();
  expect(steps).toHaveLength(1);
  expect((await merchant.get(`/campaigns/me/${campaign}`)).body.status).toBe("active");

  // What was read before stays, with a word that it is old.
  await page.route(`**/api/campaigns/me/${campaign}`, (route) =>
    route.fulfill({ status: 503, json: { title: "Busy" } }),
  );
  await merchant.post(`/campaigns/${campaign}/steps`, { step: "pause" });
  await page.getByText("This may be out of date").first().waitFor();
  await page.getByText("active", { exact: true }).first().waitFor();
  await page.unroute(`**/api/campaigns/me/${campaign}`);
  await page.getByRole("button", { name: "Try again" }).first().click();
  await page.getByText("paused", { exact: true }).waitFor();

  // A link may hold anything. A new page can't do without who is logged in, and asks again.
  await page.goto("/app/merchant/issuances?from=x");
  await page.getByText("Busy", { exact: true }).waitFor();
  await page.unroute("**/app/session");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByLabel("Issued from").waitFor();
});

test("a list with a wrong row is not sent; corrected, it is paid once, also when the page is reloaded half way", async () => {
  const campaign = await world.campaign(merchant, { name: "Autumn", budget: "2000" });
  const wallets = [await world.wallet(), await world.wallet()];
  const count = 1_010;
  const rows = Array.from({ length: count }, (_, index) => `${wallets[index % 2]?.address},0.5,|${index}`);
  const file = (lines: string[]) => ({
    name: "autumn.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(["wallet,amount,idempotency_key", ...lines].join("\r\n")),
  });
  const page = await openDashboard(world, merchant, "/issue");
  const choose = async (lines: string[]) => {
    const card = page.locator("section", { has: page.getByRole("heading", { name: /CSV file/ }) });
    await card.getByLabel("Campaign").selectOption("Autumn");
    await card.getByLabel("CSV file", { exact: true }).setInputFiles(file(lines));
    await card.getByRole("button", { name: "Check the file" }).click();
  };
  await choose([...rows.slice(0, 5), "GNOBODY,0.5,x", ...rows.slice(5)]);
  await page.getByText("Nothing can be sent yet").waitFor();
  const wrong = page.getByRole("region", { name: "Rows with errors" });
  await wrong.getByText("It must begin with a wallet's address").waitFor();
  await wrong.getByRole("cell", { name: "7", exact: true }).waitFor();
  expect(await page.getByRole("button", { name: /^Pay/ }).count()).toBe(0);

  // The second call gets no answer, and the page is reloaded while it tries again.
  let calls = 0;
  await page.route("**/api/rewards/issue/batch", (route) => {
    if (route.request().postDataJSON().dry_run) return route.continue();
    calls += 1;
    return calls === 1 ? route.continue() : route.abort();
  });
  await choose(rows);
  await page.getByRole("button", { name: "Pay 1,010 rewards" }).click();
  await page.getByText("The connection was lost").waitFor();
  await page.reload();
  await page.getByText("1,000 of 1,010 rows were sent").waitFor();
  await page.unroute("**/api/rewards/issue/batch");

  await choose(rows);
  await page.getByText("1,000 rewards of this list were issued before").waitFor();
  await page.getByRole("button", { name: "Pay 1,010 rewards" }).click();
  await page.getByText("Done", { exact: true }).waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the result" }).click();
  const [head, ...lines] = readFileSync(await (await download).path(), "utf8")
    .trim()
    .split("\r\n");
  expect(head).toBe("line,wallet_address,amount,idempotency_key,issuance_id,status,tx_hash,reason");
  expect(lines).toHaveLength(count);
  expect(lines.filter((line) => !line.includes(",confirmed,"))).toEqual([]);
  // Spreadsheets would run a key with a bar in front as a formula.
  expect(lines.filter((line) => !line.includes(`,0.5,"'|`))).toEqual([]);
  expect(await wallets[0]?.balance(world.asset)).toBe(BigInt(count / 2) * 5_000_000n);
  expect(await wallets[1]?.balance(world.asset)).toBe(BigInt(count / 2) * 5_000_000n);
  const { body: totals } = await merchant.get(`/transactions/merchant-totals?campaign_id=${campaign}`);
  expect(totals).toMatchObject({ rewards: count, amount: "505" });
});

test("a file is read again once it has changed, and what this page sent is not called issued before because an answer was lost", async () => {
  const campaign = await world.campaign(merchant, { name: "Lost" });
  const wallet = await world.wallet();
  const folder = mkdtempSync(join(tmpdir(), "list-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "list.csv");
  const save = (...amounts: string[]) => {
    writeFileSync(path, amounts.map((amount) => `${wallet.address},${amount}`).join("\n"));
    // Two versions within one tick of the clock would look the same to the browser.
    utimesSync(path, amounts.length, amounts.length);
  };
  const page = await openDashboard(world, merchant, `/issue?campaign_id=${campaign}`);
  page.on("filechooser", () => {});
  const devtools = await page.context().newCDPSession(page);
  /** Chooses the file as a person does: Playwright would report a change that the browser doesn't. */
  const choose = async () => {
    await page.getByLabel("CSV file", { exact: true }).click();
    const { root } = await devtools.send("DOM.getDocument");
    const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: root.nodeId, selector: "input[type=file]" });
    await devtools.send("DOM.setFileInputFiles", { files: [path], nodeId });
  };
  const check = page.getByRole("button", { name: "Check the file" });
  const pay = page.getByRole("button", { name: /^Pay/ });
  save("1", "2");
  await choose();
  await check.click();
  await page.getByRole("button", { name: "Pay 2 rewards" }).waitFor();
  save("3");
  await check.click();
  await page.getByText("was changed, moved or deleted after you chose it: choose it again").waitFor();
  expect(await pay.count()).toBe(0);
  await choose();
  await check.click();
  await page.getByRole("button", { name: "Pay 1 reward" }).waitFor();
  save("4", "5");
  await choose();
  await pay.waitFor({ state: "detached" });
  await check.click();
  await page.getByText("Issued before, not paid again").waitFor();

  // The service accepts the first call, whose answer is lost; the page is stopped during the second.
  let calls = 0;
  await page.route("**/api/rewards/issue/batch", async (route) => {
    if (route.request().postDataJSON().dry_run) return route.continue();
    calls += 1;
    if (calls === 1) await route.fetch();
    if (calls === 1) return route.abort();
    return calls === 2 ? undefined : route.continue();
  });
  await pay.click();
  await until(() => calls === 2 || undefined);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByText("Done", { exact: true }).waitFor();
  const counts = () => page.locator("section", { has: page.getByRole("heading", { name: "list.csv" }) }).locator("dl");
  expect(await counts().innerText()).toMatch(/^Accepted\s+2\s+Issued before, not paid again\s+0\s/);
  const advice = page.getByText("To pay the same list once more");
  expect(await advice.count()).toBe(0);
  expect(await wallet.balance(world.asset)).toBe(90_000_000n);

  await page.getByRole("button", { name: "Another file" }).click();
  await choose();
  await check.click();
  await page.getByText("2 rewards of this list were issued before").waitFor();
  await pay.click();
  await advice.waitFor();
  expect(await counts().innerText()).toMatch(/^Accepted\s+0\s+Issued before, not paid again\s+2\s/);
  expect(await wallet.balance(world.asset)).toBe(90_000_000n);
});

test("a campaign that was chosen stays so while campaigns can't be read, and no other one takes its place when it ends", async () => {
  const kept = await world.campaign(merchant, { name: "Kept" });
  const newest = await world.campaign(merchant, { name: "Newest" });
  const page = await openDashboard(world, merchant, "/issue");
  const [field, other] = [page.getByLabel("Campaign").first(), page.getByLabel("Campaign").last()];
  for (const one of [field, other]) await one.selectOption("Kept");
  await page.route("**/api/campaigns?*", (route) => route.fulfill({ status: 503, json: { title: "Busy" } }));
  await merchant.post(`/campaigns/${newest}/steps`, { step: "pause" });
  await page.getByText("Busy", { exact: true }).first().waitFor();
  expect(await field.inputValue()).toBe(String(kept));
  await page.unroute("**/api/campaigns?*");

  await merchant.post(`/campaigns/${kept}/steps`, { step: "end" });
  const word = page.getByText("Kept isn't open: choose another one.");
  for (const isLinked of [false, true]) {
    if (isLinked) await page.goto(`/app/merchant/issue?campaign_id=${kept}`);
    await word.nth(1).waitFor();
    expect(await field.inputValue()).toBe("");
  }
  expect(await faultsOf(page)).toEqual([]);
  await field.selectOption("Newest (paused)");
  await word.nth(1).waitFor({ state: "detached" });
});

test("a dead letter is tried again, and paid", async () => {
  const campaign = await world.campaign(merchant);
  const wallet = await world.wallet({ trustline: false });
  const { id } = await reward(campaign, wallet.address, "failed");
  const page = await openDashboard(world, merchant, "/dead-letters");
  await page.getByText(/has no trustline/).waitFor();
  await wallet.trust(world.asset);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Try again" }).click();
  await page.getByText("There are none").waitFor();
  await page.goto(`/app/merchant/issuances/${id}`);
  await page.getByText("confirmed", { exact: true }).waitFor();
  await page.getByText("Queued again").waitFor();
  expect(await wallet.balance(world.asset)).toBe(125_000_000n);
});

test("vouchers are made and printed once, and the open ones are cancelled", async () => {
  const campaign = await world.campaign(merchant, { name: "Till" });
  const page = await openDashboard(world, merchant, `/vouchers?campaign_id=${campaign}`);
  await page.getByLabel("How many").fill("3");
  await page.getByLabel("Each pays, in MERIT").fill("2");
  await page.getByRole("button", { name: "Make them" }).click();
  await page.getByText("These codes are shown only now").waitFor();
  expect(await page.getByRole("img", { name: /QR code/ }).count()).toBe(3);
  // Who leaves the page without the codes is asked first.
  page.removeAllListeners("dialog");
  page.once("dialog", (dialog) => dialog.dismiss());
  await page.getByRole("link", { name: "Drops" }).click();
  await page.getByText("These codes are shown only now").waitFor();
  await page.getByRole("button", { name: "I have them" }).click();
  const batches = page.getByRole("region", { name: "Batches of vouchers" });
  await batches.getByText("0 of 3").waitFor();
  await batches.getByRole("link").click();
  await page.getByRole("button", { name: "Cancel the open ones" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel the open ones" }).click();
  await page.getByRole("region", { name: "Vouchers" }).getByText("cancelled").nth(2).waitFor();
  const { body } = await merchant.get(`/campaigns/me/${campaign}`);
  expect(body.reserved).toBe("0");
});

test("contract events appear as they happen, also once one has signed in again, and few of many are in the document", async () => {
  const campaign = await world.campaign(merchant);
  const wallet = await world.wallet();
  const { body: key } = await merchant.post("/merchants/me/keys", { name: "Screen", scopes: ["read"] });
  const path = `/events?campaign_id=${campaign}&type=reward`;
  const page = await openDashboard(world, merchant.as(key.api_key), path);
  await page.getByText("No event matches yet").waitFor();
  await reward(campaign, wallet.address, "confirmed");
  await page.getByRole("button", { name: "reward" }).click();
  await page.getByRole("dialog").getByText(wallet.address).waitFor();
  await page.getByRole("button", { name: "Close" }).click();

  await merchant.send("DELETE", `/merchants/me/keys/${key.id}`);
  await page.getByRole("button", { name: "All of these as CSV" }).click();
  await page.getByText("Your session has ended", { exact: true }).waitFor();
  await reward(campaign, wallet.address, "confirmed");
  await page.getByLabel("API key").fill(merchant.key ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("2 events", { exact: true }).waitFor();
  await reward(campaign, wallet.address, "confirmed");
  await page.getByText("3 events", { exact: true }).waitFor();

  await page.goto("/app/merchant/events");
  const table = page.getByRole("region", { name: "Contract events" });
  await table.getByRole("button").first().waitFor();
  const { body } = await merchant.get("/contract-events?limit=100");
  expect(body.data.length).toBe(100);
  expect(await table.getByRole("row").count()).toBeLessThan(60);
});

const pages = [
  ...["", "/statements", "/campaigns", "/campaigns/new", "/campaigns/1", "/issue", "/issuances", "/issuances/1"],
  ...["/dead-letters", "/vouchers", "/vouchers/1", "/drops", "/catalogue", "/redemptions", "/referrals", "/vesting"],
  ...["/customers", "/escrows", "/events", "/webhooks", "/webhooks/1", "/keys"],
];

test.each(atLength([1280], [1280, 360]))(
  "at a width of %i, each page can be used with a screen reader, in both themes, and runs no names as markup",
  async (width) => {
    const webhook = { url: "https://shop.example/webhooks", description: SCRIPT };
    expect((await merchant.post("/webhooks", webhook)).status).toBe(201);
    expect((await merchant.post("/catalogue", { name: SCRIPT, price: 100 })).status).toBe(201);
    const page = await openDashboard(world, merchant, "", { width, height: 800 });
    for (const path of pages) {
      await follow(page, path);
      expect(await faultsOf(page), path).toEqual([]);
      expect(await page.locator("img").count(), path).toBe(0);
    }
  },
);
