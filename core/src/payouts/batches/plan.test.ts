import { expect, it } from "vitest";
import { type CampaignLoad, planBatches } from "./plan.ts";

const SIZE = 60;
const load = (due: number, inFlight = 0, group = "1", merchantId = 1): CampaignLoad => ({
  ...{ group, merchantId, due, inFlight },
});
const plan = (loads: CampaignLoad[], slots = 10) => planBatches(loads, SIZE, slots);

it.each([
  { due: 1, inFlight: 0, batches: 1, because: "a lone reward waits for nothing" },
  { due: 1, inFlight: 1, batches: 0, because: "a partial batch waits while one is on the way" },
  { due: 59, inFlight: 3, batches: 0, because: "it fills up meanwhile" },
  { due: 60, inFlight: 1, batches: 1, because: "a full batch goes at once" },
  { due: 61, inFlight: 0, batches: 1, because: "the remainder waits for the full one" },
  { due: 185, inFlight: 2, batches: 3, because: "all full ones go" },
  { due: 0, inFlight: 0, batches: 0, because: "there is nothing to pay" },
])("$due due, $inFlight in flight: $batches batches, since $because", ({ due, inFlight, batches }) => {
  expect(plan([load(due, inFlight)])).toHaveLength(batches);
});

it("serves the longest waiting campaign first and starts no more than there are slots", () => {
  expect(plan([load(200, 0, "a"), load(5, 0, "b")], 1)).toEqual(["a"]);
  expect(plan([load(200, 0, "a"), load(5, 0, "b")], 3)).toEqual(["a", "b", "a"]);
  expect(plan([load(5, 0, "a"), load(200, 0, "b")], 2)).toEqual(["a", "b"]);
  expect(plan([load(5, 0, "a")], 0)).toEqual([]);
});

it("lets one campaign's batch hold up no other campaign's", () => {
  expect(plan([load(5, 1, "a"), load(5, 0, "b")])).toEqual(["b"]);
});

it("serves merchants in turn, however many campaigns and rewards one of them has", () => {
  const large = ["a", "b", "c"].map((group) => load(6_000, 0, group, 1));
  expect(plan([...large, load(1, 0, "z", 2)], 4)).toEqual(["a", "z", "b", "c"]);
  expect(plan([...large, load(6_000, 0, "z", 2)], 6)).toEqual(["a", "z", "b", "z", "c", "z"]);
});

it("counts rewards on their way: the merchant with fewer comes first", () => {
  const loads = [load(600, 3, "a", 1), load(600, 0, "z", 2)];
  expect(plan(loads, 4)).toEqual(["z", "z", "z", "a"]);
  // The merchant's batches count also if their campaign has nothing due.
  const idle = load(0, 3, "b", 1);
  expect(plan([load(600, 0, "a", 1), idle, load(600, 0, "z", 2)], 3)).toEqual(["z", "z", "z"]);
});
