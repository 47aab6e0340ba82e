import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Keypair } from "@stellar/stellar-sdk";
import { beforeEach, describe, expect, it } from "vitest";
import { merit, problem, type Reply } from "../testing/cli.ts";
import { scriptedApi } from "../testing/scripted-api.ts";

// Commands that send a list of wallets, and the lists of what came of it.

const { api, folder, env } = scriptedApi({ MERIT_API_KEY: "key" });
const [a, b, c] = [Keypair.random().publicKey(), Keypair.random().publicKey(), Keypair.random().publicKey()];

function list(text: string | Buffer): string {
  const path = join(folder, "list.csv");
  writeFileSync(path, text);
  return path;
}

interface Sent {
  rewards: { idempotency_key: string; wallet_address: string; amount: string }[];
  dry_run?: boolean;
}

const record = () => join(folder, "list.csv.issued.jsonl");

describe("reward issue-batch", () => {
  /** The service's rewards by their keys. */
  const issued = new Map<string, { id: number; wallet_address: string; amount: string }>();
  const issue = (file: string, ...more: string[]) =>
    merit(["reward", "issue-batch", "--campaign", "1", "--file", file, ...more], { env });
  const sent = () => api.requests.map(({ body }) => body as Sent).filter((body) => body?.rewards && !body.dry_run);
  const paid = () => [...issued.values()].map(({ wallet_address, amount }) => `${wallet_address},${amount}`);

  function answer({ rewards, dry_run = false }: Sent): Reply {
    const data = rewards.map(({ idempotency_key, wallet_address, amount }) => {
      const known = issued.get(idempotency_key);
      const mismatch = known !== undefined && (known.amount !== amount || known.wallet_address !== wallet_address);
      if (!known && !dry_run) issued.set(idempotency_key, { id: issued.size + 1, wallet_address, amount });
      const id = issued.get(idempotency_key)?.id ?? null;
      return { idempotency_key, status_code: known ? 200 : 202, id, status: id && "pending", mismatch, error: null };
    });
    return { body: { accepted: 0, repeated: 0, refused: 0, data } };
  }

  beforeEach(() => {
    issued.clear();
    rmSync(record(), { force: true });
    api.on("POST /rewards/issue/batch", ({ body }) => answer(body as Sent));
    api.on("GET /rewards/issuances/1", { body: { id: 1, created_at: "2026-11-28T05:00:00.000Z" } });
  });

  it("pays a list once, and says that and when it was accepted before", async () => {
    const path = list(`${a},5\n${b},7.5,order-9\n`);
    expect(await issue(path)).toMatchObject({ code: 0, out: expect.stringMatching(/^Accepted +2$/m) });
    const again = await issue(path);
    expect(again).toMatchObject({ code: 0, out: expect.stringMatching(/^Accepted +0\nAccepted before +2$/m) });
    expect(again.err).toMatch(/All 2 lines were accepted before, such as line 1 \(issuance 1 at 2026-11-28T05:00:00/);
    expect(issued.has("order-9")).toBe(true);
    expect(paid()).toEqual([`${a},5`, `${b},7.5`]);
  });

  it("pays two equal lines both, and says so", async () => {
    const { code, err } = await issue(list(`${a},5\n${b},1\n${a},5.0\n`));
    expect(code).toBe(0);
    expect(err).toMatch(/1 lines repeat wallet and amount of an earlier line, such as line 3/);
    expect(paid()).toEqual([`${a},5`, `${b},1`, `${a},5.0`]);
  });

  it("pays only what is new of a list that was sorted and got more lines, from any folder", async () => {
    await issue(list(`${a},5\n${b},1\n`));
    expect((await issue(list(`wallet,amount\n${c},2\n${b},1\n${a},5\n${a},5\n`))).code).toBe(0);
    expect(paid()).toEqual([`${a},5`, `${b},1`, `${c},2`, `${a},5`]);
    // Without the record beside it, it isn't known whether this is the same list.
    rmSync(record());
    const elsewhere = list(`${a},5\n${b},1\n${c},2\n${c},3\n`);
    const refused = await issue(elsewhere);
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/3 of 4 lines were accepted before in this/) });
    expect(refused.err).toMatch(/--continue pays only .*\n.*--new pays all/);
    expect(paid()).toHaveLength(4);
    expect((await issue(elsewhere, "--continue")).code).toBe(0);
    expect(paid().slice(4)).toEqual([`${c},3`]);
  });

  it("asks before it pays a list of which accepted lines are gone: one was corrected, or it is another month's", async () => {
    await issue(list(`${a},5\n${b},1\n`));
    for (const changed of [`${a},50\n${b},1\n`, `${c},5\n`]) {
      const { code, err } = await issue(list(changed));
      expect(code).toBe(1);
      expect(err).toMatch(/lines of .*list\.csv that were accepted since 20.* nothing was issued/);
      expect(err).toContain(`${a},5 (then line 1, issuance 1)`);
    }
    expect(paid()).toHaveLength(2);
    expect((await issue(list(`${a},50\n${b},1\n`), "--continue")).code).toBe(0);
    expect(paid().slice(2)).toEqual([`${a},50`]);
  });

  it("asks before it takes a list for one that was paid, also if all its lines were accepted before", async () => {
    await issue(list(`${a},5\n${b},1\n`));
    // Some of the lines in another list: with the record of the first one under its name, and without it.
    const asked = await issue(list(`${a},5\n`));
    expect(asked).toMatchObject({
      code: 1,
      err: expect.stringMatching(/1 lines of .*list\.csv .* are not in it any more/),
    });
    rmSync(record());
    const unknown = await issue(list(`${a},5\n`));
    expect(unknown).toMatchObject({ code: 1, err: expect.stringMatching(/1 of 1 lines were accepted before in this/) });
    // A line that is added later doesn't count as added to a list that was paid.
    expect((await issue(list(`${a},5\n${c},1\n`))).code).toBe(1);
    expect(paid()).toHaveLength(2);
    expect((await issue(list(`${a},5\n`), "--continue")).code).toBe(0);
    expect((await issue(list(`${a},5\n${c},1\n`))).code).toBe(0);
    expect(paid().slice(2)).toEqual([`${c},1`]);
  });

  it("--new pays all lines once more, once a day or once for each name, and goes on with that", async () => {
    const path = list(`${a},5\n${b},1\n`);
    await issue(path);
    expect((await issue(path, "--new")).code).toBe(0);
    expect(paid()).toHaveLength(4);
    expect((await issue(path, "--new")).err).toMatch(
      /in the round 20..-..-..,.* To pay them once more: --new <name>\./,
    );
    await issue(path);
    expect(paid()).toHaveLength(4);
    await issue(path, "--new", "february");
    expect((await issue(path)).err).toMatch(/in the round february,.* To pay them once more: --new\./);
    await issue(list(`${a},5\n${b},1\n${c},1\n`));
    expect(paid().slice(4)).toEqual([`${a},5`, `${b},1`, `${c},1`]);
    expect([...issued.keys()].slice(4).every((key) => key.startsWith("list:1:february:"))).toBe(true);
    expect((await issue(path, "--new", "a:b")).code).toBe(2);
    // A round that hasn't begun can't be continued; one that has, can, also without its record.
    const contradiction = await issue(path, "--new", "march", "--continue");
    expect(contradiction).toMatchObject({ code: 2, err: expect.stringMatching(/--new.* and --continue contradict/) });
    expect(paid()).toHaveLength(7);
    rmSync(record());
    expect((await issue(list(`${a},5\n${a},9\n`), "--new", "february", "--continue")).code).toBe(0);
    expect(paid().slice(7)).toEqual([`${a},9`]);
  });

  it("sends nothing if a line is wrong, a thousand lines after the first", async () => {
    const wrong = `${a.slice(0, -1)}${a.endsWith("A") ? "B" : "A"},1\n`;
    const { code, err } = await issue(list(`${a},0.01\n`.repeat(1000) + wrong));
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringMatching(/line 1001 .*checksum/) });
    expect(api.requests).toEqual([]);
    expect((await issue(list([...Array(1000).fill(`${a},0.01`), `${a},1`].join("\n")))).code).toBe(0);
    expect(paid()).toHaveLength(1001);
  });

  it("sends long lists 1,000 at a time, after the check of all", async () => {
    const { code, out } = await issue(list(`${a},1\n`.repeat(2500)));
    expect(code).toBe(0);
    const calls = api.requests.map(({ body }) => [(body as Sent).dry_run ?? false, (body as Sent).rewards.length]);
    const sizes = [1000, 1000, 500];
    expect(calls).toEqual([true, false].flatMap((isDry) => sizes.map((size) => [isDry, size])));
    expect(out).toMatch(/^Accepted +2500$/m);
    expect(paid()).toHaveLength(2500);
  });

  it.each([
    [
      "a refusal",
      { ...problem(422, "validation_failed", "Wrong", { errors: [{ field: "rewards.1.amount", message: "is odd" }] }) },
    ],
    ["a lost answer", { drop: true }],
    ["a gateway's answer", { status: 504, body: "<html></html>" }],
    ["a failure", problem(503, "busy", "Try later")],
  ])("says and records what was accepted before %s, and goes on with the corrected list", async (_, reply) => {
    let calls = 0;
    api.on("POST /rewards/issue/batch", ({ body }) => {
      if (!(body as Sent).dry_run) calls += 1;
      return calls === 2 && !(body as Sent).dry_run ? reply : answer(body as Sent);
    });
    const lines = Array.from({ length: 1500 }, (_, index) => `${a},${index + 1}`);
    const first = await issue(list(`wallet,amount\n${lines.join("\n")}\n`));
    expect(first).toMatchObject({ code: 1, out: expect.stringMatching(/^Accepted +1000$/m) });
    expect(first.err).toMatch(/Accepted before that: 1000 lines, from line 2 to line 1001, as .*issued\.jsonl says/);
    const isLost = "drop" in reply || reply.status === 504;
    expect(/isn't known of 500 lines, from line 1002 to line 1501/.test(first.err)).toBe(isLost);
    if (JSON.stringify(reply).includes("odd")) expect(first.err).toMatch(/line 1003: amount is odd/);
    expect(readFileSync(record(), "utf8")).toContain('"amount":"1000"');
    expect(await issue(list(`${lines.with(1001, `${b},7`).join("\n")}\n`), "--new")).toMatchObject({
      code: 2,
      err: expect.stringMatching(/is not finished: 1000 of its lines/),
    });
    expect((await issue(list(`${lines.with(1001, `${b},7`).join("\n")}\n`))).code).toBe(0);
    expect(new Set(paid()).size).toBe(1500);
    expect(paid()).toHaveLength(1500);
  });

  it("doubts nothing if the answer to the check is lost", async () => {
    api.on("POST /rewards/issue/batch", { drop: true });
    const { code, err } = await issue(list(`${a},1\n`));
    expect({ code, paid: paid() }).toEqual({ code: 1, paid: [] });
    expect(err).not.toContain("isn't known");
  });

  it("takes a quoted key with a comma and quotes as it is", async () => {
    expect((await issue(list(`"${a}","5","order 9, ""gift"""\r\n`))).code).toBe(0);
    expect([...issued.keys()]).toEqual(['order 9, "gift"']);
  });

  it("waits when the service's limit is reached, and continues", async () => {
    let calls = 0;
    api.on("POST /rewards/issue/batch", ({ body }) => {
      calls += 1;
      if (calls > 1) return answer(body as Sent);
      const reply = problem(429, "too_many_requests", "No more than 6000 a minute: try again in 0 s.");
      return { ...reply, headers: { ...reply.headers, "retry-after": "0" } };
    });
    const { code, out, err } = await issue(list(`${a},1\n`));
    expect(code).toBe(0);
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
    const { code, err } = await issue(list(`${a},1\n`), "--wait");
    expect(code).toBe(1);
    expect(err).toMatch(/List of 1 rewards: 1 pending\n.*List of 1 rewards: done\n/s);
    expect(err).toMatch(/1 of 1 rewards failed: issuance 1: no trustline/);
    expect(api.requests.at(-1)?.query).toMatchObject({ campaign_id: "1", status: "failed" });
  });

  it("issues nothing if the service would refuse a line or a key belongs to another reward, and names both", async () => {
    issued.set("k1", { id: 7, wallet_address: a, amount: "5" });
    const error = { code: "budget_exhausted", detail: "The campaign has 3 left." };
    api.on("POST /rewards/issue/batch", ({ body }) => {
      const { rewards } = body as Sent;
      const reply = answer({ rewards, dry_run: true }).body as { data: object[] };
      reply.data[1] = { ...reply.data[1], status_code: 409, error };
      return { body: reply };
    });
    const { code, out, err } = await issue(list(`wallet,amount,key\n${a},1,k1\n${b},2,k2\n${b},1,k3\n`));
    expect(code).toBe(1);
    expect(out).toMatch(
      /2 +k1 +200 +key was used for another reward, issuance 7\n *3 +k2 +409 +The campaign has 3 left/,
    );
    expect(err).toMatch(/2 of 3 lines would be refused, so nothing was issued/);
    expect(sent()).toEqual([]);
  });

  it("says which lines were refused after the check, and waits for the others all the same", async () => {
    const error = { code: "budget_exhausted", detail: "The campaign has 0 left." };
    api.on("POST /rewards/issue/batch", ({ body }) => {
      if ((body as Sent).dry_run) return answer(body as Sent);
      const reply = answer({ rewards: (body as Sent).rewards.slice(0, 1) }).body as { data: object[] };
      reply.data.push({ idempotency_key: "k", status_code: 409, id: null, status: null, mismatch: false, error });
      return { body: reply };
    });
    api.on("GET /rewards/issuances", { body: { data: [], has_more: false, next_cursor: null } });
    const { code, out, err } = await issue(list(`${a},1\n${b},2\n`), "--wait");
    expect(code).toBe(1);
    expect(out).toMatch(/^Accepted +1\nAccepted before +0\nRefused +1$/m);
    expect(err).toMatch(/All 1 accepted rewards are paid.*1 of 2 lines were refused/s);
  });
});

