import { record } from "@merit/core/agreements/vesting/events.ts";
import { systemClock } from "@merit/core/base/clock.ts";
import { newContract, newWallet, openAccount } from "@merit/core/testing/chain.ts";
import { grantedSchedule } from "@merit/core/testing/vesting.ts";
import { Keypair } from "@stellar/stellar-sdk";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startService, type TestService } from "../../testing/service.ts";
import { openSigners, type Signer, type Signers } from "../../testing/signers.ts";

// The effect of the transactions on the ledger is tested on a real one: test/e2e/vesting.test.ts.

const DAY_MS = 86_400_000;

let service: TestService;
let signers: Signers;
let merchant: { id: number; key: string };
beforeAll(async () => {
  service = await startService({ MERCHANT_FEE_BUDGET_XLM: "0.00003" });
  signers = openSigners(service);
});
afterAll(() => service[Symbol.asyncDispose]());
afterEach(() => {
  service.world.chain.down = false;
  service.world.context.clock = systemClock;
  delete service.world.chain.refusal;
  delete service.world.chain.closeTime;
});

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const post = (path: string, body?: object, key = merchant.key) =>
  service.call(`POST /api${path}`, { key, ...(body && { body }) });
const get = (path: string, key = merchant.key) => service.call(`GET /api${path}`, { key });

/** A wallet on the ledger that can sign. */
function funder(): Keypair {
  const keypair = Keypair.random();
  const address = keypair.publicKey();
  service.world.chain.accounts.set(address, openAccount(address));
  return keypair;
}

const grant = (key: string, change: object = {}) => ({
  ...{ idempotency_key: key, beneficiary: newWallet(), amount: "5", ends_at: inDays(365) },
  ...change,
});

beforeAll(async () => {
  merchant = await service.merchant(null);
});

