import { Client as Vesting } from "@merit/bindings/vesting";
import { expect, test } from "vitest";
import { Deployed } from "../support/deployed.ts";
import { send } from "../support/party.ts";

const TOTAL = 1_000_000_000n;
const DAY = 86_400;

test("a schedule vests from its cliff on; a revocation takes back only what has not vested", async () => {
  const system = await Deployed.start();
  const funder = await system.holder("100");
  const beneficiary = await system.holder();
  const vesting = system.as(Vesting, "vesting", funder.keypair);

  const start = await system.now();
  const cliff = start + BigInt(10 * DAY);
  const end = start + BigInt(100 * DAY);
  const id = await send(
    vesting.create({
      funder: funder.address,
      terms: {
        beneficiary: beneficiary.address,
        plan: { tag: "Linear", values: [{ total: TOTAL, start, cliff, end }] },
        revoker: funder.address,
      },
    }),
  );
  expect(await system.balance(funder)).toBe(0n);
  await expect(send(vesting.claim({ id }))).rejects.toThrow("NothingToClaim");

  await system.travel(50 * DAY);
  const vested = (await vesting.vested({ id })).result;
  expect(vested).toBeGreaterThanOrEqual(TOTAL / 2n);
  expect(vested).toBeLessThan(TOTAL / 2n + 1_000_000n);
  const claimed = await send(vesting.claim({ id }));
  expect(await system.balance(beneficiary)).toBe(claimed);

  const refunded = await send(vesting.revoke({ revoker: funder.address, id }));
  expect(await system.balance(funder)).toBe(refunded);
  await system.travel(100 * DAY);
  const rest = (await vesting.claimable({ id })).result;
  if (rest > 0n) await send(vesting.claim({ id }));
  expect((await system.balance(beneficiary)) + refunded).toBe(TOTAL);
  expect((await vesting.obligations()).result).toBe(0n);
  expect(new Set(await system.eventTypes("vesting"))).toEqual(new Set(["created", "claimed", "revoked"]));
});
