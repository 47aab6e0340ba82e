import { afterEach, beforeEach, expect, it } from "vitest";
import { list } from "../../store/audit/audit.ts";
import { newWallet } from "../../testing/chain.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { noteWebauth } from "./key-change.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const keyOf = (publicKey: string) => ({
  webAuth: { publicKey, sign: async () => new Uint8Array(64) },
  webhookSeed: Buffer.alloc(32),
});

it("says at the start that the key of webhooks was replaced, and what merchants have to do", async () => {
  const { context, logs } = world;
  const started = async (key: string, previous?: string) => {
    logs.length = 0;
    Object.assign(context.auth.keys, keyOf(key), { previous: previous && keyOf(previous) });
    await noteWebauth(context);
    return logs.join("");
  };
  const [first, second, third] = [newWallet(), newWallet(), newWallet()];
  expect(await started(first)).toBe("");
  expect(await started(first)).toBe("");
  expect(await started(second)).toMatch(/webauth was replaced.*merit webhook rotate.*as webauth-previous/);
  expect(await started(third, second)).toMatch(/signed with webauth-previous as well.*merit webhook rotate/);
  expect(await started(third)).toBe("");
  const entries = await context.db.read((store) => list(store, { action: "keys.webauth" }, { limit: 10 }));
  expect(entries.map(({ detail }) => detail)).toEqual([
    { from: second, to: third, overlaps: true },
    { from: first, to: second, overlaps: false },
  ]);
});
