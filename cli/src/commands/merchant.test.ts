import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Keypair } from "@stellar/stellar-sdk";
import { beforeEach, describe, expect, it } from "vitest";
import { merit, problem, startApi } from "../testing/cli.ts";
import { authorised, contracts, envelopeOf, withLedger } from "../testing/envelopes.ts";
import { scriptedApi } from "../testing/scripted-api.ts";

const { api, folder, env } = scriptedApi();

beforeEach(async () => {
  api.on("POST /merchants/register", ({ body }, count) => ({
    status: 201,
    body: { id: count + 1, ...(body as object), api_key: `secret-${count + 1}`, created_at: "2027-01-01T00:00:00Z" },
  }));
  api.on("GET /merchants/me", {
    body: {
      ...{ id: 1, name: "Shop", email: "a@shop.example", created_at: "2027-01-01T00:00:00Z" },
      ...{ email_verified: false, pending_email: "b@shop.example" },
    },
  });
  api.on("GET /merchants/me/balance", {
    body: {
      ...{ free: "900", incoming: "5", reserved: "87.5", daily_limit: "1000", daily_limit_left: "987.5" },
      owner: null,
      pending_owner: { wallet_address: "GOWNER", from: "2027-01-02T00:00:00Z", until: "2027-01-16T00:00:00Z" },
      takeable: [{ kind: "campaign", id: 2, name: "Spring", left: "87.5", steps: ["end", "settle"] }],
      deposit: { contract: "CPOOL", merchant: 1, asset: "MERIT:GISSUER" },
    },
  });
});

const register = ["merchant", "register", "--name", "Shop", "--email", "a@shop.example"];
const profile = () => join(folder, "merit", "config.json");

it("fund shows the key with which a lost call can be repeated, and not where nothing was sent", async () => {
  const fund = ["merchant", "fund", "2", "1000"];
  const headers = { env: { ...env, MERIT_TOKEN: "token" } };
  api.on("POST /admin/merchants/2/fund", { drop: true });
  const { code, err } = await merit(fund, headers);
  const key = /isn't known .* --idempotency-key ([0-9a-f-]{36}) /.exec(err)?.[1];
  expect({ code, key }).toEqual({ code: 1, key: api.requests.at(-1)?.headers["idempotency-key"] });
  const gone = await startApi();
  await gone[Symbol.asyncDispose]();
  const unsent = await merit([...fund, "--url", gone.url], headers);
  expect(unsent.err).toContain("Nothing listens at");
  expect(unsent.err).not.toContain("isn't known");
});

const gateway = { status: 504, headers: { "content-type": "text/html" }, body: "<html>504 Gateway Time-out</html>" };

it.each([
  ["a gateway answers in its place", gateway, true],
  ["a gateway finds no service", { ...gateway, status: 503 }, true],
  ["the service fails in the middle", problem(500, "internal_error", "Something went wrong."), true],
  ["the database may have it", problem(503, "database_unavailable", "The connection broke."), false],
])("fund shows that key also if %s", async (_, reply, isUnknown) => {
  api.on("POST /admin/merchants/2/fund", reply);
  const fund = (...more: string[]) =>
    merit(["merchant", "fund", "2", "1000", ...more], { env: { ...env, MERIT_TOKEN: "token" } });
  const { err } = await fund();
  const sent = api.requests.at(-1)?.headers["idempotency-key"];
  expect(err).toContain(`With --idempotency-key ${sent} it is done at most once.`);
  expect(err.includes("isn't known whether")).toBe(isUnknown);
  const { detail, idempotency_key } = JSON.parse((await fund("--json")).err);
  expect(idempotency_key).toBe(api.requests.at(-1)?.headers["idempotency-key"]);
  expect(detail).toContain(idempotency_key);
});

