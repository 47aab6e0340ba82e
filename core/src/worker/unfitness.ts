import type { RewardAsset, Trustline } from "../chain/trustlines.ts";
import * as reasons from "./reasons.ts";
import type { Verdict } from "./verdicts.ts";

/** Why a wallet can't take an amount now, as its trustline tells; undefined if it can. */
export function unfitness(
  asset: RewardAsset,
  { wallet_address, amount }: { wallet_address: string; amount: bigint },
  line: Trustline | undefined,
): Extract<Verdict, { kind: "again" | "never" }> | undefined {
  // The issuer needs no trustline and holds no balance: what it is paid is gone.
  if (wallet_address === asset.issuer) return { kind: "never", reason: reasons.refusedRecipient };
  if (!line?.exists) return { kind: "again", reason: reasons.noTrustline(asset) };
  if (!line.authorized) return { kind: "again", reason: reasons.notAuthorized(asset) };
  if (line.limit - line.balance < amount) return { kind: "again", reason: reasons.lineFull(asset) };
  return undefined;
}
