import type { FaultPoint } from "@merit/core/ledger/sending/fault.ts";
import { expect, test } from "vitest";
import { sharedWorld } from "../support/fixture.ts";
import { atLength } from "../support/long.ts";
import { openShop, PRICE } from "../support/shop.ts";

const open = sharedWorld();

for (const point of atLength<FaultPoint[]>(["after-closed"], ["after-stored", "after-closed"])) {
  test(`killed ${point} of a redemption's fulfilment: it is recorded, the tokens are burned once, and work continues`, async () => {
    const world = await open();
    const { merchant, own, redeem, seen } = await openShop(world);
    const [first, second] = [await redeem(1), await redeem(2)];
    const ids = [(await seen(first, "locked")).id, (await seen(second, "locked")).id];
    const ask = (id: number, step: string) => merchant.post(`/redemptions/${id}/steps`, { step });
    const before = (await own.totals()).result;
    await world.arm(point);
    await world.killedItself(ask(ids[0], "fulfil"));

    await world.startServer();
    expect(await seen(first, "fulfilled")).toMatchObject({ next_status: null, error_message: null });
    expect((await ask(ids[0], "fulfil")).status).toBe(200);
    await ask(ids[1], "refund");
    await seen(second, "cancelled");
    expect((await own.totals()).result).toMatchObject({
      ...{ burned: before.burned + PRICE, refunded: before.refunded + PRICE, locked: 0n },
    });
  });
}
