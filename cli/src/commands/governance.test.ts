import { afterEach, beforeEach, expect, it } from "vitest";
import { merit, startApi, type TestApi } from "../testing/cli.ts";

// Commands that ask the ledger are tested on a real one: test/chain/governance.test.ts.

let api: TestApi;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api[Symbol.asyncDispose]());

const run = (...args: string[]) => merit(["governance", ...args], { env: { MERIT_URL: api.url } });
const page = (row: object) => ({ data: [row], has_more: true, next_cursor: "next" });
const id = "ab".repeat(32);

it("lists proposals of a state and a proposer", async () => {
  const proposal = {
    id,
    state: "active",
    calls: ["pool.set_limit"],
    in_favour: "1500000",
    against: "2",
    vote_end: 900,
  };
  api.on("GET /governance/proposals", {
    body: page({ ...proposal, created_at: "2026-11-21T18:00:00.000Z" }),
  });
  const { out, err } = await run("list", "--state", "active", "--proposer", "GABC", "--limit", "5");
  expect(api.requests[0]?.query).toEqual({ state: "active", proposer: "GABC", limit: "5" });
  expect(out).toMatch(new RegExp(`^${id} +active +pool.set_limit +1500000 +2 +900 +2026-11-21T18:00:00.000Z$`, "m"));
  expect(err).toContain("--cursor next");
});

it("lists the votes on a proposal", async () => {
  const vote = {
    voter: "GABC",
    delegate: "GDEF",
    support: "against",
    weight: "1500",
    created_at: "2026-11-24T09:12:05.000Z",
  };
  api.on(`GET /governance/proposals/${id}`, { body: { votes: page(vote) } });
  const { out } = await run("votes", id, "--support", "against");
  expect(api.requests[0]?.query).toEqual({ support: "against" });
  expect(out).toMatch(/^GABC +against +1500 +2026-11-24T09:12:05.000Z +GDEF$/m);
});

it("lists delegators", async () => {
  const delegator = { wallet_address: "GDEF", votes: "15", since: "2026-11-24T09:12:05.000Z" };
  api.on("GET /governance/wallets/GABC", { body: { delegators: { data: [delegator], count: 3, votes: "20" } } });
  const { out, err } = await run("delegators", "GABC", "--proposal", id);
  expect(api.requests[0]?.query).toEqual({ proposal: id });
  expect(out).toMatch(/^GDEF +15 +2026-11-24T09:12:05.000Z$/m);
  expect(err).toBe("3 wallets with 20 votes in all.\n");
});

it("lists stakes", async () => {
  const stake = {
    wallet_address: "GABC",
    votes: "15",
    warming: "2",
    cooling: "3",
    updated_at: "2026-11-24T09:12:05.000Z",
  };
  api.on("GET /governance", { body: { stakes: page(stake) } });
  const { out } = await run("stakes", "--wallet", "GABC");
  expect(api.requests[0]?.query).toEqual({ wallet_address: "GABC" });
  expect(out).toMatch(/^GABC +15 +2 +3 +2026-11-24T09:12:05.000Z$/m);
});

it.each([
  [["vote", "1", "for", "--as", "staker"], /An id has 64 hex digits/],
  [["vote", id, "maybe", "--as", "staker"], /Allowed choices are against, for, abstain/],
  [["stake", "10", "--as", `S${"A".repeat(55)}`], /^error: The command line contains a secret key/],
  [["stake", "10"], /required option '--as <account>'/],
  [["stake", "0", "--as", "staker"], /greater than 0/],
  [["propose", "limit", "10", "--as", "staker"], /required option '--description <text>'/],
])("refuses %j", async (args, message) => {
  const { code, err } = await run(...args);
  expect(code).toBe(2);
  expect(err).toMatch(message);
});
