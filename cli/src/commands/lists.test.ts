import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Keypair } from "@stellar/stellar-sdk";
import { beforeEach, describe, expect, it } from "vitest";
import { merit, problem } from "../testing/cli.ts";
import { scriptedApi } from "../testing/scripted-api.ts";

// Commands that send a list of wallets, and the lists of what came of it.

const { api, folder, env } = scriptedApi({ MERIT_API_KEY: "key" });
const [a, b] = [Keypair.random().publicKey(), Keypair.random().publicKey()];

function list(text: string): string {
  const path = join(folder, "list.csv");
  writeFileSync(path, text);
  return path;
}

interface Sent {
  rewards: { idempotency_key: string; wallet_address: string; amount: string }[];
}

describe("reward issue-batch", () => {
  const item = { status_code: 202, id: 1, status: "pending", mismatch: false, error: null };
  const issue = (file: string) => merit(["reward", "issue-batch", "--campaign", "1", "--file", file], { env });
  const sentKeys = () =>
    api.requests.flatMap(({ body }) => (body as Sent).rewards.map(({ idempotency_key }) => idempotency_key));

  beforeEach(() => {
    api.on("POST /rewards/issue/batch", ({ body }) => {
      const { rewards } = body as Sent;
      const data = rewards.map(({ idempotency_key }) => ({ ...item, idempotency_key }));
      return { body: { accepted: data.length, repeated: 0, refused: 0, data } };
    });
  });

  it("gives the same list the same keys, and keeps those that it has", async () => {
    const path = list(`${a},5\n${a},5\n${b},7.5,order-9\n`);
    expect((await issue(path)).code).toBe(0);
    await issue(path);
    const keys = sentKeys();
    expect(keys.slice(0, 3)).toEqual(keys.slice(3));
    expect(new Set(keys.slice(0, 3)).size).toBe(3);
    expect(keys[2]).toBe("order-9");
    await issue(list(`${a},5\n${a},6\n`));
    expect(keys).not.toContain(sentKeys()[6]);
  });

  it("takes a quoted key with a comma and quotes as it is", async () => {
    expect((await issue(list(`"${a}","5","order 9, ""gift"""\r\n`))).code).toBe(0);
    expect(sentKeys()).toEqual(['order 9, "gift"']);
  });

  it("sends long lists 1,000 at a time", async () => {
    const { code, out } = await issue(list(`${a},1\n`.repeat(2500)));
    expect(code).toBe(0);
    expect(api.requests.map(({ body }) => (body as Sent).rewards.length)).toEqual([1000, 1000, 500]);
    expect(out).toMatch(/^Accepted +2500$/m);
    expect(new Set(sentKeys()).size).toBe(2500);
  });

  it("waits when the service's limit is reached, and continues", async () => {
    let calls = 0;
    const data = [{ ...item, idempotency_key: "k1" }];
    api.on("POST /rewards/issue/batch", () => {
      calls += 1;
      if (calls > 1) return { body: { accepted: 1, repeated: 0, refused: 0, data } };
      const reply = problem(429, "too_many_requests", "No more than 6000 a minute: try again in 0 s.");
      return { ...reply, headers: { ...reply.headers, "retry-after": "0" } };
    });
    const { code, out, err } = await issue(list(`${a},1\n`));
    expect(code).toBe(0);
    expect(calls).toBe(2);
    expect(out).toMatch(/^Accepted +1$/m);
    expect(err).toMatch(/limit .* 0 s/);
  });

  it("with --wait, waits until its own rewards are settled, and names those that failed", async () => {
    let asked = 0;
    api.on("GET /rewards/issuances", ({ query: { status } }) => {
      asked += 1;
      const others = [{ id: 9, error_message: "no trustline" }];
      const own = { id: 1, error_message: "no trustline" };
      const isThere = status === "pending" ? asked === 1 : true;
      return { body: { data: isThere ? [...others, own] : others, has_more: false, next_cursor: null } };
    });
    const waiting = ["reward", "issue-batch", "--campaign", "1", "--file", list(`${a},1\n`), "--wait"];
    const { code, err } = await merit(waiting, { env });
    expect(code).toBe(1);
    expect(err).toMatch(/List of 1 rewards: 1 pending\n.*List of 1 rewards: done\n/s);
    expect(err).toMatch(/1 of 1 rewards failed: issuance 1: no trustline/);
    expect(api.requests.at(-1)?.query).toMatchObject({ campaign_id: "1", status: "failed" });
  });

  it("names what was refused, and fails", async () => {
    const error = { code: "budget_exhausted", detail: "The campaign has 3 left." };
    api.on("POST /rewards/issue/batch", {
      body: {
        accepted: 1,
        repeated: 0,
        refused: 1,
        data: [
          { ...item, idempotency_key: "k1" },
          { ...item, idempotency_key: "k2", status_code: 409, id: null, status: null, error },
        ],
      },
    });
    const { code, out, err } = await issue(list(`${a},1\n${b},2\n`));
    expect(code).toBe(1);
    expect(out).toMatch(/k2 +409 +The campaign has 3 left/);
    expect(err).toMatch(/1 of 2 rewards were refused/);
  });
});

