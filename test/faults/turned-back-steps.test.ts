import { test } from "vitest";
import { Book } from "../support/book.ts";
import { startWorld } from "../support/fixture.ts";
import { BATCH, copyOf, HONEST, repeatAll, SLOW, turnBack } from "../support/turned-back.ts";

// A database that is put back to a copy from any named step of a payout, or of the opening of an epoch, with a node that is honest
// and one that is slow.

for (const { point, closeMode = "instant" } of [
  { point: "before-claim" },
  { point: "after-claim" },
  { point: "after-stored" },
  // Sent and closed are one moment where ledgers close at once.
  { point: "after-sent", closeMode: "interval:1000" },
  { point: "after-closed" },
  // Of the transaction that opens an epoch.
  { point: "epoch-stored" },
  { point: "epoch-sent", closeMode: "interval:1000" },
  { point: "epoch-closed" },
]) {
  test(`turned back to a copy from ${point}: nobody is paid twice`, async () => {
    const world = await startWorld({}, { proxied: true });
    const book = await Book.open(world, { wallets: BATCH });
    await book.issue(40);
    await book.expectExact();
    await world.ledger.setCloseMode(closeMode);
    await world.server.kill("SIGTERM");
    world.spawnServer({ MERIT_FAULT: point });
    // Sent until they are accepted, also after the start that follows.
    const issued = book.issue(40);
    await world.server.exited();
    const copy = copyOf(world);
    await world.startServer();
    await issued;
    await book.issue(80);
    await book.expectExact();

    for (const lies of [HONEST, SLOW]) {
      await turnBack(world, copy, lies);
      await repeatAll(book);
      await book.issue(20);
      await book.expectExact();
    }
  });
}
