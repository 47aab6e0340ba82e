import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { closeBrowser, faultsOf, openPage } from "../support/browser.ts";
import { confirm, follow, openDashboard } from "../support/dashboard.ts";
import { Freighter } from "../support/freighter.ts";
import { holder } from "../support/holder.ts";
import type { Http } from "../support/http.ts";
import { atLength } from "../support/long.ts";
import { until } from "../support/processes.ts";
import { signIn } from "../support/signed-in.ts";
import { World } from "../support/world.ts";

const DAY_SECONDS = 86_400;
const DAY_MS = DAY_SECONDS * 1_000;

let world: World;
let merchant: Http;
beforeAll(async () => {
  world = await World.open(inject("template"));
  merchant = await world.merchant();
  // On this network a new merchant is given tokens, which come a moment later.
  await until(async () => ((await free()) > 0 ? true : undefined));
});
afterAll(async () => {
  await closeBrowser();
  await world.end();
});

const free = async () => Number((await merchant.get("/merchants/me/balance")).body.free);
const idIn = (page: Page) => new URL(page.url()).pathname.split("/").at(-1) ?? "";
/** A moment for a field of the page, whose clock is in this machine's time zone. */
const moment = (time: number) =>
  new Date(time).toLocaleString("sv", { dateStyle: "short", timeStyle: "short" }).replace(" ", "T");
const rowOf = (page: Page, table: string, name: RegExp) =>
  page.getByRole("region", { name: table }).getByRole("row", { name });
/** Checks the page in both themes, on a screen, and at length on a phone as well. */
async function expectUsable(page: Page): Promise<void> {
  for (const width of atLength([1280], [360, 1280])) {
    await page.setViewportSize({ width, height: 800 });
    expect(await faultsOf(page), `at a width of ${width}`).toEqual([]);
  }
}
/** The text that a button with this label would copy. */
const shown = async (page: Page, what: string) =>
  (await page.getByRole("button", { name: `Copy ${what}` }).getAttribute("title")) ?? "";

