import { describe, expect, it } from "vitest";
import { merit } from "../testing/cli.ts";
import { scriptedApi } from "../testing/scripted-api.ts";

const { api, env } = scriptedApi({ MERIT_API_KEY: "key", MERIT_TOKEN: "token" });

it("shows a merchant how much of a drop was claimed, by how many, and what can be done now", async () => {
  const drop = {
    id: 4,
    name: "Thanks",
    status: "active",
    total: "12",
    wallets: 3,
    remainder: null,
    error_message: null,
  };
  api.on("GET /drops/4", { body: { ...drop, claimed: { wallets: 2, amount: "7.5" }, next_steps: ["sweep"] } });
  const { out } = await merit(["drop", "show", "4"], { env });
  expect(out).toMatch(/^Claimed +7\.5, by 2 wallets$/m);
  expect(out).toMatch(/^Next +sweep$/m);
});

describe("a user", () => {
  const share = {
    ...{ drop_id: 4, merchant_id: 1, name: "Thanks", wallet_address: "GA", amount: "5", claimable: true },
    ...{ starts_at: "2026-11-22T00:00:00.000Z", ends_at: "2027-02-20T00:00:00.000Z" },
    ...{ claim_status: null, claim_tx_hash: null, claim_error: null },
  };
  const pending = { ...share, claim_status: "pending" };

  it("sees shares, and has one paid", async () => {
    api.on("GET /drops/eligible", { body: { data: [share], has_more: false, next_cursor: null } });
    expect((await merit(["drop", "eligible"], { env })).out).toMatch(/4 +Thanks +5 +GA +possible/);
    const claimed = { ...share, claim_status: "claimed", claim_tx_hash: "ab" };
    api.on("POST /drops/4/claim", { status: 202, body: pending });
    api.on("GET /drops/4", (_, count) => ({ body: { id: 4, shares: [count === 0 ? pending : claimed] } }));
    const { code, out } = await merit(["drop", "claim", "4", "--wallet", "GA", "--wait"], { env });
    expect(code).toBe(0);
    expect(out).toMatch(/^Claim +claimed$/m);
    expect(api.requests.find(({ path }) => path === "/drops/4/claim")?.body).toEqual({ wallet_address: "GA" });
  });

  it("learns why a claim failed", async () => {
    const failed = { ...share, claim_status: "failed", claim_error: "The wallet has no trustline." };
    api.on("POST /drops/4/claim", { status: 202, body: pending });
    api.on("GET /drops/4", { body: { id: 4, shares: [failed] } });
    const { code, err } = await merit(["drop", "claim", "4", "--wait"], { env });
    expect([code, err]).toEqual([1, expect.stringContaining("The wallet has no trustline.")]);
  });
});
