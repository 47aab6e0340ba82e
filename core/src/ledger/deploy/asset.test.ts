import { Keypair } from "@stellar/stellar-sdk";
import { expect, it } from "vitest";
import { beforeTheLock, isIssuerLocked, issuerFlags, lockIssuer } from "./asset.ts";
import type { Site } from "./site.ts";

/** A site whose issuer has this master weight and so many other signers. */
const site = (masterWeight: number, others: number) =>
  ({
    asset: { issuer: "ISSUER" },
    account: async () => ({
      thresholds: { toXdr: () => Uint8Array.of(masterWeight, 0, 0, 0) },
      signers: Array.from({ length: others }, () => ({})),
    }),
  }) as unknown as Site;

it("counts an issuer as locked only if neither its own key nor another one signs for it", async () => {
  expect(await isIssuerLocked(site(0, 0))).toBe(true);
  expect(await isIssuerLocked(site(1, 0))).toBe(false);
  expect(await isIssuerLocked(site(0, 1))).toBe(false);
});

it("doesn't lock an issuer for which another key could still mint", async () => {
  await expect(lockIssuer.run(site(1, 1))).rejects.toThrow("remove them, then deploy again");
});

it("says before the lock what becomes of the home domain, which can't be set afterwards", async () => {
  const siteOf = (homeDomain: string) => ({ ...site(1, 0), account: async () => ({ homeDomain }) }) as unknown as Site;
  expect(await beforeTheLock(siteOf(""))).toMatch(/is not set, .*--home-domain/);
  expect(await beforeTheLock(siteOf("rewards.example"))).toBe("Its home domain stays rewards.example");
});

it("takes no issuer on a public network whose account existed before its flags", async () => {
  const siteWith = (flags: number, isPublic: boolean) => {
    const sent: unknown[] = [];
    const parts = {
      ...{ asset: { issuer: Keypair.random().publicKey() }, terms: { homeDomain: null }, facts: { public: isPublic } },
      account: async () => ({ flags, homeDomain: "" }),
      keys: { signer: () => ({}) },
      classic: async (operations: unknown[]) => sent.push(...operations),
    };
    return { run: () => issuerFlags.run(parts as unknown as Site), sent };
  };
  await expect(siteWith(0, true).run()).rejects.toThrow("deploy with another issuer's key");
  const [test, local] = [siteWith(10, true), siteWith(0, false)];
  await test.run();
  await local.run();
  expect([test.sent.length, local.sent.length]).toEqual([1, 1]);
});
