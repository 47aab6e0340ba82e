import { Client as Distribution } from "@merit/bindings/distribution";
import { Class, Client as Governance } from "@merit/bindings/governance";
import { Client as Pool } from "@merit/bindings/pool";
import { Client as State } from "@merit/bindings/state";
import { Client as Vesting } from "@merit/bindings/vesting";
import { contract, StrKey, xdr } from "@stellar/stellar-sdk";
import type { ClientOptions } from "@stellar/stellar-sdk/contract";
import { describe, expect, it } from "vitest";
import { newWallet } from "../../testing/chain.ts";
import { readArguments, typeName } from "./arguments.ts";

const options: ClientOptions = {
  contractId: StrKey.encodeContract(new Uint8Array(32)),
  networkPassphrase: "none",
  rpcUrl: "http://localhost:1",
  allowHttp: true,
};
const specs = {
  pool: new Pool(options).spec,
  state: new State(options).spec,
  distribution: new Distribution(options).spec,
  vesting: new Vesting(options).spec,
};
const treasury = newWallet();
const wallet = newWallet();

function read(contract: keyof typeof specs, method: string, given: Record<string, string>) {
  const spec = specs[contract];
  const addressOf = (text: string) => {
    if (text === "treasury") return treasury;
    if (/^[GC]/.test(text)) return text;
    throw new Error(`"${text}" is no address`);
  };
  const args = readArguments({ spec, addressOf }, spec.getFunc(method), new Map(Object.entries(given)));
  // Throws if the client doesn't take them.
  spec.funcArgsToScVals(method, args);
  return args;
}

const setLimit = (given: Record<string, string>) => read("pool", "set_limit", { operator: "treasury", ...given });

/** Reads the argument of a function that takes a case of an enum; ours have such cases in structures only. */
function readClass(text: string) {
  const type = xdr.ScSpecTypeDef.scSpecTypeUdt(new xdr.ScSpecTypeUdt({ name: "Class" }));
  const inputs = [new xdr.ScSpecFunctionInputV0({ doc: "", name: "class", type })];
  const func = new xdr.ScSpecFunctionV0({ doc: "", name: "choose", inputs, outputs: [] });
  const cases = new Governance(options).spec.findEntry("Class");
  const spec = new contract.Spec([xdr.ScSpecEntry.scSpecEntryFunctionV0(func), cases]);
  return readArguments({ spec, addressOf: (text) => text }, func, new Map([["class", text]]));
}

const types = xdr.ScSpecTypeDef;
const mapOf = (keyType: xdr.ScSpecTypeDef, valueType: xdr.ScSpecTypeDef) =>
  types.scSpecTypeMap(new xdr.ScSpecTypeMap({ keyType, valueType }));

/** Reads arguments of types that our contracts' functions don't take. */
function readTyped(wanted: Record<string, xdr.ScSpecTypeDef>, given: Record<string, string>) {
  const inputs = Object.entries(wanted).map(([name, type]) => new xdr.ScSpecFunctionInputV0({ doc: "", name, type }));
  const func = new xdr.ScSpecFunctionV0({ doc: "", name: "set", inputs, outputs: [] });
  const spec = new contract.Spec([xdr.ScSpecEntry.scSpecEntryFunctionV0(func)]);
  return readArguments({ spec, addressOf: (text) => text }, func, new Map(Object.entries(given)));
}

