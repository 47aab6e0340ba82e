import { Client as Escrow } from "@merit/bindings/escrow";
import { expect, test } from "vitest";
import { Deployed } from "../support/deployed.ts";
import { send } from "../support/party.ts";

const DAY = 86_400;

test("milestones are released, split by the arbiter, or refunded at their deadline", async () => {
  const system = await Deployed.start();
  const [depositor, beneficiary, arbiter] = [await system.holder("30"), await system.holder(), await system.holder()];
  const escrow = system.as(Escrow, "escrow", depositor.keypair);
  const deadline = (await system.now()) + BigInt(30 * DAY);
  const part = { amount: 100_000_000n, deadline };
  const id = await send(
    escrow.create({
      depositor: depositor.address,
      terms: {
        beneficiary: beneficiary.address,
        arbiter: arbiter.address,
        parts: [part, part, part],
        agreement: new Uint8Array(32),
        dispute_window: BigInt(7 * DAY),
        undecided_share: 0,
        max_fee: 0,
      },
    }),
  );
  expect(await system.balance(depositor)).toBe(0n);

  await send(escrow.release({ depositor: depositor.address, id, milestone: 0 }));

  const asBeneficiary = system.as(Escrow, "escrow", beneficiary.keypair);
  const evidence = new Uint8Array(32).fill(1);
  await send(asBeneficiary.dispute({ party: beneficiary.address, id, milestone: 1, evidence }));
  const asArbiter = system.as(Escrow, "escrow", arbiter.keypair);
  await send(asArbiter.resolve({ arbiter: arbiter.address, id, milestone: 1, share: 2_500 }));

  await expect(send(escrow.expire({ id, milestone: 2 }))).rejects.toThrow("NotDue");
  await system.travel(31 * DAY);
  await send(escrow.expire({ id, milestone: 2 }));

  for (const [client, wallet] of [
    [escrow, depositor],
    [asBeneficiary, beneficiary],
  ] as const) {
    if ((await client.owed({ account: wallet.address })).result > 0n) {
      await send(client.withdraw({ account: wallet.address }));
    }
  }
  expect(await system.balance(beneficiary)).toBe(125_000_000n);
  expect(await system.balance(depositor)).toBe(175_000_000n);
  expect((await escrow.total_held()).result).toBe(0n);
  expect(await system.eventTypes("escrow")).toEqual(["created", "settled", "disputed", "settled", "settled"]);
});
