import { createHash } from "node:crypto";
import type { Context } from "@merit/core/context/context.ts";
import { contractNames } from "@merit/core/ledger/chain/bindings.ts";
import type { Manifest } from "@merit/core/ledger/chain/manifest.ts";
import * as contracts from "@merit/core/ledger/indexer-contracts/service.ts";
import { contractEvents } from "@merit/core/store/db/schema/contract-events.ts";
import { codeSpecs, contractCodes } from "@merit/core/store/db/schema/indexer.ts";
import { createWorld, type World } from "@merit/core/testing/world.ts";
import { rpc } from "@stellar/stellar-sdk";
import { asc } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Codes } from "./codes.ts";
import { watched } from "./contracts.ts";
import { decoder } from "./decode.ts";
import { rebuild, verify } from "./maintain.ts";
import { Reader } from "./reader.ts";
import { rpcSource } from "./source.ts";
import { address, i128, map, party, rawEvent, symbol, text, u32 } from "./testing/events.ts";
import { startNode, type TestNode } from "./testing/node.ts";
import { archive, changed, run, upload, wasm } from "./testing/wasm.ts";

const shop = address.contract(100);
const usd = address.contract(101);
const first = wasm("stamps");
const second = wasm("stamps", "card");
const third = wasm("card");

type Place = { ledger?: number; transaction?: number; index?: number };
const stamped = (place: Place, fields: Record<string, number>) => {
  const values = Object.entries(fields).map(([name, value]) => [name, u32(value)]);
  return rawEvent(shop, [symbol("stamped")], map(Object.fromEntries(values)), place);
};

