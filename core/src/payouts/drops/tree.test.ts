import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { MAX_STROOPS } from "../../base/money.ts";
import { newWallet } from "../../testing/chain.ts";
import { type DropPlace, DropTree, type Share } from "./tree.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** The vector of docs/drops.md, which the contract's own tests hold too (contracts/distribution/tests/distribution/tree.rs). */
const place: DropPlace = {
  passphrase: "Standalone Network ; February 2017",
  distribution: "CAIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRDB3V",
  reference: new Uint8Array(32).fill(0x55),
};
const shares: [Share, Share, Share] = [
  { wallet: "GARCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCFRVX", amount: 10_000_000n },
  { wallet: "CAZTGMZTGMZTGMZTGMZTGMZTGMZTGMZTGMZTGMZTGMZTGMZTGMZTGGJH", amount: 25_000_000n },
  { wallet: "GBCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIRCEIZCA", amount: 1n },
];
const leaves = [
  "d82daa67cea8167859f4ceef2766a8dc32f2d71e07f0a3cadb9a284b3fb9ed5d",
  "55d1ef256b5af0dec17e7d31cd8b726c361fd94cd2670e09eaef300209178d29",
  "a58408d86e5876a6d0f9602780e7c5e5c93763e2dd4f0759fcb7ec5bdc229606",
];
const inner = "9b60e32d5a8ce3ff2fd5071960af2821ab5eeb604738bcd983cafff9dc125bb3";
const root = "e57613db8783a605c29ed09924989c3e1ee2bd25843b5db867ba34780ccf46f7";

describe("a drop's tree", () => {
  it("has the hash that the contract expects", async () => {
    const tree = await DropTree.build(place, shares);
    expect([0, 1, 2].map((index) => hex(tree.leaf(index)))).toEqual(leaves);
    expect(hex(tree.root)).toBe(root);
    expect(tree.proof(0).map(hex)).toEqual([leaves[1], leaves[2]]);
    expect(tree.proof(1).map(hex)).toEqual([leaves[0], leaves[2]]);
    expect(tree.proof(2).map(hex)).toEqual([inner]);
    expect([tree.size, tree.total]).toEqual([3, 35_000_001n]);
  });

  it("is its leaf if there is only one", async () => {
    const tree = await DropTree.build(place, [shares[0]]);
    expect(hex(tree.root)).toBe(leaves[0]);
    expect(tree.proof(0)).toEqual([]);
  });

  it("leads from every leaf to the root, at any size", async () => {
    const wallet = newWallet();
    const list = Array.from({ length: 17 }, (_, index) => ({ wallet, amount: BigInt(index + 1) }));
    for (const size of list.keys()) {
      const tree = await DropTree.build(place, list.slice(0, size + 1));
      for (let index = 0; index < tree.size; index++) {
        const top = climb(tree.leaf(index), tree.proof(index));
        expect(hex(top), `leaf ${index} of ${tree.size}`).toBe(hex(tree.root));
      }
    }
  });

  it("has another leaf hash in any other place", async () => {
    const others = [
      { ...place, passphrase: "Test SDF Network ; September 2015" },
      { ...place, distribution: shares[1].wallet },
      { ...place, reference: new Uint8Array(32).fill(0x56) },
    ];
    const trees = await Promise.all([place, ...others].map((each) => DropTree.build(each, shares)));
    expect(new Set(trees.map(({ root }) => hex(root))).size).toBe(trees.length);
  });

  it("names what can't be paid", async () => {
    const refused = (change: Partial<Share>) =>
      expect(DropTree.build(place, [shares[0], { ...shares[1], ...change }])).rejects;
    await refused({ amount: 0n }).toThrow("share 1: 0 stroops");
    await refused({ amount: MAX_STROOPS + 1n }).toThrow("share 1:");
    await refused({ amount: MAX_STROOPS }).toThrow("add up to more than");
    await refused({ wallet: "GABC" }).toThrow('share 1: "GABC"');
    await expect(DropTree.build(place, [])).rejects.toThrow("at least one share");
    const short = { ...place, reference: new Uint8Array(31) };
    await expect(DropTree.build(short, shares)).rejects.toThrow("32 bytes, not 31");
    const elsewhere = { ...place, distribution: newWallet() };
    await expect(DropTree.build(elsewhere, shares)).rejects.toThrow("no contract address");
    const tree = await DropTree.build(place, shares);
    for (const index of [-1, 3, 0.5]) expect(() => tree.proof(index)).toThrow("tree has 3");
  });
});

/** Climbs from a leaf to the root, as the contract does. */
function climb(leaf: Uint8Array, proof: Uint8Array[]): Uint8Array {
  return proof.reduce((below, sibling) => {
    const children = [below, sibling].sort(Buffer.compare);
    return createHash("sha256")
      .update(Buffer.concat([Uint8Array.of(1), ...children]))
      .digest();
  }, leaf);
}
