import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Keypair, type xdr } from "@stellar/stellar-sdk";
import { beforeEach, describe, expect, it } from "vitest";
import { merit, problem } from "../testing/cli.ts";
import { authorised, bytes, contracts, envelopeOf, paying, withLedger } from "../testing/envelopes.ts";
import { scriptedApi } from "../testing/scripted-api.ts";

const { api, folder, env } = scriptedApi({ MERIT_API_KEY: "key", MERIT_TOKEN: "token" });

const run = (line: string) => merit(line.split(" "), { env });
const sent = () => api.requests.at(-1);
const onePage = (row: object) => ({ body: { data: [row], has_more: false, next_cursor: null } });

const item = {
  ...{ id: 3, merchant_id: 1, name: "Beans", description: null, price: 400, price_version: 2, stock: null },
  ...{ platform_points: false, available: true, token: null, status: "active", starts_at: null, ends_at: null },
};

describe("merit catalogue", () => {
  it("creates an item with the given terms, once however often it is repeated", async () => {
    api.on("POST /catalogue", { status: 201, body: item });
    const until = "2030-01-31T12:00:00.000Z";
    const { code, out } = await run(
      `catalogue create --name Beans --price 400 --stock none --platform-points --until ${until} --idempotency-key k1`,
    );
    expect(code).toBe(0);
    expect(out).toMatch(/^Price +400 points \(version 2\)$/m);
    expect(sent()?.body).toEqual({ name: "Beans", price: 400, stock: null, platform_points: true, ends_at: until });
    expect(sent()?.headers["idempotency-key"]).toBe("k1");
  });

  it("changes the given terms, and refuses an empty change", async () => {
    api.on("PATCH /catalogue/3", { body: item });
    await run("catalogue update 3 --stock 40 --expected-stock 2 --contract-item 7");
    expect(sent()?.body).toEqual({ stock: 40, expected_stock: 2, contract_item_id: "7" });
    await run("catalogue update 3 --no-platform-points --status archived --price none");
    expect(sent()?.body).toEqual({ platform_points: false, status: "archived", price: null });
    await run("catalogue update 3 --token-price 2.5 --token-stock 9 --expected-token-stock 4 --no-token-active");
    expect(sent()?.body).toEqual({ token: { price: "2.5", stock: 9, expected_stock: 4, active: false } });
    await run("catalogue update 3 --fulfil-within 3600 --cancel-within 0 --wallet-limit none");
    expect(sent()?.body).toEqual({ token: { fulfil_within: 3600, cancel_within: 0, wallet_limit: null } });
    expect((await run("catalogue update 3")).code).toBe(2);
    expect((await run("catalogue update 3 --price 0")).code).toBe(2);
    expect((await run("catalogue update 3 --contract-item 07")).code).toBe(2);
    expect(api.requests).toHaveLength(4);
  });

  it("lists, shows and archives", async () => {
    const terms = { price: "5", active: true, fulfil_within: 3600, cancel_within: 60, wallet_limit: 2 };
    const change = { ...terms, price: "6", status: "failed", error_message: "Taken.", stock: 9, updated_at: "" };
    const forTokens = {
      ...item,
      price: null,
      token: { contract_item_id: "7", ...terms, price_version: 1, stock: 8, change },
    };
    api.on("GET /catalogue", onePage(forTokens));
    api.on("GET /catalogue/3", { body: forTokens });
    api.on("PATCH /catalogue/3", { body: { ...item, status: "archived" } });
    expect((await run("catalogue list --status active")).out).toMatch(
      /^ *3 +Beans +active +- +5 +no limit +8 +3600 s +60 s +2 +yes$/m,
    );
    expect(sent()?.query).toEqual({ merchant_id: "me", status: "active" });
    const { out } = await run("catalogue show 3");
    for (const line of ["On-chain price +5", "On-chain stock +8", "Fulfil within +3600 seconds"]) {
      expect(out).toMatch(new RegExp(`^${line}$`, "m"));
    }
    for (const line of [
      "Cancel within +60 seconds",
      "Limit per wallet +2",
      "Reason +Taken\\.",
      "New: On-chain price +6",
    ]) {
      expect(out).toMatch(new RegExp(`^${line}$`, "m"));
    }
    expect((await run("catalogue archive 3")).out).toMatch(/^Status +archived$/m);
  });
});

