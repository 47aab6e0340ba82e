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

/** `pub fn page() -> Result<u32, GuestError>` */
function specOfResult(): contract.Spec {
  const errorType = xdr.ScSpecTypeDef.scSpecTypeUdt(new xdr.ScSpecTypeUdt({ name: "GuestError" }));
  const okType = xdr.ScSpecTypeDef.scSpecTypeU32();
  const outputs = [xdr.ScSpecTypeDef.scSpecTypeResult(new xdr.ScSpecTypeResult({ okType, errorType }))];
  const func = new xdr.ScSpecFunctionV0({ doc: "", name: "page", inputs: [], outputs });
  const cases = [new xdr.ScSpecUdtErrorEnumCaseV0({ doc: "The book is full.", name: "Full", value: 8 })];
  const errors = new xdr.ScSpecUdtErrorEnumV0({ doc: "", lib: "", name: "GuestError", cases });
  return new contract.Spec([
    xdr.ScSpecEntry.scSpecEntryFunctionV0(func),
    xdr.ScSpecEntry.scSpecEntryUdtErrorEnumV0(errors),
  ]);
}

it("makes bindings that compile for a contract that returns a Result, with its errors' names", async () => {
  const folder = mkdtempSync(join(tmpdir(), "merit-bindings-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const spec = specOfResult();
  const bindings = bindingsOf({ wasm: new Uint8Array(), hash: "", spec }, "guest");
  for (const [file, text] of Object.entries(bindings)) writeFileSync(join(folder, file), text);
  writeFileSync(
    join(folder, "use.ts"),
    `import { Client, GuestError } from "./index.js";
export const full: "Full" = GuestError[8].message;
export async function page(client: Client): Promise<number | "Full"> {
  const { result } = await client.page();
  return result.isOk() ? result.unwrap() : result.unwrapErr().message;
}
`,
  );
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  symlinkSync(modules, join(folder, "node_modules"));
  const options = ["--strict", "--noEmit", "--skipLibCheck", "--target", "es2022", "--module", "nodenext"];
  const compiled = promisify(execFile)(process.execPath, [compiler, ...options, "use.ts"], { cwd: folder });
  await expect(compiled.catch(({ stdout }) => stdout)).resolves.toMatchObject({ stdout: "" });
}, 120_000);
