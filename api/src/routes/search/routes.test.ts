import { renamedJob } from "@merit/core/operations/search/renamed.ts";
import { nonceOf } from "@merit/core/operations/search/search-id.ts";
import { campaigns } from "@merit/core/store/db/schema/campaigns.ts";
import { drops } from "@merit/core/store/db/schema/drops.ts";
import { catalogueItems, contractItems } from "@merit/core/store/db/schema/redemptions.ts";
import { searchAnalytics } from "@merit/core/store/db/schema/search.ts";
import { users, userWallets } from "@merit/core/store/db/schema/users.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { Keypair } from "@stellar/stellar-sdk";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService, type TestUser } from "../../testing/service.ts";

let service: TestService;
let coffee: { id: number; key: string; campaignId: number };
let tea: typeof coffee;
let ada: TestUser;
let boss: TestUser;

beforeAll(async () => {
  service = await startService();
  coffee = await service.merchant({ name: "Spring roast" });
  tea = await service.merchant({ name: "Spring blossom tea" });
  ada = await service.user({ first_name: "Springer", last_name: "Lovelace" });
  boss = await service.user();
  await change((store) => store.update(users).set({ role: "admin" }).where(eq(users.id, boss.id)));
  await rename(coffee, "Café Zoë");
});
afterAll(() => service[Symbol.asyncDispose]());

type Change = Parameters<TestService["world"]["context"]["db"]["commit"]>[0];
const change = (update: (store: Parameters<Change>[0]) => PromiseLike<unknown>) =>
  service.world.context.db.commit(async (store) => void (await update(store)));

async function rename({ key }: { key: string }, name: string): Promise<void> {
  expect((await service.call("PATCH /api/merchants/me", { key, body: { name } })).status).toBe(200);
  await renamedJob.run(service.world.context, { signal: new AbortController().signal, progress: async () => {} });
}

interface Credential {
  key?: string;
  token?: string;
}
const asUser = ({ accessToken: token }: TestUser): Credential => ({ token });
const asMerchant = ({ key }: { key: string }): Credential => ({ key });

const search = (q: string, who: Credential, more = "") =>
  service.call(`GET /api/search?q=${encodeURIComponent(q)}${more}`, who);

async function found(q: string, who: Credential, more = ""): Promise<string[]> {
  const { status, body } = await search(q, who, more);
  expect(status).toBe(200);
  return body.data.map(({ type, title }: { type: string; title: string }) => `${type}: ${title}`);
}

