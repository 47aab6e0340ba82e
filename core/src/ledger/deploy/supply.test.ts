import { expect, it } from "vitest";
import type { Site } from "./site.ts";
import { initialSupply } from "./supply.ts";

it("mints nothing if an earlier run's transaction lands between the look at the ledger and the sequence number", async () => {
  let minted = 0n;
  const sent: unknown[] = [];
  const site = {
    terms: { initialSupply: 6n },
    keys: { signer: () => ({ publicKey: "TREASURY" }) },
    contracts: { token: { view: async () => ({ value: minted }), operation: (...call: unknown[]) => call } },
    async call(operation: unknown, _source: unknown, whenDue: () => Promise<void>) {
      minted = 6n;
      await whenDue();
      sent.push(operation);
    },
  } as unknown as Site;
  expect(await initialSupply.isDone(site)).toBe(false);
  await expect(initialSupply.run(site)).rejects.toThrow("run the command again");
  expect(sent).toEqual([]);
});
