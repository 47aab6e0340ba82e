import { Operation, type xdr } from "@stellar/stellar-sdk";
import { formatAmount, parseAmount } from "../../base/money.ts";
import { SetupError } from "../chain/errors.ts";
import { issuerOptions } from "./asset.ts";
import type { Site } from "./site.ts";
import type { Step } from "./step.ts";
import { feeAccountBalance, MIN_DEPLOYER_BALANCE, startingBalances } from "./terms.ts";

/** Stroops; also the deployer's own reserve comes out of these. */
const MAX_CREATION_FEE = 20_000_000n;

export const deployerAccount: Step = {
  title: "fund the deployer's account",
  isDone: async (site) => (await site.account(site.deployer.publicKey)) !== undefined,
  async run(site) {
    const { publicKey } = site.deployer;
    if (!site.facts.friendbot) {
      throw new SetupError(
        `Send at least ${formatAmount(MIN_DEPLOYER_BALANCE)} XLM to the deployer's account ${publicKey}`,
      );
    }
    await site.server.fundAddress(publicKey);
  },
};

export const serviceAccounts: Step = {
  title: "create the service's accounts",
  isDone: async (site) => (await missing(site, roleAccounts(site))).length === 0,
  async run(site) {
    await requireMoney(site, MIN_DEPLOYER_BALANCE, "accounts, uploads and rent");
    const operations = await missing(site, roleAccounts(site));
    const issuer = site.keys.signer("issuer");
    const isNew = (await site.account(issuer.publicKey)) === undefined;
    // In one transaction: in between anybody could open a trustline without clawback.
    await site.classic(isNew ? [...operations, issuerOptions(site)] : operations, isNew ? [issuer] : []);
  },
};

/** Apart from the others: MAX_CHANNELS are as many operations as one transaction takes. */
export const createChannels: Step = {
  title: "create the channel accounts",
  isDone: async (site) => (await missing(site, channelAccounts(site))).length === 0,
  async run(site) {
    const operations = await missing(site, channelAccounts(site));
    const each = parseAmount(startingBalances.channel) + MAX_CREATION_FEE;
    await requireMoney(site, BigInt(operations.length) * each, "the new accounts' starting balances, and fees");
    await site.classic(operations, []);
  },
};

interface WantedAccount {
  destination: string;
  startingBalance: string;
}

function roleAccounts(site: Site): WantedAccount[] {
  const fee = site.facts.friendbot ? feeAccountBalance.funded : feeAccountBalance.own;
  return [
    ...(["issuer", "treasury", "manager", "distributor"] as const).map((role) => ({
      destination: site.keys.signer(role).publicKey,
      startingBalance: startingBalances[role],
    })),
    { destination: site.keys.signer("fee").publicKey, startingBalance: fee },
  ];
}

const channelAccounts = (site: Site): WantedAccount[] =>
  site.channels().map(({ publicKey }) => ({ destination: publicKey, startingBalance: startingBalances.channel }));

/** Operations that create the accounts which don't exist yet. */
async function missing(site: Site, wanted: WantedAccount[]): Promise<xdr.Operation[]> {
  const known = await Promise.all(wanted.map(({ destination }) => site.account(destination)));
  return wanted.filter((_, index) => known[index] === undefined).map((account) => Operation.createAccount(account));
}

async function requireMoney(site: Site, least: bigint, purpose: string): Promise<void> {
  const balance = (await site.account(site.deployer.publicKey))?.balance ?? 0n;
  if (balance >= least) return;
  throw new SetupError(
    `The deployer's account ${site.deployer.publicKey} has ${formatAmount(balance)} XLM; ` +
      `it needs ${formatAmount(least)} for ${purpose}`,
  );
}
