import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client as Admin } from "@merit/bindings/admin";
import { Client as Token } from "@merit/bindings/token";
import { parseAmount } from "@merit/core/base/money.ts";
import { loadSettings, type Settings } from "@merit/core/base/settings/settings.ts";
import { contracts as records } from "@merit/core/contracts.ts";
import { openChain } from "@merit/core/ledger/chain/chain.ts";
import { readKeys } from "@merit/core/ledger/chain/keys.ts";
import { readManifestDraft } from "@merit/core/ledger/chain/manifest.ts";
import { deploy } from "@merit/core/ledger/deploy/deploy.ts";
import type { StepReport } from "@merit/core/ledger/deploy/step.ts";
import type { Terms } from "@merit/core/ledger/deploy/terms.ts";
import { Keypair, Operation, rpc } from "@stellar/stellar-sdk";
import { expect, onTestFinished, test } from "vitest";
import { Deployed } from "../support/deployed.ts";
import { Localnet } from "../support/localnet.ts";
import { send } from "../support/party.ts";
import { freePort } from "../support/processes.ts";
import { Wallet } from "../support/wallet.ts";

/** An empty ledger, and settings that point to it. */
async function emptyLedger(channels = 2): Promise<{ ledger: Localnet; settings: Settings; manifestFile: string }> {
  const folder = mkdtempSync(join(tmpdir(), "merit-deploy-"));
  const ledger = new Localnet(await freePort(), join(folder, "local", "ledger"));
  await ledger.start();
  onTestFinished(async () => {
    await ledger.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  const env = { MERIT_DATA_DIR: folder, MERIT_RPC_URL: ledger.url, WORKER_CHANNELS: String(channels) };
  const settings = loadSettings(env);
  return { ledger, settings, manifestFile: join(settings.dataDir, "deployment.json") };
}

const mintedOn = async (settings: Settings) => (await openChain(settings).contracts.token.view("minted")).value;

const homeDomainOn = async (ledger: Localnet, issuer: string) =>
  (await new rpc.Server(ledger.url, { allowHttp: true }).getAccountEntry(issuer)).homeDomain.toString();

/** Changes the manifest as older versions and accidents leave it. */
function rewrite(path: string, change: object): void {
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...change }));
}

/** Runs a deployment that stops at its `n`th unfinished step; false if it finished before that. */
async function interruptedAt(settings: Settings, n: number, terms?: Partial<Terms>): Promise<boolean> {
  let begun = 0;
  const stop = new Error("interrupted");
  const onStep = ({ done }: StepReport) => {
    if (!done && ++begun === n) throw stop;
  };
  const result = await deploy({ settings, contracts: records, terms }, onStep).catch((error: unknown) => error);
  if (result instanceof Error && result !== stop) throw result;
  return result === stop;
}

test("a deployment that is interrupted again and again is finished by the next runs, and then doesn't change", async () => {
  const { ledger, settings, manifestFile } = await emptyLedger();
  // Only the run that begins, which sends nothing, is told the terms.
  const terms = { assetCode: "BEANS", homeDomain: "rewards.example", initialSupply: parseAmount("6000000000") };
  expect(await interruptedAt(settings, 1, { ...terms, cap: parseAmount("7000000000"), poolLimit: 1_000n })).toBe(true);
  // Each run gets one step further than the one before.
  let runs = 0;
  while (await interruptedAt(settings, 2)) {
    runs++;
    if (runs === 10) {
      await expect(deploy({ settings, contracts: records, terms: { initialSupply: 1n } })).rejects.toThrow(
        "--supply is 0.0000001, but this deployment was begun with 6000000000, and a repeat doesn't change that",
      );
    }
    expect(readManifestDraft(manifestFile)?.status).toBe("deploying");
  }
  expect(runs).toBeGreaterThan(15);
  expect(readManifestDraft(manifestFile)).toMatchObject({ status: "complete", asset: { code: "BEANS" } });
  const { contracts, manifest } = openChain(settings);
  expect(await mintedOn(settings)).toBe(terms.initialSupply);
  expect((await contracts.token.view("cap")).value).toBe(parseAmount("7000000000"));
  expect((await contracts.pool.view("limit", { merchant: null })).value.limit).toBe(1_000n);
  expect(await homeDomainOn(ledger, manifest.asset.issuer)).toBe("rewards.example");

  const before = await openChain(settings).latestLedger();
  const steps: StepReport[] = [];
  await deploy({ settings, contracts: records }, (step) => steps.push(step));
  expect(steps.filter(({ done }) => !done)).toEqual([]);
  expect((await openChain(settings).latestLedger()).sequence).toBe(before.sequence);
});