describe("values are read by their types", () => {
  it("names, whole numbers, and an Option with a value, none, or left out", () => {
    const limit = "170141183460469231731687303715884105727";
    expect(setLimit({ merchant: "18446744073709551615", limit })).toEqual({
      operator: treasury,
      merchant: 2n ** 64n - 1n,
      limit: 2n ** 127n - 1n,
    });
    expect(setLimit({ merchant: "none", limit: "0" })).toMatchObject({ merchant: null, limit: 0n });
    expect(setLimit({ limit: "0" })).toMatchObject({ merchant: null });
  });

  it("numbers of all sizes, and times", () => {
    const { scSpecTypeU256: u256, scSpecTypeI256: i256, scSpecTypeTimepoint, scSpecTypeDuration } = types;
    const wanted = { u: u256(), i: i256(), at: scSpecTypeTimepoint(), for: scSpecTypeDuration() };
    const given = { u: String(2n ** 256n - 1n), i: String(-(2n ** 255n)), at: "1800000000", for: "60" };
    const read = { u: 2n ** 256n - 1n, i: -(2n ** 255n), at: 1_800_000_000n, for: 60n };
    expect(readTyped(wanted, given)).toEqual(read);
    for (const wrong of [
      { u: "-1" },
      { u: String(2n ** 256n) },
      { i: String(2n ** 255n) },
      { at: "-1" },
      { for: "1.5" },
    ]) {
      expect(() => readTyped(wanted, { ...given, ...wrong })).toThrow(`the argument "${Object.keys(wrong)[0]}"`);
    }
  });

  it("symbols, cases, small numbers, bytes and lists", () => {
    const named = { operator: wallet, name: "pool", interface: "0.3.0", expected: "3" };
    expect(read("state", "set_interface", named)).toMatchObject({ name: "pool", interface: "0.3.0", expected: 3 });
    expect(readClass("Upgrade")).toEqual({ class: Class.Upgrade });
    const hash = "ab".repeat(32);
    const claim = { wallet, drop: "1", index: "0", amount: "5", proof: JSON.stringify([hash]) };
    expect(read("distribution", "claim", claim)).toMatchObject({ proof: [Uint8Array.from(Buffer.from(hash, "hex"))] });
    expect(read("distribution", "status", { campaign: "1", numbers: "[1,2]" })).toMatchObject({ numbers: [1, 2] });
    const pay = { contract: "treasury", id: "1", to: '["treasury"]', amounts: '["5"]' };
    expect(read("pool", "pay", pay)).toMatchObject({ to: [treasury], amounts: [5n] });
  });

  it("structures in the client's form", () => {
    const plan = { tag: "Linear", values: [{ total: "5", start: "1", cliff: "2", end: "3" }] };
    const terms = { reference: "ab".repeat(32), beneficiary: "treasury", plan, revoker: null };
    const given = { funder: wallet, batch: JSON.stringify([terms]) };
    const reference = Uint8Array.from(Buffer.from(terms.reference, "hex"));
    expect(read("vesting", "create", given)).toEqual({
      funder: wallet,
      batch: [
        {
          ...{ ...terms, reference, beneficiary: treasury },
          plan: { tag: "Linear", values: [{ total: 5n, start: 1n, cliff: 2n, end: 3n }] },
        },
      ],
    });
  });

  it("lists for tuples, and objects or lists of pairs for maps, whose keys get in order", () => {
    const { scSpecTypeSymbol: symbol, scSpecTypeU32: u32, scSpecTypeI128: i128 } = types;
    const tuple = types.scSpecTypeTuple(new xdr.ScSpecTypeTuple({ valueTypes: [u32(), symbol()] }));
    const set = (given: Record<string, string>) => readTyped({ map: mapOf(symbol(), i128()), tuple }, given);
    const pairs = new Map([
      ["a", 2n],
      ["b", 1n],
    ]);
    const read = { map: [...pairs], tuple: [7, "x"] };
    expect(set({ map: '{"b":"1","a":"2"}', tuple: '[7,"x"]' })).toEqual(read);
    expect(set({ map: '[["b","1"],["a","2"]]', tuple: '["7","x"]' })).toEqual(read);
    expect(() => set({ map: "{}", tuple: "[7]" })).toThrow(
      'the argument "tuple" ((u32, Symbol)) can\'t be "[7]": it must have 2 values',
    );
  });
});

describe("the keys of a map get into the ledger's order", () => {
  const account = (first: number) => StrKey.encodeEd25519PublicKey(Buffer.alloc(32, first));
  const id = StrKey.encodeContract(Buffer.alloc(32, 0));
  const option = types.scSpecTypeOption(new xdr.ScSpecTypeOption({ valueType: types.scSpecTypeU32() }));
  const list = types.scSpecTypeVec(new xdr.ScSpecTypeVec({ elementType: types.scSpecTypeI32() }));
  it.each<[string, xdr.ScSpecTypeDef, unknown[]]>([
    ["numbers by their size", types.scSpecTypeU32(), [9, 10]],
    ["also those below zero", types.scSpecTypeI128(), [-10n, -9n, 0n, 2n ** 70n]],
    [
      "accounts before contracts, and addresses by their keys",
      types.scSpecTypeAddress(),
      [account(1), account(0xd0), id],
    ],
    ["bytes from the left", types.scSpecTypeBytes(), ["02", "0200", "03", "0a"].map((hex) => Buffer.from(hex, "hex"))],
    ["texts by their bytes", types.scSpecTypeString(), ["B", "a", "aa", "\uffee", "\u{1f600}"]],
    ["no value before a value", option, [null, 3]],
    ["lists by their values", list, [[], [-2], [-2, -1], [9], [10]]],
  ])("%s", (_, keyType, keys) => {
    const shown = keys.map((key) => (key instanceof Uint8Array ? Buffer.from(key).toString("hex") : key));
    const pairs = shown.map((key) => [key, 1]).toReversed();
    const text = JSON.stringify(pairs, (_, value) => (typeof value === "bigint" ? String(value) : value));
    const { map } = readTyped({ map: mapOf(keyType, types.scSpecTypeU32()) }, { map: text });
    expect(map).toEqual(keys.map((key) => [key instanceof Uint8Array ? Uint8Array.from(key) : key, 1]));
  });
});

