import { describe, expect, it, onTestFinished, vi } from "vitest";
import { eventually } from "../../testing/wait.ts";
import type { Chain } from "./chain.ts";
import { largestPayment, readLargestPayment } from "./largest-payment.ts";

/** A pool with these limits; merchants without one of their own may use half of that of all. */
function pool(limits: { own?: bigint; usual?: bigint; all: bigint; down?: boolean }) {
  let asked = 0;
  async function view(name: string, { merchant, amount = 0n }: { merchant: bigint | null; amount?: bigint }) {
    asked += 1;
    if (limits.down) throw new Error("connection refused");
    const { own, usual = 0n, all } = limits;
    if (name === "limit") return { value: { limit: merchant === null ? all : (own ?? usual) } };
    return { value: amount > (own ?? usual) || amount > (own === undefined ? all / 2n : all) ? null : 0n };
  }
  const chain = { contracts: { pool: { view } } } as unknown as Chain;
  return { chain, limits, asked: () => asked };
}

describe("the largest payment to a merchant's customer", () => {
  it.each<[string, Parameters<typeof pool>[0], bigint]>([
    ["its own limit", { own: 7n, all: 100n }, 7n],
    ["the limit of all, if its own is higher", { own: 300n, all: 100n }, 100n],
    ["nothing, if its own is nothing", { own: 0n, all: 100n }, 0n],
    ["the usual limit", { usual: 30n, all: 100n }, 30n],
    ["half of the limit of all, if the usual one is higher", { usual: 80n, all: 100n }, 50n],
    ["that half, rounded down", { usual: 300n, all: 101n }, 50n],
  ])("is %s", async (_, limits, largest) => {
    expect(await readLargestPayment(pool(limits).chain, 7)).toBe(largest);
  });

  it("is read once for many rewards below it, and again for one above it", async () => {
    const { chain, limits, asked } = pool({ own: 7n, all: 100n });
    const all = await Promise.all(Array.from({ length: 20 }, () => largestPayment(chain, 7, 5n)));
    expect(new Set(all)).toEqual(new Set([7n]));
    expect(await largestPayment(chain, 7, 7n)).toBe(7n);
    expect(asked()).toBe(3);
    limits.own = 9n;
    await eventually(async () => expect(await largestPayment(chain, 7, 8n)).toBe(9n));
    expect(await largestPayment(chain, 8, 1n)).toBe(9n);
  });

  it("is read again in time for a busy merchant, whose calls don't wait for it", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const { chain, limits, asked } = pool({ own: 7n, all: 100n });
    await largestPayment(chain, 7, 5n);
    limits.own = 6n;
    vi.advanceTimersByTime(50_000);
    expect(await largestPayment(chain, 7, 5n)).toBe(7n);
    await eventually(async () => expect(asked()).toBe(6));
    vi.advanceTimersByTime(20_000);
    expect(await largestPayment(chain, 7, 5n)).toBe(6n);
    expect(asked()).toBe(6);
    // Nobody has called for a minute: the figure is too old.
    limits.own = 5n;
    vi.advanceTimersByTime(60_000);
    expect(await largestPayment(chain, 7, 5n)).toBe(5n);
  });

  it("isn't known while the ledger doesn't answer, and not asked for each time", async () => {
    const { chain, asked } = pool({ own: 7n, all: 100n, down: true });
    expect(await largestPayment(chain, 7, 8n)).toBeUndefined();
    const before = asked();
    expect(await largestPayment(chain, 7, 8n)).toBeUndefined();
    expect(asked()).toBe(before);
  });
});
