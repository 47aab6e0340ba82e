import { existsSync } from "node:fs";
import { makeDataFolder } from "../../base/data-folder.ts";
import type { Settings } from "../../base/settings/settings.ts";
import { readAccount } from "../chain/accounts.ts";
import { contractNames } from "../chain/bindings.ts";
import { keysPath, manifestPath, rpcUrl } from "../chain/chain.ts";
import { latestLedger } from "../chain/clock.ts";
import { SetupError } from "../chain/errors.ts";
import {
  type AccountRole,
  accountRoles,
  channelRoles,
  createMissingKeys,
  type Keys,
  readKeys,
  serviceRoles,
} from "../chain/keys.ts";
import {
  type Manifest,
  type ManifestDraft,
  readManifest,
  readManifestDraft,
  writeManifest,
} from "../chain/manifest.ts";
import { type NetworkFacts, networks } from "../chain/networks.ts";
import { openRpc } from "../chain/rpc.ts";
import { createChannels, deployerAccount, serviceAccounts } from "./accounts.ts";
import {
  assetAdmin,
  assetContract,
  beforeTheLock,
  isIssuerLocked,
  issuerFlags,
  lockIssuer,
  requireFinal,
} from "./asset.ts";
import { type Creations, contractSteps, lifetimes } from "./code.ts";
import { openSite } from "./open-site.ts";
import { globalStop, mintQuota, registry, roles } from "./roles.ts";
import type { Site } from "./site.ts";
import { runSteps, type Step, type StepReport } from "./step.ts";
import { controlCheck, initialSupply, treasuryTrustline } from "./supply.ts";
import { completeTerms, keptTerms, requireKept, requireSupplyWithinCap, type Terms, termsToKeep } from "./terms.ts";

export interface DeployOptions {
  settings: Settings;
  contracts: Creations;
  /** Consent to lock the issuer's account for good; needed on public networks only. */
  lockIssuer?: boolean;
  /** A repeat goes by those that the manifest keeps, and takes no other ones; but another home domain until the lock. */
  terms?: Partial<Terms>;
  /** Folder of the built contracts. */
  wasmFolder?: string;
}

const beforeLock = (contracts: Creations): Step[] => [
  deployerAccount,
  serviceAccounts,
  createChannels,
  issuerFlags,
  assetContract,
  ...contractSteps(contracts),
  lifetimes,
  roles,
  globalStop,
  registry,
  mintQuota,
  assetAdmin,
  controlCheck,
];
const fromLockOn: Step[] = [lockIssuer, treasuryTrustline, initialSupply];
/** Not repeated: afterwards the admin decides who holds which role (`authority.ts`), and minters how much is minted. */
const once: Step[] = [roles, initialSupply];

/**
 * Deploys the system, or finishes what an interrupted run began: each step looks at the ledger first and is skipped if
 * it is done. Writes the manifest at the start and at the end, so that an unfinished deployment is known as such.
 * @param onStep called for each step before it runs, or with `done` when there is nothing to do
 * @throws SetupError saying what to do, RpcUnavailable
 */
export async function deploy(options: DeployOptions, onStep: (step: StepReport) => void = () => {}): Promise<Manifest> {
  const { settings } = options;
  makeDataFolder(settings.dataDir);
  const path = manifestPath(settings);
  const known = readManifestDraft(path);
  const keys = openKeys(settings, known);
  const begun = known && (await isBegun(settings, known)) ? known : undefined;
  const kept = known ? keptTerms(known) : {};
  const terms = completeTerms({ ...networkTerms(networks[settings.network]), ...kept, ...options.terms });
  if (begun) requireKept(begun, options.terms ?? {});
  else requireSupplyWithinCap(terms);
  const site = await openSite(settings, {
    keys,
    issuer: keys.signer("issuer").publicKey,
    // Those of `merit channels add` stay, as long as their keys do.
    channelCount: Math.max(
      settings.worker.channels,
      Math.min(begun?.accounts.channels.length ?? 0, keys.channels().length),
    ),
    terms,
    wasmFolder: options.wasmFolder,
  });
  await requireFinal(site);
  const draft = await beginManifest(site, path, begun);
  const run = (steps: Step[]) =>
    runSteps(site, draft.status === "complete" ? steps.filter((step) => !once.includes(step)) : steps, onStep);
  await run(beforeLock(options.contracts));
  if (site.facts.public && !options.lockIssuer && !(await isIssuerLocked(site))) {
    throw new SetupError(
      `All contracts are deployed and checked. The last step can't be undone: the issuer ${site.asset.issuer} gives up ` +
        `its key, and from then on only the token contract mints. ${await beforeTheLock(site)}. To agree, deploy again with --lock-issuer`,
    );
  }
  await run(fromLockOn);
  writeManifest(path, { ...draft, status: "complete", terms: undefined });
  return readManifest(path, settings.network);
}

