import { expect, it } from "vitest";
import type { Network } from "../../ledger/chain/networks.ts";
import { newContract, newWallet } from "../../testing/chain.ts";
import { type NewDrop, plan } from "./service.ts";

const now = new Date("2026-11-22T00:00:00.500Z");
const inHours = (hours: number) => new Date(new Date("2026-11-22T00:00:00.000Z").getTime() + hours * 3_600_000);

function planOn(network: Network, change: Partial<NewDrop> = {}) {
  const manifest = { contracts: { distribution: { id: newContract() } } };
  const context = { chain: { network, passphrase: "Test", manifest }, settings: { minReward: 1n } };
  const drop = { name: "Thanks", expires_at: inHours(48), shares: [{ wallet: newWallet(), amount: 5n }], ...change };
  return plan(context as unknown as Parameters<typeof plan>[0], drop, now);
}

it("lets a drop open at once on a local network", async () => {
  expect((await planOn("local")).opens_at).toEqual(inHours(0));
  expect((await planOn("local", { opens_at: inHours(-1) })).opens_at).toEqual(inHours(-1));
});

it("lets a drop open a day after its creation elsewhere, and leaves the creation an hour to land", async () => {
  for (const network of ["quickstart", "testnet", "mainnet"] as const) {
    expect((await planOn(network)).opens_at).toEqual(inHours(25));
    expect((await planOn(network, { opens_at: inHours(25) })).opens_at).toEqual(inHours(25));
    const early = [inHours(0), inHours(24), new Date(inHours(25).getTime() - 1)];
    for (const opens_at of early) {
      await expect(planOn(network, { opens_at })).rejects.toThrow(
        expect.objectContaining({
          status: 422,
          errors: [
            { field: "starts_at", message: expect.stringContaining("must be 2026-11-23T01:00:00.000Z or later") },
          ],
        }),
      );
    }
  }
});
