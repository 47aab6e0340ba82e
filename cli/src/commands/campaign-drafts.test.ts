import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { merit } from "../testing/cli.ts";
import { scriptedApi } from "../testing/scripted-api.ts";

const { api, folder, env } = scriptedApi({ MERIT_API_KEY: "key" });

const draft = {
  id: 1,
  name: "Spring",
  status: "draft",
  next_status: null,
  next_budget: null,
  next_ends_at: null,
  budget: "100",
  spent: "0",
  reserved: "0",
  remainder: null,
  error_message: null,
};

const create = ["campaign", "create", "--name", "Spring", "--budget", "100"];

describe("drafts", () => {
  it("are created, and the next step is named", async () => {
    api.on("POST /campaigns", { status: 201, body: draft });
    const { code, err } = await merit([...create, "--draft", "--wait"], { env });
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining("merit campaign fund 1") });
    expect(api.requests[0]?.body).toMatchObject({ draft: true });
  });

  it("are funded, and waited for", async () => {
    api.on("POST /campaigns/1/steps", { status: 202, body: { ...draft, next_status: "active" } });
    api.on("GET /campaigns/me/1", { body: { ...draft, error_message: "short of balance" } });
    const { code, err } = await merit(["campaign", "fund", "1", "--wait"], { env });
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringMatching(/still draft: short of balance/) });
  });

  it("change only the given terms", async () => {
    api.on("PATCH /campaigns/me/1", { body: { ...draft, budget: "75" } });
    const { out } = await merit(["campaign", "edit", "1", "--budget", "75", "--per-wallet-cap", "none"], { env });
    expect(out).toMatch(/^Budget +75$/m);
    expect(api.requests[0]?.body).toEqual({ budget: "75", per_wallet_cap: null });

    await merit(["campaign", "edit", "1", "--on-missing-trustline", "hold", "--hold-until", "none"], { env });
    expect(api.requests[1]?.body).toEqual({ on_missing_trustline: "hold", hold_until: null });
  });

  it("are dropped", async () => {
    api.on("POST /campaigns/1/steps", { body: { ...draft, status: "failed" } });
    expect((await merit(["campaign", "drop", "1"], { env })).out).toMatch(/^Status +failed$/m);
    expect(api.requests[0]?.body).toEqual({ step: "drop" });
  });
});

describe("a call that is to be repeated by its key", () => {
  it('needs a start time: "now" would make each repeat a different request', async () => {
    const file = join(folder, "list.csv");
    writeFileSync(file, "GARCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCFRVX,1\n");
    const drop = ["drop", "create", "--name", "Thanks", "--file", file];
    for (const [command, option] of [
      [create, "--starts-at"],
      [drop, "--starts-at"],
    ] as const) {
      const { code, err } = await merit([...command, "--idempotency-key", "spring-1"], { env });
      expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining(option) });
      api.on("POST /campaigns", { status: 201, body: draft });
      api.on("POST /drops", { status: 201, body: { ...draft, total: "1", wallets: 1 } });
      for (let i = 0; i < 2; i++) {
        await merit([...command, "--idempotency-key", "spring-1", option, "2100-01-01"], { env });
      }
      const [first, second] = api.requests.splice(0).map(({ body }) => body);
      expect(second).toEqual(first);
    }
  });
});

describe("a start so long ago that the end has passed too", () => {
  it("is named, not the end that nobody gave, and nothing is sent", async () => {
    const file = join(folder, "list.csv");
    writeFileSync(file, "GARCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCFRVX,1\n");
    const drop = ["drop", "create", "--name", "Thanks", "--file", file];
    for (const [command, end] of [
      [create, "30 days from --starts-at end at 2020-01-31T00:00:00.000Z, which has passed"],
      [drop, "90 days from --starts-at end at 2020-03-31T00:00:00.000Z, which has passed"],
    ] as const) {
      const { code, err } = await merit([...command, "--starts-at", "2020-01-01"], { env });
      expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining(end) });
    }
    expect(api.requests).toEqual([]);
  });
});
