import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Keypair } from "@stellar/stellar-sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { merit } from "../testing/cli.ts";
import { authorised, bytes, contracts, envelopeOf, paying, withLedger } from "../testing/envelopes.ts";
import { scriptedApi } from "../testing/scripted-api.ts";

// Requests and output of the commands; test/e2e/vesting.test.ts signs and waits for a real ledger.

const key = Keypair.random();
const funder = key.publicKey();
const [ada, grace] = [Keypair.random().publicKey(), Keypair.random().publicKey()];
const schedule = "7d".repeat(32);
const NOW = "2027-01-15T00:00:00.000Z";
const ENDS = "2030-01-01T00:00:00.000Z";

const { api, folder, env } = scriptedApi({ MERIT_API_KEY: "key", MERIT_TOKEN: "token" });

afterEach(() => void vi.useRealTimers());

const run = (line: string) => merit(line.split(" "), { env });
const sent = () => api.requests.at(-1);

const envelope = {
  ...{ hash: "5f", kind: "vesting.create", wallet_address: funder, drop_id: null, expires_at: ENDS },
  ...{ envelope: "AAAA", network_passphrase: "Test", reserve_xlm: "0" },
};
const row = {
  ...{ schedule, status: "active", funder, granted_to: ada, beneficiary: ada, total: "100", released: "40" },
  ...{ refunded: "0", revocable: true, revoked_at: null, offered_to: null, offer_ends_at: null, tx_hash: "ab" },
  ...{ created_at: ENDS, updated_at: ENDS },
};
const shown = {
  ...{ ...row, revoker: funder, linear: { starts_at: ENDS, cliff_at: ENDS, ends_at: ENDS }, tranches: null },
  ...{ vested: "60", claimable: "20", next_vesting_at: null, ends_at: ENDS },
  next_steps: [{ call: "vesting.claim", wallet_address: ada, until: null }],
};

function grants(): void {
  api.on("POST /vesting", ({ body }) => {
    const { grants } = body as { grants: { idempotency_key: string }[] };
    const states = grants.map(({ idempotency_key }) => ({ idempotency_key, schedule, state: "to_sign" }));
    return { status: 201, body: { ...envelope, grants: states } };
  });
}

it("grants to a list, with a key for each wallet unless the line has one", async () => {
  grants();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(NOW) });
  const file = join(folder, "list.csv");
  writeFileSync(file, `wallet,amount,key\n${ada},5\n${grace},7.5,row-2\n`);
  const { code, out, err } = await run(
    `vesting grant --wallet ${funder} --key y27 --file ${file} --cliff-at 2027-07-01 --ends-at 2029-12-31 --no-revocable`,
  );
  expect(code).toBe(0);
  const plan = { revocable: false, cliff_at: "2027-07-01T00:00:00.000Z", ends_at: ENDS };
  const starts_at = NOW;
  expect(sent()?.body).toEqual({
    wallet_address: funder,
    grants: [
      { idempotency_key: `y27:${ada}`, beneficiary: ada, amount: "5", starts_at, ...plan },
      { idempotency_key: "row-2", beneficiary: grace, amount: "7.5", starts_at, ...plan },
    ],
  });
  expect(out).toMatch(/^To sign +AAAA$/m);
  expect(out).toMatch(/^row-2 +to_sign +7d/m);
  expect(err).toMatch(/merit vesting submit/);
});

it.each([
  ["now", "--cliff-at 2099-07-01 --ends-at 2100-01-01", NOW],
  ["now without a cliff", "--ends-at 2100-01-01", NOW],
  ["the cliff if that has passed", "--cliff-at 2020-07-01 --ends-at 2100-01-01", "2020-07-01T00:00:00.000Z"],
  ["the end if that has passed", "--ends-at 2020-06-30T12:00:00Z", "2020-06-30T12:00:00.000Z"],
  ["what was said", "--starts-at 2098-01-01 --cliff-at 2099-07-01 --ends-at 2100-01-01", "2098-01-01T00:00:00.000Z"],
])("starts the plan at %s", async (_, times, starts_at) => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(NOW) });
  grants();
  await run(`vesting grant --wallet ${funder} --key k --beneficiary ${ada} --amount 5 ${times}`);
  expect(sent()?.body).toMatchObject({ grants: [{ starts_at }] });
});

