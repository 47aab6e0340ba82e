import { expect, it } from "vitest";
import { ChannelPool } from "./channels.ts";

const signers = ["A", "B"].map((publicKey) => ({ publicKey, sign: async () => new Uint8Array(64) }));

it("lends each channel to one transaction at a time, in the order of asking", async () => {
  const pool = new ChannelPool(signers);
  const [first, second] = [await pool.acquire(), await pool.acquire()];
  expect(new Set([first, second]).size).toBe(2);

  const order: string[] = [];
  const third = pool.acquire().then(() => order.push("third"));
  const fourth = pool.acquire().then(() => order.push("fourth"));
  pool.release(first);
  await third;
  expect(order).toEqual(["third"]);
  pool.release(second);
  await fourth;
  expect(order).toEqual(["third", "fourth"]);
});

it("keeps the channels of open transactions out until they are released", async () => {
  const pool = new ChannelPool(signers);
  const held = pool.hold("A");
  expect(pool.free).toBe(1);
  expect((await pool.acquire()).signer.publicKey).toBe("B");
  if (held) pool.release(held);
  expect((await pool.acquire()).signer.publicKey).toBe("A");
});

it("ignores a channel that is no longer used, and refuses two open transactions on one", () => {
  const pool = new ChannelPool(signers);
  expect(pool.hold("Z")).toBeUndefined();
  pool.hold("A");
  expect(() => pool.hold("A")).toThrow("two open transactions");
});
