import { MAX_CHANNELS, type Settings } from "../../base/settings/settings.ts";
import { readAccount } from "../chain/accounts.ts";
import { keysPath, manifestPath, rpcUrl } from "../chain/chain.ts";
import { SetupError } from "../chain/errors.ts";
import { channelRoles, createMissingKeys, readKeys } from "../chain/keys.ts";
import { readManifest, writeManifest } from "../chain/manifest.ts";
import { openRpc } from "../chain/rpc.ts";
import { createChannels } from "./accounts.ts";
import { openSite } from "./open-site.ts";
import { runSteps, type StepReport } from "./step.ts";
import { completeTerms } from "./terms.ts";

export interface ChannelState {
  address: string;
  /** Last used sequence number; null: the account doesn't exist on the ledger. */
  sequence: bigint | null;
  /** Stroops of XLM above the reserve; transactions take none of it, since the fee account pays. */
  spendable: bigint | null;
  /** True if WORKER_CHANNELS lets the worker use it. */
  used: boolean;
}

/** The channels of the key file, in order. @throws SetupError, RpcUnavailable */
export async function listChannels(settings: Settings): Promise<ChannelState[]> {
  const server = openRpc(rpcUrl(settings));
  const signers = readKeys(keysPath(settings)).channels();
  return Promise.all(
    signers.map(async ({ publicKey: address }, index) => {
      const { sequence = null, spendable = null } = (await readAccount(server, address)) ?? {};
      return { address, sequence, spendable, used: index < settings.worker.channels };
    }),
  );
}

/**
 * Adds channels to a complete deployment: keys, accounts, manifest. A repeat after an interruption continues with the
 * keys that have no account yet.
 * @throws SetupError saying what to do, RpcUnavailable
 */
export async function addChannels(
  settings: Settings,
  count: number,
  onStep: (step: StepReport) => void = () => {},
): Promise<void> {
  const path = manifestPath(settings);
  const manifest = readManifest(path, settings.network);
  const known = await listChannels(settings);
  const channelCount = known.findLastIndex(({ sequence }) => sequence !== null) + 1 + count;
  if (channelCount > MAX_CHANNELS) {
    throw new SetupError(
      `${count} more would make ${channelCount} channels, but at most ${MAX_CHANNELS} are allowed: add fewer`,
    );
  }
  const keys = createMissingKeys(keysPath(settings), channelRoles(channelCount));
  const { code: assetCode, issuer } = manifest.asset;
  const site = await openSite(settings, { keys, issuer, channelCount, terms: completeTerms({ assetCode }) });
  await runSteps(site, [createChannels], onStep);
  const channels = site.channels().map(({ publicKey }) => publicKey);
  writeManifest(path, { ...manifest, accounts: { ...manifest.accounts, channels } });
}
