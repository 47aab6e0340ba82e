import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "@merit/core/base/clock.ts";
import { createLogger } from "@merit/core/base/logger.ts";
import { loadSettings } from "@merit/core/base/settings/settings.ts";
import type { Database } from "@merit/core/store/db/database.ts";
import { contractEvents } from "@merit/core/store/db/schema/contract-events.ts";
import { indexerGaps } from "@merit/core/store/db/schema/indexer.ts";
import { submissions } from "@merit/core/store/db/schema/submissions.ts";
import { openDatabase } from "@merit/core/store/db/sqlite/open.ts";
import { rpc } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { decoder } from "./decode.ts";
import { Follower } from "./follow.ts";
import { rpcSource } from "./source.ts";
import { readPosition } from "./store.ts";
import { address, i128, party, rawEvent, symbol, text } from "./testing/events.ts";
import { startNode, type TestNode } from "./testing/node.ts";

const asset = address.contract(1);
const stranger = address.contract(2);

let folder: string;
let node: TestNode;
let db: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "merit-indexer-"));
  db = openDatabase(join(folder, "merit.db"));
  node = await startNode();
});

afterEach(async () => {
  await node[Symbol.asyncDispose]();
  await db.close();
  rmSync(folder, { recursive: true });
});

function follower(options: { pageSize?: number; startLedger?: number } = {}): Follower {
  const server = new rpc.Server(node.url, { allowHttp: true });
  return new Follower({
    source: rpcSource(server, [asset]),
    decode: decoder([{ id: asset, name: "asset" }]),
    db,
    clock: systemClock,
    log: createLogger("silent"),
    pageSize: options.pageSize ?? 1000,
    settings: loadSettings({}),
    own: [],
    startLedger: options.startLedger ?? 1,
  });
}

/** Steps until the node has no more; the number of steps it took. */
async function catchUp(indexer: Follower): Promise<number> {
  for (let steps = 1; steps <= 100; steps++) if ((await indexer.step()) === "head") return steps;
  throw new Error("the follower never reaches the head");
}

const mint = (ledger: number, index = 0, contract = asset) =>
  rawEvent(contract, [symbol("mint"), party(address.account(7)), text("MERIT:G")], i128(BigInt(ledger)), {
    ledger,
    index,
  });

const stored = () => db.read(async (store) => store.select().from(contractEvents).orderBy(contractEvents.id));
const storedIds = async () => (await stored()).map((row) => row.id);
const gaps = () =>
  db.read(async (store) =>
    store.select({ from: indexerGaps.from_ledger, to: indexerGaps.to_ledger }).from(indexerGaps),
  );
const position = () => db.read(readPosition);

function closeLedgers(latest: number, events = [] as ReturnType<typeof mint>[]) {
  node.latest = latest;
  node.events.push(...events);
}