describe("POST /vesting", () => {
  it("gives one transaction of the paying wallet, and the schedules' ids in advance", async () => {
    const wallet = funder();
    const body = { wallet_address: wallet.publicKey(), grants: [grant("a"), grant("b", { revocable: false })] };
    const first = await post("/vesting", body);
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ kind: "vesting.create", wallet_address: wallet.publicKey() });
    expect(first.body.grants).toMatchObject([
      { idempotency_key: "a", schedule: expect.stringMatching(/^[0-9a-f]{64}$/), state: "to_sign" },
      { idempotency_key: "b", state: "to_sign" },
    ]);
    const transaction = signers.read(first.body.envelope);
    expect(transaction.source).toBe(wallet.publicKey());
    expect(transaction.operations).toHaveLength(1);
    // A repeat names the same schedules, which the ledger creates once.
    expect((await post("/vesting", body)).body.grants).toEqual(first.body.grants);
    const other = await service.merchant(null);
    const foreign = await post("/vesting", body, other.key);
    expect(foreign.body.grants[0].schedule).not.toBe(first.body.grants[0].schedule);
  });

  it("puts twenty into a transaction, and those that the ledger has into none", async () => {
    const wallet = funder();
    const grants = Array.from({ length: 21 }, (_, index) => grant(`many:${index}`));
    const body = { wallet_address: wallet.publicKey(), grants };
    const states = async () =>
      (await post("/vesting", body)).body.grants.map(({ state }: { state: string }) => state).join(" ");
    expect(await states()).toBe(`${"to_sign ".repeat(20)}waiting`);
    const { grants: named } = (await post("/vesting", body)).body;
    const read = (indices: number[]) =>
      service.world.context.db.commit(async (store) => {
        for (const index of indices) {
          const { beneficiary } = grants[index] as { beneficiary: string };
          const data = { id: named[index].schedule, beneficiary, funder: wallet.publicKey(), total: "50000000" };
          await record(store, { ...event, type: "created", data: { ...data, revocable: true } });
        }
      });
    const event = { ledger_closed_at: new Date(), tx_hash: "a".repeat(64) };
    await read([0, 1]);
    expect(await states()).toBe(`granted granted ${"to_sign ".repeat(19).trim()}`);
    await read(grants.map((_, index) => index).slice(2));
    expect(await post("/vesting", body)).toMatchObject({ status: 200, body: { envelope: null } });
    const wrong = await post("/vesting", { ...body, grants: [grant("many:0")] });
    expect(wrong.body).toMatchObject({ status: 422, errors: [{ field: "grants.0.idempotency_key" }] });
  });

  it("puts fewer into a transaction that would cost too much", async () => {
    const { chain, context } = service.world;
    const body = {
      wallet_address: funder().publicKey(),
      grants: Array.from({ length: 8 }, (_, n) => grant(`dear:${n}`)),
    };
    const stateCounts = async () => {
      const { grants } = (await post("/vesting", body)).body;
      return grants.filter(({ state }: { state: string }) => state === "to_sign").length;
    };
    const whole = (await post("/vesting", body)).body.envelope.length;
    const usual = chain.resourceFeeOf;
    const limit = context.settings.worker.maxResourceFee;
    // Half of the grants cost just the allowed fee.
    chain.resourceFeeOf = (transaction) => (transaction.toXdr().length > whole * 0.6 ? limit + 1n : limit);
    expect(await stateCounts()).toBe(4);
    chain.resourceFeeOf = () => limit + 1n;
    expect((await post("/vesting", body)).body).toMatchObject({
      status: 409,
      detail: expect.stringMatching(/cost more/),
    });
    chain.resourceFeeOf = usual;
  });

  it.each([
    ["grants.0.amount", { amount: undefined }],
    ["grants.0.ends_at", { ends_at: undefined }],
    ["grants.0.amount", { tranches: [{ at: inDays(1), amount: "1" }], ends_at: undefined }],
    ["grants.0.starts_at", { ...tranches(inDays(1)), starts_at: inDays(0) }],
    ["grants.0.cliff_at", { ...tranches(inDays(1)), cliff_at: inDays(0) }],
    ["grants.0.tranches.1.at", tranches(...Array(2).fill(inDays(2)))],
    ["grants.0.tranches", tranches()],
    ["grants.0.cliff_at", { starts_at: inDays(2), cliff_at: inDays(1) }],
    ["grants.0.ends_at", { cliff_at: inDays(500) }],
    ["grants.0.beneficiary", { beneficiary: "GABC" }],
  ])("names %s when it is wrong", async (field, change) => {
    const { body } = await post("/vesting", { wallet_address: newWallet(), grants: [grant("x", change)] });
    expect(body).toMatchObject({ status: 422, errors: expect.arrayContaining([expect.objectContaining({ field })]) });
  });

  it("refuses a key that another wallet of the merchant's has granted", async () => {
    const { id, key } = await service.merchant(null);
    const [first, second] = [funder(), funder()];
    const body = { wallet_address: first.publicKey(), grants: [grant("moved")] };
    const [{ schedule }] = (await post("/vesting", body, key)).body.grants;
    await grantedSchedule(service.world, id, { funder: first.publicKey() });
    const { beneficiary } = body.grants[0] as { beneficiary: string };
    const data = { id: schedule, beneficiary, funder: first.publicKey(), total: "50000000", revocable: true };
    const event = { type: "created", ledger_closed_at: new Date(), tx_hash: "a".repeat(64), data };
    await service.world.context.db.commit((store) => record(store, event));
    const again = await post("/vesting", { ...body, wallet_address: second.publicKey() }, key);
    expect(again.body).toMatchObject({
      status: 422,
      errors: [{ field: "grants.0.idempotency_key", message: expect.stringContaining(first.publicKey()) }],
    });
  });

  it("refuses a key that appears twice", async () => {
    const { body } = await post("/vesting", { wallet_address: newWallet(), grants: [grant("x"), grant("x")] });
    expect(body.errors).toMatchObject(
      [{ field: "grants.1.idempotency_key", message: /twice/ }].map((e) => ({
        ...e,
        message: expect.stringMatching(e.message),
      })),
    );
  });

  it("says in plain words what the ledger refuses", async () => {
    const body = { wallet_address: funder().publicKey(), grants: [grant("refused", tranches(inDays(1), inDays(2)))] };
    service.world.chain.refusal = 10;
    expect((await post("/vesting", body)).body).toMatchObject({
      ...{ status: 409, code: "operation_refused", detail: "The wallet holds fewer tokens than it would pay." },
    });
    delete service.world.chain.refusal;
    expect((await post("/vesting", { ...body, wallet_address: newWallet() })).body.code).toBe("account_missing");
    service.world.chain.down = true;
    expect((await post("/vesting", body)).body).toMatchObject({ status: 503, code: "rpc_unavailable" });
  });
});

