import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadSettings, type Settings } from "@merit/core/base/settings/settings.ts";
import { contracts as records } from "@merit/core/contracts.ts";
import { openChain } from "@merit/core/ledger/chain/chain.ts";
import { readKeys } from "@merit/core/ledger/chain/keys.ts";
import { readManifestDraft } from "@merit/core/ledger/chain/manifest.ts";
import { deploy } from "@merit/core/ledger/deploy/deploy.ts";
import type { StepReport } from "@merit/core/ledger/deploy/step.ts";
import { Keypair, Operation, rpc } from "@stellar/stellar-sdk";
import { expect, onTestFinished, test } from "vitest";
import { Deployed } from "../support/deployed.ts";
import { Localnet } from "../support/localnet.ts";
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

/** Runs a deployment that stops at its `n`th unfinished step; false if it finished before that. */
async function interruptedAt(settings: Settings, n: number): Promise<boolean> {
  let begun = 0;
  const stop = new Error("interrupted");
  const onStep = ({ done }: StepReport) => {
    if (!done && ++begun === n) throw stop;
  };
  const result = await deploy({ settings, contracts: records }, onStep).catch((error: unknown) => error);
  if (result instanceof Error && result !== stop) throw result;
  return result === stop;
}

test("a deployment that is interrupted again and again is finished by the next runs, and then doesn't change", async () => {
  const { settings, manifestFile } = await emptyLedger();
  // Each run gets one step further than the one before.
  let runs = 0;
  while (await interruptedAt(settings, 2)) {
    runs++;
    expect(readManifestDraft(manifestFile)?.status).toBe("deploying");
  }
  expect(runs).toBeGreaterThan(15);
  expect(readManifestDraft(manifestFile)?.status).toBe("complete");

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

  const longer = deploy({ settings, contracts: records, terms: { ...terms, upgradeDelay: 61n } });
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
  const { settings } = await emptyLedger();
  // The same ledger treated as a public one: only the entry in the table of networks differs.
  const { networks } = await import("@merit/core/ledger/chain/networks.ts");
  const facts = networks.local;
  facts.public = true;
  onTestFinished(() => {
    facts.public = false;
  });
  await expect(deploy({ settings, contracts: records })).rejects.toThrow("can't be undone");
  expect(() => openChain(settings)).toThrow('run "merit deploy --network local" again');
  const manifest = await deploy({ settings, contracts: records, lockIssuer: true });
  expect(manifest.status).toBe("complete");
  expect((await openChain(settings).contracts.admin.view("upgrade_delay")).value).toBe(48n * 3_600n);
});
