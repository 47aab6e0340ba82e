import { Client as Pool } from "@merit/bindings/pool";
import { Client as State } from "@merit/bindings/state";
import { contractNames } from "@merit/core/ledger/chain/bindings.ts";
import { StrKey } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { Deployed } from "../support/deployed.ts";
import { read, send } from "../support/party.ts";

const MERCHANT = 1n;
const contract = (fill: number) => StrKey.encodeContract(new Uint8Array(32).fill(fill));

test("contracts are found by name, and a change must name the revision that it was decided on", async () => {
  const system = await Deployed.start();
  const registrar = system.role("deployer");
  const operator = registrar.publicKey();
  const state = system.as(State, "state", registrar);
  for (const name of contractNames) expect(await read(state.resolve({ name }))).toBe(system.id(name));
  await expect(read(state.resolve({ name: "stamps" }))).rejects.toThrow("NotFound");

  const wasm_hash = new Uint8Array(32).fill(7);
  const register = (address: string, expected: number) =>
    state.register({ operator, name: "stamps", address, wasm_hash, version: 1, expected });
  await send(register(contract(1), 0));
  await expect(send(register(contract(2), 0))).rejects.toThrow("RevisionMismatch");
  await send(register(contract(2), 1));
  // A retry after a lost answer: the same content is there already.
  await send(register(contract(2), 1));
  expect(await read(state.resolve({ name: "stamps" }))).toBe(contract(2));
  expect(await read(state.get({ name: "stamps" }))).toMatchObject({ revision: 2 });

  expect(await read(state.system_addresses())).toEqual(expect.arrayContaining([contract(1), contract(2)]));
  await send(state.forget_address({ operator, address: contract(1) }));
  await expect(send(state.forget_address({ operator, address: contract(2) }))).rejects.toThrow("AddressInUse");
  expect(await read(state.system_addresses())).not.toContain(contract(1));

  const manager = system.role("manager");
  const named = { operator: manager.publicKey(), name: "stamps", interface: "1.0.0", expected: 2 };
  await expect(send(system.as(State, "state", manager).set_interface(named))).rejects.toThrow(
    "Unauthorized, contract error 11000",
  );
  await send(state.set_interface({ ...named, operator }));

  const hash = Buffer.from(wasm_hash).toString("hex");
  expect(await system.events("state")).toEqual([
    ["registered", { name: "stamps", address: contract(1), wasm_hash: hash, version: 1, revision: 1, operator }],
    ["registered", { name: "stamps", address: contract(2), wasm_hash: hash, version: 1, revision: 2, operator }],
    ["address_forgotten", { address: contract(1), operator }],
    ["interface_set", { name: "stamps", interface: "1.0.0", revision: 3, operator }],
  ]);
});

test("the global pause stops the pool's payments out, until it is ended", async () => {
  const system = await Deployed.start();
  const owner = await system.holder("10");
  const operator = system.role("deployer").publicKey();
  const state = system.as(State, "state", system.role("deployer"));
  const asOperator = system.as(Pool, "pool", system.role("deployer"));
  await send(asOperator.set_owner({ operator, merchant: MERCHANT, owner: owner.address }));
  await system.travel(86_400);
  const pool = system.as(Pool, "pool", owner.keypair);
  await send(pool.apply_owner({ owner: owner.address, merchant: MERCHANT }));
  const deposit = () => pool.deposit({ from: owner.address, merchant: MERCHANT, amount: 40_000_000n });
  const withdraw = () =>
    pool.withdraw({ owner: owner.address, merchant: MERCHANT, to: owner.address, amount: 40_000_000n });
  await send(deposit());

  await send(state.pause({ guardian: operator }));
  await expect(send(withdraw())).rejects.toThrow("Paused, contract error 13001");
  await expect(send(state.forget_address({ operator, address: contract(1) }))).rejects.toThrow("Paused");
  expect(await read(pool.paused())).toBe(false);
  await send(deposit());

  await send(state.unpause({ operator }));
  await send(withdraw());
  expect(await system.balance(owner)).toBe(60_000_000n);
  expect(await system.events("state")).toEqual([
    ["paused", { operator }],
    ["unpaused", { operator }],
  ]);
});
