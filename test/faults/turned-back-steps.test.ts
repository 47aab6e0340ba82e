import { test } from "vitest";
import { crashAndTurnBack } from "../support/turned-back.ts";

// Replaces the database with a copy from each named step of a payout, with an honest node and with a slow one.

for (const { point, closeMode } of [
  { point: "before-claim" },
  { point: "after-claim" },
  { point: "after-stored" },
  // Sent and closed are one moment where ledgers close at once.
  { point: "after-sent", closeMode: "interval:1000" },
  { point: "after-closed" },
]) {
  test(`turned back to a copy from ${point}: nobody is paid twice`, () => crashAndTurnBack(point, closeMode));
}
