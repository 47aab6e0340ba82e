import { test } from "vitest";
import { crashAndTurnBack } from "../support/turned-back.ts";

// The same from any named step of the opening of an epoch.

for (const { point, closeMode } of [
  { point: "epoch-stored" },
  { point: "epoch-sent", closeMode: "interval:1000" },
  { point: "epoch-closed" },
]) {
  test(`turned back to a copy from ${point}: nobody is paid twice`, () => crashAndTurnBack(point, closeMode));
}
