import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { merit, problem, startApi, type TestApi } from "../testing/cli.ts";

let api: TestApi;
let env: Record<string, string>;

beforeEach(async () => {
  api = await startApi();
  env = { MERIT_URL: api.url, MERIT_API_KEY: "key-1", XDG_CONFIG_HOME: "/nonexistent" };
});

afterEach(async () => {
  await api[Symbol.asyncDispose]();
});

const payment = ["--campaign", "1", "--wallet", "GABC", "--amount", "12.50"];
const issue = ["reward", "issue", ...payment];
const issuance = {
  id: 7,
  idempotency_key: "order-1",
  campaign_id: 1,
  user_id: null,
  wallet_address: "GABC",
  amount: "12.5",
  status: "pending",
  tx_hash: null as string | null,
  error_message: null as string | null,
  attempts: 0,
  created_at: "2027-01-01T00:00:00.000Z",
  updated_at: "2027-01-01T00:00:00.000Z",
};
const accepted = { id: 7, status: "pending", idempotency_key: "order-1", tx_hash: null };

describe("reward issue", () => {
  it("sends what was typed under a new key that is shown before the answer", async () => {
    api.on("POST /rewards/issue", { drop: true });
    const { code, err } = await merit(issue, { env });
    const key = /^Idempotency key: ([0-9a-f-]{36})$/m.exec(err)?.[1];
    expect(api.requests[0]).toMatchObject({
      headers: { "x-api-key": "key-1" },
      body: { idempotency_key: key, campaign_id: 1, wallet_address: "GABC", amount: "12.50" },
    });
    expect(code).toBe(1);
  });

  it("gives scripts the new key in the one JSON object that they get", async () => {
    api.on("POST /rewards/issue", (_, count) => (count === 0 ? { drop: true } : { status: 202, body: accepted }));
    const lost = await merit([...issue, "--json"], { env });
    const { idempotency_key } = JSON.parse(lost.err);
    expect(api.requests[0]).toMatchObject({ body: { idempotency_key } });
    expect((await merit([...issue, "--json"], { env })).err).toBe("");
  });

  it("prints the accepted issuance, as a table or as JSON", async () => {
    api.on("POST /rewards/issue", { status: 202, body: accepted });
    const table = await merit([...issue, "--idempotency-key", "order-1"], { env });
    expect(table).toEqual({
      code: 0,
      err: "",
      out: "Id               7\nStatus           pending\nIdempotency key  order-1\n",
    });
    const json = await merit([...issue, "--json"], { env });
    expect(JSON.parse(json.out)).toEqual(accepted);
  });

  it("fails when the key belongs to another reward, since nothing was issued", async () => {
    api.on("POST /rewards/issue", { status: 200, headers: { "Idempotency-Mismatch": "true" }, body: accepted });
    const { code, out, err } = await merit([...issue, "--idempotency-key", "order-1"], { env });
    expect(err).toMatch(/Nothing was issued.*order-1.*issuance 7/);
    expect({ code, out }).toEqual({ code: 1, out: "" });
  });

  it("waits until it is paid, shows each change, and asks again when an answer fails", async () => {
    api.on("POST /rewards/issue", { status: 202, body: accepted });
    const states = [
      { body: issuance },
      problem(503, "not_ready", "Restarting."),
      { drop: true },
      { body: { ...issuance, attempts: 1, error_message: "the wallet has no trustline" } },
      { body: { ...issuance, attempts: 2, status: "confirmed", tx_hash: "ab".repeat(32) } },
    ];
    api.on("GET /rewards/issuances/7", (_, count) => states[count] ?? { status: 500 });
    const { code, out, err } = await merit([...issue, "--idempotency-key", "order-1", "--wait"], { env });
    expect(code).toBe(0);
    expect(err.trim().split("\n")).toEqual([
      "Issuance 7: pending",
      "Issuance 7: no answer, asking again",
      "Issuance 7: pending, attempt 1: the wallet has no trustline",
      "Issuance 7: confirmed",
    ]);
    expect(out).toMatch(new RegExp(`^Transaction +${"ab".repeat(32)}$`, "m"));
  });

  it("fails if the reward fails", async () => {
    api.on("POST /rewards/issue", { status: 202, body: accepted });
    api.on("GET /rewards/issuances/7", {
      body: { ...issuance, status: "failed", error_message: "campaign 1 has ended" },
    });
    const { code, out, err } = await merit([...issue, "--wait", "--json"], { env });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ status: "failed" });
    expect(err).toContain("Issuance 7 failed: campaign 1 has ended");
  });

  it("gives up after the time-out, and says that the payment continues", async () => {
    api.on("POST /rewards/issue", { status: 202, body: accepted });
    api.on("GET /rewards/issuances/7", { body: issuance });
    const { code, err } = await merit([...issue, "--wait", "--timeout", "1"], { env });
    expect(err).toMatch(/not finished after 1 s \(pending\)/);
    expect(code).toBe(1);
  });

  it("stops waiting when an answer can't change any more", async () => {
    api.on("POST /rewards/issue", { status: 202, body: accepted });
    api.on("GET /rewards/issuances/7", problem(404, "not_found", "There is no issuance 7."));
    expect(await merit([...issue, "--wait"], { env })).toMatchObject({
      code: 1,
      err: expect.stringContaining("not_found"),
    });
  });
});

