import { test } from "vitest";
import { sharedWorld } from "../support/fixture.ts";
import { atLength } from "../support/long.ts";
import { type Crash, crashAndTurnBack } from "../support/turned-back.ts";

// Replaces the database with a copy from each named step of a payout.

const open = sharedWorld({}, { proxied: true });

const crashes: Crash[] = [
  { point: "after-stored" },
  // Sent and closed are one moment where ledgers close at once.
  { point: "after-sent", closeMode: "interval:1000" },
  { point: "before-claim" },
  { point: "after-claim" },
  { point: "after-closed" },
];

for (const crash of crashes.slice(0, atLength(2, crashes.length))) {
  test(`turned back to a copy from ${crash.point}: nobody is paid twice`, async () =>
    crashAndTurnBack(await open(), crash));
}
