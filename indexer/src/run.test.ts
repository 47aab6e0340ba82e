import { contractNames } from "@merit/core/chain/bindings.ts";
import type { Manifest } from "@merit/core/chain/manifest.ts";
import type { Context } from "@merit/core/context/context.ts";
import { contractEvents } from "@merit/core/db/schema/contract-events.ts";
import { indexerCursors } from "@merit/core/db/schema/indexer.ts";
import { createWorld, type World } from "@merit/core/testing/world.ts";
import { topics } from "@merit/core/wake.ts";
import { rpc } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startIndexer } from "./run.ts";
import { address, i128, map, party, rawEvent, symbol, text, u64 } from "./testing/events.ts";
import { startNode, type TestNode } from "./testing/node.ts";

let node: TestNode;
let world: World;
let context: Context;

beforeEach(async () => {
  node = await startNode();
  // Without a wake-up the indexer asks once a minute: a test that passes has not been waiting for that.
  world = createWorld({ INDEXER_POLL_MS: "60000" });
  context = withNode(world.context, node.url);
});

afterEach(async () => {
  await node[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const asset = address.contract(99);
const pool = address.contract(contractNames.indexOf("pool"));
const mint = (ledger: number) =>
  rawEvent(asset, [symbol("mint"), party(address.account(7)), text("MERIT:G")], i128(5n), { ledger });
const deposit = (ledger: number) =>
  rawEvent(pool, [symbol("deposit"), u64(1n)], map({ from: party(address.account(7)), amount: i128(5n) }), { ledger });

function withNode(base: Context, url: string): Context {
  const contracts = Object.fromEntries(
    contractNames.map((name, index) => [name, { id: address.contract(index), wasm_hash: "" }]),
  );
  const manifest = {
    ...base.chain.manifest,
    start_ledger: 1,
    asset: { ...base.chain.manifest.asset, contract_id: asset },
  };
  const chain = {
    ...base.chain,
    manifest: { ...manifest, contracts } as Manifest,
    rpc: new rpc.Server(url, { allowHttp: true }),
  };
  return { ...base, chain };
}

const storedTypes = () =>
  context.db.read(async (store) =>
    (await store.select().from(contractEvents).orderBy(contractEvents.id)).map(
      ({ contract, type }) => `${contract}.${type}`,
    ),
  );
const cursorLedger = () =>
  context.db.read(async (store) => (await store.select().from(indexerCursors).get())?.ledger ?? 0);

/** Until the node was asked more often than that; each quiet round waits half as long again. */
async function untilQuiet(calls: number) {
  await vi.waitFor(
    () => expect(node.calls.filter((call) => call === "getEvents").length).toBeGreaterThan(calls),
    30_000,
  );
}

describe("the indexer", () => {
  it("follows every contract of the manifest and the reward asset", async () => {
    node.latest = 3;
    node.events.push(deposit(2), mint(3));
    const indexer = await startIndexer(context);
    await vi.waitFor(async () => expect(await storedTypes()).toEqual(["pool.deposit", "asset.mint"]), 10_000);
    // Others may see the events before the indexer knows that they are stored.
    await vi.waitFor(() => expect(context.heartbeats.age("indexer")).not.toBeNull(), 10_000);
    expect(await context.metrics.registry.metrics()).toMatch(/^merit_indexer_retention_margin_ledgers 2$/m);
    await indexer.stop();
  });

  it("reads at once when a transaction has landed", async () => {
    node.latest = 3;
    const indexer = await startIndexer(context);
    // By then its wait has grown to 1.3 s.
    await untilQuiet(8);
    node.latest = 4;
    node.events.push(mint(4));
    const began = performance.now();
    context.wake.notify(topics.landed);
    await vi.waitFor(async () => expect(await storedTypes()).toEqual(["asset.mint"]), { timeout: 5_000, interval: 5 });
    expect(performance.now() - began).toBeLessThan(900);
    await indexer.stop();
  }, 20_000);

  it("stops while it waits, and continues at the next start", async () => {
    node.latest = 3;
    const first = await startIndexer(context);
    await vi.waitFor(async () => expect(await cursorLedger()).toBe(3), 10_000);
    await first.stop();
    const calls = node.calls.length;
    node.latest = 5;
    node.events.push(mint(5));
    expect(node.calls).toHaveLength(calls);
    const second = await startIndexer(context);
    await vi.waitFor(async () => expect(await storedTypes()).toEqual(["asset.mint"]), 10_000);
    await second.stop();
  });

  it("waits for a node that doesn't answer, before its first page and between two starts", async () => {
    node.latest = 3;
    node.events.push(mint(3));
    node.outages = 1;
    const first = await startIndexer(context);
    await vi.waitFor(async () => expect(await storedTypes()).toHaveLength(1), 15_000);
    await first.stop();
    node.events.push(mint(4));
    node.latest = 4;
    node.outages = 2;
    const second = await startIndexer(context);
    await vi.waitFor(async () => expect(await storedTypes()).toHaveLength(2), 15_000);
    await second.stop();
    const logs = world.logs.join("");
    expect(logs).toContain("The Stellar RPC did not answer getHealth");
    expect(logs).not.toContain(node.url);
  }, 30_000);

  it("recovers by itself after a node that was far behind, and after one that served another ledger", async () => {
    node.latest = 300;
    const indexer = await startIndexer(context);
    await vi.waitFor(async () => expect(await cursorLedger()).toBe(300), 10_000);
    node.latest = 9;
    const calls = node.calls.length;
    context.wake.notify(topics.landed);
    await vi.waitFor(() => expect(node.calls.length).toBeGreaterThan(calls + 2), 10_000);
    node.latest = 301;
    node.chain = "b";
    await vi.waitFor(() => expect(world.logs.join("")).toContain("this node serves another ledger"), 10_000);
    node.chain = "a";
    node.latest = 302;
    await vi.waitFor(async () => expect(await cursorLedger()).toBe(302), 15_000);
    await indexer.stop();
  }, 30_000);
});