test("a campaign is tried as a draft, opened, extended, paused and resumed, ended and settled, and its rest is free again", async () => {
  const [wallet, poor] = [await world.wallet(), await world.wallet({ trustline: false })];
  const before = await free();
  const page = await openDashboard(world, merchant, "/campaigns/new");
  await page.getByLabel("Name").fill("Spring");
  await page.getByLabel("Budget in MERIT").fill("100");
  await page.getByLabel("When does it open?").selectOption("Keep it as a draft for a dry run");
  await page.getByRole("button", { name: "Create the campaign" }).click();
  await page.getByText("draft", { exact: true }).waitFor();
  const id = idIn(page);
  const campaign = async () => (await merchant.get(`/campaigns/me/${id}`)).body;

  const lines = page.getByLabel("Wallets and amounts, one reward a line");
  await lines.fill(`${wallet.address},60\n${wallet.address} much`);
  await page.getByRole("button", { name: "Try these rewards" }).click();
  await page.getByText(/^Line 2: amount must be a decimal string/).waitFor();
  await lines.fill(`${wallet.address},60\n${wallet.address},50\n${poor.address},5`);
  await page.getByRole("button", { name: "Try these rewards" }).click();
  await page.getByText("2, 65 MERIT").waitFor();
  await rowOf(page, "Rewards of the dry run", /^1 .* 60 MERIT waits The campaign is a draft/).waitFor();
  await rowOf(page, "Rewards of the dry run", /^2 .* 50 MERIT fails The campaign has only 40 left/).waitFor();
  await rowOf(page, "Rewards of the dry run", /^3 .* 5 MERIT waits The wallet has no trustline/).waitFor();
  expect(await free()).toBe(before);
  expect((await merchant.get(`/rewards/issuances?campaign_id=${id}`)).body.data).toEqual([]);

  const main = page.locator("main");
  await confirm(page, main, "Open it");
  await page.getByText("active", { exact: true }).waitFor();
  expect(await free()).toBe(before - 100);
  await page.getByRole("button", { name: "Top up or extend" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("New budget in MERIT").fill("90");
  await dialog.getByRole("button", { name: "Top up or extend" }).click();
  await dialog.getByText(/must be/).waitFor();
  const end = Math.floor(Date.now() / 60_000) * 60_000 + 60 * DAY_MS;
  await dialog.getByLabel("New budget in MERIT").fill("150");
  await dialog.getByLabel("New end").fill(moment(end));
  await dialog.getByRole("button", { name: "Top up or extend" }).click();
  await page.getByText("150 MERIT", { exact: true }).waitFor();
  expect(await campaign()).toMatchObject({ budget: "150", ends_at: new Date(end).toISOString() });

  await confirm(page, main, "Pause");
  await page.getByText("paused", { exact: true }).waitFor();
  await confirm(page, main, "Resume");
  await page.getByText("active", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Issue rewards" }).last().click();
  await page.getByLabel("Wallet", { exact: true }).fill(wallet.address);
  await page.getByText("Decimals after a point: 1000.5").waitFor();
  await page.getByLabel("Amount in MERIT").fill("20");
  await page.getByRole("button", { name: "Issue the reward" }).click();
  await page.getByText("Accepted").waitFor();
  await page.getByText(/^Issuance \d+ of 20 MERIT is /).waitFor();
  // Nobody pays it twice by pressing the button once more.
  expect(await page.getByLabel("Amount in MERIT").inputValue()).toBe("");
  await page.getByRole("link", { name: /^Issuance \d/ }).click();
  await page.getByText("confirmed", { exact: true }).waitFor();

  await follow(page, `/campaigns/${id}`);
  await confirm(page, main, "End");
  await page.getByText("ended", { exact: true }).waitFor();
  await confirm(page, main, "Settle");
  await page.getByText("130 MERIT", { exact: true }).waitFor();
  expect(await campaign()).toMatchObject({ status: "settled", spent: "20", remainder: "130" });
  expect(await free()).toBe(before - 20);
  expect(await wallet.balance(world.asset)).toBe(200_000_000n);
});

test("a rule gives points, customers redeem an item for points and for tokens, and the merchant hands it over or pays back", async () => {
  const wallet = await holder(world, "20");
  const customer = await signIn(world, wallet);
  const session = { authorization: `Bearer ${customer.token}` };
  const { id: user_id } = (await customer.get("/users/me")).body;
  const campaign = await world.campaign(merchant, { name: "Reviews" });
  const review = async () =>
    (await merchant.post("/points/events", { user_id, reference: crypto.randomUUID(), event: "review" })).body.points;
  const points = async () => {
    const { body } = await merchant.get(`/users/${wallet.address}/points`);
    return body.balances.find(({ merchant_id }: { merchant_id: number | null }) => merchant_id !== null).points;
  };
  const page = await openDashboard(world, merchant, `/campaigns/${campaign}`);
  await page.getByText("New rule").click();
  await page.getByLabel("Event").fill("review");
  await page.getByLabel("Points", { exact: true }).fill("400");
  await page.getByLabel("Most for all together").fill("900");
  await page.getByRole("button", { name: "Add the rule" }).click();
  const rule = rowOf(page, "Rules", /the event “review”/);
  await rule.getByText("900 in all").waitFor();
  expect(await review()).toBe(400);
  await rule.getByRole("button", { name: "Change" }).click();
  await page.getByRole("dialog").getByLabel("Points", { exact: true }).fill("300");
  await page.getByRole("dialog").getByRole("button", { name: "Change" }).click();
  await rule.getByText("300", { exact: true }).waitFor();
  expect(await review()).toBe(300);
  // The limit leaves 200 of 300.
  expect(await review()).toBe(200);
  await confirm(page, rule, "End");
  await rule.getByText("ended").waitFor();
  expect(await review()).toBe(0);

  await follow(page, "/catalogue");
  await page.getByLabel("Name").fill("Mug");
  await page.getByLabel("Price in points").fill("200");
  await page.getByLabel("Stock", { exact: true }).fill("5");
  await page.getByLabel("Price in MERIT").fill("4");
  await page.getByLabel("Stock for tokens").fill("3");
  await page.getByRole("button", { name: "Add the item" }).click();
  await page.getByText("is required for a new item").waitFor();
  await page.getByLabel("Hours in which you fulfil it").fill("24");
  await page.getByRole("button", { name: "Add the item" }).click();
  await rowOf(page, "Items", /^Mug 200 5 4 3 active/).waitFor();
  const { body: mine } = await merchant.get("/catalogue?merchant_id=me");
  const item = mine.data[0].id;
  const offer = async () => (await merchant.get(`/catalogue/${item}`)).body;
  expect(await offer()).toMatchObject({
    price: 200,
    stock: 5,
    token: { price: "4", stock: 3, fulfil_within: DAY_SECONDS },
  });

  // Items that are sold while the merchant types aren't sold again.
  const redeem = async () => (await world.api.post("/redemptions", { item_id: item }, session)).body;
  await rowOf(page, "Items", /^Mug/).getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  const first = await redeem();
  await dialog.getByLabel("Stock", { exact: true }).fill("10");
  await dialog.getByRole("button", { name: "Edit" }).click();
  await dialog.getByText(/now has a stock of 4/).waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await rowOf(page, "Items", /^Mug 200 4/)
    .getByRole("button", { name: "Edit" })
    .click();
  await dialog.getByLabel("Price in points").fill("300");
  await dialog.getByLabel("Price in MERIT").fill("5");
  await dialog.getByRole("button", { name: "Edit" }).click();
  await rowOf(page, "Items", /^Mug 300 4 5 3 active/).waitFor();
  expect(await offer()).toMatchObject({ price: 300, stock: 4, token: { price: "5", stock: 3 } });

  const second = await redeem();
  const order = { item: Number((await offer()).token.contract_item_id), quantity: 1, max_price: "5" };
  for (const _ of [1, 2]) expect((await customer.call("redemption.redeem", order)).status).toBe("confirmed");
  expect(await wallet.balance(world.asset)).toBe(100_000_000n);
  await follow(page, "/redemptions");
  const redemptions = page.getByRole("region", { name: "Redemptions" });
  const row = (id: number) => redemptions.getByRole("row", { name: new RegExp(`^${id} `) });
  const seen = async (id: number) => (await merchant.get(`/redemptions/${id}`)).body;
  await confirm(page, row(first.id), "Fulfil");
  await row(first.id).getByText("fulfilled").waitFor();
  await confirm(page, row(second.id), "Refund");
  await row(second.id).getByText("refunded").waitFor();
  expect([(await seen(first.id)).status, (await seen(second.id)).status]).toEqual(["fulfilled", "refunded"]);
  expect(await points()).toBe(900 - 200);
  expect(await offer()).toMatchObject({ stock: 4 });

  await redemptions.getByText("locked").nth(1).waitFor();
  const { data } = (await merchant.get("/redemptions?status=locked")).body;
  const [kept, returned] = data.map(({ id }: { id: number }) => id);
  await confirm(page, row(kept), "Fulfil");
  await row(kept).getByText("fulfilled", { exact: true }).waitFor();
  await confirm(page, row(returned), "Refund");
  await row(returned).getByText("cancelled", { exact: true }).waitFor();
  expect([(await seen(kept)).status, (await seen(returned)).status]).toEqual(["fulfilled", "cancelled"]);
  expect(await wallet.balance(world.asset)).toBe(150_000_000n);

  await follow(page, "/catalogue");
  await confirm(page, rowOf(page, "Items", /^Mug/), "Archive");
  await rowOf(page, "Items", /^Mug 300 .* not for tokens archived/).waitFor();
  expect((await world.api.get(`/catalogue/${item}`)).status).toBe(404);
  expect((await customer.envelope("redemption.redeem", order)).status).toBe(409);
  await confirm(page, rowOf(page, "Items", /^Mug/), "Restore");
  await rowOf(page, "Items", /^Mug 300 4 5 .* active/).waitFor();
  expect((await customer.envelope("redemption.redeem", order)).status).toBe(201);

  await follow(page, `/customers/${wallet.address}`);
  await page.getByText("15 MERIT").waitFor();
  await page.getByRole("button", { name: "Award points" }).click();
  await dialog.getByLabel("Points", { exact: true }).fill("50");
  await dialog.getByRole("button", { name: "Award points" }).click();
  await page.getByText("750", { exact: true }).waitFor();
  expect(await points()).toBe(750);
  await expectUsable(page);
});

test("a drop is made from a file, claimed, and shown as far as it was claimed; one that hasn't opened is cancelled", async () => {
  const [wallet, other] = [await world.wallet(), await world.wallet()];
  const before = await free();
  const page = await openDashboard(world, merchant, "/drops");
  const list = (...lines: string[]) =>
    page.getByLabel("CSV file (optional)").setInputFiles({
      name: "drop.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(["wallet,amount", ...lines].join("\r\n")),
    });
  await page.getByLabel("Name").fill("Thanks");
  await list(`${wallet.address},3`, `${other.address},0`);
  await page.getByRole("button", { name: "Create the drop" }).click();
  await page.getByText(/^Line 3: /).waitFor();
  await list(`${wallet.address},3`, `${other.address},1.5`);
  await page.getByRole("button", { name: "Create the drop" }).click();
  await page.getByText("active", { exact: true }).waitFor();
  await page.getByText("0 MERIT by 0 of 2 wallets").waitFor();
  expect(await free()).toBe(before - 4.5);
  const { token } = await signIn(world, wallet);
  const claim = `/drops/${idIn(page)}/claim`;
  expect((await world.api.post(claim, undefined, { authorization: `Bearer ${token}` })).status).toBe(202);
  await page.getByText("3 MERIT by 1 of 2 wallets").waitFor();
  expect(await wallet.balance(world.asset)).toBe(30_000_000n);
  await expectUsable(page);

  await follow(page, "/drops");
  await page.getByLabel("Name").fill("Tomorrow");
  await page.getByLabel("Starts").fill(moment(Date.now() + DAY_MS));
  await page.getByLabel("Wallets and their shares, one a line").fill(`${wallet.address},7`);
  await page.getByRole("button", { name: "Create the drop" }).click();
  await page.getByText("active", { exact: true }).waitFor();
  await confirm(page, page.locator("main"), "Cancel the drop");
  await page.getByText("cancelled", { exact: true }).waitFor();
  expect((await merchant.get(`/drops/${idIn(page)}`)).body.status).toBe("cancelled");
  expect(await free()).toBe(before - 4.5);
});

/** A server of the merchant's; what it got, in order. */
async function receiver() {
  const got: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, response) => {
    got.push({ headers: request.headers, body: await text(request) });
    response.writeHead(204).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, got };
}

test("a webhook is added, tried, changed, asked to send again, and given a new secret that signs with the old one", async () => {
  const { url, got } = await receiver();
  const page = await openDashboard(world, merchant, "/webhooks");
  const received = (count: number) =>
    until(() => (got.length < count ? undefined : got.map(({ body }) => JSON.parse(body).type as string)));
  const check = (secret: string) =>
    new Webhook(secret).verify(got.at(-1)?.body ?? "", got.at(-1)?.headers as Record<string, string>);
  await page.getByLabel("Address").fill(`${url}old`);
  await page.getByLabel("Types of events").fill("campaign.created\nissuance.acepted");
  await page.getByRole("button", { name: "Add the webhook" }).click();
  await page.getByText(/^Line 2: .*did you mean issuance\.accepted\?$/).waitFor();
  await page.getByLabel("Types of events").fill("campaign.created");
  await page.getByRole("button", { name: "Add the webhook" }).click();
  await page.getByText("is shown only now").waitFor();
  const secret = await shown(page, "The secret that signs its requests");
  await page.getByRole("link", { name: `${url}old` }).click();
  const main = page.locator("main");
  await confirm(page, main, "Send a test");
  await rowOf(page, "Deliveries", /^webhook\.test delivered 1/).waitFor();
  await rowOf(page, "Deliveries", /: 204 in /).waitFor();
  expect(await received(1)).toEqual(["webhook.test"]);
  check(secret);

  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Address").fill(url);
  await dialog.getByLabel("Types of events").fill("drop.created\nissuance.accepted");
  await dialog.getByRole("button", { name: "Edit" }).click();
  await page.getByText("drop.created, issuance.accepted").waitFor();
  const id = idIn(page);
  expect((await merchant.get(`/webhooks/${id}`)).body).toMatchObject({
    url,
    types: ["drop.created", "issuance.accepted"],
  });
  const campaign_id = await world.campaign(merchant);
  const { address: wallet_address } = await world.wallet();
  await merchant.post("/rewards/issue", { campaign_id, wallet_address, amount: "1", idempotency_key: "webhook" });
  await rowOf(page, "Deliveries", /^issuance\.accepted delivered/).waitFor();
  // The endpoint was told nothing of the campaign.
  expect(await received(2)).toEqual(["webhook.test", "issuance.accepted"]);

  await confirm(page, main, "Rotate the secret");
  await page.getByText("The new secret is shown only now").waitFor();
  const fresh = await shown(page, "The new secret");
  expect(fresh).not.toBe(secret);
  const delivery = rowOf(page, "Deliveries", /^issuance\.accepted/);
  await confirm(page, delivery, "Replay");
  expect((await received(3))[2]).toBe("issuance.accepted");
  expect(got[2]?.headers["webhook-id"]).toBe(got[1]?.headers["webhook-id"]);
  check(fresh);
  check(secret);
  await confirm(page, main, "Send a period again");
  // Only events of the webhook's present types are sent again.
  await received(4);
  await confirm(page, main, "Disable");
  await page.getByText("disabled", { exact: true }).waitFor();
  await confirm(page, main, "Delete");
  await page.getByText("No server of yours is told of events yet").waitFor();
  expect((await merchant.get(`/webhooks/${id}`)).status).toBe(404);
});

test("an API key is made for one task, rotated and revoked; revoking the one that signed in ends the session", async () => {
  const own = await world.merchant("Corner Shop");
  const page = await openDashboard(world, own, "/keys");
  await page.getByLabel("Name").fill("Till");
  await page.getByLabel(/rewards, vouchers, points/).check();
  await page.getByRole("button", { name: "Create the key" }).click();
  const secret = async () => world.api.as(await shown(page, "The API key"));
  await page.getByText("The API key is shown only now").waitFor();
  const till = await secret();
  const status = async (key: Http) => (await key.get("/merchants/me")).status;
  const mayManage = async (key: Http) => (await key.post("/catalogue", { name: "Mug", price: 1 })).status;
  expect([await status(till), await mayManage(till)]).toEqual([200, 403]);

  const row = rowOf(page, "API keys", /^Till .* read, issue active/);
  await confirm(page, row, "Rotate");
  await rowOf(page, "API keys", /^Till/).nth(1).waitFor();
  const rotated = await secret();
  expect(rotated.key).not.toBe(till.key);
  // The old one goes on for a day, so that no till stands still.
  expect([await status(rotated), await mayManage(rotated), await status(till)]).toEqual([200, 403, 200]);
  // Where the browser lets no page copy, the key is selected.
  await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
  await page.getByRole("button", { name: "Copy The API key" }).click();
  await expect.poll(() => page.evaluate("String(getSelection())")).toBe(rotated.key);

  const ending = (key: Http) => rowOf(page, "API keys", new RegExp(`…${key.key?.slice(-4)} `));
  await confirm(page, ending(rotated), "Revoke");
  await ending(rotated).getByText("revoked").waitFor();
  expect(await status(rotated)).toBe(401);
  expect(await status(till)).toBe(200);

  // Without one that manages keys, the merchant could make no other.
  await ending(own).getByRole("button", { name: "Revoke" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await dialog.getByText(/is the last one that can manage/).waitFor();
  // With the pointer on the red button, and without.
  expect(await faultsOf(page)).toEqual([]);
  await page.mouse.move(0, 0);
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await confirm(page, ending(own), "Rotate");
  await page.getByText("The API key is shown only now").waitFor();
  const other = await secret();
  await page.getByLabel("Name").fill("Kiosk");
  await confirm(page, ending(own), "Revoke");
  await page.getByText("Your session has ended", { exact: true }).waitFor();
  expect(await status(own)).toBe(401);
  await page.getByRole("button", { name: "Create the key" }).click();
  await page.getByText("Your session has ended. Log in again").waitFor();
  await expectUsable(page);
  // What was typed below is still there.
  await page.getByLabel("API key", { exact: true }).fill(other.key ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Your session has ended", { exact: true }).waitFor({ state: "detached" });
  expect(await page.getByLabel("Name").inputValue()).toBe("Kiosk");
  await page.getByRole("button", { name: "Create the key" }).click();
  await rowOf(page, "API keys", /^Kiosk .* active/).waitFor();

  // A log-out leaves nothing in any page, and one that fails says so.
  await page.route("**/app/session", (route) => route.abort(), { times: 1 });
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByText("You are still logged in").waitFor();
  const second = await page.context().newPage();
  await second.goto("/app/merchant/keys");
  await second.getByRole("heading", { name: "API keys" }).waitFor();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("heading", { name: "Sign in with an API key" }).waitFor();
  await second.getByRole("heading", { name: "Sign in with an API key" }).waitFor();
  for (const left of [page, second]) expect(await left.getByRole("heading", { name: "API keys" }).count()).toBe(0);
});

test("a referral programme gets its terms and others later, as the ledger has them", async () => {
  const sponsor = await world.wallet();
  const page = await openDashboard(world, merchant, "/referrals");
  const program = async () => (await merchant.get("/referral-programs/me")).body.program;
  await page.getByLabel("Sponsor’s wallet").fill(sponsor.address);
  await page.getByLabel("Upper limit of the whole programme").fill("100");
  await page.getByRole("button", { name: "Create the programme" }).click();
  await page.getByText("must be given, unless bonus_referrer is").waitFor();
  await page.getByLabel("For the referrer, in MERIT").fill("2.5");
  await page.getByLabel("For the newcomer, in MERIT").fill("1");
  await page.getByRole("button", { name: "Create the programme" }).click();
  await page.getByText("the first reward", { exact: true }).first().waitFor();
  await page.getByText(`merit referral wallet fund --merchant 1 --amount 100 --wallet ${sponsor.address}`).waitFor();
  await expectUsable(page);
  const terms = { sponsor: sponsor.address, bonus_referrer: "2.5", bonus_newcomer: "1" };
  expect(await program()).toMatchObject({ ...terms, budget: "100", referrer_cap: "100", qualifies_on: "first_reward" });

  await page.getByLabel("Upper limit of the whole programme").fill("150");
  await page.getByLabel("A newcomer qualifies with").selectOption("purchases");
  await page.getByLabel("Purchases of at least").fill("20");
  await page.getByLabel("Currency").fill("EUR");
  await page.getByRole("button", { name: "Change them" }).click();
  await page.getByText("purchases of 20 EUR").waitFor();
  await page.getByText("150 MERIT").waitFor();
  expect(await program()).toMatchObject({ ...terms, budget: "150", min_spend: "20", currency: "EUR" });
});

/** Presses a button, and signs what it asks for. @returns what the wallet was asked to sign, in words */
async function sign(page: Page, button: string): Promise<string> {
  await page.getByRole("button", { name: button }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Sign with Freighter" }).waitFor();
  const words = await dialog.innerText();
  await dialog.getByRole("button", { name: "Sign with Freighter" }).click();
  await dialog.getByText("Done").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  return words;
}

/** Moves the ledger's clock, so it comes last. */
test("tokens are granted over time, the beneficiary claims what has vested, and the merchant takes back the rest", async () => {
  const [funder, beneficiary] = [await holder(world, "1000"), await world.wallet()];
  const page = await openDashboard(world, merchant, "");
  await Freighter.install(page, funder.keypair);
  await page.goto("/app/merchant/vesting");
  await page.getByLabel("Your wallet, which pays and signs").fill(funder.address);
  await page.getByLabel("Beneficiary’s wallet").fill(beneficiary.address);
  await page.getByLabel("Amount in MERIT").fill("600 MERIT");
  await page.getByLabel("All of it by").fill(moment((await world.ledgerTime()) + 100 * DAY_MS));
  await page.getByRole("button", { name: "Prepare the transaction" }).click();
  await page.getByText(/^must be a decimal string/).waitFor();
  await page.getByLabel("Amount in MERIT").fill("600");
  await page.getByRole("button", { name: "Prepare the transaction" }).click();
  await page.getByRole("button", { name: "Sign the grant" }).waitFor();
  await page.getByLabel("Amount in MERIT").fill("500");
  expect(await page.getByRole("button", { name: "Sign the grant" }).count()).toBe(0);
  await page.getByLabel("Amount in MERIT").fill("600");

  // One that starts at another time than the page has asked for is not offered.
  await page.route("**/api/vesting", async (route) => {
    const asked = route.request().postDataJSON();
    const starts_at = new Date(Date.now() - 50 * DAY_MS).toISOString();
    await route.continue({ postData: { ...asked, grants: [{ ...asked.grants[0], starts_at }] } });
  });
  await page.getByRole("button", { name: "Prepare the transaction" }).click();
  await page.getByRole("button", { name: "Sign the grant" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("it calls vesting.create with other arguments").waitFor();
  expect(await dialog.getByRole("button", { name: "Sign with Freighter" }).isDisabled()).toBe(true);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.unroute("**/api/vesting");
  await page.getByRole("button", { name: "Prepare the transaction" }).click();

  // Nor is one again that came too late for the ledger: the next is a new one.
  await page.getByRole("button", { name: "Sign the grant" }).click();
  await dialog.getByRole("button", { name: "Sign with Freighter" }).waitFor();
  await world.ledger.increaseTime(10 * 60);
  await world.ledger.call("localnet_closeLedger");
  await dialog.getByRole("button", { name: "Sign with Freighter" }).click();
  await dialog.getByText("It did not happen").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();

  const words = await sign(page, "Sign the grant");
  expect(words).toContain(`Grant 600 tokens to ${beneficiary.address}, which vest from `);
  expect(words).toContain("It takes 600 MERIT out of this wallet.");
  await page.getByText("The ledger has this grant").waitFor();
  expect(await page.getByRole("button", { name: "Sign the grant" }).count()).toBe(0);
  await rowOf(page, "Schedules", /active 0 of 600 MERIT/)
    .getByRole("link")
    .click();
  await page.getByText("0 MERIT", { exact: true }).first().waitFor();
  expect(await funder.balance(world.asset)).toBe(4_000_000_000n);
  const schedule = idIn(page);
  await expectUsable(page);

  await world.ledger.increaseTime(50 * DAY_SECONDS);
  await world.ledger.call("localnet_closeLedger");
  const theirs = await openPage(new URL(world.api.base).origin);
  await Freighter.install(theirs, beneficiary.keypair);
  await theirs.goto("/app/wallet/vesting");
  await theirs.getByRole("button", { name: "Connect Freighter" }).click();
  await sign(theirs, "Claim what has vested");
  const claimed = await beneficiary.balance(world.asset);
  expect(Number(claimed) / 1e7).toBeCloseTo(300, 0);

  await page.reload();
  expect(await sign(page, "Take back what has not vested")).toContain(
    "End the vesting; what has not vested returns to whoever granted it.",
  );
  await page.getByText("revoked", { exact: true }).waitFor();
  const { body } = await merchant.get(`/vesting/${schedule}`);
  expect(body).toMatchObject({ status: "revoked", total: "600", next_steps: [] });
  const returned = (await funder.balance(world.asset)) - 4_000_000_000n;
  expect(Number(returned) / 1e7).toBeCloseTo(300, 0);
  expect(Number(body.refunded)).toBe(Number(returned) / 1e7);
});