const redemption = {
  ...{ id: 5, kind: "points", status: "pending", user_id: 7, merchant_id: 1, item_id: 3, item_name: "Beans" },
  ...{
    quantity: 1,
    price: 400,
    price_version: 1,
    points: 400,
    reason: null,
    next_status: null,
    error_message: null,
    actions: [{ action: "fulfil", until: null }],
    on_chain: null,
  },
  ...{ created_at: "2026-11-22T10:12:40.551Z", updated_at: "2026-11-22T10:12:40.551Z" },
};

describe("merit redemption", () => {
  it("lists by filter, and shows one", async () => {
    api.on("GET /redemptions", onePage(redemption));
    api.on("GET /redemptions/5", { body: redemption });
    const { out } = await run("redemption list --status pending --kind points --item 3 --limit 5");
    expect(out).toMatch(/^ *5 +pending +Beans +1 +400 points +7 /m);
    expect(sent()?.query).toEqual({ status: "pending", kind: "points", item_id: "3", limit: "5" });
    expect(JSON.parse((await run("redemption show 5 --json")).out)).toEqual(redemption);
    expect((await run("redemption list --status lost")).code).toBe(2);
    api.on("GET /redemptions", onePage({ ...redemption, actions: [{ action: "cancel", until: null }] }));
    expect((await run("redemption list --mine")).out).toMatch(/^ *5 .* cancel$/m);
    expect(sent()?.headers.authorization).toBe("Bearer token");
  });

  it("fulfils and refunds, and says why it can't", async () => {
    api.on("POST /redemptions/5/steps", (_, count) =>
      count < 2
        ? { body: { ...redemption, status: ["fulfilled", "refunded"][count] } }
        : problem(409, "redemption_step_not_allowed", "No."),
    );
    expect((await run("redemption fulfil 5")).out).toMatch(/^Status +fulfilled$/m);
    expect(sent()?.body).toEqual({ step: "fulfil" });
    await merit(["redemption", "refund", "5", "--reason", "It broke.", "--no-restock"], { env });
    expect(sent()?.body).toEqual({ step: "refund", reason: "It broke.", restock: false });
    const refused = await run("redemption refund 5");
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("No.")]);
  });
});

it("merit points redeem pays with points, at most as many as were named", async () => {
  api.on("POST /redemptions", { status: 201, body: redemption });
  const { code, out } = await run("points redeem 3 --quantity 2 --max-price 400 --idempotency-key k1");
  expect([code, out]).toEqual([0, expect.stringMatching(/^Paid +\d+ points$/m)]);
  expect(sent()).toMatchObject({ body: { item_id: 3, quantity: 2, max_price: 400 } });
  expect(sent()?.headers).toMatchObject({ "idempotency-key": "k1", authorization: "Bearer token" });
  expect((await run("points redeem 3")).code).toBe(2);
});

