import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Keypair } from "@stellar/stellar-sdk";
import { describe, expect, it } from "vitest";
import { merit, problem } from "../testing/cli.ts";
import { authorised, contracts, envelopeOf, paying, withLedger } from "../testing/envelopes.ts";
import { scriptedApi } from "../testing/scripted-api.ts";

const { api, folder, env } = scriptedApi({ MERIT_API_KEY: "key", MERIT_TOKEN: "token" });

const run = (line: string) => merit(line.split(" "), { env });
const sent = () => api.requests.at(-1);
const onePage = (row: object) => ({ body: { data: [row], has_more: false, next_cursor: null } });

const terms = {
  ...{ sponsor: "GA", bonus_referrer: "5", bonus_newcomer: "2.5", referrer_cap: "50", budget: "1000" },
  ...{ starts_at: "2026-11-21T18:00:00.000Z", ends_at: "2027-03-31T00:00:00.000Z", clawback_seconds: 1_209_600 },
  ...{ qualifies_on: "spend", min_spend: "20", currency: "EUR" },
};
const program = { merchant_id: 1, status: "running", ...terms, tx_hash: "ab" };
const funded = { ...program, funds: { free: "980", pending: "7.5", paid: "12.5" }, next_steps: ["fund", "leave"] };
const change = { status: "pending", error_message: null, ...terms };
const SET = "referral set --sponsor GA --for-referrer 5 --for-newcomer 2.5 --budget 1000 --ends-at 2027-03-30";
const bonus = { amount: "2.5", status: "pending", tx_hash: null };
const referral = {
  ...{ id: 5, merchant_id: 1, newcomer: "GN", referrer: "GR", status: "qualified", next_status: null },
  ...{ error_message: null, reason: null, for_newcomer: bonus, for_referrer: null, next_steps: ["revoke"] },
  ...{ claimable_at: "2026-12-06T10:12:40.000Z", expires_at: "2027-06-04T10:12:40.000Z", tx_hash: "ab" },
};

describe("merit referral", () => {
  it("sends all terms, and waits for the ledger", async () => {
    api.on("POST /referral-programs", { status: 202, body: { program: null, change } });
    api.on("GET /referral-programs/me", (_, count) => ({
      body: count === 0 ? { program: null, change } : { program: funded, change: null },
    }));
    const { code, out } = await run(`${SET} --on spend --min-spend 20 --currency EUR --wait`);
    expect(code).toBe(0);
    expect(out).toMatch(/^Qualifies on +spend of 20 EUR$/m);
    expect(out).toMatch(/^Paid +12.5$/m);
    expect(api.requests[0]?.body).toEqual({
      ...{ sponsor: "GA", bonus_referrer: "5", bonus_newcomer: "2.5", budget: "1000", clawback_days: 14 },
      ...{ ends_at: "2027-03-31T00:00:00.000Z", qualifies_on: "spend", min_spend: "20", currency: "EUR" },
    });
    expect((await run(SET)).code).toBe(2);
    expect((await run(`${SET} --on like`)).code).toBe(2);
  });

  it("says why the ledger refused the terms", async () => {
    const failed = { program, change: { ...change, status: "failed", error_message: "No." } };
    api.on("POST /referral-programs", { status: 202, body: { program, change } });
    api.on("GET /referral-programs/me", { body: { ...failed, program: funded } });
    const { code, err } = await run(`${SET} --on first_reward --wait`);
    expect([code, err]).toEqual([1, expect.stringContaining("No.")]);
  });

  it("shows programmes, and newcomers by filter", async () => {
    api.on("GET /referral-programs", onePage(program));
    api.on("GET /referral-programs/1", { body: { program: funded, change: null } });
    api.on("GET /referral-programs/me", { body: { program: null, change: null } });
    api.on("GET /referrals", onePage(referral));
    api.on("GET /referrals/5", { body: referral });
    expect((await run("referral programs --status running")).out).toMatch(/^ *1 +running +spend of 20 EUR +2.5 +5 /m);
    expect((await run("referral program 1")).out).toMatch(/^Next +fund, leave$/m);
    expect((await run("referral program")).err).toMatch(/no programme/);
    expect((await run("referral list --status qualified --referrer GR")).out).toMatch(
      /^ *5 +1 +qualified +GN +GR +2.5 pending +-$/m,
    );
    expect(sent()?.query).toEqual({ status: "qualified", referrer: "GR" });
    expect(JSON.parse((await run("referral show 5 --json")).out)).toEqual(referral);
  });

  it("revokes, and says why it can't", async () => {
    api.on("POST /referrals/5/revoke", (_, count) =>
      count === 0
        ? { status: 202, body: { ...referral, next_status: "revoked" } }
        : problem(409, "referral_not_revocable", "No."),
    );
    const { out } = await merit(["referral", "revoke", "5", "--reason", "It came back."], { env });
    expect(out).toMatch(/^Next status +revoked$/m);
    expect(sent()?.body).toEqual({ reason: "It came back." });
    expect((await run("referral revoke 5")).err).toContain("No.");
  });
});