it("grants in tranches to one wallet", async () => {
  grants();
  await run(
    `vesting grant --wallet ${funder} --key k --beneficiary ${ada} --tranche 2027-01-01=1 --tranche 2028-01-01=2.5`,
  );
  expect(sent()?.body).toMatchObject({
    grants: [
      {
        ...{ idempotency_key: `k:${ada}`, beneficiary: ada, revocable: true },
        tranches: [
          { at: "2027-01-01T00:00:00.000Z", amount: "1" },
          { at: "2028-01-01T00:00:00.000Z", amount: "2.5" },
        ],
      },
    ],
  });
});

it.each([
  ["no beneficiary", "--ends-at 2029-12-31"],
  ["no end", `--beneficiary ${ada} --amount 5`],
  ["no amount", `--beneficiary ${ada} --ends-at 2029-12-31`],
  ["a tranche without an amount", `--beneficiary ${ada} --tranche 2027-01-01`],
  ["both kinds of plan", `--beneficiary ${ada} --tranche 2027-01-01=1 --ends-at 2029-12-31`],
])("refuses a grant with %s", async (_, options) => {
  expect((await run(`vesting grant --wallet ${funder} --key k ${options}`)).code).toBe(2);
  expect(api.requests).toEqual([]);
});

function keyFile(text = key.secret()): string {
  const file = join(folder, "wallet.key");
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

/** The service takes what was signed; the ledger has it at once. */
function lands(): void {
  withLedger(api);
  const submission = { hash: "5f", kind: "vesting.create", wallet_address: funder, tx_hash: "ab", error_message: null };
  api.on("POST /wallet/submit", { status: 202, body: { ...submission, status: "pending" } });
  api.on("GET /wallet/submissions/5f", { body: { ...submission, status: "confirmed" } });
  api.on(`GET /vesting/${schedule}`, { body: shown });
}

describe("with the wallet's key", () => {
  const line = `vesting grant --wallet ${funder} --key k --beneficiary ${ada} --amount 5 --starts-at 2027-01-01T00:00:00.900Z --ends-at 2029-12-31`;
  const linear = {
    ...{ total: 50_000_000n, start: BigInt(Date.UTC(2027, 0) / 1000), cliff: BigInt(Date.UTC(2027, 0) / 1000) },
    end: BigInt(Date.UTC(2030, 0) / 1000),
  };
  const asked = {
    ...{ reference: bytes(schedule), beneficiary: ada, revoker: funder },
    plan: { tag: "Linear" as const, values: [linear] as const },
  };
  const create = (...batch: (typeof asked)[]) => contracts.vesting.call("create", { funder, batch });
  const grants = [{ idempotency_key: `k:${ada}`, schedule, state: "to_sign" }];

  function signs(operation: ReturnType<typeof create>): void {
    lands();
    const signed = { ...envelope, ...envelopeOf(funder, [operation]) };
    api.on("POST /vesting", (_, count) =>
      count === 0
        ? { status: 201, body: { ...signed, grants } }
        : { body: { envelope: null, grants: [{ ...grants[0], state: "granted" }] } },
    );
  }

  it("signs the grants that were asked for, and waits until the service has read them", async () => {
    signs(paying(create(asked), funder, 50_000_000n));
    env.MERIT_WALLET_KEY = keyFile();
    expect(await run(line)).toMatchObject({ code: 0, out: expect.stringMatching(/^k:G\w+ +granted/m) });
  });

  it.each([
    ["another beneficiary", authorised(create({ ...asked, beneficiary: grace }))],
    ["a grant that nobody can revoke", authorised(create({ ...asked, revoker: undefined as unknown as string }))],
    [
      "another amount",
      authorised(create({ ...asked, plan: { tag: "Linear", values: [{ ...linear, total: 50_000_001n }] } })),
    ],
    [
      "an earlier end",
      authorised(create({ ...asked, plan: { tag: "Linear", values: [{ ...linear, end: linear.start }] } })),
    ],
    ["a grant more", authorised(create(asked, asked))],
    ["a payment of more", paying(create(asked), funder, 50_000_001n)],
  ])("refuses %s", async (_, operation) => {
    signs(operation);
    expect(await run(`${line} --wallet-key ${keyFile()}`)).toMatchObject({
      ...{ code: 1, err: expect.stringMatching(/was not signed/) },
    });
    expect(api.requests.map(({ path }) => path)).not.toContain("/wallet/submit");
  });

  it("signs no grant twice, whatever the service says", async () => {
    lands();
    const signed = { ...envelope, ...envelopeOf(funder, [paying(create(asked), funder, 50_000_000n)]) };
    api.on("POST /vesting", { status: 201, body: { ...signed, grants } });
    expect(await run(`${line} --wallet-key ${keyFile()}`)).toMatchObject({
      ...{ code: 1, err: expect.stringMatching(/grants again that this command had signed/) },
    });
    expect(api.requests.filter(({ path }) => path === "/wallet/submit")).toHaveLength(1);
  });

  it("asks the service for nothing if the key can't be read", async () => {
    expect(await run(`${line} --wallet-key ${keyFile("not a key")}`)).toMatchObject({
      ...{ code: 2, err: expect.stringMatching(/holds no wallet's secret key/) },
    });
    expect(api.requests).toEqual([]);
  });

  it("signs the revocation of the schedule that was named", async () => {
    lands();
    const revoke = (id: string) => contracts.vesting.call("revoke", { revoker: funder, id: bytes(id) });
    const offered = (id: string) => ({
      status: 201,
      body: { ...envelope, ...envelopeOf(funder, [authorised(revoke(id))]) },
    });
    const line = `vesting revoke ${schedule} --wallet-key ${keyFile()}`;
    api.on(`GET /vesting/${schedule}`, { body: shown });
    api.on("POST /wallet/envelope", offered("ef".repeat(32)));
    expect((await run(line)).err).toMatch(/was not signed/);
    api.on("POST /wallet/envelope", offered(schedule));
    expect((await run(line)).out).toMatch(/^Status +confirmed$/m);
    api.on(`GET /vesting/${schedule}`, { body: { ...shown, revoker: null } });
    expect(await run(line)).toMatchObject({ code: 1, err: expect.stringMatching(/Nobody can revoke/) });
  });

  it("offers a schedule to nobody but the wallet that was named", async () => {
    const begin = contracts.vesting.call("begin_transfer", { beneficiary: funder, id: bytes(schedule), to: grace });
    lands();
    const next_steps = [{ call: "vesting.begin_transfer", wallet_address: funder, until: null }];
    api.on(`GET /vesting/${schedule}`, { body: { ...shown, next_steps } });
    const body = { ...envelope, ...envelopeOf(funder, [authorised(begin)]) };
    api.on("POST /wallet/envelope", { status: 201, body });
    const offer = (to: string) => run(`vesting wallet offer ${schedule} --to ${to} --wallet-key ${keyFile()}`);
    expect((await offer(ada)).err).toMatch(/was not signed/);
    expect((await offer(grace)).code).toBe(0);
  });
});

it("lists and shows schedules, for merchants by key and for wallets by token", async () => {
  api.on("GET /vesting", { body: { data: [row], has_more: false, next_cursor: null } });
  api.on(`GET /vesting/${schedule}`, { body: shown });
  expect((await run(`vesting list --status active --beneficiary ${ada}`)).out).toMatch(
    /^7d\w+ +active +G\w+ +100 +40 /m,
  );
  expect(sent()).toMatchObject({ query: { status: "active", beneficiary: ada }, headers: { "x-api-key": "key" } });
  expect((await run(`vesting show ${schedule}`)).out).toMatch(/^Claimable now +20$/m);
  await run("vesting wallet list");
  expect(sent()?.headers).toMatchObject({ authorization: "Bearer token" });
  expect((await run(`vesting wallet show ${schedule}`)).out).toMatch(/^Possible now +vesting.claim$/m);
});

it("asks for the wallet's steps that the schedule allows, and for no others", async () => {
  api.on(`GET /vesting/${schedule}`, { body: shown });
  api.on("POST /wallet/envelope", { status: 201, body: { ...envelope, kind: "vesting.claim" } });
  const { out, err } = await run(`vesting wallet claim ${schedule}`);
  expect(sent()?.body).toEqual({ wallet_address: ada, call: "vesting.claim", schedule });
  expect(out).toMatch(/^Call +vesting.claim$/m);
  expect(err).toMatch(/merit wallet submit/);
  expect(await run(`vesting wallet accept ${schedule}`)).toMatchObject({ code: 1 });
  expect(sent()?.path).toBe(`/vesting/${schedule}`);
});

it("hands in what was signed elsewhere, and says why the ledger refused it", async () => {
  lands();
  expect((await run("vesting submit AAAA")).out).toMatch(/^Status +confirmed$/m);
  expect(sent()?.headers).toMatchObject({ "x-api-key": "key" });
  await merit(["wallet", "submit", "-"], { env, stdin: "BBBB\n" });
  expect(api.requests.findLast(({ path }) => path === "/wallet/submit")).toMatchObject({
    ...{ body: { envelope: "BBBB" }, headers: { authorization: "Bearer token" } },
  });
  api.on("GET /wallet/submissions/5f", { body: { status: "failed", error_message: "too late" } });
  expect(await run("vesting submit AAAA")).toMatchObject({ code: 1, err: expect.stringMatching(/too late/) });
});
