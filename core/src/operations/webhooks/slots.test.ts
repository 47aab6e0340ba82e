import { expect, it } from "vitest";
import { type Place, Slots } from "./slots.ts";

/** Endpoints that answered within `ms` the last time. */
function answered(slots: Slots, ms: number, ...endpoints: string[]) {
  for (const endpoint of endpoints) slots.free(slots.take(endpoint, 0), { isAnswered: true, now: ms });
}
const names = (count: number) => Array.from({ length: count }, (_, index) => `endpoint ${index}`);
/** Takes all places that an endpoint may have. */
const fill = (slots: Slots, endpoint: string, now = 0): Place[] =>
  Array.from({ length: slots.roomFor(endpoint) }, () => slots.take(endpoint, now));

it("sends one request to an endpoint that nobody knows yet, and more once it answers", () => {
  const slots = new Slots();
  expect(slots.roomFor("a")).toBe(1);
  const place = slots.take("a", 0);
  expect(slots.roomFor("a")).toBe(0);
  expect(slots.full()).toEqual(["a"]);
  slots.free(place, { isAnswered: true, now: 999 });
  expect(slots.full()).toEqual([]);
  expect(slots.roomFor("a")).toBe(32);
  answered(slots, 14_000, "a");
  expect(slots.roomFor("a")).toBe(8);
  slots.free(slots.take("a", 0), { isAnswered: false, now: 15_000 });
  expect(slots.roomFor("a")).toBe(1);
});

it("keeps places for those that answer promptly, however many hang", () => {
  const slots = new Slots();
  answered(slots, 5, "good");
  for (const name of names(5_000)) fill(slots, name);
  expect(slots.roomFor("another")).toBe(0);
  expect(slots.roomFor("good")).toBe(32);
});

it("gives the prompt their places back a second after others began to hang", () => {
  const slots = new Slots();
  answered(slots, 5, "good", ...names(8));
  for (const name of names(8)) fill(slots, name);
  expect(slots.roomFor("good")).toBe(0);
  slots.moveLate(999);
  expect(slots.roomFor("good")).toBe(0);
  slots.moveLate(1_000);
  expect(slots.roomFor("good")).toBe(32);
  // They have more than they may, until they answer.
  expect(slots.roomFor("endpoint 0")).toBe(0);
});

it("never has more requests than places", () => {
  const slots = new Slots();
  const known = names(2_000);
  answered(slots, 5, ...known);
  let taken = 0;
  for (let second = 0; second < 20; second++) {
    slots.moveLate(second * 1_000);
    for (const name of known) taken += fill(slots, name, second * 1_000).length;
    answered(slots, 5, ...known.slice(second * 40, second * 40 + 40));
  }
  expect(taken).toBeLessThanOrEqual(256 + 1_024);
});

it("counts what a claim was promised", () => {
  const slots = new Slots();
  answered(slots, 5, "good");
  expect(slots.roomFor("good", new Map([["prompt", 250]]))).toBe(6);
  expect(slots.roomFor("new", new Map([["slow", 1_024]]))).toBe(0);
});

it("gives one merchant no more than its part, however many webhooks it has that hang or answer", () => {
  const slots = new Slots();
  for (const name of names(200)) fill(slots, `7/${name}`);
  expect(slots.roomFor("7/another")).toBe(0);
  expect(slots.roomFor("8/first")).toBe(1);
  expect(slots.isFull("slow")).toBe(false);

  const prompt = names(10).map((name) => `9/${name}`);
  answered(slots, 5, "8/first", ...prompt);
  for (const endpoint of prompt) fill(slots, endpoint);
  expect(slots.roomFor("9/endpoint 9")).toBe(0);
  expect(slots.roomFor("8/first")).toBe(32);
});