describe("an error names the argument and its type", () => {
  it.each([
    [{ limit: "1", limits: "2" }, 'set_limit has no argument "limits"; it takes operator, merchant, limit'],
    [{}, 'the argument "limit" (i128) is missing'],
    [{ limit: "1.5" }, 'the argument "limit" (i128) can\'t be "1.5": it must be a whole number'],
    [{ limit: String(2n ** 127n) }, 'the argument "limit" (i128)'],
    [{ limit: "1", merchant: "-1" }, 'the argument "merchant" (Option<u64>)'],
    [
      { limit: "1", operator: "nobody" },
      'the argument "operator" (Address) can\'t be "nobody": "nobody" is no address',
    ],
    [{ limit: "1", operator: `G${"A".repeat(55)}` }, 'the argument "operator" (Address)'],
  ])("%o", (given, message) => {
    expect(() => setLimit(given)).toThrow(message);
  });

  it("in symbols, cases, bytes and lists too", () => {
    expect(() => readClass("Lost")).toThrow(
      'the argument "class" (Class) can\'t be "Lost": it must be one of Parameter, Treasury, Upgrade',
    );
    const named = { operator: wallet, name: "pool", interface: "0.3.0", expected: "3" };
    expect(() => read("state", "set_interface", { ...named, name: "the pool" })).toThrow('"name" (Symbol)');
    expect(() => read("state", "set_interface", { ...named, expected: "4294967296" })).toThrow('"expected" (u32)');
    expect(() => read("pool", "upgrade", { operator: wallet, new_wasm_hash: "xy" })).toThrow(
      '"new_wasm_hash" (BytesN<32>)',
    );
    expect(() => read("pool", "upgrade", { operator: wallet, new_wasm_hash: "abcd" })).toThrow(
      '"new_wasm_hash" (BytesN<32>)',
    );
    const numbers = (text: string) => () => read("distribution", "status", { campaign: "1", numbers: text });
    expect(numbers("1")).toThrow('"numbers" (Vec<u32>) can\'t be "1": it must be a list in JSON');
    expect(numbers("[1")).toThrow('"numbers" (Vec<u32>)');
    expect(numbers("[9007199254740993]")).toThrow("as a string");
  });

  const plan = { tag: "Linear", values: [{ total: "5", start: "1", cliff: "2", end: "3" }] };
  const grant = { reference: "ab".repeat(32), beneficiary: wallet, plan, revoker: null };
  const linear = (changed: object) => ({ ...grant, plan: { ...plan, values: [{ ...plan.values[0], ...changed }] } });
  it.each<[object | null | string, string]>([
    [{}, "0.beneficiary: the field is missing; it is of the type Address"],
    [null, '0: it must be an object, such as {"name":"value"}'],
    ["text", "0: "],
    [{ ...grant, beneficiery: wallet }, '0: it has no field "beneficiery"'],
    [
      { ...grant, beneficiary: undefined, beneficiery: wallet },
      '0: it has no field "beneficiery"; did you mean "beneficiary"? Its fields are beneficiary, plan, reference, revoker',
    ],
    [{ ...grant, revokr: wallet, revoker: undefined }, 'did you mean "revoker"?'],
    [{ ...grant, reference: "xy" }, "0.reference: it must be bytes in hex, such as 00ff"],
    [{ ...grant, reference: "ab" }, "0.reference: "],
    [{ ...grant, beneficiary: "nobody" }, '0.beneficiary: "nobody" is no address'],
    [{ ...grant, plan: { tag: "Linea", values: [] } }, '0.plan: its "tag" must be one of Linear, Tranches'],
    [{ ...grant, plan: { tag: "Linear", values: [] } }, "0.plan.values: it must have 1 values"],
    [linear({ total: "1.5" }), "0.plan.values.0.total: it must be a whole number"],
    [linear({ start: String(2n ** 64n) }), "0.plan.values.0.start: "],
    [linear({ start: null }), "0.plan.values.0.start: it must be of the type u64"],
  ])("within a structure such as %j", (given, message) => {
    const batch = JSON.stringify([given]);
    const wrong = () => read("vesting", "create", { funder: wallet, batch });
    expect(wrong).toThrow('the argument "batch" (Vec<Terms>) can\'t be');
    expect(wrong).toThrow(message);
  });
});

it("types have the names of the contract's source", () => {
  const { scSpecTypeResult, scSpecTypeVoid, scSpecTypeError, scSpecTypeI128, scSpecTypeU256, scSpecTypeTimepoint } =
    xdr.ScSpecTypeDef;
  const result = new xdr.ScSpecTypeResult({ okType: scSpecTypeVoid(), errorType: scSpecTypeError() });
  expect(typeName(scSpecTypeResult(result))).toBe("Result<(), Error>");
  expect([scSpecTypeI128(), scSpecTypeU256(), scSpecTypeTimepoint()].map(typeName)).toEqual([
    "i128",
    "U256",
    "Timepoint",
  ]);
});
