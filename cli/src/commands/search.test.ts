import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { saveLogin } from "../login.ts";
import { merit, startApi, type TestApi } from "../testing/cli.ts";

let api: TestApi;
let env: Record<string, string>;
beforeEach(async () => {
  api = await startApi();
  env = { MERIT_URL: api.url, MERIT_API_KEY: "key", XDG_CONFIG_HOME: "/nonexistent" };
});
afterEach(() => api[Symbol.asyncDispose]());

describe("search", () => {
  const hit = {
    type: "campaign",
    id: 2,
    title: "Spring roast",
    highlight: [],
    subtitle: "Corner Coffee",
    merchant_id: 1,
  };
  const page = { search_id: "0".repeat(32), total: 1, data: [hit], has_more: false, next_cursor: null };

  it("sends all words as one search, and shows what is found", async () => {
    api.on("GET /search", { body: page });
    const { code, out } = await merit(["search", "spring", "roast", "--type", "campaign", "--limit", "5"], { env });
    expect(code).toBe(0);
    expect(api.requests[0]).toMatchObject({
      query: { q: "spring roast", type: "campaign", limit: "5" },
      headers: { "x-api-key": "key" },
    });
    expect(out).toMatch(/^campaign +2 +Spring roast +Corner Coffee$/m);
    expect(JSON.parse((await merit(["search", "spring", "--json"], { env })).out)).toEqual(page);
  });

  it("says if nothing is found, and how to see more", async () => {
    api.on("GET /search", { body: { ...page, data: [] } });
    expect((await merit(["search", "x"], { env })).err).toContain("Nothing found.");
    api.on("GET /search", { body: { ...page, has_more: true, next_cursor: "abc" } });
    expect((await merit(["search", "x"], { env })).err).toContain("--cursor abc");
  });
});

describe("leaderboard", () => {
  const place = { rank: 1, points: 30, user_id: 7, display_name: "Ada L." };
  const page = { period: "week", ranked_users: 3, me: place, data: [place], has_more: false, next_cursor: null };

  it("asks as the user, and shows ranks and the user's own", async () => {
    api.on("GET /leaderboard", { body: page });
    const { code, out, err } = await merit(["leaderboard", "--period", "week", "--around-me", "--token", "t1"], {
      env,
    });
    expect(code).toBe(0);
    expect(api.requests[0]).toMatchObject({
      query: { period: "week", around: "me" },
      headers: { authorization: "Bearer t1" },
    });
    expect(out).toMatch(/^ *1 +30 +Ada L\.$/m);
    expect(err).toContain("You: rank 1 of 3, 30 points");
    await merit(["leaderboard"], { env: { ...env, MERIT_TOKEN: "t2" } });
    expect(api.requests[1]?.headers.authorization).toBe("Bearer t2");
  });

  it("takes the session of `merit login`, not the merchant's key", async () => {
    const folder = mkdtempSync(join(tmpdir(), "merit-leaderboard-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const own = { ...env, XDG_CONFIG_HOME: folder };
    expect((await merit(["leaderboard"], { env: own })).err).toContain("merit login");
    expect(api.requests).toHaveLength(0);
    const claims = Buffer.from(JSON.stringify({ exp: 4_000_000_000 })).toString("base64url");
    const login = { user_id: 7, email: "ada@example.com", access_token: `h.${claims}.s`, refresh_token: "r" };
    saveLogin(join(folder, "merit", "config.json"), api.url, login);
    api.on("GET /leaderboard", { body: page });
    expect((await merit(["leaderboard"], { env: own })).code).toBe(0);
    expect(api.requests[0]?.headers.authorization).toBe(`Bearer h.${claims}.s`);
  });

  it("says if the user has no rank", async () => {
    api.on("GET /leaderboard", { body: { ...page, me: null } });
    expect((await merit(["leaderboard", "--token", "t"], { env })).err).toContain("You: no points in this period");
  });
});