describe("following", () => {
  it("stores the events of its contracts, decoded, with ledger, time and transaction", async () => {
    closeLedgers(5, [mint(3), mint(3, 1, stranger), mint(5)]);
    await catchUp(follower());
    expect(await storedIds()).toEqual([node.events[0]?.id, node.events[2]?.id]);
    expect((await stored())[0]).toEqual({
      id: node.events[0]?.id,
      contract_id: asset,
      contract: "asset",
      type: "mint",
      ledger: 3,
      ledger_closed_at: new Date("2027-01-01T00:00:03.000Z"),
      tx_hash: node.events[0]?.txHash,
      data: { to: address.account(7), amount: "3", asset: "MERIT:G" },
      xdr: { topics: node.events[0]?.topics, value: node.events[0]?.value },
      recipients: null,
    });
  });

  it("moves on over ledgers without events before the node drops them", async () => {
    closeLedgers(50);
    await catchUp(follower());
    expect(await position()).toMatchObject({ ledger: 50 });
  });

  it("reads page by page, also when pages end inside a ledger", async () => {
    closeLedgers(4, [mint(2), mint(2, 1), mint(2, 2), mint(3), mint(4)]);
    const indexer = follower({ pageSize: 2 });
    await indexer.step();
    expect(await position()).toMatchObject({ ledger: 1 });
    await catchUp(indexer);
    expect(await storedIds()).toEqual(node.events.map((event) => event.id));
    expect(await position()).toMatchObject({ ledger: 4 });
  });

  it("continues where a killed indexer stopped, with nothing lost or repeated", async () => {
    closeLedgers(3, [mint(2), mint(2, 1), mint(3)]);
    await follower({ pageSize: 2 }).step();
    closeLedgers(6, [mint(6)]);
    await catchUp(follower({ pageSize: 2 }));
    expect(await storedIds()).toEqual(node.events.map((event) => event.id));
    expect(node.calls.filter((call) => call === "getEvents").length).toBeLessThanOrEqual(4);
  });

  it("stores nothing twice if it reads a page twice", async () => {
    closeLedgers(3, [mint(2), mint(3)]);
    const indexer = follower();
    await catchUp(indexer);
    const before = await stored();
    node.repeats = 1;
    closeLedgers(4, [mint(4)]);
    await catchUp(indexer);
    expect(await storedIds()).toEqual(node.events.map((event) => event.id));
    expect((await stored()).slice(0, 2)).toEqual(before);
  });

  describe("with a node that leaves events out", () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
    afterEach(() => void vi.useRealTimers());

    /** The service has seen a transaction of this ledger land. */
    const landed = (ledger: number, id?: number) =>
      db.commit(async (store) => {
        const now = new Date();
        await store.insert(submissions).values({
          ...{ kind: "campaign", envelope: "", inner_hash: `inner-${ledger}`, channel: "", sequence: "1" },
          ...{ max_ledger: 100, max_time: 0, state: "confirmed", tx_hash: mint(ledger).txHash, ledger },
          ...{ created_at: now, updated_at: now },
          ...(id && { id }),
        });
      });

    it("reads again from the first of the service's own transactions that has none", async () => {
      for (const ledger of [2, 3, 4]) await landed(ledger);
      const indexer = follower();
      closeLedgers(2, [mint(2)]);
      await catchUp(indexer);
      node.omissions = 2;
      closeLedgers(4, [mint(3), mint(4)]);
      await catchUp(indexer);
      expect(await storedIds()).toEqual([mint(2).id]);
      for (const seconds of [1, 2, 4]) {
        vi.advanceTimersByTime(seconds * 1_000);
        await catchUp(indexer);
      }
      expect(await storedIds()).toEqual(node.events.map((event) => event.id));
      expect(await position()).toMatchObject({ ledger: 4 });
    });

    it("gives up on events that the node doesn't have, and still looks for later ones", async () => {
      await landed(2);
      const indexer = follower();
      closeLedgers(2);
      for (let look = 0; look < 12; look++) {
        await catchUp(indexer);
        vi.advanceTimersByTime(600_000);
      }
      const asked = node.calls.length;
      await indexer.step();
      await indexer.step();
      expect(node.calls.slice(asked).filter((call) => call === "getEvents")).toHaveLength(2);
      expect(await position()).toMatchObject({ ledger: 2 });

      await landed(3);
      node.omissions = 1;
      closeLedgers(3, [mint(3)]);
      vi.advanceTimersByTime(600_000);
      await catchUp(indexer);
      expect(await storedIds()).toEqual([mint(3).id]);
    });

    it("still looks for those of a transaction that was made before the one it gave up, and landed later", async () => {
      await landed(2, 11);
      const indexer = follower();
      closeLedgers(2);
      for (let look = 0; look < 12; look++) {
        await catchUp(indexer);
        vi.advanceTimersByTime(600_000);
      }
      await landed(5, 10);
      node.omissions = 1;
      closeLedgers(5, [mint(5)]);
      for (let look = 0; look < 2; look++) {
        await catchUp(indexer);
        vi.advanceTimersByTime(600_000);
      }
      expect(await storedIds()).toEqual([mint(5).id]);
    });

    it("doesn't ask for ledgers that the node has dropped", async () => {
      await landed(2);
      closeLedgers(9);
      node.oldest = 5;
      const indexer = follower();
      await catchUp(indexer);
      vi.advanceTimersByTime(600_000);
      await catchUp(indexer);
      expect(await position()).toMatchObject({ ledger: 9 });
      expect(await gaps()).toEqual([{ from: 1, to: 4 }]);
    });
  });

  it("waits for the first ledger that concerns it", async () => {
    closeLedgers(5);
    const indexer = follower({ startLedger: 6 });
    expect(await indexer.step()).toBe("head");
    closeLedgers(6, [mint(6)]);
    await catchUp(indexer);
    expect(await storedIds()).toHaveLength(1);
    expect(await gaps()).toEqual([]);
  });

  it("writes neither rows nor position when the node fails, and continues afterwards", async () => {
    closeLedgers(3, [mint(3)]);
    const indexer = follower();
    await indexer.step();
    const before = await position();
    closeLedgers(4, [mint(4)]);
    node.outages = 1;
    await expect(indexer.step()).rejects.toThrow();
    expect(await position()).toEqual(before);
    await catchUp(indexer);
    expect(await storedIds()).toHaveLength(2);
  });
});

