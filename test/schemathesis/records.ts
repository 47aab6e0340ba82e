// Creates the records that the description's examples name, so that generated calls don't all get 404.
import { type Answer, Http } from "../support/http.ts";
import { until } from "../support/processes.ts";
import { signIn } from "../support/signed-in.ts";
import type { Wallet } from "../support/wallet.ts";
import type { World } from "../support/world.ts";

/** Highest ids in the examples: of records that the ledger must confirm (campaigns, rewards, drops), and of others. */
const ON_LEDGER = 4;
const RECORDS = 9;

/** The example's price of an item. */
const PRICE = 400;
const DAY_MS = 86_400_000;

export interface Callers {
  merchant: Http;
  /** Headers of the user and the administrator. */
  user: Record<string, string>;
  admin: Record<string, string>;
}

/** Values for the records that the examples name. */
export interface Named {
  /** The wallet is linked to the user. */
  wallet: string;
  /** Code of an open voucher. */
  code: string;
}

/** The records of one merchant and one user. */
export async function makeRecords(world: World, callers: Callers): Promise<Named> {
  const wallet = await world.wallet();
  await link(world, wallet, callers.user);
  const campaigns = await payOut(world, callers.merchant, wallet);
  await shareOut(callers.merchant, wallet);
  await loyalty(callers, wallet, campaigns);
  await refer(world, callers.merchant, wallet, campaigns);
  await background(world.api, callers);
  return { wallet: wallet.address, code: await makeVouchers(callers.merchant, wallet, campaigns) };
}

async function link({ api }: World, { address: wallet_address, keypair }: Wallet, user: Callers["user"]) {
  const { message } = made(await api.post("/wallet/link", { wallet_address }, user));
  const signature = Buffer.from(keypair.signMessage(message)).toString("base64");
  made(await api.post("/wallet/link", { wallet_address, message, signature }, user));
}

/** Campaigns with a reward each; their ids. */
async function payOut(world: World, merchant: Http, wallet: Wallet): Promise<number[]> {
  const campaigns: number[] = [];
  for (let index = 0; index < ON_LEDGER; index++) {
    const campaign_id = await world.campaign(merchant, { budget: "1000" });
    const reward = { campaign_id, wallet_address: wallet.address, amount: "1", idempotency_key: crypto.randomUUID() };
    await world.settled(merchant, made(await merchant.post("/rewards/issue", reward)).id, "confirmed");
    campaigns.push(campaign_id);
  }
  return campaigns;
}

/** Vouchers of each campaign, one of which is redeemed. @returns the code of an open one */
async function makeVouchers(merchant: Http, { address: wallet_address }: Wallet, campaigns: number[]): Promise<string> {
  const codes: string[] = [];
  for (const campaign of campaigns) {
    const { vouchers } = made(await merchant.post(`/campaigns/${campaign}/vouchers`, { count: 3, amount: "1" }));
    codes.push(...vouchers.map(({ code }: { code: string }) => code));
  }
  const [open = "", other] = codes;
  made(await merchant.post("/vouchers/redeem", { code: other, wallet_address }));
  return open;
}

async function shareOut(merchant: Http, { address: wallet_address }: Wallet): Promise<void> {
  const terms = { name: "Thanks", ends_at: new Date(Date.now() + 30 * DAY_MS).toISOString() };
  const shares = [{ wallet_address, amount: "1" }];
  const drops = await repeated(ON_LEDGER, () => merchant.post("/drops", { ...terms, shares }));
  for (const { id } of drops) {
    await until(async () => {
      const { status, error_message } = made(await merchant.get(`/drops/${id}`));
      if (status === "failed") throw new Error(`drop ${id}: ${error_message}`);
      return status === "active" ? true : undefined;
    });
  }
}

/** A newcomer whom the wallet brought, with bonuses from its own sponsorship. */
async function refer(world: World, merchant: Http, wallet: Wallet, [campaign_id]: number[]): Promise<void> {
  const newcomer = await world.wallet();
  const wallet_address = newcomer.address;
  const [own, other] = [await signIn(world, wallet), await signIn(world, newcomer)];
  const { id } = made(await merchant.get("/merchants/me"));
  const ends_at = new Date(Date.now() + 30 * DAY_MS).toISOString();
  const terms = { bonus_newcomer: "1", budget: "2", ends_at, qualifies_on: "first_reward" };
  made(await merchant.post("/referral-programs", { ...terms, sponsor: wallet.address }));
  await until(async () => (made(await merchant.get("/referral-programs/me")).program ? true : undefined));
  await own.call("referral.fund", { merchant: id, amount: "2" });
  await own.call("referral.enrol");
  await other.call("referral.bind", { referrer: wallet.address });
  const reward = { campaign_id, wallet_address, amount: "1", idempotency_key: crypto.randomUUID() };
  made(await merchant.post("/rewards/issue", reward));
  await until(async () => {
    const { data } = made(await merchant.get("/referrals?status=qualified"));
    return data.length > 0 ? true : undefined;
  });
}

async function loyalty({ merchant, user }: Callers, wallet: Wallet, campaigns: number[]): Promise<void> {
  const rule = { kind: "spend", points: 1, per: "10", currency: "EUR" };
  for (const campaign of campaigns) made(await merchant.post(`/campaigns/${campaign}/rules`, rule));
  const wallet_address = wallet.address;
  const award = { wallet_address, points: 10 * RECORDS * PRICE };
  made(await merchant.post("/points/award", { ...award, reference: "welcome" }));
  const [item] = await repeated(RECORDS, () => merchant.post("/catalogue", { name: "Bag of beans", price: PRICE }));
  const api = new Http(merchant.base);
  await repeated(RECORDS, () => api.post("/redemptions", { item_id: item.id }, user));
  const spent = { wallet_address, amount: "125.5", currency: "EUR" };
  await repeated(RECORDS, (index) => merchant.post("/points/events", { ...spent, reference: `visit-${index}` }));
}

async function background(api: Http, { merchant, admin }: Callers): Promise<void> {
  made(await merchant.post("/merchants/me/keys", { name: "Till", scopes: ["read"] }));
  await repeated(RECORDS, () => api.post("/admin/reports", { kind: "users", format: "json" }, admin));
  const schedule = { kind: "users", cron: "0 6 * * 1", period_days: 7 };
  await repeated(RECORDS, () => api.post("/admin/report-schedules", schedule, admin));
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes
async function repeated(times: number, call: (index: number) => Promise<Answer>): Promise<any[]> {
  const bodies = [];
  for (let index = 1; index <= times; index++) bodies.push(made(await call(index)));
  return bodies;
}

/** The body of an answer that must be a success. */
function made({ status, body }: Answer) {
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}
