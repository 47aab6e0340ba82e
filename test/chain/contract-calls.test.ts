import { createHash } from "node:crypto";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { merit } from "@merit/cli/testing/cli.ts";
import { contractsFolder } from "@merit/core/base/paths.ts";
import { loadSettings } from "@merit/core/base/settings/settings.ts";
import { ContractCalls } from "@merit/core/ledger/contract-calls/calls.ts";
import { Keypair, Operation, StrKey, TransactionBuilder, xdr } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { Service } from "../support/service.ts";

/** A deployment whose operator has the CLI and the key file. */
async function start() {
  const { folder, ledger, context } = await Service.start();
  const env = { MERIT_DATA_DIR: folder, MERIT_RPC_URL: ledger.url };
  const contract = (...args: string[]) => merit(["contract", ...args], { env });
  /** The command's JSON, without its messages for people. */
  const json = async (...args: string[]) => {
    const { code, out, err } = await contract(...args, "--json");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    return JSON.parse(out);
  };
  return { folder, ledger, env, chain: context.chain, manifest: context.chain.manifest, contract, json };
}

const wasm = join(contractsFolder, "state.wasm");

const TX = expect.stringMatching(/^[0-9a-f]{64}$/);

test("contracts are listed, stopped and let run again", async () => {
  const { manifest, contract, json } = await start();
  const { data } = await json("list");
  expect(data).toHaveLength(Object.keys(manifest.contracts).length);
  expect(data).toContainEqual({
    name: "distribution",
    address: manifest.contracts.distribution.id,
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    schema: 3,
    paused: false,
  });

  const event = { contract: "distribution", type: "Paused", data: {} };
  expect(await json("pause", "distribution")).toMatchObject({ tx_hash: TX, value: null, events: [event] });
  expect((await contract("list")).out).toMatch(/^distribution +C\w{55} +\S+ +3 +yes$/m);
  await json("unpause", "distribution");
  expect((await contract("list")).out).not.toMatch(/yes$/m);

  await json("pause", "state");
  const { out, err } = await contract("list");
  expect(out).toMatch(/^state +C\w{55} +\S+ +1 +yes$/m);
  expect(err).toBe("The whole system is stopped. To start it again: merit contract unpause state\n");
  await json("unpause", "state");
});

test("an operator without the needed key is told who has it", async () => {
  const { folder, env, manifest } = await start();
  const keys = join(folder, "none.json");
  writeFileSync(keys, "{}", { mode: 0o600 });
  const { code, err } = await merit(["contract", "pause", "pool"], { env: { ...env, MERIT_KEYS_FILE: keys } });
  expect(code).toBe(1);
  expect(err).toContain(
    `No key of this machine has the role pauser, which is held by deployer (${manifest.accounts.deployer}).`,
  );
});

test("a call that only reads is simulated, and one that changes something is sent", async () => {
  const { contract, json } = await start();
  const { value: before } = await json("call", "pool", "limit");
  const limit = String(BigInt(before.limit) - 1n);
  const sent = await contract("call", "pool", "set_limit", "merchant=none", `limit=${limit}`);
  expect(sent).toMatchObject({ code: 0, err: "" });
  expect(sent.out).toMatch(/^Transaction +[0-9a-f]{64}\nLedger +\d+\nAnswer +none\nEvent +pool LimitSet /);
  expect(await json("call", "pool", "limit", "merchant=none")).toMatchObject({ value: { limit } });
  expect((await contract("call", "pool", "paused")).out).toBe("false\n");

  const minted = await json("call", "token", "mint", "minter=treasury", "to=treasury", "amount=1");
  expect(minted.events).toContainEqual({ contract: "token", type: "Mint", data: expect.anything() });
});

test("a call that only emits an event is sent too, and any other one if it is asked for", async () => {
  const { json, env } = await start();
  expect(await json("call", "pool", "paused", "--send")).toMatchObject({ tx_hash: TX, value: false, events: [] });

  const calls = new ContractCalls(loadSettings(env));
  const pool = await calls.find("pool");
  const paused = calls.call(pool, "paused", new Map());
  expect(await calls.preview(paused)).toMatchObject({ isView: true, events: [] });
  const body = xdr.ContractEventBody.v0(
    new xdr.ContractEventV0({ topics: [xdr.ScVal.scvSymbol("ping")], data: xdr.ScVal.scvVoid() }),
  );
  const event = new xdr.ContractEvent({
    ...{ contractId: null, type: xdr.ContractEventType.contract, body, ext: xdr.ExtensionPoint.v0() },
  });
  const preview = pool.preview.bind(pool);
  pool.preview = async (...args) => ({ ...(await preview(...args)), events: [event] });
  expect(await calls.preview(paused)).toMatchObject({ isView: false });
});

