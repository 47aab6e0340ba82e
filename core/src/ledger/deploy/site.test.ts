import { join } from "node:path";
import { Operation } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createLogger } from "../../base/logger.ts";
import { newWallet } from "../../testing/chain.ts";
import { TestNode } from "../../testing/node.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { accountRoles, createMissingKeys } from "../chain/keys.ts";
import { Site } from "./site.ts";
import { defaultTerms } from "./terms.ts";

// Deployments as a whole are tested on a real ledger, in test/chain.

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const openSite = (node: TestNode) =>
  new Site({
    network: "testnet",
    server: node.server,
    keys: createMissingKeys(join(world.folder, "keys.json"), accountRoles),
    issuer: newWallet(),
    channelCount: 0,
    terms: { ...defaultTerms, mintQuota: 0n },
    wasm: () => ({}) as Site["wasm"],
    maxFee: 10_000_000n,
    log: createLogger("silent"),
  });

it("stops if an unknown transaction used its sequence number: a step done twice could mint twice", async () => {
  const node = new TestNode();
  node.afterSend = () => {
    node.sequence += 1n;
  };
  const sending = openSite(node).classic([Operation.setOptions({})], []);
  await expect(sending).rejects.toThrow("run the command again");
  expect(node.sent).toHaveLength(1);
});

it("builds a transaction again once it is proven dead", async () => {
  const node = new TestNode();
  node.afterSend = () => {
    // First death, by its ledger bound; then the sequence is used, which ends the test.
    if (node.sent.length === 1) node.ledger += 100;
    else node.sequence += 1n;
  };
  await expect(openSite(node).classic([Operation.setOptions({})], [])).rejects.toThrow("landed meanwhile");
  expect(new Set(node.sent).size).toBe(2);
});