it("fund claims no doubt where the service has refused it", async () => {
  api.on("POST /admin/merchants/2/fund", problem(503, "busy", "Try later."));
  const { err } = await merit(["merchant", "fund", "2", "1000"], { env: { ...env, MERIT_TOKEN: "token" } });
  expect(err).not.toMatch(/isn't known|--idempotency-key/);
});

it("fund --wait shows what became of it", async () => {
  const grant = { id: 5, merchant_id: 2, amount: "1000", status: "pending", tx_hash: null, error_message: null };
  const later = (changed: object) => ({ body: { id: 2, grants: { data: [{ ...grant, ...changed }] } } });
  api.on("POST /admin/merchants/2/fund", { status: 202, body: grant });
  api.on("GET /admin/merchants/2", (_, count) => later(count === 0 ? {} : { status: "confirmed", tx_hash: "ab" }));
  const fund = () => merit(["merchant", "fund", "2", "1000", "--wait"], { env: { ...env, MERIT_TOKEN: "token" } });
  expect(await fund()).toMatchObject({ code: 0, out: expect.stringMatching(/Status +confirmed\nTransaction +ab/) });
  api.on("GET /admin/merchants/2", later({ status: "failed", error_message: "The treasury holds fewer tokens." }));
  expect(await fund()).toMatchObject({ code: 1, err: expect.stringContaining("The treasury holds fewer tokens.") });
});

describe("merchant recover", () => {
  it("asks for a mail, and saves the key that its token makes in place of the lost one", async () => {
    await merit(register, { env });
    api.on("POST /merchants/keys/recover", { status: 204, body: undefined });
    const asked = await merit(["merchant", "recover", "--email", "a@shop.example"], { env });
    expect(asked.err).toContain("a mail with a token is on its way");
    api.on("POST /merchants/keys/recover", {
      status: 201,
      body: { id: 1, name: "Shop", email: "a@shop.example", api_key: "secret-9", created_at: "2027-01-01T00:00:00Z" },
    });
    const { out } = await merit(["merchant", "recover", "--token", "abc"], { env });
    expect(out).toMatch(/^API key {2}secret-9$/m);
    expect(api.requests.at(-1)?.body).toEqual({ token: "abc" });
    expect(JSON.parse(readFileSync(profile(), "utf8")).servers[api.url].api_key).toBe("secret-9");
    await merit(["merchant", "recover", "--token", "abc", "--end-other-keys"], { env });
    expect(api.requests.at(-1)?.body).toEqual({ token: "abc", end_other_keys: true });
    expect((await merit(["merchant", "recover"], { env })).code).not.toBe(0);
  });
});

it("merchant confirm sends the token with the key, and shows the addresses", async () => {
  await merit(register, { env });
  api.on("POST /auth/email/verify", { status: 204, body: undefined });
  const { code, out } = await merit(["merchant", "confirm", "--token", "abc"], { env });
  expect(code).toBe(0);
  expect(api.requests.find(({ path }) => path.endsWith("/auth/email/verify"))).toMatchObject({
    headers: { "x-api-key": "secret-1" },
    body: { token: "abc" },
  });
  expect(out).toContain("a@shop.example (not confirmed)");
  expect(out).toContain("b@shop.example");
});

describe("merchant register", () => {
  it("prints the key and saves it for its server, readable by its owner alone", async () => {
    const { code, out } = await merit(register, { env });
    expect(code).toBe(0);
    expect(out).toMatch(/^API key {2}secret-1$/m);
    expect(statSync(profile()).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(profile(), "utf8"))).toEqual({
      url: api.url,
      servers: { [api.url]: { api_key: "secret-1", merchant_id: 1, name: "Shop" } },
    });
  });

  it("makes the next commands use that server and key", async () => {
    await merit(register, { env });
    await merit(["merchant", "show"], { env: { XDG_CONFIG_HOME: folder } });
    expect(api.requests[1]).toMatchObject({ path: "/merchants/me", headers: { "x-api-key": "secret-1" } });
  });

  it("never sends a saved key to another server", async () => {
    await merit(register, { env });
    await using other = await startApi();
    await merit(["merchant", "show", "--url", other.url], { env });
    expect(other.requests).toHaveLength(1);
    expect(other.requests[0]?.headers).not.toHaveProperty("x-api-key");
  });

  it("doesn't replace a saved key when a second merchant registers", async () => {
    await merit(register, { env });
    const second = await merit(register, { env });
    expect(second).toMatchObject({ code: 2, err: expect.stringMatching(/merchant 1 \(Shop\).*\n.*--replace/) });
    expect(api.requests).toHaveLength(1);
    expect(await merit([...register, "--no-save", "--json"], { env })).toMatchObject({ code: 0 });
    expect(readFileSync(profile(), "utf8")).toContain("secret-1");
    await merit([...register, "--replace"], { env });
    expect(readFileSync(profile(), "utf8")).toContain("secret-3");
  });

  it("prints the key even if it can't be saved", async () => {
    const { code, out, err } = await merit(register, { env: { ...env, XDG_CONFIG_HOME: "/dev/null" } });
    expect(out).toContain("secret-1");
    expect(err).toMatch(/it is not saved/);
    expect(code).toBe(1);
  });

  it("refuses keys that others may read", async () => {
    await merit(register, { env });
    chmodSync(profile(), 0o644);
    const { code, err } = await merit(["merchant", "show"], { env });
    expect(err).toBe(`error: ${profile()} holds API keys, and others may read it.\nRun: chmod 600 ${profile()}\n`);
    expect(code).toBe(1);
  });
});

describe("merchant show", () => {
  it("prefers the option over the environment over the saved key", async () => {
    await merit(register, { env });
    await merit(["merchant", "show"], { env: { ...env, MERIT_API_KEY: "from-env" } });
    await merit(["merchant", "show", "--api-key", "from-option"], { env: { ...env, MERIT_API_KEY: "from-env" } });
    const shown = api.requests.filter(({ path }) => path === "/merchants/me");
    expect(shown.map(({ headers }) => headers["x-api-key"])).toEqual(["from-env", "from-option"]);
  });
});

