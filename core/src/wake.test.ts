import { expect, it } from "vitest";
import { createWake } from "./wake.ts";

const LONG_MS = 60_000;

it("wakes every subscriber of the topic and no other", async () => {
  const wake = createWake();
  using a = wake.subscribe("x");
  using b = wake.subscribe("x");
  using other = wake.subscribe("y");
  const waits = [a.next({ timeoutMs: LONG_MS }), b.next({ timeoutMs: LONG_MS })];
  wake.notify("x");
  expect(await Promise.all(waits)).toEqual([true, true]);
  expect(await other.next({ timeoutMs: 1 })).toBe(false);
});

it("keeps a notification that came before the wait, once", async () => {
  const wake = createWake();
  using subscription = wake.subscribe("x");
  wake.notify("x");
  wake.notify("x");
  expect(await subscription.next({ timeoutMs: LONG_MS })).toBe(true);
  expect(await subscription.next({ timeoutMs: 1 })).toBe(false);
});

it("ends at an abort", async () => {
  const wake = createWake();
  using subscription = wake.subscribe("x");
  const controller = new AbortController();
  const wait = subscription.next({ timeoutMs: LONG_MS, signal: controller.signal });
  controller.abort();
  expect(await wait).toBe(false);
});
