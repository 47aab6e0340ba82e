import { expect, it } from "vitest";
import { RpcUnavailable } from "../../ledger/chain/errors.ts";
import type { Difference } from "./differences.ts";
import { Run, type Watcher } from "./run.ts";

const open = (watcher: Watcher = {}) => new Run({} as never, {}, { pauseMs: 0, ...watcher });
const differs = (campaign_id: number, ledger: string): Difference => ({
  kind: "campaign_spent",
  where: { campaign_id },
  sides: { records: "1", ledger },
});

it("reports only differences that a second check confirms", async () => {
  const run = open();
  const looks = [
    [differs(1, "2"), differs(2, "2")],
    [differs(2, "3"), differs(3, "3")],
  ];
  await run.twice(async () => looks.shift() ?? []);
  expect(run.differences).toEqual([differs(2, "3")]);
});

it("lists the first thousand differences and counts the others", async () => {
  const run = open();
  const many = Array.from({ length: 700 }, (_, id) => differs(id, "2"));
  await run.twice(async () => many);
  await run.twice(async () => many);
  expect([run.differences.length, run.total]).toEqual([1_000, 1_400]);
});

it("retries a node that does not answer, and gives up in the end", async () => {
  const unavailable = new RpcUnavailable("getLedgerEntries", new Error("connection refused"));
  let asked = 0;
  const answerAt = (count: number) => async () => {
    asked += 1;
    if (asked < count) throw unavailable;
    return "answer";
  };
  expect(await open().ask(answerAt(4))).toBe("answer");
  asked = 0;
  await expect(open().ask(answerAt(5))).rejects.toBe(unavailable);
  expect(asked).toBe(4);
});