describe("merit referral wallet", () => {
  it("shows what referrals earned, in points and tokens", async () => {
    const wallets = [{ wallet_address: "GR", enrolled: true, referrer: null }];
    const tokens = { pending: "5", claimable: "2.5", paid: "12.5", wallets };
    api.on("GET /users/referral", { body: { code: "K7", earned_points: 100, referred_users: 1, tokens } });
    api.on("GET /referrals", onePage(referral));
    api.on("GET /referrals/5", { body: referral });
    const { out } = await run("referral wallet earned");
    expect(out).toMatch(/^Points +100$/m);
    expect(out).toMatch(/^Tokens claimable +2.5$/m);
    expect(out).toMatch(/^GR +yes +-$/m);
    expect((await run("referral wallet list")).out).toMatch(/ 5 +1 +qualified/);
    expect((await run("referral wallet show 5")).out).toMatch(/^For the newcomer +2.5 pending$/m);
    expect(sent()?.headers.authorization).toBe("Bearer token");
  });

  const key = Keypair.random();
  const wallet_address = key.publicKey();
  const referrer = Keypair.random().publicKey();

  /** The service answers with a transaction of this operation, and takes it back. */
  function offers(operation: ReturnType<typeof authorised>): void {
    const common = { hash: "ab", kind: "referral.bind", wallet_address, expires_at: "2027" };
    const body = { ...common, ...envelopeOf(wallet_address, [operation]) };
    api.on("POST /wallet/envelope", { status: 201, body });
    api.on("POST /wallet/submit", { status: 202, body: { ...common, status: "pending" } });
    api.on("GET /wallet/submissions/ab", { body: { ...common, status: "confirmed", tx_hash: "cd" } });
  }
  const bind = authorised(contracts.referral.call("bind", { newcomer: wallet_address, referrer }));
  const fund = (amount: bigint) => contracts.referral.call("fund", { sponsor: wallet_address, merchant: 1n, amount });

  it("prints what the wallet is to sign, and hands in what it signed", async () => {
    offers(bind);
    const { out, err } = await run(`referral wallet bind --wallet ${wallet_address} --referrer ${referrer}`);
    expect(out).toMatch(/^To sign +AAAA/m);
    expect(err).toMatch(/merit wallet submit/);
    expect(sent()?.body).toEqual({ wallet_address, call: "referral.bind", referrer });
    await run(`referral wallet fund --wallet ${wallet_address} --merchant 1 --amount 20`);
    expect(sent()?.body).toMatchObject({ call: "referral.fund", merchant: 1, amount: "20" });
    expect((await run(`referral wallet fund --wallet GA --merchant 1 --amount x`)).code).toBe(2);
    expect((await run(`referral wallet claim --wallet GA --merchant 1`)).code).toBe(2);
    expect((await run("wallet submit AAAA")).out).toMatch(/^Transaction +cd$/m);
  });

  it("signs nothing but the call that was asked for", async () => {
    const file = join(folder, "wallet.key");
    writeFileSync(file, key.secret(), { mode: 0o600 });
    withLedger(api);
    const signed = (line: string) => run(`referral wallet ${line} --wallet ${wallet_address} --wallet-key ${file}`);
    offers(bind);
    const { code, err } = await signed(`bind --referrer ${wallet_address}`);
    expect([code, err]).toEqual([1, expect.stringMatching(/was not signed/)]);
    expect(err).not.toContain(key.secret());
    for (const lie of [
      paying(fund(200_000_001n), wallet_address, 200_000_000n),
      paying(fund(200_000_000n), wallet_address, 200_000_001n),
    ]) {
      offers(lie);
      expect((await signed("fund --merchant 1 --amount 20")).err).toMatch(/was not signed/);
    }
    expect(api.requests.map(({ path }) => path)).not.toContain("/wallet/submit");
    offers(paying(fund(200_000_000n), wallet_address, 200_000_000n));
    expect((await signed("fund --merchant 1 --amount 20")).out).toMatch(/^Status +confirmed$/m);
    offers(bind);
    expect((await signed(`bind --referrer ${referrer}`)).code).toBe(0);
  });
});