describe("what is found", () => {
  it("is every record that has a word beginning with each searched word", async () => {
    expect(await found("spr", asUser(ada))).toEqual(
      expect.arrayContaining(["campaign: Spring roast", "campaign: Spring blossom tea"]),
    );
    expect(await found("SPRING te", asUser(ada))).toEqual(["campaign: Spring blossom tea"]);
    expect(await found("pring", asUser(ada))).toEqual([]);
    expect(await found("cafe", asUser(ada))).toEqual(["campaign: Spring roast"]);
  });

  it("is found by the parts of its compounds, addresses and numbers, in their order", async () => {
    const name = "Zoë’s self-made batch-88/b, v1.5 of shop.example.org";
    await service.merchant({ name });
    for (const q of ["made", "SELF-MADE", "88", "batch-8", "example", "shop.ex", "v1.5", "zoe's", "ZOË bat"]) {
      expect(await found(q, asUser(ada)), q).toContain(`campaign: ${name}`);
    }
    for (const q of ["made-self", "bat-88", "88-batch"]) expect(await found(q, asUser(ada)), q).toEqual([]);
  });

  it("ranks a match in the name above one in its merchant's name", async () => {
    const shop = await service.merchant({ name: "Autumn" });
    await rename(shop, "Roast house");
    expect(await found("roast", asUser(ada))).toEqual(["campaign: Spring roast", "campaign: Autumn"]);
  });

  it("shows what was found, without markup", async () => {
    await service.merchant({ name: "<b>Bold</b> & “quoted”" });
    const { body } = await search("bold", asUser(ada));
    expect(body.data[0]).toMatchObject({
      title: "<b>Bold</b> & “quoted”",
      highlight: [
        { text: "<b>", match: false },
        { text: "Bold", match: true },
        { text: "</b> & “quoted”", match: false },
      ],
    });
    await service.merchant({ name: "Crème brûlée" });
    expect((await search("BRULE", asUser(ada))).body.data[0].highlight).toEqual([
      { text: "Crème ", match: false },
      { text: "brûlée", match: true },
    ]);
  });

  it("follows names, states and merchants", async () => {
    const shop = await service.merchant({ name: "Winterling" });
    const { campaignId: id } = shop;
    const set = (values: object) => change((store) => store.update(campaigns).set(values).where(eq(campaigns.id, id)));
    await service.call(`PATCH /api/campaigns/me/${id}`, { ...asMerchant(shop), body: { name: "Snowdrop" } });
    expect(await found("winterling", asUser(ada))).toEqual([]);
    expect(await found("snowdrop", asUser(ada))).toEqual(["campaign: Snowdrop"]);
    await set({ status: "ended" });
    expect(await found("snowdrop", asUser(ada))).toEqual([]);
    expect(await found("snowdrop", asMerchant(shop))).toEqual(["campaign: Snowdrop"]);
    expect(await found("snowdrop", asMerchant(tea))).toEqual([]);
    expect(await found("snowdrop", asUser(boss))).toEqual(["campaign: Snowdrop"]);
  });

  it("shows an item to everybody only while it can be redeemed", async () => {
    const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
    const body = { name: "Teapot of iron", price: 50, stock: 1 };
    const { id } = (await service.call("POST /api/catalogue", { ...asMerchant(coffee), body })).body;
    const set = (item: object) =>
      change((store) => store.update(catalogueItems).set(item).where(eq(catalogueItems.id, id)));
    const terms = { price: 1n, active: true, fulfil_within: 60, cancel_within: 0, price_version: 1, stock: 1 };
    await change((store) => store.insert(contractItems).values({ item: "7", merchant: "1", ...terms }));
    const isOpen = async () => (await found("teapot", asUser(ada))).length === 1;
    expect(await isOpen()).toBe(true);
    for (const [shut, open] of [
      [{ starts_at: future }, { starts_at: past }],
      [{ ends_at: past }, { ends_at: future }],
      [{ stock: 0 }, { stock: null }],
      [{ price: null }, { contract_item_id: "7" }],
    ] as const) {
      await set(shut);
      expect(await isOpen(), JSON.stringify(shut)).toBe(false);
      expect(await found("teapot", asMerchant(tea))).toEqual([]);
      expect(await found("teapot", asMerchant(coffee))).toEqual(["item: Teapot of iron"]);
      expect(await found("teapot", asUser(boss))).toEqual(["item: Teapot of iron"]);
      await set(open);
      expect(await isOpen(), JSON.stringify(open)).toBe(true);
    }
  });

  it("holds catalogue items", async () => {
    const body = { name: "Mug of clay", description: "Handmade by Wilhelmina", price: 50 };
    const { status, body: item } = await service.call("POST /api/catalogue", { ...asMerchant(coffee), body });
    expect(status).toBe(201);
    expect(await found("wilhelm", asUser(ada))).toEqual(["item: Mug of clay"]);
    expect(await found("clay", asUser(ada), "&type=campaign")).toEqual([]);
    expect(await found("clay", asUser(ada), "&type=item")).toEqual(["item: Mug of clay"]);
    const archive = { ...asMerchant(coffee), body: { status: "archived" } };
    expect((await service.call(`PATCH /api/catalogue/${item.id}`, archive)).status).toBe(200);
    expect(await found("clay", asUser(ada))).toEqual([]);
    expect(await found("clay", asMerchant(coffee))).toEqual(["item: Mug of clay"]);
  });
});

