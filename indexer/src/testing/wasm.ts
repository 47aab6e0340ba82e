import { createHash } from "node:crypto";
import { instanceKey } from "@merit/core/ledger/chain/code.ts";
import { Address, xdr } from "@stellar/stellar-sdk";
import type { RawEvent } from "../source.ts";
import { bytes, none, rawEvent, symbol, vec } from "./events.ts";
import type { TestNode } from "./node.ts";

/** WebAssembly's value types and section numbers that are used here. */
const I64 = 0x7e;
const [TYPES, IMPORTS, FUNCTIONS, EXPORTS, CODE] = [1, 2, 3, 7, 10];

const leb = (value: number): number[] => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...leb(value >> 7)]);
const sized = (content: readonly number[]) => [...leb(content.length), ...content];
const list = (items: readonly (readonly number[])[]) => [...leb(items.length), ...items.flat()];
const name = (text: string) => sized([...Buffer.from(text)]);
const section = (id: number, content: readonly number[]) => [id, ...sized(content)];
const custom = (title: string, content: Uint8Array) => section(0, [...name(title), ...content]);

/** A constant, whose encoding is signed. */
function i64(value: bigint): number[] {
  const low = Number(value & 0x7fn);
  const rest = value >> 7n;
  return rest === 0n && low < 0x40 ? [low] : [low | 0x80, ...i64(rest)];
}

/** A symbol of at most nine letters as the host holds it: six bits for each, and the tag. */
const small = (text: string) =>
  ([...text].reduce((bits, letter) => (bits << 6n) | BigInt(letter.charCodeAt(0) - 97 + 38), 0n) << 8n) | 14n;

const u32Type = xdr.ScSpecTypeDef.scSpecTypeU32();
const data = xdr.ScSpecTypeDef.scSpecTypeMap(
  new xdr.ScSpecTypeMap({ keyType: xdr.ScSpecTypeDef.scSpecTypeSymbol(), valueType: u32Type }),
);
const hash = xdr.ScSpecTypeDef.scSpecTypeBytesN(new xdr.ScSpecTypeBytesN({ n: 32 }));

const functionSpec = (title: string, input: string, type: xdr.ScSpecTypeDef) =>
  xdr.ScSpecEntry.scSpecEntryFunctionV0(
    new xdr.ScSpecFunctionV0({
      ...{ doc: "", name: title, outputs: [] },
      inputs: [new xdr.ScSpecFunctionInputV0({ doc: "", name: input, type })],
    }),
  );

/**
 * A contract that anybody can call: `emit` stores any data, and emits a `stamped` with it, and `upgrade` replaces the code. Its spec says that the
 * event has these u32 fields.
 */
export function wasm(...fields: string[]): { code: Uint8Array; hash: string } {
  const location = xdr.ScSpecEventParamLocationV0.scSpecEventParamLocationData;
  const params = fields.map((field) => new xdr.ScSpecEventParamV0({ doc: "", name: field, type: u32Type, location }));
  const event = new xdr.ScSpecEventV0({
    ...{ doc: "", lib: "", name: "Stamped", prefixTopics: ["stamped"], params },
    dataFormat: xdr.ScSpecEventDataFormat.scSpecEventDataFormatMap,
  });
  const spec = [
    functionSpec("emit", "data", data),
    functionSpec("upgrade", "new_wasm_hash", hash),
    xdr.ScSpecEntry.scSpecEntryEventV0(event),
  ];
  const version = new xdr.ScEnvMetaEntryInterfaceVersion({ protocol: 23, preRelease: 0 });
  const meta = xdr.ScEnvMetaEntry.scEnvMetaKindInterfaceVersion(version).toXdr();
  const type = (inputs: number) => [0x60, ...list(Array(inputs).fill([I64])), ...list([[I64]])];
  const imported = (module: string, field: string, index: number) => [...name(module), ...name(field), 0, index];
  const exported = (field: string, index: number) => [...name(field), 0, index];
  const [vecNew, vecPush, emitEvent, updateCode, put] = [0, 1, 2, 3, 4];
  const call = (index: number) => [0x10, index];
  const body = (...instructions: number[][]) => sized([0, ...instructions.flat(), 0x0b]);
  const argument = [0x20, 0];
  const drop = [0x1a];
  const constant = (value: bigint) => [0x42, ...i64(value)];
  const key = constant(small("stamped"));
  const temporary = constant(0n);
  const code = Uint8Array.from([
    ...Buffer.from("\0asm\x01\0\0\0", "latin1"),
    ...section(TYPES, list([type(0), type(2), type(1), type(3)])),
    // vec_new, vec_push_back, contract_event, update_current_contract_wasm and put_contract_data of the host.
    ...section(
      IMPORTS,
      list([
        imported("v", "_", 0),
        imported("v", "6", 1),
        imported("x", "1", 1),
        imported("l", "6", 2),
        imported("l", "_", 3),
      ]),
    ),
    ...section(FUNCTIONS, list([[2], [2]])),
    ...section(EXPORTS, list([exported("emit", 5), exported("upgrade", 6)])),
    ...section(
      CODE,
      list([
        body(key, argument, temporary, call(put), drop, call(vecNew), key, call(vecPush), argument, call(emitEvent)),
        body(argument, call(updateCode)),
      ]),
    ),
    ...custom("contractenvmetav0", meta),
    ...custom("contractspecv0", Buffer.concat(spec.map((entry) => entry.toXdr()))),
  ]);
  return { code, hash: createHash("sha256").update(code).digest("hex") };
}

type Code = ReturnType<typeof wasm>;

const keyOf = ({ hash }: Code) =>
  xdr.LedgerKey.contractCode(new xdr.LedgerKeyContractCode({ hash: Buffer.from(hash, "hex") })).toXdr("base64");

/** Puts code on the node's ledger. */
export function upload({ entries }: TestNode, code: Code): void {
  const ext = xdr.ContractCodeEntryExt.v0();
  const entry = new xdr.ContractCodeEntry({ ext, hash: Buffer.from(code.hash, "hex"), code: code.code });
  entries.set(keyOf(code), xdr.LedgerEntryData.contractCode(entry).toXdr("base64"));
}

export const archive = ({ entries }: TestNode, code: Code): boolean => entries.delete(keyOf(code));

/** Makes a contract run this code now; without code it is a classic asset's. */
export function run({ entries }: TestNode, contractId: string, code?: Code): void {
  const executable = code
    ? xdr.ContractExecutable.contractExecutableWasm(Buffer.from(code.hash, "hex"))
    : xdr.ContractExecutable.contractExecutableStellarAsset();
  const entry = new xdr.ContractDataEntry({
    ext: xdr.ExtensionPoint.v0(),
    contract: new Address(contractId).toScAddress(),
    key: xdr.ScVal.scvLedgerKeyContractInstance(),
    durability: xdr.ContractDataDurability.persistent,
    val: xdr.ScVal.scvContractInstance(new xdr.ScContractInstance({ executable, storage: null })),
  });
  entries.set(instanceKey(contractId).toXdr("base64"), xdr.LedgerEntryData.contractData(entry).toXdr("base64"));
}

/** The host's event for a change of the code. */
export function changed(contractId: string, [from, to]: [Code, Code], place: Parameters<typeof rawEvent>[3]): RawEvent {
  const executable = ({ hash }: Code) => vec([symbol("Wasm"), bytes(Buffer.from(hash, "hex"))]);
  const topics = [symbol("executable_update"), executable(from), executable(to)];
  return { ...rawEvent(contractId, topics, none, place), isSystem: true };
}