test("after a deployment only the token contract mints, and the system is as its terms say", async () => {
  // With the most channels that can be set: the accounts don't fit into one transaction.
  const { ledger, settings } = await emptyLedger(100);
  const terms = { assetCode: "BEANS", poolLimit: 1_000n, upgradeDelay: 60n };
  const { asset, accounts } = await deploy({ settings, contracts: records, terms });
  const chain = openChain(settings);
  expect(asset.code).toBe("BEANS");
  expect(accounts.channels).toHaveLength(100);

  const treasury = (await chain.trustlines([accounts.treasury])).get(accounts.treasury);
  const { value: minted } = await chain.contracts.token.view("minted");
  expect(treasury?.balance).toBe(minted);
  expect((await chain.contracts.pool.view("limit", { merchant: null })).value.limit).toBe(1_000n);
  const { value: registered } = await chain.contracts.state.view("list", { start: 0, limit: 100 });
  const { value: stop } = await chain.contracts.admin.view("state");
  expect(stop).toBe(chain.manifest.contracts.state.id);
  for (const [, record] of registered) expect(record.interface).toMatch(/^\d+\.\d+\.\d+$/);
  expect(new Map(registered.map(([name, record]) => [name, record.address]))).toEqual(
    new Map(Object.entries(chain.manifest.contracts).map(([name, { id }]) => [name, id])),
  );

  const longer = deploy({ settings, contracts: records, terms: { assetCode: "BEANS", upgradeDelay: 61n } });
  await expect(longer).rejects.toThrow("lets new code wait for 60 seconds, but it must be 61");

  // The issuer's key can sign nothing any more, so the cap holds.
  const issuer = readKeys(join(settings.dataDir, "keys.json")).signer("issuer");
  expect(issuer.publicKey).toBe(asset.issuer);
  const payer = await new Wallet(ledger.url).fund();
  const { issuer: secret } = JSON.parse(readFileSync(join(settings.dataDir, "keys.json"), "utf8"));
  const change = Operation.setOptions({ source: asset.issuer, homeDomain: "example.com" });
  await expect(payer.submitWith([Keypair.fromSecret(secret)], change)).rejects.toThrow("opBadAuth");
  const entry = await new rpc.Server(ledger.url, { allowHttp: true }).getAccountEntry(asset.issuer);
  expect(entry.thresholds.toXdr()[0]).toBe(0);
});

test("a repeat goes by the terms of the first run, and refuses others before it does anything", async () => {
  const { settings, manifestFile } = await emptyLedger();
  const repeat = (terms?: Partial<Terms>) => deploy({ settings, contracts: records, terms });
  const terms = { assetCode: "BEANS", initialSupply: parseAmount("6000000000") };
  const first = await repeat(terms);
  expect(await repeat()).toEqual(first);
  expect(await repeat({ assetCode: "BEANS" })).toEqual(first);
  await expect(repeat({ assetCode: "MERIT" })).rejects.toThrow(
    "--asset-code is MERIT, but this deployment was begun with BEANS, and a repeat doesn't change that: leave --asset-code out",
  );
  await expect(repeat(terms)).rejects.toThrow("--supply has no effect, since this deployment is complete");
  await expect(repeat({ homeDomain: "rewards.example" })).rejects.toThrow(
    /was locked without one, .*leave --home-domain/,
  );
  expect(readManifestDraft(manifestFile)).toEqual(first);

  // As earlier versions wrote it.
  rewrite(manifestFile, { status: "deploying" });
  await expect(repeat()).rejects.toThrow("was deployed for the asset of the contract");
  expect(await repeat({ assetCode: "BEANS" })).toEqual(first);
  expect(await mintedOn(settings)).toBe(terms.initialSupply);
});