/** False if nothing of the deployment is on the ledger: nothing was sent, or an older manifest is about a ledger that was removed. */
const isBegun = async (settings: Settings, { accounts }: ManifestDraft) =>
  (await readAccount(openRpc(rpcUrl(settings)), accounts.issuer)) !== undefined;

const networkTerms = ({ public: isPublic, dropDelay }: NetworkFacts): Partial<Terms> => ({
  ...(isPublic ? {} : { upgradeDelay: 0n }),
  dropDelay: BigInt(dropDelay),
});

/**
 * Keys are generated where money is not real; elsewhere the operator provides them. An unfinished deployment keeps its keys:
 * others would deploy another system beside it.
 */
function openKeys(settings: Settings, known: ManifestDraft | undefined): Keys {
  const { network, worker } = settings;
  const path = keysPath(settings);
  if (known) requireOwnKeys(path, settings, known);
  if (networks[network].friendbot) {
    const more = [...serviceRoles, ...channelRoles(worker.channels)];
    return createMissingKeys(path, known ? more : [...accountRoles, ...more]);
  }
  const needed: AccountRole[] = [...accountRoles, "webauth", ...channelRoles(worker.channels)];
  if (existsSync(path)) {
    const keys = readKeys(path);
    const missing = needed.filter((role) => !keys.has(role));
    // Later, some aren't needed any more, such as that of the locked issuer.
    if (known || missing.length === 0) return keys;
    throw new SetupError(`The key file ${path} has no keys for ${missing.join(", ")}: add them`);
  }
  throw new SetupError(
    `On ${network} you provide the keys, but there is no key file at ${path}. Write one with mode 600, ` +
      '{"deployer": "S...", "channel-1": "S..."}, or set MERIT_KEYS_FILE to yours. Its roles are ' +
      `${accountRoles.join(", ")}, webauth, and channel-1 to channel-${worker.channels}`,
  );
}

/** @throws SetupError */
function requireOwnKeys(path: string, settings: Settings, { accounts }: ManifestDraft): void {
  const { publicKey } = readKeys(path).signer("deployer");
  if (publicKey === accounts.deployer) return;
  throw new SetupError(
    `The key file ${path} is not that of the deployment in ${manifestPath(settings)}: its deployer is ${publicKey}, ` +
      `not ${accounts.deployer}. Set MERIT_KEYS_FILE to the deployment's key file, or MERIT_DATA_DIR to another folder`,
  );
}

/** The manifest as far as it follows from keys, code and terms; the first run also notes where the ledger was. */
async function beginManifest(site: Site, path: string, begun: ManifestDraft | undefined): Promise<ManifestDraft> {
  const account = (role: (typeof accountRoles)[number]) => site.keys.signer(role).publicKey;
  const draft: ManifestDraft = {
    network: site.network,
    passphrase: site.facts.passphrase,
    status: begun?.status ?? "deploying",
    start_ledger: begun?.start_ledger ?? (await latestLedger(site.server)).sequence,
    asset: site.asset,
    accounts: {
      deployer: account("deployer"),
      issuer: account("issuer"),
      treasury: account("treasury"),
      manager: account("manager"),
      distributor: account("distributor"),
      fee: account("fee"),
      channels: site.channels().map(({ publicKey }) => publicKey),
    },
    contracts: Object.fromEntries(
      contractNames.map((name) => [name, { id: site.ids[name], wasm_hash: site.wasm[name].hash }]),
    ) as Manifest["contracts"],
    // A deployment that an earlier version began has no terms in its manifest, and this run's options may not be all of the first
    // one's: leave them unknown.
    ...((!begun || begun.terms) && { terms: termsToKeep(site.terms) }),
  };
  if (draft.status !== "complete") writeManifest(path, draft);
  return draft;
}
