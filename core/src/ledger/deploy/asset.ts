import { Asset, AuthClawbackEnabledFlag, AuthRevocableFlag, Operation, type xdr } from "@stellar/stellar-sdk";
import { SetupError } from "../chain/errors.ts";
import type { Site } from "./site.ts";
import type { Step } from "./step.ts";

// Set in the transaction that creates the account, before the first trustline: clawback works on lines that are younger than the
// flag only. Without AUTH_REQUIRED any wallet may open a line by itself.
const FLAGS = AuthRevocableFlag | AuthClawbackEnabledFlag;

/** Sets the issuer's flags and home domain. */
export function issuerOptions(site: Pick<Site, "asset" | "terms">): xdr.Operation {
  const { homeDomain } = site.terms;
  const domain = homeDomain === null ? {} : { homeDomain };
  return Operation.setOptions({ source: site.asset.issuer, setFlags: FLAGS as 2, ...domain });
}

const issuerEntry = async (site: Pick<Site, "account" | "asset">) => {
  const entry = await site.account(site.asset.issuer);
  if (!entry) throw new SetupError(`The issuer's account ${site.asset.issuer} does not exist`);
  return entry;
};

/**
 * Checked before the manifest is written, since neither can be changed: which asset the token contract is for, and the home
 * domain of a locked issuer.
 * @throws SetupError
 */
export async function requireFinal(site: Site): Promise<void> {
  const { asset, ids, contracts, terms } = site;
  if (await site.executable(ids.token)) {
    const { value: deployed } = await contracts.token.view("asset");
    if (deployed !== asset.contract_id) {
      throw new SetupError(
        `token (${ids.token}) was deployed for the asset of the contract ${deployed}, but that of ${asset.code}:${asset.issuer} is ` +
          `${asset.contract_id}: give the --asset-code, and the issuer's key, that the deployment was begun with`,
      );
    }
  }
  const domain = (await site.account(asset.issuer))?.homeDomain.toString();
  if (domain === undefined || terms.homeDomain === null || terms.homeDomain === domain) return;
  if (!(await isIssuerLocked(site))) return;
  throw new SetupError(
    `--home-domain is ${terms.homeDomain}, but the issuer ${asset.issuer} was locked ${domain === "" ? "without one" : `with ${domain}`}, ` +
      "and that can't be changed any more: leave --home-domain out",
  );
}

export const issuerFlags: Step = {
  title: "set the issuer's flags (revocable, clawback), and the home domain that was given",
  async isDone(site) {
    const { flags, homeDomain } = await issuerEntry(site);
    const domain = site.terms.homeDomain;
    return (flags & FLAGS) === FLAGS && (domain === null || homeDomain.toString() === domain);
  },
  async run(site) {
    const { flags } = await issuerEntry(site);
    if (site.facts.public && (flags & FLAGS) !== FLAGS) {
      throw new SetupError(
        `The issuer's account ${site.asset.issuer} exists without the flags for freezing and clawback, so somebody may have opened a ` +
          "trustline that can't be clawed back from: deploy with another issuer's key, whose account the deployment creates",
      );
    }
    await site.classic([issuerOptions(site)], [site.keys.signer("issuer")]);
  },
};

export const assetContract: Step = {
  title: "create the reward asset's contract",
  isDone: async (site) => (await site.executable(site.asset.contract_id)) !== undefined,
  run: (site) => {
    const asset = new Asset(site.asset.code, site.asset.issuer);
    return site.call(Operation.createStellarAssetContract({ asset, source: site.deployer.publicKey }));
  },
};

export const assetAdmin: Step = {
  title: "hand the asset's administration to the token contract",
  isDone: async (site) => (await site.assetView("admin")) === site.ids.token,
  run: (site) => site.assetCall("set_admin", site.keys.signer("issuer"), site.ids.token),
};

/** True if no key signs for the issuer any more: neither its own nor one that was added. */
export const isIssuerLocked = async (site: Pick<Site, "account" | "asset">) => {
  const { thresholds, signers } = await issuerEntry(site);
  return masterWeight(thresholds.toXdr()) === 0 && signers.length === 0;
};

// First of the four threshold bytes.
const masterWeight = (thresholds: Uint8Array) => thresholds[0];

/** Tells the person who is asked to lock the issuer what can't be changed afterwards. */
export async function beforeTheLock(site: Pick<Site, "account" | "asset">): Promise<string> {
  const { homeDomain } = await issuerEntry(site);
  return homeDomain.toString() === ""
    ? "Its home domain is not set, so wallets can't find the asset's stellar.toml, and can't be set afterwards: give it now with --home-domain"
    : `Its home domain stays ${homeDomain.toString()}`;
}

export const lockIssuer: Step = {
  title: "lock the issuer for good (master weight 0), so that the cap can't be exceeded",
  isDone: isIssuerLocked,
  async run(site) {
    const { signers } = await issuerEntry(site);
    if (signers.length > 0) {
      throw new SetupError(
        `The issuer's account ${site.asset.issuer} has ${signers.length} more signers than its own key, which could mint around the cap: remove them, then deploy again`,
      );
    }
    const issuer = site.keys.signer("issuer");
    return site.classic([Operation.setOptions({ source: issuer.publicKey, masterWeight: 0 })], [issuer]);
  },
};