function tranches(...times: string[]) {
  return { amount: undefined, ends_at: undefined, tranches: times.map((at) => ({ at, amount: "1" })) };
}

describe("a merchant's signed transaction", () => {
  it("is taken from that merchant alone, and shows it the wallet's schedules", async () => {
    const other = await service.merchant(null);
    const wallet = funder();
    const { schedule } = await grantedSchedule(service.world, other.id, { funder: wallet.publicKey() });
    expect((await get(`/vesting/${schedule}`)).status).toBe(404);
    const { envelope, hash } = (await post("/vesting", { wallet_address: wallet.publicKey(), grants: [grant("own")] }))
      .body;
    expect((await get(`/vesting/${schedule}`)).status).toBe(404);
    const signed = { envelope: signers.sign(envelope, wallet) };
    expect((await post("/wallet/submit", signed, other.key)).body.code).toBe("envelope_unknown");
    const user = await signers.create();
    expect((await signers.submit(user, signed.envelope)).body.code).toBe("envelope_unknown");
    expect(await post("/wallet/submit", signed)).toMatchObject({ status: 202, body: { kind: "vesting.create" } });
    expect((await get(`/wallet/submissions/${hash}`)).body).toMatchObject({ status: "pending" });
    expect((await get(`/wallet/submissions/${hash}`, other.key)).status).toBe(404);
    expect((await get(`/vesting/${schedule}`)).status).toBe(200);
  });

  it("counts towards the merchant's fee budget", async () => {
    const { key } = await service.merchant(null);
    const submit = async (name: string) => {
      const wallet = funder();
      const asked = { wallet_address: wallet.publicKey(), grants: [grant(name)] };
      const { envelope } = (await post("/vesting", asked, key)).body;
      return post("/wallet/submit", { envelope: signers.sign(envelope, wallet) }, key);
    };
    // Each costs 100 stroops, as nothing was simulated.
    for (const name of ["first", "second", "third"]) expect((await submit(name)).status).toBe(202);
    expect((await submit("fourth")).body).toMatchObject({ status: 429, code: "fee_budget_spent" });
  });
});

describe("GET /vesting", () => {
  it("shows merchants what they funded, by status and beneficiary", async () => {
    const { id, key } = await service.merchant(null);
    const [first, second] = [await grantedSchedule(service.world, id), await grantedSchedule(service.world, id)];
    const schedulesOf = async (query = "") =>
      (await get(`/vesting${query}`, key)).body.data.map(({ schedule }: { schedule: string }) => schedule);
    expect(await schedulesOf()).toEqual([second.schedule, first.schedule]);
    expect(await schedulesOf(`?beneficiary=${first.beneficiary}`)).toEqual([first.schedule]);
    expect(await schedulesOf("?status=revoked")).toEqual([]);
    const { body } = await get("/vesting?limit=1", key);
    expect(body).toMatchObject({ has_more: true, data: [{ total: "100", released: "0", status: "active" }] });
    expect(await schedulesOf(`?cursor=${body.next_cursor}`)).toEqual([first.schedule]);
    expect(await schedulesOf("").then(() => get("/vesting?status=old", key))).toMatchObject({ status: 422 });
  });

  it("shows users what their wallets have or are offered", async () => {
    const [holder, heir] = [await signers.create(), await signers.create()];
    const { schedule } = await grantedSchedule(service.world, merchant.id, { beneficiary: holder.wallet });
    const listOf = async ({ accessToken: token }: Signer) =>
      (await service.call("GET /api/vesting", { token })).body.data;
    expect(await listOf(holder)).toMatchObject([{ schedule, offered_to: null }]);
    expect(await listOf(heir)).toEqual([]);
    const expires_at = String(Math.floor(Date.now() / 1000) + 60);
    const offer = { type: "transfer_begun", data: { id: schedule, to: heir.wallet, expires_at } };
    const event = { ledger_closed_at: new Date(), tx_hash: "a".repeat(64) };
    await service.world.context.db.commit((store) => record(store, { ...event, ...offer }));
    expect(await listOf(heir)).toMatchObject([{ schedule, offered_to: heir.wallet }]);
    service.world.context.clock = { now: () => new Date(Date.now() + 61_000) };
    expect(await listOf(heir)).toEqual([]);
    expect(await listOf(holder)).toMatchObject([{ schedule, offered_to: null }]);
  });
});