describe("merit redemption of a wallet", () => {
  const key = Keypair.random();
  const wallet = key.publicKey();
  const [reference, hash] = ["ab", "cd"].map((byte) => byte.repeat(32)) as [string, string];
  const order = { item: 7n, quantity: 2, max_price: 60_000_000n, fulfil_within: 3_600n, cancel_within: 60n };
  const redeem = (changed: object = {}) =>
    contracts.redemption.call("redeem", { wallet, reference: bytes(reference), order: { ...order, ...changed } });
  const until = "2026-11-22T10:13:40.000Z";
  const on_chain = {
    ...{ wallet_address: wallet, contract_redemption_id: null, contract_item_id: "7", amount: "10", reference },
    ...{ cancel_until: until, deadline: "2026-11-22T11:12:40.000Z", tx_hash: hash, end_tx_hash: null },
  };
  const locked = { ...redemption, status: "locked", points: null, actions: [{ action: "cancel", until }], on_chain };
  const token = {
    ...{ contract_item_id: "7", price: "5", price_version: 1, active: true, fulfil_within: 3_600, cancel_within: 60 },
    ...{ wallet_limit: null, stock: 8, change: null },
  };
  const line = `redemption redeem 3 --quantity 2 --max-price 6 --reference ${reference}`;

  beforeEach(() => {
    env.MERIT_WALLET_KEY = join(folder, "ada.key");
    writeFileSync(env.MERIT_WALLET_KEY, key.secret(), { mode: 0o600 });
    withLedger(api);
    api.on("GET /catalogue/3", { body: { ...item, token } });
    api.on("GET /redemptions/5", { body: locked });
    const submission = { hash, escrow_id: null, drop_id: null, wallet_address: wallet, kind: "redemption.redeem" };
    const done = { ...submission, status: "confirmed", tx_hash: hash, error_message: null };
    api.on("POST /wallet/submit", { body: done });
    api.on(`GET /wallet/submissions/${hash}`, { body: done });
  });

  /** The service answers with a transaction of this operation. */
  const offers = (operation: xdr.Operation) =>
    api.on("POST /wallet/envelope", {
      status: 201,
      body: envelopeOf(wallet, [operation]),
    });
  const asked = () => api.requests.find(({ path }) => path === "/wallet/envelope")?.body;

  it("says what it costs and until when, signs only that, and shows what the ledger has", async () => {
    for (const lie of [
      paying(redeem({ cancel_within: 0n }), wallet, 100_000_000n),
      paying(redeem({ max_price: 60_000_001n }), wallet, 100_000_000n),
      paying(redeem(), wallet, 120_000_001n),
    ]) {
      offers(lie);
      expect((await run(line)).err).toMatch(/not signed/);
    }
    offers(paying(redeem(), wallet, 100_000_000n));
    api.on("GET /redemptions", (_, count) => (count === 0 ? { body: { data: [] } } : onePage(locked)));
    const { code, out, err } = await run(line);
    expect([code, out]).toEqual([0, expect.stringMatching(/^Possible now +cancel until 2026-11-22T10:13:40.000Z$/m)]);
    expect(err).toMatch(/^You redeem 2 x Beans for 5 tokens each, 10 in all; at most 6 each\.$/m);
    expect(err).toMatch(/^You can cancel on your own within 60 seconds, until about .*cancel_until/m);
    expect(err).toMatch(/^The merchant has to fulfil it within 3600 seconds, until about .*deadline/m);
    expect(asked()).toEqual({
      ...{ wallet_address: wallet, call: "redemption.redeem", item: 7, quantity: 2, max_price: "6" },
      ...{ fulfil_within: 3_600, cancel_within: 60, reference },
    });
  });

  it("signs nothing for an item that isn't on offer for tokens", async () => {
    api.on("GET /catalogue/3", { body: item });
    expect((await run(line)).err).toMatch(/isn't on offer for tokens/);
    expect(asked()).toBeUndefined();
  });

  it("cancels, takes back what nobody fulfilled in time, and withdraws", async () => {
    const name = { wallet, reference: bytes(reference) };
    offers(authorised(contracts.redemption.call("cancel", { caller: wallet, ...name })));
    expect((await run("redemption cancel 5")).code).toBe(0);
    offers(contracts.redemption.call("expire", name));
    expect((await run("redemption expire 5")).code).toBe(0);
    offers(contracts.redemption.call("withdraw", { account: wallet }));
    expect((await run("redemption withdraw")).out).toMatch(/^Status +confirmed$/m);
    api.on("GET /redemptions/5", { body: { ...locked, on_chain: { ...on_chain, wallet_address: "GOTHER" } } });
    expect((await run("redemption cancel 5")).err).toMatch(/made by the wallet GOTHER/);
    api.on("GET /redemptions/5", { body: redemption });
    expect((await run("redemption expire 5")).err).toMatch(/paid with points/);
  });
});
