import { expect, test } from "vitest";
import { openShop, PRICE } from "../support/shop.ts";

for (const point of ["after-stored", "after-closed"]) {
  test(`killed ${point} of a redemption's fulfilment: it is recorded, the tokens are burned once, and work continues`, async () => {
    const { world, merchant, own, redeem, seen } = await openShop();
    const [first, second] = [await redeem(1), await redeem(2)];
    const ids = [(await seen(first, "locked")).id, (await seen(second, "locked")).id];
    const ask = (id: number, step: string) => merchant.post(`/merchants/me/redemptions/${id}/${step}`);
    await world.server.kill("SIGTERM");
    await world.startServer({ MERIT_FAULT: point });
    // The answer may or may not get out before the process ends.
    await ask(ids[0], "fulfil").catch(() => undefined);
    await world.server.exited();
    expect(world.server.child.signalCode).toBe("SIGKILL");

    await world.startServer();
    expect(await seen(first, "fulfilled")).toMatchObject({ next_status: null, error_message: null });
    expect((await ask(ids[0], "fulfil")).status).toBe(200);
    await ask(ids[1], "refund");
    await seen(second, "cancelled");
    expect((await own.totals()).result).toMatchObject({ burned: PRICE, refunded: PRICE, locked: 0n });
  });
}