describe("GET /vesting/<schedule>", () => {
  const stepsOf = ({ body }: { body: { next_steps: { call: string }[] } }) =>
    body.next_steps.map(({ call }) => call.replace("vesting.", ""));

  it("says what has vested and what each party can do", async () => {
    const [holder, heir] = [await signers.create(), await signers.create()];
    const own = { beneficiary: holder.wallet, claimable: 400_000_000n };
    const { schedule, funder } = await grantedSchedule(service.world, merchant.id, own);
    const shown = await get(`/vesting/${schedule}`);
    expect(shown.body).toMatchObject({
      ...{ schedule, status: "active", funder, revoker: funder, total: "100", vested: "40", claimable: "40" },
      ...{ linear: { ends_at: shown.body.ends_at }, tranches: null, next_vesting_at: null },
      next_steps: [{ call: "vesting.revoke", wallet_address: funder, until: shown.body.ends_at }],
    });
    const read = ({ accessToken: token }: Signer) => service.call(`GET /api/vesting/${schedule}`, { token });
    expect(stepsOf(await read(holder))).toEqual(["claim", "begin_transfer", "revoke"]);
    expect((await read(heir)).status).toBe(404);
    const expires_at = String(Math.floor(Date.now() / 1000) + 60);
    const offer = { type: "transfer_begun", data: { id: schedule, to: heir.wallet, expires_at } };
    const event = { ledger_closed_at: new Date(), tx_hash: "a".repeat(64) };
    await service.world.context.db.commit((store) => record(store, { ...event, ...offer }));
    expect(stepsOf(await read(holder))).toEqual(["claim", "begin_transfer", "cancel_transfer", "revoke"]);
    expect(stepsOf(await read(heir))).toEqual(["accept_transfer"]);
    expect((await get("/vesting")).body.data).toContainEqual(
      expect.objectContaining({ schedule, offered_to: heir.wallet }),
    );
    // The ledger's clock decides, which tests can move.
    service.world.chain.closeTime = new Date(Date.now() + 60_000);
    expect(stepsOf(await read(holder))).toEqual(["claim", "begin_transfer", "revoke"]);
    expect((await read(holder)).body).toMatchObject({ offered_to: null });
    expect((await read(heir)).status).toBe(404);
    expect((await get("/vesting")).body.data).toContainEqual(expect.objectContaining({ schedule, offered_to: null }));
    service.world.chain.down = true;
    expect((await get("/vesting")).status).toBe(200);
  });

  it("names the next tranche, and nothing to revoke without a revoker", async () => {
    const now = Math.floor(Date.now() / 1000);
    const at = (seconds: number, amount: bigint) => ({ time: BigInt(now + seconds), amount });
    const plan = { tag: "Tranches", values: [[at(-60, 1n), at(60, 2n), at(120, 999_999_997n)]] } as const;
    const { schedule } = await grantedSchedule(service.world, merchant.id, { revoker: null, plan: plan as never });
    const { body } = await get(`/vesting/${schedule}`);
    expect(body).toMatchObject({ linear: null, tranches: [{ amount: "0.0000001" }, {}, {}], next_steps: [] });
    expect(Date.parse(body.next_vesting_at)).toBe((now + 60) * 1000);
    expect(Date.parse(body.ends_at)).toBe((now + 120) * 1000);
    service.world.chain.closeTime = new Date((now + 60) * 1000);
    expect(Date.parse((await get(`/vesting/${schedule}`)).body.next_vesting_at)).toBe((now + 120) * 1000);
    service.world.chain.down = true;
    expect((await get(`/vesting/${schedule}`)).body).toMatchObject({ status: 503, code: "rpc_unavailable" });
  });
});