describe("reward list", () => {
  const row = (id: number) => ({ id, campaign_id: 1, wallet_address: a, amount: "1", status: "failed", attempts: 6 });

  it("--all reads every page, and --csv prints all fields without running formulas", async () => {
    api.on("GET /rewards/issuances", ({ query: { cursor } }) =>
      cursor === undefined
        ? { body: { data: [{ ...row(2), idempotency_key: "=1+1" }], has_more: true, next_cursor: "next" } }
        : { body: { data: [{ ...row(1), idempotency_key: 'a,"b"' }], has_more: false, next_cursor: null } },
    );
    const { out } = await merit(["reward", "list", "--campaign", "1", "--all", "--csv"], { env });
    const [head, first, second] = out.split("\r\n");
    expect(head).toMatch(/^id,idempotency_key,campaign_id,user_id,wallet_address,amount,status,tx_hash,/);
    expect(first).toMatch(/^2,'=1\+1,1,/);
    expect(second).toMatch(/^1,"a,""b""",1,/);
    expect(api.requests[1]?.query).toEqual({ campaign_id: "1", cursor: "next", limit: "100" });
  });
});

describe("merchant", () => {
  it("customers shows wallets, who has proven them, and what they were paid", async () => {
    const customer = { rewards: 2, amount: "17.5", last_issuance_id: 3, last_issued_at: "2027-01-01" };
    const data = [
      { wallet_address: a, user_id: 7, display_name: "Ada L.", ...customer },
      { wallet_address: a, user_id: null, display_name: null, ...customer },
    ];
    api.on("GET /merchants/me/customers", { body: { data, has_more: false, next_cursor: null } });
    const { out } = await merit(["merchant", "customers", "--limit", "5"], { env });
    expect(out).toMatch(/G\w+ +Ada L\. +2 +17\.5 +2027-01-01/);
    expect(api.requests[0]?.query).toEqual({ limit: "5" });
  });
});

describe("transaction", () => {
  it("list shows payments with their campaign", async () => {
    const row = {
      id: 7,
      campaign_name: "Spring",
      wallet_address: a,
      amount: "2.5",
      created_at: "2027-01-01",
      tx_hash: "abc",
    };
    api.on("GET /transactions", { body: { data: [row], has_more: false, next_cursor: null } });
    const { out } = await merit(["transaction", "list", "--page", "2", "--campaign", "1"], { env });
    expect(out).toMatch(/7 +Spring +G\w+ +2.5 +2027-01-01 +abc/);
    expect(api.requests[0]?.query).toEqual({ page: "2", campaign_id: "1" });
  });

  it("totals shows sums", async () => {
    const none = { count: 0, amount: "0" };
    api.on("GET /transactions/merchant-totals", {
      body: {
        merchant_id: 1,
        campaign_id: null,
        rewards: 3,
        transactions: 1,
        amount: "4.5",
        wallets: 2,
        pending: none,
        held: none,
        failed: none,
      },
    });
    expect((await merit(["transaction", "totals"], { env })).out).toMatch(
      /4.5 in 3 rewards to 2 wallets, by 1 transactions/,
    );
  });
});

describe("drop", () => {
  const drop = {
    id: 4,
    name: "Thanks",
    status: "pending",
    total: "3",
    wallets: 2,
    remainder: null,
    error_message: null,
  };

  it("create sends the file's wallets and waits for the ledger", async () => {
    api.on("POST /drops", { status: 201, body: drop });
    api.on("GET /drops/4", (_, count) => ({ body: { ...drop, status: count === 0 ? "pending" : "active" } }));
    const file = list(`wallet,amount\n${a},1\n${b},2\n`);
    const opens = "2027-01-01T00:00:00.000Z";
    const args = ["drop", "create", "--name", "Thanks", "--file", file, "--opens-at", opens, "--days", "10", "--wait"];
    const { code, out } = await merit(args, { env });
    expect(code).toBe(0);
    expect(out).toMatch(/^Status +active$/m);
    expect(api.requests[0]?.body).toEqual({
      name: "Thanks",
      opens_at: opens,
      expires_at: "2027-01-11T00:00:00.000Z",
      shares: [
        { wallet_address: a, amount: "1" },
        { wallet_address: b, amount: "2" },
      ],
    });
    expect(api.requests[0]?.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("create fails with the ledger's reason", async () => {
    api.on("POST /drops", { status: 201, body: drop });
    api.on("GET /drops/4", { body: { ...drop, status: "failed", error_message: "balance too small" } });
    const args = ["drop", "create", "--name", "Thanks", "--file", list(`${a},1\n`), "--wait"];
    expect(await merit(args, { env })).toMatchObject({ code: 1, err: expect.stringMatching(/balance too small/) });
  });

  it.each([
    ["sweep", "sweeping", "swept"],
    ["cancel", "cancelling", "cancelled"],
  ])("%s shows what came back", async (name, during, after) => {
    api.on(`POST /drops/4/${name}`, { status: 202, body: { ...drop, status: during } });
    api.on("GET /drops/4", { body: { ...drop, status: after, remainder: "1.5" } });
    const { code, out } = await merit(["drop", name, "4", "--wait"], { env });
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/^Returned +1.5$/m) });
  });
});