describe("reward distribute", () => {
  it("sends its key as a header and prints the transaction", async () => {
    api.on("POST /rewards/distribute", { body: { ...accepted, status: "confirmed", tx_hash: "cd".repeat(32) } });
    const { code, out } = await merit(["reward", "distribute", ...payment, "--idempotency-key", "order-1"], { env });
    expect(api.requests[0]).toMatchObject({
      headers: { "idempotency-key": "order-1" },
      body: { campaign_id: 1, wallet_address: "GABC", amount: "12.50" },
    });
    expect(out).toContain("cd".repeat(32));
    expect(code).toBe(0);
  });

  it("gives scripts the new key with the result", async () => {
    api.on("POST /rewards/distribute", ({ headers }) => ({
      body: { ...accepted, idempotency_key: headers["idempotency-key"], status: "confirmed", tx_hash: "cd".repeat(32) },
    }));
    const { out, err } = await merit(["reward", "distribute", ...payment, "--json"], { env });
    expect(api.requests[0]?.headers["idempotency-key"]).toBe(JSON.parse(out).idempotency_key);
    expect(err).toBe("");
  });

  it("keeps waiting for a payment that took longer than the call", async () => {
    api.on("POST /rewards/distribute", { status: 202, body: accepted });
    api.on("GET /rewards/issuances/7", { body: { ...issuance, status: "confirmed", tx_hash: "cd".repeat(32) } });
    const { code, out } = await merit(["reward", "distribute", ...payment, "--wait", "--json"], { env });
    expect(JSON.parse(out)).toMatchObject({ id: 7, status: "confirmed" });
    expect(code).toBe(0);
  });
});

describe("reward list", () => {
  it("passes the filters on and aligns the columns", async () => {
    const rows = [
      { ...issuance, amount: "1000", status: "confirmed", tx_hash: "ab" },
      { ...issuance, id: 12, amount: "2.5", status: "failed", error_message: "no trustline", attempts: 5 },
    ];
    api.on("GET /rewards/issuances", { body: { data: rows, has_more: true, next_cursor: "c2" } });
    const filters = ["--campaign", "1", "--status", "failed", "--wallet", "GABC", "--limit", "2", "--cursor", "c1"];
    const period = ["--from", "2027-01-01", "--to", "2027-01-31"];
    const { out, err } = await merit(["reward", "list", ...filters, ...period], { env });
    expect(api.requests[0]?.query).toEqual({
      campaign_id: "1",
      status: "failed",
      wallet_address: "GABC",
      limit: "2",
      cursor: "c1",
      from: "2027-01-01T00:00:00.000Z",
      to: "2027-02-01T00:00:00.000Z",
    });
    expect(out).toBe(
      [
        "Id  Campaign  Wallet  Amount  Status     Attempts  Created                   Transaction or reason",
        " 7         1  GABC      1000  confirmed         0  2027-01-01T00:00:00.000Z  ab",
        "12         1  GABC       2.5  failed            5  2027-01-01T00:00:00.000Z  no trustline",
        "",
      ].join("\n"),
    );
    expect(err).toBe("There are more entries: add --cursor c2\n");
  });
});

