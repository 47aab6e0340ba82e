import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Http } from "./http.ts";
import { until } from "./processes.ts";
import { signIn } from "./signed-in.ts";
import type { Wallet } from "./wallet.ts";
import type { World } from "./world.ts";

const DAY_MS = 86_400_000;

/** Settings of a world in which a reward that can't be paid fails soon. */
export const QUICK_FAILURE = { WORKER_MAX_ATTEMPTS: "2" };

/** A shop with something on every page of its dashboard, and a customer with something on every page of the wallet. */
export interface Demo {
  merchant: Http;
  /** Wallet of the customer, who has a trustline and an account. */
  wallet: Wallet;
  ids: { campaign: number; drop: number; webhook: number; batch: number; failed: number; paid: number };
  /** Path of the page of a voucher that nobody has redeemed. */
  voucher: string;
  /** Stops the receiver of the webhook's deliveries. */
  end(): void;
}

/** Fills a world through the API. `name`: what the names of everything shown are made into. */
export async function fillDemo(world: World, name = (text: string) => text): Promise<Demo> {
  const merchant = await world.merchant(name("Blue Door Coffee"));
  const post = async (path: string, body: object) => {
    const answer = await merchant.post(path, body);
    if (answer.status >= 300) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const receiver = createServer((_, response) => response.writeHead(204).end()).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const { port } = receiver.address() as AddressInfo;
  const webhook = await post("/webhooks", { url: `http://127.0.0.1:${port}/merit`, description: name("The till") });
  await world.campaign(merchant, { name: name("Autumn guests"), budget: "250" });
  const campaign = await world.campaign(merchant, { name: name("Breakfast club"), budget: "600" });

  const wallets = await Promise.all(Array.from({ length: 6 }, () => world.wallet()));
  const [wallet] = wallets as [Wallet];
  const poor = await world.wallet({ trustline: false });
  const customer = await signIn(world, wallet);
  const issue = async (to: Wallet, amount: string) =>
    (
      await post("/rewards/issue", {
        campaign_id: campaign,
        wallet_address: to.address,
        amount,
        idempotency_key: `order-${crypto.randomUUID().slice(0, 8)}`,
      })
    ).id as number;
  const paid: number[] = [];
  for (const [index, to] of [...wallets, ...wallets].entries()) paid.push(await issue(to, String(2.5 + index * 1.25)));
  const failed = await issue(poor, "12.5");
  await Promise.all(paid.map((id) => world.settled(merchant, id, "confirmed")));
  await world.settled(merchant, failed, "failed");

  const batch = await post(`/campaigns/${campaign}/vouchers`, { count: 6, amount: "5" });
  const codes: { code: string; url: string }[] = batch.vouchers;
  for (const [index, { code }] of codes.slice(0, 2).entries())
    await post("/vouchers/redeem", { code, wallet_address: wallets[index]?.address });
  const drop = await post("/drops", {
    name: name("Thank you, regulars"),
    ends_at: new Date((await world.ledgerTime()) + 14 * DAY_MS).toISOString(),
    shares: wallets.map(({ address }) => ({ wallet_address: address, amount: "7.5" })),
  });
  await until(async () => ((await merchant.get(`/drops/${drop.id}`)).body.status === "active" ? true : undefined));

  const user = (await customer.get("/users/me")).body;
  await asCustomer("PATCH", `/users/${user.id}`, { first_name: name("Ada"), last_name: name("Lovelace") });
  await post("/points/award", {
    user_id: user.id,
    points: 620,
    reason: name("Ten breakfasts"),
    reference: "breakfasts",
  });
  const mug = await post("/catalogue", { name: name("Enamel mug"), price: 180, description: name("Blue, 350 ml") });
  await post("/catalogue", { name: name("Flat white"), price: 60, description: name("Any size, any milk") });
  await post("/catalogue", { name: name("Bag of beans"), price: 420, description: name("250 g, roasted on Monday") });
  await asCustomer("POST", "/redemptions", { item_id: mug.id });

  /** A call of the customer's. */
  async function asCustomer(method: string, path: string, body: object): Promise<void> {
    const authorization = `Bearer ${customer.token}`;
    const answer = await world.api.send(method, path, JSON.stringify(body), { authorization });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
  }

  return {
    merchant,
    wallet,
    ids: { campaign, drop: drop.id, webhook: webhook.id, batch: batch.id, failed, paid: paid[0] ?? 0 },
    voucher: new URL(codes[5]?.url ?? "").pathname,
    end: () => receiver.close(),
  };
}