describe("a list of wallets", () => {
  it.each([
    ["semicolons", `${a};1\n`, /line 1 must be.*semicolons/],
    ["tabs", `${a}\t1\n`, /line 1 must be.*tabs/],
    ["an amount with a comma", `wallet,amount\n${a},1,000\n`, /line 2 must be.*without commas/],
    ["UTF-16", Buffer.from(`\uFEFF${a},1\n`, "utf16le"), /is in UTF-16: save it as CSV in UTF-8/],
    ["Latin-1", Buffer.from(`${a},1\n${b},1,caf\xe9\n`, "latin1"), /not in UTF-8 \(line 2\)/],
  ])("with %s is refused by each command that reads one, before it calls the service", async (_, text, message) => {
    const file = list(text);
    for (const command of [
      ["reward", "issue-batch", "--campaign", "1"],
      ["campaign", "dry-run", "1"],
      ["drop", "create", "--name", "x"],
      ["vesting", "grant", "--wallet", a, "--key", "k", "--ends-at", "2030-01-01"],
    ]) {
      expect(await merit([...command, "--file", file], { env })).toMatchObject({
        code: 2,
        err: expect.stringMatching(message),
      });
    }
    expect(api.requests).toEqual([]);
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

  it("--csv without --all says that there is more", async () => {
    api.on("GET /rewards/issuances", { body: { data: [row(2)], has_more: true, next_cursor: "next" } });
    const { err } = await merit(["reward", "list", "--csv"], { env });
    expect(err).toContain("--cursor next");
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
      id: "reward-7",
      campaign_name: "Spring",
      wallet_address: a,
      amount: "2.5",
      created_at: "2027-01-01",
      tx_hash: "abc",
    };
    api.on("GET /transactions", { body: { data: [row], has_more: false, next_cursor: null } });
    const { out } = await merit(["transaction", "list", "--page", "2", "--campaign", "1"], { env });
    expect(out).toMatch(/^reward-7 +Spring +G\w+ +2.5 +2027-01-01 +abc$/m);
    expect(api.requests[0]?.query).toEqual({ page: "2", campaign_id: "1" });
  });

  it("list --all reads every page, --csv prints all fields, --mine shows a user's", async () => {
    api.on("GET /transactions", ({ query: { cursor } }) =>
      cursor === undefined
        ? { body: { data: [{ id: "reward-7", campaign_name: "=1+1" }], has_more: true, next_cursor: "next" } }
        : { body: { data: [{ id: "drop-3-42", drop_name: "Thanks" }], has_more: false, next_cursor: null } },
    );
    const args = ["transaction", "list", "--all", "--csv", "--mine"];
    const { out } = await merit(args, { env: { ...env, MERIT_TOKEN: "token" } });
    const [head, first, second] = out.split("\r\n");
    expect(head).toMatch(/^id,type,issuance_id,drop_id,campaign_id,campaign_name,drop_name,wallet_address,/);
    expect(first).toMatch(/^reward-7,,,,,'=1\+1,,/);
    expect(second).toMatch(/^drop-3-42,,,,,,Thanks,/);
    expect(api.requests[1]).toMatchObject({ query: { cursor: "next" }, headers: { authorization: "Bearer token" } });
    expect((await merit([...args, "--page", "2"], { env })).code).toBe(2);
  });

  it("show shows one payment", async () => {
    api.on("GET /transactions/drop-3-42", { body: { id: "drop-3-42", drop_name: "Thanks", amount: "2.5" } });
    const { out } = await merit(["transaction", "show", "drop-3-42"], { env });
    expect(out).toMatch(/^Id +drop-3-42\nCampaign +Thanks\n/);
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
    const starts = "2100-01-01T00:00:00.000Z";
    const args = [
      "drop",
      "create",
      "--name",
      "Thanks",
      "--file",
      file,
      "--starts-at",
      starts,
      "--days",
      "10",
      "--wait",
    ];
    const { code, out } = await merit(args, { env });
    expect(code).toBe(0);
    expect(out).toMatch(/^Status +active$/m);
    expect(api.requests[0]?.body).toEqual({
      name: "Thanks",
      starts_at: starts,
      ends_at: "2100-01-11T00:00:00.000Z",
      shares: [
        { wallet_address: a, amount: "1" },
        { wallet_address: b, amount: "2" },
      ],
    });
    expect(api.requests[0]?.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("create refuses a third cell and a wallet that comes twice, and names lines that the service refuses", async () => {
    const create = (text: string) => merit(["drop", "create", "--name", "Thanks", "--file", list(text)], { env });
    expect((await create(`${a},1\n${b},1,k\n`)).err).toMatch(/line 2 must be: wallet,amount;/);
    expect((await create(`${a},1\n${b},1\n${a},2\n`)).err).toMatch(/line 3 has the wallet of line 1/);
    expect(api.requests).toEqual([]);
    const errors = [{ field: "shares.1.amount", message: "must be at least 2" }];
    api.on("POST /drops", problem(422, "validation_failed", "Wrong", { errors }));
    expect((await create(`wallet,amount\n\n${a},5\n${b},1\n`)).err).toMatch(/line 4: amount must be at least 2/);
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
    api.on("POST /drops/4/steps", { status: 202, body: { ...drop, status: during } });
    api.on("GET /drops/4", { body: { ...drop, status: after, remainder: "1.5" } });
    const { code, out } = await merit(["drop", name, "4", "--wait"], { env });
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/^Returned +1.5$/m) });
    expect(api.requests[0]?.body).toEqual({ step: name });
  });
});
