import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { contract, xdr } from "@stellar/stellar-sdk";
import { expect, it, onTestFinished } from "vitest";
import { bindingsOf } from "./code.ts";

const modules = fileURLToPath(new URL("../../../../node_modules", import.meta.url));
const compiler = join(modules, "typescript-native/bin/tsc");

const types = xdr.ScSpecTypeDef;
const func = (name: string, output: xdr.ScSpecTypeDef, inputs: xdr.ScSpecFunctionInputV0[] = []) =>
  xdr.ScSpecEntry.scSpecEntryFunctionV0(new xdr.ScSpecFunctionV0({ doc: "", name, inputs, outputs: [output] }));

/** `pub fn page() -> Result<u32, GuestError>` */
function specOfResult(): contract.Spec {
  const errorType = types.scSpecTypeUdt(new xdr.ScSpecTypeUdt({ name: "GuestError" }));
  const okType = types.scSpecTypeU32();
  const cases = [new xdr.ScSpecUdtErrorEnumCaseV0({ doc: "The book is full.", name: "Full", value: 8 })];
  const errors = new xdr.ScSpecUdtErrorEnumV0({ doc: "", lib: "", name: "GuestError", cases });
  return new contract.Spec([
    func("page", types.scSpecTypeResult(new xdr.ScSpecTypeResult({ okType, errorType }))),
    xdr.ScSpecEntry.scSpecEntryUdtErrorEnumV0(errors),
  ]);
}

/** `pub fn table(of: Map<Symbol, u32>) -> Map<u32, Map<Symbol, u32>>` and `pub fn book() -> Book`, which has such a map as `pages` */
function specOfMaps(): contract.Spec {
  const inner = types.scSpecTypeMap(
    new xdr.ScSpecTypeMap({ keyType: types.scSpecTypeSymbol(), valueType: types.scSpecTypeU32() }),
  );
  const map = types.scSpecTypeMap(new xdr.ScSpecTypeMap({ keyType: types.scSpecTypeU32(), valueType: inner }));
  const fields = [new xdr.ScSpecUdtStructFieldV0({ doc: "", name: "pages", type: map })];
  return new contract.Spec([
    func("table", map, [new xdr.ScSpecFunctionInputV0({ doc: "", name: "of", type: inner })]),
    func("book", types.scSpecTypeUdt(new xdr.ScSpecTypeUdt({ name: "Book" }))),
    xdr.ScSpecEntry.scSpecEntryUdtStructV0(new xdr.ScSpecUdtStructV0({ doc: "", lib: "", name: "Book", fields })),
  ]);
}

/** What the compiler says about the bindings and a program that uses them. */
async function compile(spec: contract.Spec, program: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "merit-bindings-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const bindings = bindingsOf({ wasm: new Uint8Array(), hash: "", spec }, "guest");
  for (const [file, text] of Object.entries(bindings)) writeFileSync(join(folder, file), text);
  writeFileSync(join(folder, "use.ts"), program);
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  symlinkSync(modules, join(folder, "node_modules"));
  const options = ["--strict", "--noEmit", "--skipLibCheck", "--target", "es2022", "--module", "nodenext"];
  const compiled = promisify(execFile)(process.execPath, [compiler, ...options, "use.ts"], { cwd: folder });
  return (await compiled.catch((error: { stdout: string }) => error)).stdout;
}

it("makes bindings that compile for a contract that returns a Result, with its errors' names", async () => {
  const program = `import { Client, GuestError } from "./index.js";
export const full: "Full" = GuestError[8].message;
export async function page(client: Client): Promise<number | "Full"> {
  const { result } = await client.page();
  return result.isOk() ? result.unwrap() : result.unwrapErr().message;
}
`;
  expect(await compile(specOfResult(), program)).toBe("");
}, 120_000);

it("declares a map as clients answer it, which is a list of pairs", async () => {
  const spec = specOfMaps();
  const [symbol, u32] = [xdr.ScVal.scvSymbol("a"), xdr.ScVal.scvU32(1)];
  const inner = xdr.ScVal.scvMap([new xdr.ScMapEntry({ key: symbol, val: u32 })]);
  const answer = xdr.ScVal.scvMap([new xdr.ScMapEntry({ key: u32, val: inner })]);
  expect(spec.funcResToNative("table", answer)).toEqual([[1, [["a", 1]]]]);
  const program = `import { Client } from "./index.js";
export async function first(client: Client): Promise<[number, [string, number][]][]> {
  const { result: table } = await client.table({ of: new Map([["a", 1]]) });
  const { result: book } = await client.book();
  return [...table, ...book.pages];
}
`;
  expect(await compile(spec, program)).toBe("");
}, 120_000);
