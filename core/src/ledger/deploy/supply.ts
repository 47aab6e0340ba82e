import { Asset, Operation } from "@stellar/stellar-sdk";
import { SetupError } from "../chain/errors.ts";
import type { Signer } from "../chain/keys.ts";
import { isIssuerLocked } from "./asset.ts";
import type { Site } from "./site.ts";
import type { Step } from "./step.ts";

function trust(site: Site, holder: Signer, limit?: string) {
  const asset = new Asset(site.asset.code, site.asset.issuer);
  const line = { source: holder.publicKey, asset, ...(limit === undefined ? {} : { limit }) };
  return site.classic([Operation.changeTrust(line)], [holder]);
}

function mint(site: Site, to: string, amount: bigint, whenDue?: () => Promise<void>) {
  const minter = site.keys.signer("treasury");
  const { token } = site.contracts;
  return site.call(
    token.operation(minter.publicKey, "mint", { minter: minter.publicKey, to, amount }),
    minter,
    whenDue,
  );
}

/**
 * Proves on one stroop, held by the deployer for a moment, that minting, freezing and clawing back go through the token
 * contract, before the issuer's own key is given up.
 */
export const controlCheck: Step = {
  title: "verify that mint, freeze and clawback work",
  isDone: async (site) => (await isIssuerLocked(site)) || (await wasChecked(site)),
  async run(site) {
    const { deployer, contracts } = site;
    const operator = deployer.publicKey;
    const act = (method: "freeze" | "unfreeze") =>
      site.call(contracts.token.operation(operator, method, { operator, account: operator }));
    const takeBack = (amount: bigint) =>
      site.call(contracts.token.operation(operator, "clawback", { operator, from: operator, amount }));

    // The role for this check alone: afterwards only the distribution contract holds it.
    const role = { account: operator, role: "clawback", caller: operator };
    await site.call(contracts.admin.operation(operator, "grant_role", role));
    // An interrupted run may have left any of this behind.
    const before = await site.trustline(operator);
    if (!before.exists) await trust(site, deployer);
    else if (!before.authorized) await act("unfreeze");
    if (before.balance > 0n) await takeBack(before.balance);

    await mint(site, operator, 1n);
    await expectLine(site, operator, "mint", (line) => line.balance === 1n);
    await act("freeze");
    await expectLine(site, operator, "freeze", (line) => !line.authorized);
    await act("unfreeze");
    await expectLine(site, operator, "unfreeze", (line) => line.authorized);
    await takeBack(1n);
    await expectLine(site, operator, "clawback", (line) => line.balance === 0n);
    await site.call(contracts.admin.operation(operator, "revoke_role", role));
    // Last, since it shows that the check was made.
    await trust(site, deployer, "0");
  },
};

/** True after the check, which ends by closing its trustline: something was minted today, and nothing of it is left anywhere. */
async function wasChecked(site: Site): Promise<boolean> {
  const { token } = site.contracts;
  const minter = site.keys.signer("treasury").publicKey;
  const [quota, minted, line] = await Promise.all([
    token.view("quota", { minter }),
    token.view("minted"),
    site.trustline(site.deployer.publicKey),
  ]);
  return quota.value.used > 0n && minted.value === 0n && !line.exists;
}

async function expectLine(
  site: Site,
  holder: string,
  action: string,
  holds: (line: Awaited<ReturnType<Site["trustline"]>>) => boolean,
): Promise<void> {
  if (holds(await site.trustline(holder))) return;
  throw new SetupError(`The token contract's ${action} had no effect on a trustline; the issuer was not locked`);
}

export const treasuryTrustline: Step = {
  title: "open the treasury's trustline",
  isDone: async (site) => (await site.trustline(site.keys.signer("treasury").publicKey)).exists,
  run: (site) => trust(site, site.keys.signer("treasury")),
};

/** Whatever is left: the check before left nothing, and some of the supply may have been clawed back since it was minted. */
const isMinted = async (site: Site) => (await site.contracts.token.view("minted")).value > 0n;

export const initialSupply: Step = {
  title: "mint the initial supply to the treasury",
  isDone: isMinted,
  async run(site) {
    await mint(site, site.keys.signer("treasury").publicKey, site.terms.initialSupply, async () => {
      if (!(await isMinted(site))) return;
      throw new SetupError("The transaction of an earlier run landed meanwhile; run the command again to continue");
    });
  },
};