describe("an envelope that revokes", () => {
  const revoke = (wallet_address: string, schedule: string, key?: string) =>
    post("/wallet/envelope", { wallet_address, call: "vesting.revoke", schedule }, key);

  it("is the revoker's transaction", async () => {
    const wallet = funder().publicKey();
    const { schedule } = await grantedSchedule(service.world, merchant.id, { funder: wallet });
    const ask = () => revoke(wallet, schedule);
    expect(await ask()).toMatchObject({ status: 201, body: { kind: "vesting.revoke", wallet_address: wallet } });
    service.world.chain.refusal = 18022;
    expect((await ask()).body).toMatchObject({
      ...{ status: 409, code: "operation_refused", detail: "The schedule was revoked before." },
    });
    delete service.world.chain.refusal;
    expect((await revoke(wallet, "0".repeat(64))).status).toBe(404);
    expect((await revoke(funder().publicKey(), schedule)).body).toMatchObject({
      ...{ status: 409, code: "operation_refused", detail: `Only the wallet ${wallet} can revoke this schedule.` },
    });
    service.world.chain.accounts.delete(wallet);
    expect((await ask()).body.code).toBe("account_missing");
    service.world.chain.down = true;
    expect((await ask()).body.code).toBe("rpc_unavailable");
  });

  it("is refused where no wallet can revoke", async () => {
    for (const revoker of [null, newContract()]) {
      const { schedule } = await grantedSchedule(service.world, merchant.id, { revoker });
      expect((await revoke(newWallet(), schedule)).body).toMatchObject({ code: "schedule_not_revocable" });
    }
  });

  it("is no other merchant's, of whom a key asks for nothing else, and nobody's without the scope issue", async () => {
    const wallet = funder().publicKey();
    const { schedule } = await grantedSchedule(service.world, merchant.id, { funder: wallet });
    const other = await service.merchant(null);
    const { body: reader } = await post("/merchants/me/keys", { name: "reader", scopes: ["read"] });
    expect((await revoke(wallet, schedule, other.key)).body).toMatchObject({ status: 404, code: "not_found" });
    expect((await revoke(wallet, schedule, reader.api_key)).body).toMatchObject({
      status: 403,
      code: "insufficient_scope",
    });
    const claim = { wallet_address: wallet, call: "vesting.claim", schedule };
    expect((await post("/wallet/envelope", claim)).body).toMatchObject({ status: 401, code: "missing_token" });
    const { status, body } = await service.call("POST /api/wallet/envelope", { body: claim });
    expect([status, body.code]).toEqual([401, "missing_credentials"]);
    const stranger = await signers.create();
    expect((await signers.call({ ...stranger, wallet }, claim)).body).toMatchObject({ status: 404, code: "not_found" });
  });

  it("waits if another merchant with the same wallet just got the same transaction", async () => {
    const wallet = funder().publicKey();
    const other = await service.merchant(null);
    const { schedule } = await grantedSchedule(service.world, merchant.id, { funder: wallet });
    await grantedSchedule(service.world, other.id, { funder: wallet });
    const now = new Date();
    service.world.context.clock = { now: () => now };
    service.world.chain.closeTime = now;
    expect((await revoke(wallet, schedule)).status).toBe(201);
    expect((await revoke(wallet, schedule, other.key)).body.code).toBe("wallet_busy");
  });
});

it("a wallet's own steps are transactions for it to sign", async () => {
  const user = await signers.create();
  const { schedule } = await grantedSchedule(service.world, merchant.id, { beneficiary: user.wallet });
  const calls = [
    { call: "vesting.claim", schedule },
    { call: "vesting.revoke", schedule },
    { call: "vesting.begin_transfer", schedule, to: newWallet() },
    { call: "vesting.cancel_transfer", schedule },
    { call: "vesting.accept_transfer", schedule },
  ];
  for (const call of calls) {
    const { status, body } = await signers.call(user, call);
    expect(status).toBe(201);
    expect(body).toMatchObject({ kind: call.call, wallet_address: user.wallet });
  }
});
