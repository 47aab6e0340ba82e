import type { Context } from "../../context/context.ts";
import type { WalletCalls } from "../../context/contract.ts";
import { CallRefused } from "../../ledger/chain/errors.ts";
import { orLedgerUnreadable } from "../../ledger/chain/problems.ts";
import type { ContractCall } from "../../store/db/schema/envelopes.ts";
import { buildCall, requireAccount } from "./build.ts";
import { operationRefused } from "./problems.ts";
import type { NewEnvelope, Owner } from "./store.ts";

/**
 * A transaction of one call of a contract, for a wallet to sign whose signature is what counts: an unsigned transaction does nothing.
 * @throws Problem 409 `account_missing`, `operation_refused`, 503; FeeTooHigh
 */
export async function buildFor<Args, Name extends keyof Args & ContractCall>(
  context: Context,
  owner: Owner,
  wallet: string,
  calls: WalletCalls<Args>,
  { call, args }: { call: Name; args: Args[Name] & object },
): Promise<NewEnvelope> {
  const account = await requireAccount(context, wallet);
  const { contracts } = context.chain;
  const unreadable = orLedgerUnreadable(context.log);
  try {
    const { operation: make, withoutAuthority = false } = calls.rules[call];
    const operation = await make(contracts, wallet, args);
    return await buildCall(context, account, { ...owner, kind: call, wallet, operation, call: args, withoutAuthority });
  } catch (error) {
    if (!(error instanceof CallRefused)) return unreadable(error);
    const words = await Promise.resolve(calls.refusal(error.code, contracts, args)).catch(unreadable);
    throw operationRefused(words ?? `${error.message}.`);
  }
}
