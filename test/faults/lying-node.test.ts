import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Book } from "../support/book.ts";
import { sharedWorld } from "../support/fixture.ts";
import { Localnet } from "../support/localnet.ts";
import { metric, readMetrics } from "../support/metrics.ts";
import { freePort, until } from "../support/processes.ts";
import type { Lie } from "../support/rpc-proxy.ts";
import type { World } from "../support/world.ts";

const openWorld = sharedWorld({}, { proxied: true });
const open = async () => {
  const world = await openWorld();
  return { world, book: await Book.open(world, { merchants: 1, campaigns: 1 }) };
};

test("fault 3: a batch that was not found, and events that come late: the service opens by itself after a crash", async () => {
  const { world, book } = await open();
  const noEvents = { method: "getEvents", kind: "gateway", by: 502 } as const;
  world.proxy.tell({ method: "getTransaction", kind: "not-found" }, noEvents);
  const [first] = await book.issue(1);
  await until(async () => {
    const { body } = await book.merchant().get(`/rewards/issuances?idempotency_key=${first?.key}`);
    return body.data[0]?.status === "confirmed" ? true : undefined;
  });
  world.proxy.tell(noEvents);
  await book.issue(1);
  await until(async () => metric(await readMetrics(world), "merit_jobs", "reward-issuance") === 0 || undefined);
  await world.server.kill();

  await world.startServer({}, "health");
  // After four failures the indexer waits longer than ten seconds.
  await world.proxy.called("getEvents", 5);
  world.proxy.tell();
  await world.answers("ready");
  await book.issue(20);
  // The indexer waits longer after each failure.
  await world.proxy.called("getEvents");
  await book.expectExact();
});

test("fault 5: a transaction that succeeded without events is settled once the node has them", async () => {
  const { world, book } = await open();
  world.proxy.tell({ method: "getTransaction", kind: "no-events" });
  await book.issue(60);
  await world.proxy.called("getTransaction");
  world.proxy.tell();
  await book.issue(20);
  await book.expectExact();
});

test("events that a node leaves out of its pages are read again, also after a restart", async () => {
  const { world, book } = await open();
  world.proxy.tell({ method: "getEvents", kind: "empty-page" });
  await book.issue(20);
  await world.proxy.called("getEvents", 5);
  await world.server.kill();
  world.proxy.tell({ method: "getEvents", kind: "empty-page", times: 3 });
  await world.startServer();
  await book.issue(20);
  await book.expectExact();
});

test("fault 6: a node 40 ledgers behind stops neither the service nor its start; both wait for it", async () => {
  const { world, book } = await open();
  await book.issue(20);
  await book.expectExact();
  const behind = await nodeAsOfNow(world);
  await world.ledger.call("localnet_closeLedger", { count: 45 });
  await book.issue(20);
  await book.expectExact();

  world.proxy.target = behind.url;
  world.proxy.tell();
  await book.issue(20);
  await goesOn(world);
  await world.server.kill();
  world.proxy.tell();
  world.spawnServer();
  await goesOn(world);

  world.proxy.target = world.ledger.url;
  await book.expectExact();
});

/** Resolves when the indexer has asked the node several times, and the service has neither ended nor given dangerous advice. */
async function goesOn({ proxy, server }: World): Promise<void> {
  const asked = () => proxy.calls("getEvents") + proxy.calls("getHealth");
  await until(() => (asked() >= 4 || !server.running ? true : undefined));
  expect(server.running, server.output).toBe(true);
  expect(server.output).not.toContain("MERIT_DATA_DIR");
}

/** A node that stays at the ledger's present state. */
async function nodeAsOfNow({ ledger }: World): Promise<Localnet> {
  const folder = mkdtempSync(join(tmpdir(), "merit-behind-"));
  await ledger.kill();
  cpSync(ledger.folder, folder, { recursive: true });
  await ledger.start();
  const behind = new Localnet(await freePort(), folder, ["--close-mode", "manual"]);
  await behind.start();
  onTestFinished(async () => {
    await behind.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  return behind;
}

/** Wrong answers: nothing (null), an empty result, and half an answer. */
const WRONG_ANSWERS: Pick<Lie, "kind" | "by">[] = [
  { kind: "wrong", by: 5 },
  { kind: "wrong", by: 6 },
  { kind: "truncated" },
];

/** Methods that a node is asked before the service is ready. */
const ASKED = ["getNetwork", "getLedgerEntries", "simulateTransaction", "getLatestLedger", "getHealth"];

for (const answer of WRONG_ANSWERS) {
  test(`fault 9: whatever a node answers at the start, the service waits for it or says what is wrong with it (${answer.kind} ${answer.by ?? ""})`, async () => {
    const world = await openWorld();
    await world.server.kill("SIGTERM");
    // After an answer that ends the start, the others are told to the next one.
    for (let untold = ASKED; ; ) {
      world.proxy.tell(...untold.map((method) => ({ method, ...answer, times: 3 })));
      world.spawnServer();
      await world.answers().catch(() => undefined);
      expect(world.server.output).not.toMatch(/TypeError|SyntaxError|RangeError/);
      if (world.server.running) break;
      const told = untold.filter((method) => world.proxy.calls(method) > 0);
      expect(told, world.server.output).not.toEqual([]);
      expect(world.server.output).toMatch(/RPC/);
      untold = untold.filter((method) => !told.includes(method));
    }
    world.proxy.tell();
  });
}