test("what was clawed back is not minted again by another run, whatever is left of the manifest", async () => {
  const system = await Deployed.start();
  const deployer = system.role("deployer");
  const operator = deployer.publicKey();
  const { address } = await system.holder("100");
  const role = { account: operator, role: "clawback", caller: operator };
  await send(system.as(Admin, "admin", deployer).grant_role(role));
  const takeBack = (from: string, amount: string) =>
    send(system.as(Token, "token", deployer).clawback({ operator, from, amount: parseAmount(amount) }));
  await takeBack(address, "5");

  const settings = loadSettings({ MERIT_DATA_DIR: system.folder, MERIT_RPC_URL: system.ledger.url });
  const manifestFile = join(settings.dataDir, "deployment.json");
  const left = await mintedOn(settings);
  expect(left).toBe(parseAmount("9999999995"));
  const states = [() => {}, () => rewrite(manifestFile, { status: "deploying" }), () => rmSync(manifestFile)];
  for (const leave of states) {
    leave();
    await deploy({ settings, contracts: records });
    expect(await mintedOn(settings)).toBe(left);
  }
  const treasury = system.manifest.accounts.treasury;
  for (const [from, amount] of Object.entries({ [address]: "95", [treasury]: "9999999900" }))
    await takeBack(from, amount);
  await deploy({ settings, contracts: records });
  expect(await mintedOn(settings)).toBe(0n);
});

test("more channels are added by another run", async () => {
  const { folder, ledger, manifest } = await Deployed.start();
  const { channels } = manifest.accounts;
  const more = String(channels.length + 1);
  const settings = loadSettings({ MERIT_DATA_DIR: folder, MERIT_RPC_URL: ledger.url, WORKER_CHANNELS: more });
  const { accounts } = await deploy({ settings, contracts: records });
  expect(accounts.channels.slice(0, -1)).toEqual(channels);
  expect(accounts.channels).toHaveLength(channels.length + 1);
  const { contracts, rpc } = openChain(settings);
  await rpc.getAccountEntry(accounts.channels.at(-1) ?? "");
  expect((await contracts.admin.view("upgrade_delay")).value).toBe(0n);
});

test("on a public network the issuer is locked only with consent, and new code waits for 48 hours", async () => {
  const { ledger, settings } = await emptyLedger();
  // The same ledger treated as a public one: only the entry in the table of networks differs.
  const { networks } = await import("@merit/core/ledger/chain/networks.ts");
  const facts = networks.local;
  facts.public = true;
  onTestFinished(() => {
    facts.public = false;
  });
  const repeat = (options: object) => deploy({ settings, contracts: records, ...options });
  await expect(repeat({ terms: { initialSupply: 6n, homeDomain: "mistyped.example" } })).rejects.toThrow("mistyped");
  // The home domain alone can be changed, up to the lock.
  await expect(repeat({ terms: { homeDomain: "rewards.example" } })).rejects.toThrow("can't be undone");
  expect(() => openChain(settings)).toThrow('run "merit start" again');
  const manifest = await repeat({ lockIssuer: true });
  expect(manifest.status).toBe("complete");
  expect(await mintedOn(settings)).toBe(6n);
  expect(await homeDomainOn(ledger, manifest.asset.issuer)).toBe("rewards.example");
  await expect(repeat({ terms: { homeDomain: "other.example" } })).rejects.toThrow("was locked with rewards.example");
  expect((await openChain(settings).contracts.admin.view("upgrade_delay")).value).toBe(48n * 3_600n);
});