describe("who finds what", () => {
  it("drops, only with a share and a proven wallet", async () => {
    const wallet = Keypair.random().publicKey();
    const body = {
      name: "Thanksgiving gift",
      ends_at: new Date(Date.now() + 86_400_000).toISOString(),
      shares: [{ wallet_address: wallet, amount: "1" }],
    };
    const { body: drop } = await service.call("POST /api/drops", { ...asMerchant(coffee), body });
    const [eve, bob] = [await service.user(), await service.user()];
    const link = (user: TestUser, address: string, proven_at: Date | null) =>
      change((store) =>
        store.insert(userWallets).values({ address, user_id: user.id, proven_at, created_at: new Date() }),
      );
    await link(eve, wallet, null);
    await link(bob, newWallet(), new Date());
    await change((store) => store.update(drops).set({ status: "active" }).where(eq(drops.id, drop.id)));
    for (const other of [eve, bob, ada]) expect(await found("thanksgiving", asUser(other))).toEqual([]);
    expect(await found("thanksgiving", asMerchant(tea))).toEqual([]);
    await change((store) =>
      store.update(userWallets).set({ proven_at: new Date() }).where(eq(userWallets.address, wallet)),
    );
    expect(await found("thanksgiving", asUser(eve))).toEqual(["drop: Thanksgiving gift"]);
    expect(await found("thanksgiving", asMerchant(coffee))).toEqual(["drop: Thanksgiving gift"]);
    expect(await found("thanksgiving", asUser(boss))).toEqual(["drop: Thanksgiving gift"]);
  });

  it("issuances, only the merchant's own, by reference or wallet", async () => {
    const wallet = newWallet();
    const body = { idempotency_key: "order-77", campaign_id: coffee.campaignId, wallet_address: wallet, amount: "2.5" };
    expect((await service.call("POST /api/rewards/issue", { ...asMerchant(coffee), body })).status).toBe(202);
    expect(await found("order-7", asMerchant(coffee))).toEqual(["issuance: order-77"]);
    expect(await found(wallet, asMerchant(coffee))).toEqual(["issuance: order-77"]);
    expect((await search("order-77", asMerchant(coffee))).body.data[0].subtitle).toBe("2.5, Spring roast");
    expect(await found("order-7", asMerchant(coffee), "&type=issuance")).toEqual(["issuance: order-77"]);
    for (const other of [asMerchant(tea), asUser(ada), asUser(boss)]) {
      expect(await found("order-7", other)).toEqual([]);
      expect(await found(wallet, other, "&type=issuance")).toEqual([]);
    }
  });

  it("users, only administrators, by name, address and wallet", async () => {
    const wallet = newWallet();
    const linked = { address: wallet, user_id: ada.id, proven_at: new Date(), created_at: new Date() };
    await change((store) => store.insert(userWallets).values(linked));
    for (const q of ["lovelace", ada.email, wallet, wallet.slice(0, 12)]) {
      expect(await found(q, asUser(boss)), q).toEqual(["user: Springer Lovelace"]);
      expect(await found(q, asUser(ada)), q).toEqual([]);
      expect(await found(q, asMerchant(coffee)), q).toEqual([]);
      expect(await found(q, asMerchant(coffee), "&type=user"), q).toEqual([]);
    }
    expect((await search("lovelace", asUser(boss))).body.data[0]).toMatchObject({ id: ada.id, subtitle: ada.email });
    await change((store) => store.delete(userWallets).where(eq(userWallets.address, wallet)));
    expect(await found(wallet, asUser(boss))).toEqual([]);
  });

  it("nobody finds a deleted user, and no word of them stays", async () => {
    const gone = await service.user({ first_name: "Xanthippe" });
    expect(await found("xanth", asUser(boss))).toEqual(["user: Xanthippe"]);
    await service.call(`DELETE /api/users/${gone.id}`, { token: gone.accessToken });
    expect(await found("xanth", asUser(boss))).toEqual([]);
    const { db } = service.world.context;
    const stored =
      db.engine === "sqlite"
        ? sql`select block from search_users_data`
        : sql`select search_users::text from search_users`;
    const texts = await db.read(async (store) => store.values(stored));
    expect(texts.join()).toContain("springer");
    expect(texts.join()).not.toContain("xanthippe");
  });

  it("requires a credential, and its scope of a key", async () => {
    expect((await search("spring", {})).body).toMatchObject({ status: 401, code: "missing_credentials" });
    const keyOf = { name: "till", scopes: ["issue"] };
    const { body } = await service.call("POST /api/merchants/me/keys", { ...asMerchant(coffee), body: keyOf });
    expect((await search("spring", { key: body.api_key })).body).toMatchObject({ code: "insufficient_scope" });
  });
});

describe("any text", () => {
  it.each([
    '"',
    '""',
    'spring"* OR title:*',
    "NEAR(spring roast)",
    "title : spring",
    "-spring",
    "^spring",
    "spring AND",
    "(spring",
    "{title}",
    "*",
    "'; drop table users; --",
    "\\",
    "😀",
    "%",
    "a".repeat(100),
    Array.from({ length: 50 }, () => "a").join(" "),
    "\ue000spring\ue001",
  ])("%s is only words", async (q) => {
    for (const who of [asUser(ada), asMerchant(coffee), asUser(boss)]) {
      expect((await search(q, who)).status).toBe(200);
    }
  });

  it.each([
    ["q", ""],
    ["q", "a".repeat(101)],
    ["q", "a\u0000b"],
  ])("%s is refused: %j", async (field, q) => {
    expect((await search(q, asUser(ada))).body).toMatchObject({ status: 422, errors: [{ field }] });
  });

  it.each(["&cursor=abc", "&type=merchant", "&limit=0"])("%s is refused", async (more) => {
    expect((await search("spring", asUser(ada), more)).status).toBe(422);
  });
});

it("continues by cursor, for the same search", async () => {
  for (let index = 0; index < 5; index += 1) await service.merchant({ name: `Page number ${index}` });
  const all = (await search("page number", asUser(ada))).body;
  expect(all).toMatchObject({ total: 5, has_more: false });
  const first = (await search("page number", asUser(ada), "&limit=3")).body;
  expect(first).toMatchObject({ total: 5, has_more: true });
  const second = (await search("page number", asUser(ada), `&limit=3&cursor=${first.next_cursor}`)).body;
  expect(second).toMatchObject({ search_id: first.search_id, has_more: false, next_cursor: null });
  expect([...first.data, ...second.data]).toEqual(all.data);
  const rows = await service.world.context.db.read(async (store) =>
    store
      .select()
      .from(searchAnalytics)
      .where(eq(searchAnalytics.nonce, nonceOf(first.search_id))),
  );
  expect(rows).toHaveLength(1);
});

it("is limited by caller", async () => {
  await using strict = await startService({ RATE_LIMIT_SEARCH: "2", RATE_LIMIT_WHITELIST: "192.0.2.1" });
  const { accessToken: token } = await strict.user();
  const statuses = [];
  for (let count = 0; count < 3; count += 1) {
    statuses.push((await strict.call("GET /api/search?q=spring", { token })).status);
  }
  expect(statuses).toEqual([200, 200, 429]);
});