test("a call that reads an archived contract is answered, and sent only if that is asked for", async () => {
  const { ledger, contract, json } = await start();
  const { contract: id } = await json("deploy", wasm, "admin=admin");
  // Longer than any entry lives unless somebody extends it.
  await ledger.call("localnet_advanceSequence", { ledgers: 3_200_000 });
  const read = await contract("call", id, "get", "name=shop");
  expect(read).toMatchObject({ code: 0, out: "none\n" });
  expect(read.err).toMatch(/is archived: nobody has paid its rent[\s\S]* add --send\.\n$/);
  expect(await json("call", id, "get", "name=shop", "--send")).toMatchObject({ tx_hash: TX, value: null });
  expect(await contract("call", id, "get", "name=shop")).toMatchObject({ code: 0, out: "none\n", err: "" });
});

/** Settings with which the deployment seems to be one on the public network testnet. */
function asTestnet({ folder, env, manifest }: Awaited<ReturnType<typeof start>>) {
  const path = join(folder, "testnet");
  cpSync(join(folder, "local", "keys.json"), join(path, "keys.json"));
  writeFileSync(join(path, "deployment.json"), JSON.stringify({ ...manifest, network: "testnet" }));
  return { ...env, MERIT_NETWORK: "testnet" };
}

test("on a public network, a change is shown and not sent before somebody has confirmed it", async () => {
  const deployment = await start();
  const { manifest } = deployment;
  const env = asTestnet(deployment);
  const call = (...args: string[]) => merit(["contract", "call", "pool", ...args], { env });
  const setLimit = ["set_limit", "limit=1"];

  const shown = await call(...setLimit);
  expect(shown).toMatchObject({ code: 2, out: "" });
  expect(shown.err).toMatch(new RegExp(`^limit +1\\nSigned by +deployer \\(${manifest.accounts.deployer}\\)$`, "m"));
  expect(shown.err).toContain("Add --yes");
  expect((await call(...setLimit, "--json")).code).toBe(2);
  expect(JSON.parse((await call("limit", "--json")).out).value.limit).not.toBe("1");

  const { treasury } = manifest.accounts;
  const deposit = await call("deposit", "from=treasury", "merchant=1", "amount=5");
  const transfer = `asset transfer("${treasury}", "${manifest.contracts.pool.id}", "5")`;
  expect(deposit.err.replace(/ +/g, " ")).toContain(`Signed by treasury (${treasury})\nAllows ${transfer}\n`);

  expect((await call(...setLimit, "--yes")).code).toBe(0);
  expect(JSON.parse((await call("limit", "--json")).out).value.limit).toBe("1");
});

test("nothing is signed that allows anything else than what was shown", async () => {
  const { chain, env } = await start();
  const calls = new ContractCalls(loadSettings(env));
  const pool = await calls.find("pool");
  const deposit = (amount: string) =>
    calls.call(pool, "deposit", new Map(Object.entries({ from: "treasury", merchant: "99", amount })), "treasury");
  const shown = await calls.preview(deposit("5"));
  const send = (amount: string) =>
    calls.send(deposit(amount), calls.signer("treasury"), new AbortController().signal, shown);
  const balance = async () => (await chain.contracts.pool.view("balance", { merchant: 99n })).value;
  await expect(send("6")).rejects.toThrow("The call would no longer do what was shown, so nothing was sent");
  expect(await balance()).toBe(0n);
  await send("5");
  expect(await balance()).toBe(5n);
});

test("a refused call says which error of the contract it met, or whose signature it needs", async () => {
  const { manifest, contract } = await start();
  const errorOf = async (...args: string[]) => (await contract("call", ...args)).err;
  const { treasury } = manifest.accounts;
  expect(await errorOf("pool", "set_limit", "limit=1", "--as", "treasury")).toContain(
    "Unauthorized, contract error 13000",
  );
  const refused = await errorOf("pool", "apply_limit");
  expect(refused).toContain("NoPendingLimit, contract error 13041");
  expect(refused).toMatch(/What happened, newest first:\n {2}[\s\S]*contract error 13041 \(NoPendingLimit\): /);
  expect(refused).toMatch(new RegExp(`calls ${manifest.contracts.pool.id} apply_limit\\(`));
  expect(await errorOf("token", "mint", "minter=treasury", "to=treasury", "amount=1", "--as", "manager")).toContain(
    `The call needs the signature of treasury (${treasury}), not of manager (`,
  );
});

