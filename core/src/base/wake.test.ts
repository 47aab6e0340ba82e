import { expect, it } from "vitest";
import { createWake, topics } from "./wake.ts";

const LONG_MS = 60_000;

it("wakes every subscriber of the topic and no other", async () => {
  const wake = createWake();
  using a = wake.subscribe(topics.queue("x"));
  using b = wake.subscribe(topics.queue("x"));
  using other = wake.subscribe(topics.queue("y"));
  const waits = [a.next({ timeoutMs: LONG_MS }), b.next({ timeoutMs: LONG_MS })];
  wake.notify(topics.queue("x"));
  expect(await Promise.all(waits)).toEqual([true, true]);
  expect(await other.next({ timeoutMs: 1 })).toBe(false);
});

it("wakes every subscriber of any topic at once", async () => {
  const wake = createWake();
  using a = wake.subscribe(topics.queue("x"));
  using b = wake.subscribe(topics.events);
  const waits = [a.next({ timeoutMs: LONG_MS }), b.next({ timeoutMs: LONG_MS })];
  wake.notify(topics.all);
  expect(await Promise.all(waits)).toEqual([true, true]);
});

it("keeps a notification that came before the wait, once", async () => {
  const wake = createWake();
  using subscription = wake.subscribe(topics.queue("x"));
  wake.notify(topics.queue("x"));
  wake.notify(topics.queue("x"));
  expect(await subscription.next({ timeoutMs: LONG_MS })).toBe(true);
  expect(await subscription.next({ timeoutMs: 1 })).toBe(false);
});

it("ends at an abort", async () => {
  const wake = createWake();
  using subscription = wake.subscribe(topics.queue("x"));
  const controller = new AbortController();
  const wait = subscription.next({ timeoutMs: LONG_MS, signal: controller.signal });
  controller.abort();
  expect(await wait).toBe(false);
});
