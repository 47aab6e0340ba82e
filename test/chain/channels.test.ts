import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { merit } from "@merit/cli/testing/cli.ts";
import { contracts } from "@merit/core/contracts.ts";
import { readManifestDraft } from "@merit/core/ledger/chain/manifest.ts";
import { deploy } from "@merit/core/ledger/deploy/deploy.ts";
import { expect, test } from "vitest";
import { Service } from "../support/service.ts";

test("channels are listed with their state on the ledger, and added to a running deployment", async () => {
  const { folder, ledger, context } = await Service.start();
  const { dataDir, network } = context.settings;
  const env = { MERIT_DATA_DIR: folder, MERIT_RPC_URL: ledger.url, WORKER_CHANNELS: "16" };
  const channels = async (...args: string[]) => {
    const { code, out, err } = await merit(["channels", ...args, "--json"], { env });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    return JSON.parse(out).data;
  };

  const before = await channels("list");
  expect(before).toHaveLength(16);
  for (const channel of before) expect(channel).toMatchObject({ used: true, sequence: expect.stringMatching(/^\d+$/) });

  // Once it is locked, the issuer's key may be gone.
  const keys = join(dataDir, "keys.json");
  const { issuer: _, ...kept } = JSON.parse(readFileSync(keys, "utf8"));
  writeFileSync(keys, JSON.stringify(kept));
  const added = await channels("add", "--count", "2");
  expect(added.slice(0, 16).map(({ address }: { address: string }) => address)).toEqual(
    before.map(({ address }: { address: string }) => address),
  );
  expect(added.slice(16)).toMatchObject([
    { used: false, spendable_xlm: "2", sequence: expect.stringMatching(/^\d+$/) },
    { used: false, spendable_xlm: "2", sequence: expect.stringMatching(/^\d+$/) },
  ]);
  const manifest = readManifestDraft(join(dataDir, "deployment.json"));
  expect(manifest).toMatchObject({ network, status: "complete" });
  expect(manifest?.accounts.channels).toEqual(added.map(({ address }: { address: string }) => address));
  expect(statSync(keys).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(keys, "utf8"))).toHaveProperty("channel-18");

  const text = await merit(["channels", "list"], { env });
  expect(text.out).toMatch(
    /^Address +Used +Sequence +Spendable XLM\n(G\w{55} +yes +\d+ +[\d.]+\n){16}(G\w{55} +no .*\n){2}$/,
  );
});

test("channels that were added stay when the deployment is repeated, as each start on `local` does", async () => {
  const { folder, ledger, context } = await Service.start();
  const env = { MERIT_DATA_DIR: folder, MERIT_RPC_URL: ledger.url };
  const { out } = await merit(["channels", "add", "--count", "1", "--json"], { env });
  const addresses = JSON.parse(out).data.map(({ address }: { address: string }) => address);
  const { accounts } = await deploy({ settings: context.settings, contracts });
  expect(accounts.channels).toEqual(addresses);

  // Nobody can sign for one without a key.
  const keys = join(context.settings.dataDir, "keys.json");
  const { [`channel-${addresses.length}`]: _, ...kept } = JSON.parse(readFileSync(keys, "utf8"));
  writeFileSync(keys, JSON.stringify(kept));
  const again = await deploy({ settings: context.settings, contracts });
  expect(again.accounts.channels).toEqual(addresses.slice(0, -1));
});

test("no more channels are added than the worker can use", async () => {
  const { folder, ledger } = await Service.start();
  const env = { MERIT_DATA_DIR: folder, MERIT_RPC_URL: ledger.url };
  const { code, err } = await merit(["channels", "add", "--count", "85"], { env });
  expect({ code, err }).toEqual({
    code: 1,
    err: "error: 85 more would make 101 channels, but at most 100 are allowed: add fewer\n",
  });
});
