import { test } from "vitest";
import { Book } from "../support/book.ts";
import { startWorld } from "../support/fixture.ts";
import { BATCH, copyOf, crashAndTurnBack, repeatAll } from "../support/turned-back.ts";

// As turned-back-steps.test.ts, for the steps of the opening of an epoch.

for (const { point, closeMode } of [
  { point: "epoch-stored" },
  { point: "epoch-sent", closeMode: "interval:1000" },
  { point: "epoch-closed" },
]) {
  test(`turned back to a copy from ${point}: nobody is paid twice`, () => crashAndTurnBack(point, closeMode));
}

test("killed three times between the opening of an epoch and the records of what was found: nobody is paid twice", async () => {
  const world = await startWorld({}, { proxied: true });
  const book = await Book.open(world, { merchants: 1, campaigns: 1, wallets: BATCH });
  await world.server.kill("SIGTERM");
  const copy = copyOf(world);
  await world.startServer();
  await book.issue(80);
  await book.expectExact();
  await world.server.kill("SIGTERM");
  copy.putBack();
  for (const point of ["epoch-closed", "epoch-sent", "epoch-closed"]) {
    world.spawnServer({ MERIT_FAULT: point });
    await world.server.exited();
  }
  await world.startServer({}, "health");
  await repeatAll(book);
  await book.issue(20);
  await book.expectExact();
});
