import { Operation, type xdr } from "@stellar/stellar-sdk";
import { SetupError } from "../chain/errors.ts";
import { formatAmount } from "../money.ts";
import type { Site } from "./site.ts";
import type { Step } from "./step.ts";
import { feeAccountBalance, MIN_DEPLOYER_BALANCE, startingBalances } from "./terms.ts";

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
  isDone: async (site) => (await missing(site)).length === 0,
  async run(site) {
    await requireMoney(site);
    await site.classic(await missing(site), []);
  },
};

/** Operations that create the accounts which don't exist yet. */
async function missing(site: Site): Promise<xdr.Operation[]> {
  const fee = site.facts.friendbot ? feeAccountBalance.funded : feeAccountBalance.own;
  const wanted = [
    ...(["issuer", "treasury", "manager", "distributor"] as const).map((role) => ({
      destination: site.keys.signer(role).publicKey,
      startingBalance: startingBalances[role],
    })),
    { destination: site.keys.signer("fee").publicKey, startingBalance: fee },
    ...site.channels().map(({ publicKey }) => ({ destination: publicKey, startingBalance: startingBalances.channel })),
  ];
  const known = await Promise.all(wanted.map(({ destination }) => site.account(destination)));
  return wanted.filter((_, index) => known[index] === undefined).map((account) => Operation.createAccount(account));
}

async function requireMoney(site: Site): Promise<void> {
  const balance = (await site.account(site.deployer.publicKey))?.balance ?? 0n;
  if (balance >= MIN_DEPLOYER_BALANCE) return;
  throw new SetupError(
    `The deployer's account ${site.deployer.publicKey} has ${formatAmount(balance)} XLM; ` +
      `it needs ${formatAmount(MIN_DEPLOYER_BALANCE)} for accounts, uploads and rent`,
  );
}
