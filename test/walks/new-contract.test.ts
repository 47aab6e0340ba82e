import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { merit } from "@merit/cli/testing/cli.ts";
import { targetFolder } from "@merit/core/base/paths.ts";
import { afterAll, expect, test } from "vitest";
import { root } from "../support/processes.ts";
import { copyRepository, renewal } from "../support/repository-copy.ts";
import { Service } from "../support/service.ts";
import { Wallet } from "../support/wallet.ts";

// The walk "Add a contract" of CONTRIBUTING.md.

const patch = "test/walks/contract.patch";
const copy = mkdtempSync(join(tmpdir(), "merit-contract-walk-"));
const target = join(copy, "target");
const wasm = (name: string) => join(target, "contracts", `${name}.wasm`);
afterAll(() => rmSync(copy, { recursive: true }));

const run = (program: string, args: string[]) => {
  const tools = join(root, "node_modules", ".bin");
  // Cargo takes from the repository what it has compiled there. It would also leave there what it compiles here, with paths of
  // this copy: so the contract's tests don't use merit-testing, which reads files of its repository.
  const folders = { CARGO_TARGET_DIR: target, CARGO_BUILD_BUILD_DIR: targetFolder };
  const env = { ...process.env, PATH: `${tools}:${process.env.PATH}`, ...folders };
  return promisify(execFile)(program, args, { cwd: copy, env, maxBuffer: 2 ** 26 });
};
/** `npm run contracts`, without its look at the packages. */
const contracts = (...names: string[]) => run(process.execPath, ["scripts/contracts.ts", ...names]);
const failure = (work: Promise<unknown>) =>
  work.then(
    () => "",
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );

test("a new contract is built by its name, deployed, called and upgraded", async () => {
  copyRepository(copy);
  await run("git", ["init", "-q"]);
  const apply = (which: string) =>
    run("git", ["apply", which, patch]).catch(({ stderr }) => Promise.reject(new Error(`${stderr}${renewal(patch)}`)));
  await apply("--exclude=Cargo.toml");
  expect(await failure(contracts("stamps"))).toContain('Add "contracts/stamps", to `members` in Cargo.toml');
  await apply("--include=Cargo.toml");
  expect(await failure(contracts("stamps"))).toContain("Run `cargo update --workspace`.");
  await run("cargo", ["update", "--workspace", "--offline"]);
  expect(await failure(contracts("stamp"))).toMatch(
    /there is no contract `stamp`; there are admin, .*, stamps, state,/,
  );
  const { stdout } = await run("cargo", ["test", "--release", "--locked", "-p", "merit-stamps"]);
  expect(stdout).toContain("test only_the_shop_gives_stamps ... ok");
  await contracts("stamps");
  expect(existsSync(wasm("pool"))).toBe(false);

  const { folder, ledger } = await Service.start();
  const env = { MERIT_DATA_DIR: folder, MERIT_RPC_URL: ledger.url };
  const json = async (...args: string[]) => {
    const { code, out, err } = await merit(["contract", ...args, "--json"], { env });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    return JSON.parse(out);
  };
  const created = await json("deploy", wasm("stamps"), "shop=deployer", "size=1");
  const { contract, bindings } = created;
  expect(readFileSync(join(bindings, "client.ts"), "utf8")).toContain("give(args: { wallet: string | Address }");
  const wallet = `wallet=${new Wallet(ledger.url).address}`;
  expect(await json("call", contract, "give", wallet)).toMatchObject({ value: 1, events: [{ type: "StampGiven" }] });
  const full = await merit(["contract", "call", contract, "give", wallet], { env });
  expect(full.err).toContain("CardFull, contract error 90001: The card has all its stamps.");
  const { data: events } = await json("events", contract);
  expect(events).toMatchObject([{ type: "StampGiven", data: { stamps: 1 } }]);

  const source = join(copy, "contracts/stamps/src/contract.rs");
  const written = readFileSync(source, "utf8");
  writeFileSync(source, written.replaceAll("storage::size(&env)", "2 * storage::size(&env)"));
  await contracts("stamps");
  const { wasm_hash } = await json("deploy", wasm("stamps"), "shop=deployer", "size=1");
  expect(wasm_hash).not.toBe(created.wasm_hash);
  await json("call", contract, "upgrade", `new_wasm_hash=${wasm_hash}`);
  expect(await json("call", contract, "give", wallet)).toMatchObject({ value: 2 });

  const before = readFileSync(wasm("stamps"));
  writeFileSync(source, `${written}mistake\n`);
  expect(await failure(contracts("stamps"))).toContain("stamps: cargo build failed");
  expect(readFileSync(wasm("stamps"))).toEqual(before);
});
