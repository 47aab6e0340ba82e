import { test } from "vitest";
import { Book } from "../support/book.ts";
import { sharedWorld } from "../support/fixture.ts";
import { atLength } from "../support/long.ts";
import { BATCH, type Crash, copyOf, crashAndTurnBack, repeatAll } from "../support/turned-back.ts";

// As turned-back-steps.test.ts, for the steps of the opening of an epoch.

const open = sharedWorld({}, { proxied: true });

const crashes: Crash[] = [
  { point: "epoch-sent", closeMode: "interval:1000" },
  { point: "epoch-stored" },
  { point: "epoch-closed" },
];

for (const crash of crashes.slice(0, atLength(1, crashes.length))) {
  test(`turned back to a copy from ${crash.point}: nobody is paid twice`, async () =>
    crashAndTurnBack(await open(), crash));
}

test("killed three times between the opening of an epoch and the records of what was found: nobody is paid twice", async () => {
  const world = await open();
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
    await world.killedItself();
  }
  await world.startServer({}, "health");
  await repeatAll(book);
  await book.issue(20);
  await book.expectExact();
});