test("a transaction that landed is traced: what it did, or the calls that led to its failure", async () => {
  const { folder, chain, manifest, contract, json } = await start();
  const { token, admin } = manifest.contracts;
  const { treasury } = JSON.parse(readFileSync(join(folder, "local", "keys.json"), "utf8"));
  const signer = Keypair.fromSecret(treasury);
  const { value: quota } = await json("call", "token", "quota", "minter=treasury");
  await json("call", "token", "set_quota", "minter=treasury", `daily=${BigInt(quota.used) + 10n}`);
  // Each of the two fits the quota while the other hasn't landed.
  const source = await chain.rpc.getAccount(signer.publicKey());
  const mints = [1, 2].map(() =>
    new TransactionBuilder(source, { fee: "100", networkPassphrase: chain.passphrase })
      .addOperation(
        chain.contracts.token.operation(signer.publicKey(), "mint", {
          minter: signer.publicKey(),
          to: signer.publicKey(),
          amount: 6n,
        }),
      )
      .setTimeout(60)
      .build(),
  );
  const ready = await Promise.all(mints.map((mint) => chain.rpc.prepareTransaction(mint)));
  const hashes: string[] = [];
  for (const transaction of ready) {
    transaction.sign(signer);
    const { hash } = await chain.rpc.sendTransaction(transaction);
    await chain.rpc.pollTransaction(hash);
    hashes.push(hash);
  }
  const [paid = "", refused = ""] = hashes;

  const minted = { contract: "token", type: "Mint", data: expect.anything() };
  expect(await json("trace", paid)).toMatchObject({ tx_hash: paid, failed_because: null });
  expect((await json("trace", paid)).events).toContainEqual(minted);
  const failed = await json("trace", refused);
  expect(failed).toMatchObject({ tx_hash: refused, events: [], fee_xlm: expect.stringMatching(/^0\.\d+$/) });
  expect(failed.failed_because).toMatch(/^QuotaExceeded, contract error \d+/);
  const called = failed.log.findIndex((line: string) => line.includes(`calls ${token.id} mint(`));
  const answered = failed.log.findIndex((line: string) => line.startsWith(`${token.id} calls ${admin.id} `));
  const error = failed.log.findIndex((line: string) => line.includes("(QuotaExceeded)"));
  expect([called, answered, error].toSorted((a, b) => a - b)).toEqual([called, answered, error]);
  expect(called).toBeGreaterThanOrEqual(0);

  const shown = await contract("trace", refused);
  expect(shown.out).toMatch(/^Result +failed: QuotaExceeded[\s\S]*^What happened, oldest first:\n {2}.*calls /m);
  const unknown = await contract("trace", "ab".repeat(32));
  expect(unknown).toMatchObject({ code: 1, out: "" });
  expect(unknown.err).toMatch(/has no transaction (ab){32} in the ledgers that it keeps, \d+ to \d+/);
  expect((await contract("trace", "abc")).code).toBe(2);
});

test("a transaction that the node refuses is given up, although no ledger closes that would prove that it can't land", async () => {
  const { manifest, contract } = await start();
  const { issuer, treasury } = manifest.accounts;
  // The issuer's account is locked: its key, which the key file has, signs for nothing any more.
  const call = ["governance", "delegate", `account=${issuer}`, `delegatee=${treasury}`, "--as", "issuer"];
  expect(await contract("call", ...call)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/signature isn't enough .*txBadAuth/),
  });
});

test("a secret key on the command line is neither shown nor sent", async () => {
  const { contract } = await start();
  const secret = Keypair.random().secret();
  for (const args of [
    ["pool", "balance", `merchant=${secret}`],
    ["pool", "limit", "--as", secret],
  ]) {
    const { code, out, err } = await contract("call", ...args);
    expect(code).toBe(2);
    expect(out + err).not.toContain(secret);
  }
});

