import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Keypair } from "@stellar/stellar-sdk";
import { beforeEach, describe, expect, it } from "vitest";
import { merit, problem } from "../testing/cli.ts";
import { scriptedApi } from "../testing/scripted-api.ts";

const { api, folder, env } = scriptedApi({ MERIT_API_KEY: "key" });

const campaign = {
  id: 1,
  name: "Spring",
  status: "active",
  next_status: null,
  budget: "100",
  spent: "2.5",
  reserved: "0",
  ends_at: "2027-06-01T00:00:00.000Z",
  next_budget: null,
  next_ends_at: null,
  remainder: null,
  error_message: null,
};

describe("campaign steps", () => {
  it("wait until the ledger has confirmed them, and show what went back", async () => {
    api.on("POST /campaigns/1/steps", { status: 202, body: { ...campaign, status: "ended", next_status: "settled" } });
    api.on("GET /campaigns/me/1", (_, count) => ({
      body:
        count === 0
          ? { ...campaign, status: "ended", next_status: "settled" }
          : { ...campaign, status: "settled", remainder: "97.5" },
    }));
    const { code, out } = await merit(["campaign", "settle", "1", "--wait"], { env });
    expect(code).toBe(0);
    expect(out).toMatch(/^Status +settled$/m);
    expect(out).toMatch(/^Returned +97.5$/m);
    expect(api.requests[0]?.body).toEqual({ step: "settle" });
  });

  it("fail with the reason when the ledger refuses them", async () => {
    api.on("POST /campaigns/1/steps", { status: 202, body: { ...campaign, next_status: "paused" } });
    api.on("GET /campaigns/me/1", { body: { ...campaign, error_message: "not allowed" } });
    const { code, err } = await merit(["campaign", "pause", "1", "--wait"], { env });
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringMatching(/still active: not allowed/) });
  });

  it("without --wait say where to look", async () => {
    api.on("POST /campaigns/1/steps", { status: 202, body: { ...campaign, next_status: "ended" } });
    const { out, err } = await merit(["campaign", "end", "1"], { env });
    expect(out).toMatch(/^Next status +ended$/m);
    expect(err).toMatch(/merit campaign show 1/);
  });

  it("extend names totals, and waits for the ledger", async () => {
    const next = { next_budget: "150", next_ends_at: "2027-07-01T00:00:00.000Z" };
    const extended = { ...campaign, budget: "150", ends_at: next.next_ends_at };
    api.on("POST /campaigns/1/steps", { status: 202, body: { ...campaign, ...next } });
    api.on("GET /campaigns/me/1", (_, count) => ({
      body: count === 0 ? { ...campaign, ...next } : extended,
    }));
    const args = ["campaign", "extend", "1", "--budget", "150", "--ends-at", "2027-06-30"];
    const { code, out } = await merit([...args, "--wait"], { env });
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/^Budget +150$/m) });
    expect(api.requests[0]?.body).toEqual({
      ...{ step: "extend", budget: "150" },
      ends_at: "2027-07-01T00:00:00.000Z",
    });
    const asked = await merit(args, { env });
    expect(asked.out).toMatch(/^Next budget +150$/m);
    expect(asked.err).toMatch(/merit campaign show 1/);
  });

  it("extend fails with the reason when the ledger refuses it, and needs something to extend", async () => {
    api.on("POST /campaigns/1/steps", {
      status: 202,
      body: { ...campaign, next_budget: "150", next_ends_at: campaign.ends_at },
    });
    api.on("GET /campaigns/me/1", { body: { ...campaign, error_message: "too late" } });
    const { code, err } = await merit(["campaign", "extend", "1", "--budget", "150", "--wait"], { env });
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringMatching(/still has budget 100 .*: too late/) });
    expect((await merit(["campaign", "extend", "1"], { env })).err).toMatch(/--budget, --ends-at or both/);
  });

  it("show the server's refusal", async () => {
    api.on("POST /campaigns/1/steps", problem(409, "campaign_busy", "Campaign 1 is changing to paused."));
    expect(await merit(["campaign", "resume", "1"], { env })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/is changing to/),
    });
  });

  it("rename sends the name", async () => {
    api.on("PATCH /campaigns/me/1", { body: { ...campaign, name: "New" } });
    expect((await merit(["campaign", "rename", "1", "--name", "New"], { env })).out).toMatch(/^Name +New$/m);
    expect(api.requests[0]?.body).toEqual({ name: "New" });
  });
});

describe("campaign dry-run", () => {
  const [a, b] = [Keypair.random().publicKey(), Keypair.random().publicKey()];
  const list = (text: string) => {
    const path = join(folder, "list.csv");
    writeFileSync(path, text);
    return path;
  };

  beforeEach(() => {
    api.on("POST /campaigns/1/dry-run", ({ body }) => ({
      body: {
        campaign_id: 1,
        payable: { count: 1, amount: "5" },
        waiting: { count: 0, amount: "0" },
        failing: { count: 1, amount: "7.5" },
        fees: { transactions: 1, xlm: "0.01" },
        rewards: (body as { rewards: object[] }).rewards.map((reward, index) => ({
          ...reward,
          outcome: index === 0 ? "paid" : "fails",
          reason: index === 0 ? null : "no trustline",
        })),
      },
    }));
  });

  it("sends the file's wallets and shows which fail and why", async () => {
    const path = list(`\uFEFFwallet,amount\r\n${a},5\r\n\r\n${b}, 7.5\r\n`);
    const { code, out } = await merit(["campaign", "dry-run", "1", "--file", path], { env });
    expect(code).toBe(0);
    expect(api.requests[0]?.body).toEqual({
      rewards: [
        { wallet_address: a, amount: "5" },
        { wallet_address: b, amount: "7.5" },
      ],
    });
    expect(out).toMatch(/^Failing +7.5 to 1$/m);
    expect(out).toMatch(new RegExp(`${b} +7.5 +fails +no trustline`));
    expect(out).not.toContain(a);
  });

  it("names the wrong lines of a file, without repeating them, and sends nothing", async () => {
    const secret = Keypair.random().secret();
    const path = list(`${a},5\n${secret},1\n${b},1e3\n${b},1,k,x\n`);
    const { code, err } = await merit(["campaign", "dry-run", "1", "--file", path], { env });
    expect(code).toBe(2);
    expect(err).toMatch(
      /line 2 has a secret key.*\n {2}line 3 needs an amount.*\n {2}line 4 must be: wallet,amount or/,
    );
    expect(err).not.toContain(secret);
    expect(api.requests).toEqual([]);
  });

  it("reads quoted cells, and names line and column of a quote that is wrong", async () => {
    const dryRun = (text: string) => merit(["campaign", "dry-run", "1", "--file", list(text)], { env });
    expect((await dryRun(`"wallet","amount"\n"${a}","5"\n`)).code).toBe(0);
    expect(api.requests[0]?.body).toEqual({ rewards: [{ wallet_address: a, amount: "5" }] });
    expect(await dryRun(`${a},5\n${b},"1\n`)).toMatchObject({
      code: 2,
      err: expect.stringContaining("line 2 column 2 opens a quote that is never closed"),
    });
  });

  it.each([[[]], [["--wallet", a]], [["--file", "x", "--wallet", a, "--amount", "1"]], [["--file", "/nowhere"]]])(
    "refuses %j",
    async (args) => {
      expect(await merit(["campaign", "dry-run", "1", ...args], { env })).toMatchObject({ code: 2 });
    },
  );
});
