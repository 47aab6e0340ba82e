import { formatAmount, MAX_STROOPS, parseAmount } from "../../base/money.ts";
import { SetupError } from "../chain/errors.ts";
import type { Manifest, ManifestDraft } from "../chain/manifest.ts";

const HOUR = 3_600n;

/** Terms that a deployment fixes in its contracts. Amounts in stroops, delays in seconds. */
export interface Terms {
  /** Asset code, 1 to 12 letters or digits. */
  assetCode: string;
  /** Domain that serves the issuer's stellar.toml; null leaves it unset. */
  homeDomain: string | null;
  /** Most that may ever exist. */
  cap: bigint;
  /** Minted to the treasury at deployment. */
  initialSupply: bigint;
  /** Most that the treasury may mint per rolling 24 h. */
  mintQuota: bigint;
  /** Most that the pool may pay per rolling 24 h: in all, and for one merchant. */
  poolLimit: bigint;
  merchantLimit: bigint;
  /** How long a raised pool limit waits before it acts. */
  limitRaiseDelay: bigint;
  /** How long the hand-over of the administration (of the system, of the asset) waits. */
  handoverDelay: bigint;
  /** How long announced code of any contract waits; 0: code needs no announcement. */
  upgradeDelay: bigint;
  /** How long a drop waits from its creation to its opening, at least, unless its merchant's owner opens it. */
  dropDelay: bigint;
}

export const defaultTerms: Omit<Terms, "mintQuota"> = {
  assetCode: "MERIT",
  homeDomain: null,
  cap: parseAmount("100000000000"),
  initialSupply: parseAmount("10000000000"),
  poolLimit: parseAmount("100000000"),
  merchantLimit: parseAmount("10000000"),
  limitRaiseDelay: 24n * HOUR,
  handoverDelay: 48n * HOUR,
  upgradeDelay: 48n * HOUR,
  dropDelay: 24n * HOUR,
};

/** Twice the supply: the check of the controls mints a stroop too, and used quota comes back only after a day. */
export const mintQuotaFor = (initialSupply: bigint) => {
  const quota = 2n * initialSupply;
  return quota < MAX_STROOPS ? quota : MAX_STROOPS;
};

/** The terms that weren't given are the default ones. */
export function completeTerms(given: Partial<Terms> = {}): Terms {
  const terms = { ...defaultTerms, ...given };
  return { ...terms, mintQuota: given.mintQuota ?? mintQuotaFor(terms.initialSupply) };
}

/** The options of `merit deploy` whose terms stay as the first run chose them. */
const fixedBy = {
  assetCode: "--asset-code",
  cap: "--cap",
  initialSupply: "--supply",
  poolLimit: "--pool-limit",
  merchantLimit: "--merchant-limit",
} as const;

/** The terms that a manifest keeps. A complete one has the asset's code alone, and so has an unfinished one of 0.3 or earlier. */
export function keptTerms({ status, asset, terms }: ManifestDraft): Partial<Terms> {
  const code = asset && (terms || status === "complete") ? { assetCode: asset.code } : {};
  if (!terms) return code;
  return {
    ...code,
    homeDomain: terms.home_domain,
    cap: parseAmount(terms.cap),
    initialSupply: parseAmount(terms.supply),
    poolLimit: parseAmount(terms.pool_limit),
    merchantLimit: parseAmount(terms.merchant_limit),
  };
}

/** The terms as a manifest keeps them. */
export const termsToKeep = (terms: Terms): NonNullable<Manifest["terms"]> => ({
  home_domain: terms.homeDomain,
  cap: formatAmount(terms.cap),
  supply: formatAmount(terms.initialSupply),
  pool_limit: formatAmount(terms.poolLimit),
  merchant_limit: formatAmount(terms.merchantLimit),
});

/** @throws SetupError if a term is given that isn't the kept one, or that is in force already */
export function requireKept(begun: ManifestDraft, given: Partial<Terms>): void {
  const kept = keptTerms(begun);
  for (const name of Object.keys(fixedBy) as (keyof typeof fixedBy)[]) {
    const [was, is] = [kept[name], given[name]];
    if (is === undefined || was === is) continue;
    if (was === undefined && begun.status !== "complete") continue;
    if (was === undefined) {
      throw new SetupError(`${fixedBy[name]} has no effect, since this deployment is complete: leave it out`);
    }
    throw new SetupError(
      `${fixedBy[name]} is ${shown(is)}, but this deployment was begun with ${shown(was)}, and a repeat doesn't change that: ` +
        `leave ${fixedBy[name]} out, or set MERIT_DATA_DIR and MERIT_KEYS_FILE to others for another deployment`,
    );
  }
}

const shown = (value: bigint | string) => (typeof value === "bigint" ? formatAmount(value) : value);

/** Checked before anything is deployed: the cap can't be changed, nor the supply be minted above it. @throws SetupError */
export function requireSupplyWithinCap({ initialSupply, cap }: Terms): void {
  if (initialSupply <= cap) return;
  throw new SetupError(
    `The supply of ${formatAmount(initialSupply)} is above the cap of ${formatAmount(cap)}: set --supply to less, or --cap to more`,
  );
}

/** XLM that each account starts with: its reserve, and fees where it pays any. */
export const startingBalances = { issuer: "5", treasury: "5", manager: "3", distributor: "3", channel: "3" } as const;

/** The fee account pays for every transaction: about 0.05 XLM for a batch of 60. */
export const feeAccountBalance = { funded: "5000", own: "100" } as const;

/** Minimum balance of the deployer where there is no test money: for the accounts above, uploads and rent. */
export const MIN_DEPLOYER_BALANCE = parseAmount("500");