test("functions are listed with the types of their arguments, by which errors name them", async () => {
  const { contract } = await start();
  const { out } = await contract("functions", "pool");
  expect(out).toMatch(/^set_limit\(operator: Address, merchant: Option<u64>, limit: i128\) +- +\S.*\.$/m);
  expect(await contract("call", "pool", "set_limit", "limit=much")).toMatchObject({
    code: 2,
    err: 'error: the argument "limit" (i128) can\'t be "much": it must be a whole number\n',
  });
  expect((await contract("functions", "pools")).err).toMatch(
    /^error: there is no contract "pools"; there are admin, state, /,
  );
});

test("code that wasn't announced is refused, with what to do", async () => {
  const { manifest, contract, json } = await start();
  const admin = join(contractsFolder, "admin.wasm");
  const terms = ["admin=deployer", "transfer_delay=0", "upgrade_delay=60"];
  const { contract: id } = await json("deploy", admin, ...terms);
  await json("call", id, "grant_role", "account=deployer", "role=upgrader");
  const upgrade = ["call", id, "upgrade", `new_wasm_hash=${manifest.contracts.pool.wasm_hash}`];
  expect((await contract(...upgrade)).err).toMatch(
    /UpgradeNotDue.* Announce it with `admin\.announce_upgrade`, then wait for the `eta` of `admin\.announced_upgrade`/,
  );
});

test("a contract of an earlier release is upgraded with the arguments of its own code", async () => {
  const { folder, chain, contract, json } = await start();
  const earlier = (["state", "admin"] as const).map((name) => {
    const wasm = readFileSync(`contracts/released/0.2.0/${name}.wasm`);
    return { name, wasm, old: createHash("sha256").update(wasm).digest("hex") };
  });
  const { deployer } = JSON.parse(readFileSync(join(folder, "local", "keys.json"), "utf8"));
  const signer = Keypair.fromSecret(deployer);
  for (const { name, wasm, old } of earlier) {
    const source = await chain.rpc.getAccount(signer.publicKey());
    const upload = new TransactionBuilder(source, { fee: "100", networkPassphrase: chain.passphrase })
      .addOperation(Operation.uploadContractWasm({ wasm }))
      .setTimeout(60)
      .build();
    const ready = await chain.rpc.prepareTransaction(upload);
    ready.sign(signer);
    const { hash: sent } = await chain.rpc.sendTransaction(ready);
    expect((await chain.rpc.pollTransaction(sent)).status).toBe("SUCCESS");
    await json("call", name, "upgrade", `new_wasm_hash=${old}`);
  }

  const present = chain.manifest.contracts.state.wasm_hash;
  expect((await contract("functions", "state")).out).toMatch(/^upgrade\(operator: Address, wasm_hash: BytesN<32>\) /m);
  expect((await contract("call", "state", "upgrade", `new_wasm_hash=${present}`)).err).toContain(
    'upgrade has no argument "new_wasm_hash"; it takes operator, wasm_hash',
  );
  await json("call", "state", "upgrade", `wasm_hash=${present}`);
  // Last: only the earlier `admin` understands what the earlier `state` asks.
  await json("call", "admin", "upgrade", `wasm_hash=${chain.manifest.contracts.admin.wasm_hash}`);
  expect((await contract("functions", "state")).out).toMatch(
    /^upgrade\(new_wasm_hash: BytesN<32>, operator: Address\) /m,
  );
});

