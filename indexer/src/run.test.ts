import { topics, type Wake } from "@merit/core/base/wake.ts";
import type { Context } from "@merit/core/context/context.ts";
import { contractNames } from "@merit/core/ledger/chain/bindings.ts";
import type { Manifest } from "@merit/core/ledger/chain/manifest.ts";
import { contractEvents } from "@merit/core/store/db/schema/contract-events.ts";
import { indexerCursors } from "@merit/core/store/db/schema/indexer.ts";
import { eventually } from "@merit/core/testing/wait.ts";
import { createWorld, type World } from "@merit/core/testing/world.ts";
import { rpc } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startIndexer } from "./run.ts";
import { address, i128, map, party, rawEvent, symbol, text, u64 } from "./testing/events.ts";
import { startNode, type TestNode } from "./testing/node.ts";

const MAX_TIMER_MS = 2 ** 31 - 1;

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

/** Waits are ended by what is told, and never by time. */
const wokenOnly = ({ subscribe, notify }: Wake): Wake => ({
  notify,
  subscribe(topic) {
    const { next, ...subscription } = subscribe(topic);
    return { ...subscription, next: (options) => next({ ...options, timeoutMs: MAX_TIMER_MS }) };
  },
});

describe("the indexer", () => {
  it("follows every contract of the manifest and the reward asset", async () => {
    node.latest = 3;
    node.events.push(deposit(2), mint(3));
    const indexer = await startIndexer(context);
    await eventually(async () => expect(await storedTypes()).toEqual(["pool.deposit", "asset.mint"]));
    // Others may see the events before the indexer knows that they are stored.
    await eventually(() => expect(context.heartbeats.age("indexer")).not.toBeNull());
    expect(await context.metrics.registry.metrics()).toMatch(/^merit_indexer_retention_margin_ledgers 2$/m);
    await indexer.stop();
  });

  it("reads at once when a transaction has landed", async () => {
    node.latest = 3;
    const indexer = await startIndexer({ ...context, wake: wokenOnly(context.wake) });
    await eventually(async () => expect(await cursorLedger()).toBe(3));
    node.latest = 4;
    node.events.push(mint(4));
    context.wake.notify(topics.landed);
    await eventually(async () => expect(await storedTypes()).toEqual(["asset.mint"]));
    await indexer.stop();
  });

  it("stops while it waits, and continues at the next start", async () => {
    node.latest = 3;
    const first = await startIndexer(context);
    await eventually(async () => expect(await cursorLedger()).toBe(3));
    await first.stop();
    const calls = node.calls.length;
    node.latest = 5;
    node.events.push(mint(5));
    expect(node.calls).toHaveLength(calls);
    const second = await startIndexer(context);
    await eventually(async () => expect(await storedTypes()).toEqual(["asset.mint"]));
    await second.stop();
  });

  it("waits for a node that doesn't answer, before its first page and between two starts", async () => {
    node.latest = 3;
    node.events.push(mint(3));
    node.outages = 1;
    const first = await startIndexer(context);
    await eventually(async () => expect(await storedTypes()).toHaveLength(1));
    await first.stop();
    node.events.push(mint(4));
    node.latest = 4;
    node.outages = 2;
    const second = await startIndexer(context);
    await eventually(async () => expect(await storedTypes()).toHaveLength(2));
    await second.stop();
    const logs = world.logs.join("");
    expect(logs).toContain("The Stellar RPC did not answer getHealth");
    expect(logs).not.toContain(node.url);
  });

  it("recovers by itself after a node that was far behind, and after one that served another ledger", async () => {
    node.latest = 300;
    const indexer = await startIndexer(context);
    await eventually(async () => expect(await cursorLedger()).toBe(300));
    node.latest = 9;
    const calls = node.calls.length;
    context.wake.notify(topics.landed);
    await eventually(() => expect(node.calls.length).toBeGreaterThan(calls + 2));
    node.latest = 301;
    node.chain = "b";
    await eventually(() => expect(world.logs.join("")).toContain("this node serves another ledger"));
    node.chain = "a";
    node.latest = 302;
    await eventually(async () => expect(await cursorLedger()).toBe(302));
    await indexer.stop();
  });
});