let node: TestNode;
let world: World;
let context: Context;
beforeEach(async () => {
  node = await startNode();
  for (const code of [first, second, third]) upload(node, code);
  world = createWorld();
  const ids = contractNames.map((name, index) => [name, { id: address.contract(index + 1), wasm_hash: "" }]);
  const asset = { ...world.context.chain.manifest.asset, contract_id: address.contract(99) };
  const manifest = { ...world.context.chain.manifest, start_ledger: 1, asset, contracts: Object.fromEntries(ids) };
  const server = new rpc.Server(node.url, { allowHttp: true });
  context = {
    ...world.context,
    settings: { ...world.context.settings, indexer: { pageSize: 2, pollMs: 1000, contracts: [] } },
    chain: { ...world.context.chain, manifest: manifest as Manifest, rpc: server },
  };
});
afterEach(async () => {
  await node[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

async function read(reader = new Reader(context)): Promise<Reader> {
  while ((await reader.step()) === "more");
  return reader;
}
const add = (id = shop, name: string | null = "shop", fromLedger: number | null = null) =>
  context.db.commit((store) =>
    contracts.add(context, store, { id, name, fromLedger, source: "admin", actor: "operator" }),
  );
const remove = (id = shop) => context.db.commit((store) => contracts.remove(context, store, id, "operator"));
const stored = () => context.db.read(async (store) => store.select().from(contractEvents).orderBy(contractEvents.id));
const data = async () => (await stored()).map((row) => row.data);
const listed = async (id = shop) =>
  (await context.db.read((store) => contracts.list(context, store))).find((contract) => contract.id === id);

describe("an added contract", () => {
  it("is followed at once, and its earlier events are read, decoded by the spec on the ledger", async () => {
    run(node, shop, first);
    Object.assign(node, { oldest: 3, latest: 8 });
    node.events.push(...[2, 3, 4, 5, 6, 8].map((ledger) => stamped({ ledger }, { stamps: ledger })));
    const reader = await read();
    expect(await stored()).toEqual([]);
    await add();
    node.latest = 9;
    node.events.push(stamped({ ledger: 9 }, { stamps: 9 }));
    await read(reader);
    expect(await data()).toEqual([3, 4, 5, 6, 8, 9].map((stamps) => ({ stamps })));
    expect(new Set((await stored()).map(({ contract, type }) => `${contract} ${type}`))).toEqual(
      new Set(["shop stamped"]),
    );
    expect(await listed()).toMatchObject({ fromLedger: 3, missing: null, code: first.hash, types: ["stamped"] });
  });

  it("begins at the ledger that is asked for", async () => {
    run(node, shop, first);
    node.latest = 8;
    node.events.push(...[2, 5, 8].map((ledger) => stamped({ ledger }, { stamps: ledger })));
    const reader = await read();
    await add(shop, null, 5);
    await read(reader);
    expect(await data()).toEqual([{ stamps: 5 }, { stamps: 8 }]);
    expect((await stored())[0]?.contract).toBe(shop);
    expect(await verified()).toMatchObject({ missing: [], unknown: [], different: [] });
  });

  it("is read on after a stop in the middle of its earlier ledgers, without a repeat", async () => {
    run(node, shop, first);
    node.latest = 30;
    node.events.push(...Array.from({ length: 9 }, (_, index) => stamped({ ledger: index + 2 }, { stamps: index })));
    const reader = await read();
    await add();
    await reader.step();
    await reader.step();
    expect((await stored()).length).toBeLessThan(9);
    expect((await listed())?.missing).toMatchObject({ to: 31 });
    await read();
    expect(await data()).toEqual(Array.from({ length: 9 }, (_, stamps) => ({ stamps })));
  });

  it("is read up to where the others were, also by a node that lags when it is added", async () => {
    run(node, shop, first);
    node.latest = 30;
    node.events.push(...[2, 8, 25].map((ledger) => stamped({ ledger }, { stamps: ledger })));
    const reader = await read();
    await add();
    for (const latest of [1, 10, 10]) {
      node.latest = latest;
      await read(reader);
    }
    expect(await data()).toEqual([{ stamps: 2 }, { stamps: 8 }]);
    expect((await listed())?.missing).toEqual({ from: 11, to: 31 });
    node.latest = 30;
    await read(reader);
    expect(await data()).toEqual([{ stamps: 2 }, { stamps: 8 }, { stamps: 25 }]);
    expect((await listed())?.missing).toBeNull();
  });

  it("keeps its events and name when it is removed, and takes both up again", async () => {
    run(node, shop, first);
    node.latest = 2;
    node.events.push(stamped({ ledger: 2 }, { stamps: 2 }));
    await add();
    const reader = await read();
    await remove();
    node.latest = 3;
    node.events.push(stamped({ ledger: 3 }, { stamps: 3 }));
    await read(reader);
    expect(await data()).toEqual([{ stamps: 2 }]);
    await expect(add(usd, "shop")).rejects.toMatchObject({ code: "name_taken" });
    await expect(add(shop, "other")).rejects.toMatchObject({ code: "name_taken" });
    await add(shop, null);
    await read(reader);
    expect(await data()).toEqual([{ stamps: 2 }, { stamps: 3 }]);
    expect(new Set((await stored()).map(({ contract }) => contract))).toEqual(new Set(["shop"]));
  });

  it("may be another asset's, which has no wasm", async () => {
    run(node, usd);
    node.latest = 2;
    const [to, asset] = [party(address.account(7)), text("USD:G")];
    node.events.push(rawEvent(usd, [symbol("mint"), to, asset], i128(5n), { ledger: 2 }));
    await add(usd, "usd");
    await read();
    expect(await data()).toEqual([{ to: address.account(7), asset: "USD:G", amount: "5" }]);
  });

  it("keeps events that its code does not describe, and those of code without a spec", async () => {
    run(node, shop, first);
    run(node, usd, { code: new Uint8Array(), hash: "cd".repeat(32) });
    node.latest = 2;
    node.events.push(stamped({ ledger: 2 }, { other: 2 }), {
      ...stamped({ ledger: 2, index: 1 }, { stamps: 1 }),
      contractId: usd,
    });
    await add();
    await add(usd, "usd");
    await read();
    expect(await data()).toMatchObject([
      { topics: ["stamped"], value: { other: 2 }, value_xdr: expect.any(String) },
      { topics: ["stamped"], value: { stamps: 1 } },
    ]);
  });

  it("may name its events as long as the ledger lets it, and is read on", async () => {
    run(node, shop, first);
    node.latest = 3;
    // Databases compress what repeats, and refuse a long key of an index.
    const hashes = Array.from({ length: 100 }, (_, index) => createHash("sha256").update(`${index}`).digest("hex"));
    const long = hashes.join("");
    node.events.push(
      rawEvent(shop, [text(long)], u32(1), { ledger: 2 }),
      rawEvent(shop, [text("é".repeat(32))], u32(1), { ledger: 2, index: 1 }),
      stamped({ ledger: 3 }, { stamps: 3 }),
    );
    await add();
    await read();
    expect((await stored()).map(({ type }) => type)).toEqual(["unknown", "é".repeat(32), "stamped"]);
    expect((await data())[0]).toMatchObject({ topics: [long], value: 1 });
  });

  it("can't take the name or the place of the system's, nor be one too many", async () => {
    for (const name of ["campaign", "asset"]) {
      await expect(add(shop, name)).rejects.toMatchObject({ code: "name_taken" });
    }
    await expect(add(address.contract(99))).rejects.toMatchObject({ code: "contract_followed" });
    for (let index = 0; index < 13; index++) await add(address.contract(120 + index), null);
    await expect(add()).rejects.toMatchObject({ code: "too_many_contracts", detail: expect.stringContaining("25") });
    await remove(address.contract(120));
    await add();
  });
});

describe("INDEXER_CONTRACTS", () => {
  const apply = (...wanted: { id: string; name: string | null }[]) =>
    context.db.commit((store) => contracts.applySetting(context, store, wanted));

  it("adds and removes contracts, and leaves those of administrators", async () => {
    await add(usd, "usd");
    await apply({ id: shop, name: "shop" }, { id: address.contract(99), name: null });
    expect(await listed()).toMatchObject({ source: "setting", name: "shop" });
    await expect(remove()).rejects.toMatchObject({ code: "contract_from_setting" });
    await apply();
    expect(await listed()).toBeUndefined();
    expect(await listed(usd)).toMatchObject({ source: "admin" });
  });

  it("that can't be followed stop the start, which names the reason", async () => {
    await expect(apply({ id: shop, name: "pool" })).rejects.toThrow(
      "INDEXER_CONTRACTS can't be used: pool is the name of",
    );
    await apply({ id: shop, name: "shop" });
    await expect(apply({ id: shop, name: "card" })).rejects.toThrow("shop is the name of");
  });
});

describe("the events of an upgraded contract", () => {
  // Upgraded in the middle of ledger 5 and again in ledger 7; one event of ledger 5 is emitted by the old code after the change.
  const history = () => [
    stamped({ ledger: 4 }, { stamps: 1 }),
    stamped({ ledger: 5, transaction: 1 }, { stamps: 2 }),
    changed(shop, [first, second], { ledger: 5, transaction: 2 }),
    stamped({ ledger: 5, transaction: 2, index: 1 }, { stamps: 3 }),
    stamped({ ledger: 5, transaction: 3 }, { stamps: 4, card: 1 }),
    changed(shop, [second, third], { ledger: 7 }),
    stamped({ ledger: 8 }, { card: 2 }),
  ];
  const decoded = [
    { stamps: 1 },
    { stamps: 2 },
    { before: first.hash, after: second.hash },
    { stamps: 3 },
    { stamps: 4, card: 1 },
    { before: second.hash, after: third.hash },
    { card: 2 },
  ];

  it("are decoded by the spec in force, when they are read as they happen", async () => {
    run(node, shop, first);
    node.latest = 3;
    await add();
    const reader = await read();
    for (const ledger of [4, 5, 7, 8]) {
      node.events.push(...history().filter((event) => event.ledger === ledger));
      node.latest = ledger;
      await read(reader);
    }
    expect(await data()).toEqual(decoded);
  });

  it("are decoded the same when they are read later, when all code on the ledger is new", async () => {
    run(node, shop, third);
    node.latest = 20;
    node.events.push(...history());
    await add();
    await read();
    expect(await data()).toEqual(decoded);
    expect(await listed()).toMatchObject({ code: third.hash });
  });

  it("are rebuilt to the same, also from specs that the ledger has archived", async () => {
    run(node, shop, third);
    node.latest = 20;
    node.events.push(...history());
    await add();
    await read();
    node.entries.clear();
    await context.db.commit((store) => store.update(contractEvents).set({ data: {} }));
    await rebuild(await maintenance());
    expect(await data()).toEqual(decoded);
    expect(await verified()).toMatchObject({ missing: [], unknown: [], different: [] });
  });

  it("are stored raw if the ledger has archived their code, and decoded anew once a node has it", async () => {
    run(node, shop, third);
    node.latest = 20;
    node.events.push(...history());
    archive(node, second);
    await add();
    await read();
    const raw = await data();
    expect(raw[4]).toMatchObject({ value: { stamps: 4, card: 1 }, value_xdr: expect.any(String) });
    expect(raw.toSpliced(4, 1)).toEqual(decoded.toSpliced(4, 1));
    upload(node, second);
    const { ids } = await context.db.read((store) => watched(store, context.chain.manifest));
    const deps = await maintenance();
    await deps.codes.scan(rpcSource(context.chain.rpc, ids), 1);
    expect(await rebuild(deps)).toEqual({ events: 7, changed: 1 });
    expect(await data()).toEqual(decoded);
  });

  it("of which one was missed in a gap go on with the code that the ledger has then", async () => {
    run(node, shop, first);
    node.latest = 4;
    node.events.push(...history());
    await add();
    const reader = await read();
    Object.assign(node, { oldest: 8, latest: 20 });
    run(node, shop, third);
    await read(reader);
    expect(await data()).toEqual([{ stamps: 1 }, { card: 2 }]);
    expect(
      await context.db.read(async (store) => store.select().from(contractCodes).orderBy(asc(contractCodes.since))),
    ).toMatchObject([{ since: "", code: first.hash }, { code: third.hash }]);
  });

  it("of the contract itself can't change what decodes it", async () => {
    run(node, shop, first);
    node.latest = 6;
    const { isSystem: _, ...forged } = changed(shop, [first, third], { ledger: 3 });
    node.events.push(forged, stamped({ ledger: 4 }, { stamps: 1 }));
    await add();
    await read();
    expect((await data())[1]).toEqual({ stamps: 1 });
    expect(await listed()).toMatchObject({ code: first.hash });
    const specs = await context.db.read(async (store) => store.select().from(codeSpecs));
    expect(specs.map(({ code }) => code)).toEqual([first.hash]);
  });
});

async function maintenance() {
  const { named, own, wants } = await context.db.read((store) => watched(store, context.chain.manifest));
  const codes = await Codes.open(context.db, context.log);
  return { ...context, decode: decoder(named, codes), codes, own, wants, pageSize: 2 };
}

async function verified() {
  const { ids } = await context.db.read((store) => watched(store, context.chain.manifest));
  return verify(await maintenance(), rpcSource(context.chain.rpc, ids));
}