describe("gaps", () => {
  it("records ledgers that the node dropped while the indexer was down, and continues after them", async () => {
    closeLedgers(10, [mint(10)]);
    await catchUp(follower());
    node.oldest = 31;
    closeLedgers(40, [mint(35)]);
    await catchUp(follower());
    expect(await gaps()).toEqual([{ from: 11, to: 30 }]);
    expect(await storedIds()).toEqual(node.events.map((event) => event.id));
    expect(await position()).toMatchObject({ ledger: 40 });
  });

  it("records none when the node's window starts right behind the last ledger read", async () => {
    closeLedgers(10, [mint(10)]);
    await catchUp(follower());
    node.oldest = 11;
    closeLedgers(12, [mint(12)]);
    await catchUp(follower());
    expect(await gaps()).toEqual([]);
    expect(await storedIds()).toHaveLength(2);
  });

  it("counts a ledger as missing if only a part of it was read", async () => {
    closeLedgers(10, [mint(9), mint(10), mint(10, 1)]);
    await follower({ pageSize: 2 }).step();
    node.oldest = 12;
    closeLedgers(13);
    await catchUp(follower({ pageSize: 2 }));
    expect(await gaps()).toEqual([{ from: 10, to: 11 }]);
  });

  it("records a gap for events before the first start that are already gone", async () => {
    node.oldest = 20;
    closeLedgers(25, [mint(22)]);
    await catchUp(follower({ startLedger: 5 }));
    expect(await gaps()).toEqual([{ from: 5, to: 19 }]);
    expect(await storedIds()).toHaveLength(1);
  });
});

describe("another ledger", () => {
  it("stores nothing while the node is behind, however far", async () => {
    closeLedgers(500, [mint(400)]);
    const indexer = follower();
    await catchUp(indexer);
    closeLedgers(12, [mint(12)]);
    expect(await indexer.step()).toBe("head");
    expect(await indexer.step()).toBe("head");
    expect(await storedIds()).toHaveLength(1);
  });

  describe("that an answer of the node invented", () => {
    /** Ledgers 1 to 1500 are read; then an answer says that the node has reached a later one. */
    async function misled(): Promise<Follower> {
      const indexer = follower();
      for (const latest of [400, 1500]) {
        closeLedgers(latest, [mint(latest)]);
        await catchUp(indexer);
      }
      node.latest = 4_000_000_000;
      await indexer.step();
      expect(await position()).toMatchObject({ ledger: 4_000_000_000 });
      closeLedgers(1600, [mint(1510), mint(1600)]);
      return indexer;
    }
    const inSeconds = (seconds: number) => Date.now() / 1000 + seconds;

    it("is left for the last known one, once the ledger has gone on for minutes without reaching it", async () => {
      const indexer = await misled();
      await db.commit((store) =>
        store.insert(indexerGaps).values([
          { from_ledger: 100, to_ledger: 200, found_at: new Date() },
          { from_ledger: 1501, to_ledger: 3_999_999_999, found_at: new Date() },
        ]),
      );
      node.closedAt = inSeconds(0);
      await catchUp(indexer);
      expect(await storedIds()).toHaveLength(2);
      node.closedAt = inSeconds(600);
      for (const reader of [indexer, follower()]) await catchUp(reader);
      expect(await storedIds()).toEqual(node.events.map((event) => event.id));
      expect(await position()).toMatchObject({ ledger: 1600 });
      expect(await gaps()).toEqual([{ from: 100, to: 200 }]);
    });

    it("is kept while the node doesn't show that it serves the same ledger", async () => {
      const indexer = await misled();
      Object.assign(node, { closedAt: inSeconds(600), oldest: 1550 });
      expect(await indexer.step()).toBe("head");
      expect(await indexer.step()).toBe("head");
      expect(await storedIds()).toHaveLength(2);
      Object.assign(node, { chain: "b", oldest: 1 });
      await expect(indexer.step()).rejects.toThrow("serves another ledger");
    });
  });

  it("is refused by its hash once it is longer than the old one", async () => {
    closeLedgers(30, [mint(10)]);
    await catchUp(follower());
    node.chain = "b";
    closeLedgers(90, [mint(80)]);
    await expect(follower().step()).rejects.toThrow(/Ledger 30 has the hash b30, but the data has a30/);
    expect(await storedIds()).toHaveLength(1);
  });

  it("is not assumed when a node merely lags a little", async () => {
    closeLedgers(30, [mint(10)]);
    const indexer = follower();
    await catchUp(indexer);
    closeLedgers(28);
    expect(await indexer.step()).toBe("head");
    expect(await indexer.step()).toBe("head");
    closeLedgers(31, [mint(31)]);
    await catchUp(indexer);
    expect(await storedIds()).toHaveLength(2);
  });
});
