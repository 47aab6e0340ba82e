import { describe, expect, it } from "vitest";
import { isRound, listKeys } from "./list-keys.ts";

const line = (wallet_address: string, amount: string, key?: string) => ({ wallet_address, amount, key });
const list = [line("A", "1"), line("B", "2.50"), line("A", "1"), line("C", "3", "order-3")];

describe("the keys of a list", () => {
  it("differ for each line, also for two that pay the same to one wallet, and a line's own key stays", () => {
    const keys = listKeys(2, list);
    expect(new Set(keys).size).toBe(4);
    expect(keys[3]).toBe("order-3");
  });

  it("stay when other lines are corrected, added, removed or moved, and when an amount is written otherwise", () => {
    const [a, b, again] = listKeys(2, list);
    expect(listKeys(2, [line("D", "9"), ...list]).slice(1, 4)).toEqual([a, b, again]);
    expect(listKeys(2, [line("B", "2.5"), line("A", "1.0")])).toEqual([b, a]);
    expect(listKeys(2, [...list, line("A", "1")]).slice(0, 3)).toEqual([a, b, again]);
    expect(new Set(listKeys(2, [...list].reverse()))).toEqual(new Set(listKeys(2, list)));
    expect(listKeys(2, [line("A", "10"), line("A", "100"), line("A", "0.10")])).toEqual(
      listKeys(2, [line("A", "10.0"), line("A", "100"), line("A", "0.1")]),
    );
  });

  it("are others for another campaign, round, wallet or amount", () => {
    const others = [
      ...listKeys(3, list.slice(0, 3)),
      ...listKeys(2, list.slice(0, 3), "2026-11-28"),
      ...listKeys(2, list.slice(0, 3), "2026-11-29"),
      ...listKeys(2, [line("A", "2.5"), line("B", "1"), line("A", "11"), line("A", "1.01")]),
    ];
    expect(new Set([...others, ...listKeys(2, list)]).size).toBe(others.length + list.length);
  });

  it("have at most 255 characters", () => {
    const round = "r".repeat(60);
    expect(isRound(round) && !isRound(`${round}r`) && !isRound("a:b") && !isRound("")).toBe(true);
    const longest = listKeys(Number.MAX_SAFE_INTEGER, [line("G".repeat(56), "922337203685.4775807")], round);
    expect(longest[0]?.length).toBeLessThan(255);
  });
});