describe("merchant show", () => {
  it("shows what is free, reserved and left of the daily limit, and how to deposit", async () => {
    const { out, err } = await merit(["merchant", "show"], { env: { ...env, MERIT_API_KEY: "k" } });
    expect(out).toMatch(/^Free +900$/m);
    expect(out).toMatch(/^Incoming +5$/m);
    expect(out).toMatch(/^Reserved +87.5$/m);
    expect(out).toMatch(/^Left today +987.5$/m);
    expect(err).toContain("deposit(from, 1, stroops) of CPOOL");
    const json = await merit(["merchant", "show", "--json"], { env: { ...env, MERIT_API_KEY: "k" } });
    expect(JSON.parse(json.out)).toMatchObject({ id: 1, balance: { free: "900" } });
  });
});

describe("the owner of a merchant's balance", () => {
  const key = Keypair.random();
  const own = key.publicKey();
  const other = Keypair.random().publicKey();
  const { pool } = contracts;
  const withdraw = { owner: own, merchant: 1n, to: own, amount: 2_500_000_000n };

  async function run(line: string, operation: ReturnType<typeof authorised>) {
    const file = join(folder, "owner.key");
    writeFileSync(file, key.secret(), { mode: 0o600 });
    withLedger(api);
    const common = { hash: "ab", kind: "pool.withdraw", wallet_address: own };
    api.on("POST /wallet/envelope", { status: 201, body: { ...common, ...envelopeOf(own, [authorised(operation)]) } });
    api.on("POST /wallet/submit", { status: 202, body: { ...common, status: "pending" } });
    api.on("GET /wallet/submissions/ab", { body: { ...common, status: "confirmed", tx_hash: "cd" } });
    return merit(["merchant", ...line.split(" "), "--wallet-key", file], { env: { ...env, MERIT_TOKEN: "token" } });
  }

  it.each([
    ["withdraw 1 250", pool.call("withdraw", withdraw)],
    [`withdraw 1 250 --to ${other}`, pool.call("withdraw", { ...withdraw, to: other })],
    ["apply-owner 1", pool.call("apply_owner", { owner: own, merchant: 1n })],
    [`set-owner 1 ${other}`, pool.call("set_owner", { operator: own, merchant: 1n, owner: other })],
  ])("signs %s", async (line, operation) => {
    const { code, out } = await run(line, operation);
    expect([code, out]).toEqual([0, expect.stringMatching(/^Transaction +cd$/m)]);
  });

  it.each([
    ["another recipient", "withdraw 1 250", pool.call("withdraw", { ...withdraw, to: other })],
    ["another amount", "withdraw 1 250", pool.call("withdraw", { ...withdraw, amount: 2_500_000_001n })],
    ["another merchant", "withdraw 2 250", pool.call("withdraw", withdraw)],
    ["another owner", `set-owner 1 ${other}`, pool.call("set_owner", { operator: own, merchant: 1n, owner: own })],
    ["another merchant's owner", "apply-owner 2", pool.call("apply_owner", { owner: own, merchant: 1n })],
  ])("signs no call with %s", async (_, line, operation) => {
    const { code, err } = await run(line, operation);
    expect([code, err]).toEqual([1, expect.stringMatching(/was not signed/)]);
    expect(api.requests.map(({ path }) => path)).not.toContain("/wallet/submit");
  });
});

describe("merchant statement", () => {
  const total = (type: string, amount: string, payments = 0) => ({
    type,
    entries: amount === "0" ? 0 : 1,
    payments,
    amount,
  });
  const body = {
    ...{ merchant_id: 1, asset: "MERIT:GISSUER", ledger: 7, complete: false },
    ...{ from: "2026-10-01T00:00:00.000Z", to: "2026-11-01T00:00:00.000Z" },
    opening: { free: "900", reserved: "100" },
    totals: [total("grant", "0"), total("reserved", "50"), total("reward", "12.5", 2)],
    closing: { free: "850", reserved: "137.5" },
  };
  const withKey = () => ({ env: { ...env, MERIT_API_KEY: "k" } });

  it("shows what changed both balances, and says when more may follow", async () => {
    api.on("GET /merchants/me/statement", { body });
    const { out, err } = await merit(["merchant", "statement", "--month", "2026-10"], withKey());
    expect(api.requests.at(-1)?.query).toEqual({ month: "2026-10" });
    const rows = out.split("\n").map((line) => line.split(/ {2,}/));
    expect(rows).toContainEqual(["opening", "-", "-", "900", "100"]);
    expect(rows).toContainEqual(["reserved", "1", "0", "-50", "+50"]);
    expect(rows).toContainEqual(["reward", "1", "2", "-", "-12.5"]);
    expect(rows).toContainEqual(["closing", "-", "-", "850", "137.5"]);
    expect(out).not.toContain("grant");
    expect(err).toContain("More may follow");
  });

  it("writes the entries to a file that only its owner can read", async () => {
    const file = join(folder, "october.csv");
    api.on("GET /merchants/me/statement", { body: "time,type\r\n", headers: { "content-type": "text/csv" } });
    expect((await merit(["merchant", "statement", "--csv", "--out", file], withKey())).code).toBe(0);
    expect(readFileSync(file, "utf8")).toBe("time,type\r\n");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await merit(["merchant", "statement", "--out", file], withKey())).toMatchObject({
      code: 2,
      err: expect.stringContaining("--csv"),
    });
  });
});