describe("reward timeline", () => {
  const timeline = {
    id: 7,
    status: "pending",
    timeline: [
      { step: "accepted", at: "2027-01-01T00:00:00.000Z" },
      { step: "claimed", at: "2027-01-01T00:00:00.250Z", attempt: 1 },
      { step: "in_ledger", at: "2027-01-01T00:00:00.000Z", tx_hash: "ab", ledger: 9 },
      { step: "confirmed", at: "2027-01-01T00:00:01.000Z" },
      { step: "indexed", at: null, event_id: "9-1" },
      {
        step: "waiting",
        at: "2027-01-01T00:01:01.000Z",
        detail: "paused",
        next_attempt_at: "2027-01-01T00:02:00.000Z",
      },
    ],
  };

  it("shows the time between steps, but not across the clocks of ledger and service", async () => {
    api.on("GET /rewards/issuances/7", { body: timeline });
    expect((await merit(["reward", "timeline", "7"], { env })).out).toBe(
      [
        "Step       Time                         After  Details",
        "accepted   2027-01-01T00:00:00.000Z         -  -",
        "claimed    2027-01-01T00:00:00.250Z   0.250 s  attempt 1",
        "in_ledger  2027-01-01T00:00:00.000Z         -  ledger 9, transaction ab",
        "confirmed  2027-01-01T00:00:01.000Z   0.750 s  -",
        "indexed    -                                -  event 9-1",
        "waiting    2027-01-01T00:01:01.000Z  60.000 s  next attempt due at 2027-01-01T00:02:00.000Z, paused",
        "",
      ].join("\n"),
    );
    const json = await merit(["reward", "timeline", "7", "--json"], { env });
    expect(JSON.parse(json.out)).toEqual(timeline);
  });
});

describe("campaign create", () => {
  const create = ["campaign", "create", "--name", "Spring", "--budget", "100"];
  const campaign = {
    id: 3,
    merchant_id: 1,
    name: "Spring",
    budget: "100",
    spent: "0",
    reserved: "0",
    status: "pending",
  };

  it("sends a window of days and a key, and waits for the ledger", async () => {
    api.on("POST /campaigns", { status: 201, body: campaign });
    api.on("GET /campaigns/me/3", (_, count) => ({
      body: { ...campaign, status: count < 2 ? "pending" : "active" },
    }));
    const window = ["--starts-at", "2027-01-01", "--days", "2"];
    const { code, out, err } = await merit([...create, ...window, "--wait"], { env });
    expect(api.requests[0]).toMatchObject({
      headers: { "idempotency-key": expect.stringMatching(/^[0-9a-f-]{36}$/) },
      body: {
        name: "Spring",
        budget: "100",
        starts_at: "2027-01-01T00:00:00.000Z",
        ends_at: "2027-01-03T00:00:00.000Z",
      },
    });
    expect(err).toBe("Campaign 3: pending\nCampaign 3: active\n");
    expect(out).toMatch(/^Status +active$/m);
    expect(code).toBe(0);
  });

  it("fails when the ledger refuses the campaign", async () => {
    api.on("POST /campaigns", { status: 201, body: campaign });
    api.on("GET /campaigns/me/3", {
      body: { ...campaign, status: "failed", error_message: "the balance in the pool is too small" },
    });
    const { code, err } = await merit([...create, "--wait"], { env });
    expect(err).toContain("Campaign 3 failed: the balance in the pool is too small");
    expect(code).toBe(1);
  });
});

describe("dead-letters", () => {
  it("lists causes and redrives an issuance", async () => {
    const failed = { ...issuance, status: "failed", error_message: "no trustline", attempts: 5 };
    api.on("GET /rewards/issuances", { body: { data: [failed], has_more: false, next_cursor: null } });
    api.on("POST /rewards/issuances/7/redrive", { status: 202, body: issuance });
    expect((await merit(["dead-letters", "list"], { env })).out).toMatch(/7 .*no trustline$/m);
    expect(api.requests[0]?.query).toEqual({ dead_letter: "true" });
    expect(await merit(["dead-letters", "redrive", "7"], { env })).toMatchObject({
      code: 0,
      out: "Id      7\nStatus  pending\n",
    });
  });
});
