import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair, Operation, xdr } from "@stellar/stellar-sdk";
import { expect, onTestFinished, test } from "vitest";
import { Localnet } from "./localnet.ts";
import { freePort } from "./processes.ts";
import { RpcProxy } from "./rpc-proxy.ts";
import { Wallet } from "./wallet.ts";

async function start() {
  const folder = mkdtempSync(join(tmpdir(), "merit-proxy-"));
  const ledger = new Localnet(await freePort(), folder);
  await ledger.start();
  const proxy = await RpcProxy.start(ledger.url);
  onTestFinished(async () => {
    await proxy.stop();
    await ledger.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  /** Status and body of a call, or undefined where nothing comes back. */
  const ask = async (method: string, params: object = {}) => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 7, method, params });
    const response = await fetch(proxy.url, { method: "POST", body }).catch(() => undefined);
    return response && { status: response.status, body: await response.text() };
  };
  // biome-ignore lint/suspicious/noExplicitAny: results have many shapes
  const result = async (method: string, params?: object): Promise<any> =>
    JSON.parse((await ask(method, params))?.body ?? "{}").result;
  return { ledger, proxy, ask, result };
}

const sequence = (result: { sequence: number }) => result.sequence;

test("a lie is told only at its calls, and then the truth again", async () => {
  const { proxy, ask } = await start();
  proxy.tell(
    { method: "getHealth", kind: "too-many", from: 2, times: 2 },
    { method: "*", kind: "drop", from: 5, times: 1 },
  );
  const statuses = [];
  for (let call = 0; call < 5; call++) statuses.push((await ask("getHealth"))?.status);
  expect(statuses).toEqual([200, 429, 429, 200, undefined]);
  expect(proxy.isOver).toBe(true);
  expect((await ask("getHealth"))?.status).toBe(200);
  proxy.tell({ method: "getHealth", kind: "gateway", by: 504, times: 1 });
  expect((await ask("getHealth"))?.status).toBe(504);
});

test("a call that is dropped doesn't reach the node; one whose answer is dropped does", async () => {
  const { ledger, proxy, ask } = await start();
  const latest = async () => sequence(await ledger.call("getLatestLedger"));
  const before = await latest();
  proxy.tell({ method: "localnet_closeLedger", kind: "drop", times: 1 });
  expect(await ask("localnet_closeLedger")).toBeUndefined();
  expect(await latest()).toBe(before);
  proxy.tell({ method: "localnet_closeLedger", kind: "drop-answer", times: 1 });
  expect(await ask("localnet_closeLedger")).toBeUndefined();
  expect(await latest()).toBe(before + 1);
  proxy.tell({ method: "localnet_closeLedger", kind: "twice", times: 1 });
  await ask("localnet_closeLedger");
  expect(await latest()).toBe(before + 3);
});

test("a node that is behind repeats its earlier answers, and knows nothing later", async () => {
  const { ledger, proxy, ask, result } = await start();
  const wallet = await new Wallet(ledger.url).fund();
  const account = xdr.LedgerKey.account(
    new xdr.LedgerKeyAccount({ accountId: Keypair.fromPublicKey(wallet.address).xdrAccountId() }),
  );
  const question = { keys: [account.toXdr("base64")] };
  const funded = await result("getLedgerEntries", question);
  const { txHash } = await wallet.submit(Operation.setOptions({}));
  await ledger.call("localnet_closeLedger", { count: 9 });
  const now = sequence(await result("getLatestLedger"));

  proxy.tell({ method: "*", kind: "behind", by: 10 });
  expect(sequence(await result("getLatestLedger"))).toBe(now - 10);
  expect(await result("getLedgerEntries", question)).toEqual(funded);
  expect(await result("getTransaction", { hash: txHash })).toMatchObject({
    status: "NOT_FOUND",
    latestLedger: now - 10,
  });
  const events = { startLedger: 2, pagination: { limit: 10_000 } };
  expect((await result("getEvents", events)).events.length).toBeGreaterThan(0);
  expect((await ask("getEvents", { startLedger: now }))?.body).toContain("must be within the ledger range");
  proxy.tell();
  expect((await result("getTransaction", { hash: txHash })).status).toBe("SUCCESS");
});

test("a node that has dropped ledgers has nothing from before", async () => {
  const { ledger, proxy, ask, result } = await start();
  const { txHash } = await (await new Wallet(ledger.url).fund()).submit(Operation.setOptions({}));
  await ledger.call("localnet_closeLedger");
  const now = sequence(await result("getLatestLedger"));
  proxy.tell({ method: "*", kind: "forgotten" });
  expect((await result("getHealth")).oldestLedger).toBe(now);
  expect((await result("getTransaction", { hash: txHash })).status).toBe("NOT_FOUND");
  expect((await ask("getEvents", { startLedger: now - 1 }))?.body).toContain(`ledger range: ${now} - ${now}`);
  await ledger.call("localnet_closeLedger");
  expect((await result("getHealth")).oldestLedger).toBe(now);
});

test("events are left out, and pages repeated", async () => {
  const { ledger, proxy, result } = await start();
  const { txHash } = await (await new Wallet(ledger.url).fund()).submit(Operation.setOptions({}));
  const page = await result("getEvents", { startLedger: 2 });
  expect(page.events.length).toBeGreaterThan(0);
  proxy.tell(
    { method: "getEvents", kind: "repeated-page", times: 1 },
    { method: "getEvents", kind: "empty-page", from: 2, times: 1 },
    { method: "getTransaction", kind: "no-events", times: 1 },
  );
  expect(await result("getEvents", { startLedger: 3 })).toEqual(page);
  expect(await result("getEvents", { startLedger: 2 })).toMatchObject({ events: [], cursor: page.cursor });
  expect(await result("getTransaction", { hash: txHash })).toMatchObject({
    ...{ status: "SUCCESS", events: { contractEventsXdr: [] } },
  });
});