test("a contract is deployed from its wasm, and called by its address", async () => {
  const { folder, manifest, contract, json } = await start();
  const created = await json("deploy", wasm, "admin=admin");
  const bindings = join(folder, "local", "bindings", "state");
  const code = manifest.contracts.state.wasm_hash;
  expect(created).toEqual({ contract: expect.stringMatching(/^C\w{55}$/), wasm_hash: code, tx_hash: TX, bindings });
  expect(created.contract).not.toBe(manifest.contracts.state.id);
  expect(readdirSync(bindings).sort()).toEqual(["client.ts", "index.ts", "types.ts"]);

  const shop = `address=${created.contract}`;
  const record = { address: created.contract, wasm_hash: code, version: 1, revision: 1 };
  const operator = manifest.accounts.deployer;
  const [hash, version, expected] = [`wasm_hash=${code}`, "version=1", "expected=0"];
  const sent = await json("call", created.contract, "register", "name=shop", shop, hash, version, expected);
  const data = { name: "shop", ...record, operator };
  expect(sent.events).toEqual([{ contract: created.contract, type: "Registered", data }]);
  expect((await json("call", created.contract, "get", "name=shop")).value).toMatchObject(record);
  expect((await json("call", "state", "get", "name=shop")).value).toBeNull();
  expect((await contract("functions", created.contract)).out).toMatch(/^register\(operator: Address, name: /m);
  const set = { tx_hash: sent.tx_hash, ledger: sent.ledger, type: "Registered", data };
  expect(await json("events", created.contract, "--limit", "1")).toEqual({ data: [set] });
  expect((await contract("events", created.contract)).out).toMatch(
    /^ *\d+ +Registered +\{"name":"shop",.*\} +\w{64}$/m,
  );
  // The same contract of the system, by its address.
  expect((await json("call", manifest.contracts.state.id, "get", "name=shop")).value).toBeNull();

  // Its errors have the names and the words of its own code.
  const till = ["name=till", shop, hash, version, expected, "--as", "treasury"];
  const refused = await contract("call", created.contract, "register", ...till);
  expect(refused.err).toContain("Unauthorized, contract error 11000: The caller doesn't hold the role.");

  const again = await contract("deploy", wasm, "admin=admin");
  expect(again.out).toMatch(
    /^Contract +C\w{55}\nCode +[0-9a-f]{64}\nTransaction +[0-9a-f]{64}\nBindings +\/.*state\n$/,
  );
  expect(again.out).not.toContain(created.contract);
});

test("a contract that can't be deployed or found is refused with the reason", async () => {
  const { folder, env, ledger, manifest, contract } = await start();
  const errorOf = async (...args: string[]) => {
    const { code, err } = await contract(...args);
    return `${code} ${err}`;
  };
  const noContract = join(folder, "empty.wasm");
  writeFileSync(noContract, Buffer.from("0061736d01000000", "hex"));
  expect(await errorOf("deploy", join(folder, "none.wasm"))).toBe(`2 error: there is no file ${folder}/none.wasm\n`);
  expect(await errorOf("deploy", join(folder, "local", "deployment.json"))).toMatch(
    /^2 error: .* is not wasm; `npm run/,
  );
  expect(await errorOf("deploy", noContract)).toMatch(/^2 error: .* is wasm, but not that of a Soroban contract\n$/);
  expect(await errorOf("deploy", wasm)).toBe('2 error: the argument "admin" (Address) is missing\n');
  expect(await errorOf("deploy", wasm, "admin=nobody")).toMatch(/^2 error: the argument "admin" \(Address\) can't be/);
  expect(await errorOf("deploy", wasm, "admin=admin", "owner=admin")).toMatch(
    /^2 error: __constructor has no argument "owner"; it takes admin\n$/,
  );
  const unknown = StrKey.encodeContract(new Uint8Array(32));
  expect(await errorOf("call", unknown, "version")).toBe(
    `2 error: there is no contract ${unknown} on the network local\n`,
  );
  expect(await errorOf("functions", manifest.asset.contract_id)).toMatch(/is a classic asset and has no code\n$/);

  const elsewhere = { ...env, MERIT_DATA_DIR: join(folder, "elsewhere") };
  const none = await merit(["contract", "deploy", wasm, "admin=admin"], { env: elsewhere });
  expect(none.err).toMatch(/^error: There is no local ledger yet: .*\nStart the service first.*`npm start`/);
  await ledger.kill();
  expect(await errorOf("deploy", wasm, "admin=admin")).toMatch(
    /^1 error: The Stellar RPC did not.*\nIt was asked at http:\/\/127.0.0.1:\d+ \(MERIT_RPC_URL\)\.\nStart the service/,
  );
});

test("on a public network, a contract is not deployed before somebody has confirmed it", async () => {
  const deployment = await start();
  const env = asTestnet(deployment);
  const deploy = (...args: string[]) => merit(["contract", "deploy", wasm, "admin=admin", ...args], { env });
  const shown = await deploy();
  expect(shown).toMatchObject({ code: 2, out: "" });
  expect(shown.err).toMatch(
    /^Network +testnet\nCode +[0-9a-f]{64}\nSigned by +deployer \(G\w+\)\nArgument +admin=admin$/m,
  );
  expect(shown.err).toContain("Add --yes");
  expect((await deploy("--json")).code).toBe(2);
  const deployed = { code: 0, out: expect.stringMatching(/^Contract +C/) };
  expect(await deploy("--yes")).toMatchObject(deployed);
  const answer = (stdin: string) => merit(["contract", "deploy", wasm, "admin=admin"], { env, isTTY: true, stdin });
  expect((await answer("n\n")).err).toContain("Deploy it? [y/N] error: Nothing was sent.");
  expect(await answer("y\n")).toMatchObject(deployed);
});
