import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { merit } from "@merit/cli/testing/cli.ts";
import * as contracts from "@merit/core/ledger/indexer-contracts/service.ts";
import { contractEvents } from "@merit/core/store/db/schema/contract-events.ts";
import * as schema from "@merit/core/store/db/schema/indexer.ts";
import { Reader } from "@merit/indexer/reader.ts";
import { wasm } from "@merit/indexer/testing/wasm.ts";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { Service } from "../support/service.ts";

test("the events of a contract that is upgraded on the ledger are decoded by the code that emitted them, also later", async () => {
  const { folder, ledger, context } = await Service.start();
  const { db } = context;
  const env = { MERIT_DATA_DIR: folder, MERIT_RPC_URL: ledger.url };
  const json = async (...args: string[]) => {
    const { code, out, err } = await merit(["contract", ...args, "--json"], { env });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    return JSON.parse(out);
  };
  const deploy = async (name: string, ...fields: string[]) => {
    const path = join(folder, `${name}.wasm`);
    writeFileSync(path, wasm(...fields).code);
    return json("deploy", path);
  };
  const add = () =>
    db.commit((store) =>
      contracts.add(context, store, {
        id: old.contract,
        name: "shop",
        fromLedger: null,
        source: "admin",
        actor: "operator",
      }),
    );
  const readAll = async (reader: Reader) => {
    while ((await reader.step()) === "more");
  };
  const stored = () =>
    db.read(async (store) =>
      store
        .select({ type: contractEvents.type, data: contractEvents.data })
        .from(contractEvents)
        .where(eq(contractEvents.contract, "shop"))
        .orderBy(contractEvents.id),
    );

  const old = await deploy("old", "stamps");
  const emit = (fields: object) => json("call", old.contract, "emit", `data=${JSON.stringify(fields)}`);
  await emit({ stamps: 1 });
  await add();
  const reader = new Reader(context);
  await readAll(reader);
  const first = { type: "stamped", data: { stamps: 1 } };
  expect(await stored()).toEqual([first]);

  const { wasm_hash: after } = await deploy("new", "card");
  await json("call", old.contract, "upgrade", `new_wasm_hash=${after}`);
  await emit({ card: 2 });
  await readAll(reader);
  const history = [
    first,
    { type: "executable_update", data: { before: old.wasm_hash, after } },
    { type: "stamped", data: { card: 2 } },
  ];
  expect(await stored()).toEqual(history);

  // Indexed later, when the contract's code is new.
  await db.commit(async (store) => {
    for (const table of [schema.indexerContracts, schema.contractCodes, schema.codeSpecs]) await store.delete(table);
    await store.delete(contractEvents);
  });
  await add();
  await readAll(new Reader(context));
  expect(await stored()).toEqual(history);
});
