import { bindings, type ContractName, contractNames } from "./bindings.ts";

/** `{ 14001: { message: "Paused" } }` as `{ Paused: 14001 }`. */
type CodesByName<Errors> = {
  readonly [Code in keyof Errors as Errors[Code] extends { message: infer Name extends string } ? Name : never]: Code;
};

export type ContractErrors = { [Name in ContractName]: CodesByName<(typeof bindings)[Name]["errors"]> };

/** Codes of the contracts' errors: `contractErrors.campaign.Paused` is 14001. No two contracts have a code in common. */
export const contractErrors = Object.fromEntries(
  contractNames.map((contract) => [
    contract,
    Object.fromEntries(Object.entries(bindings[contract].errors).map(([code, { message }]) => [message, Number(code)])),
  ]),
) as unknown as ContractErrors;

/** Codes of the contract that the network runs for a classic asset. */
export const assetErrors = { balance: 10, notAuthorized: 11, noTrustline: 13 };

const names = new Map<number, string>(
  Object.values(contractErrors).flatMap((codes) => Object.entries(codes).map(([name, code]) => [code, name] as const)),
);

/** Name of a contract's error code as its source has it, such as "LimitExceeded". */
export const contractErrorName = (code: number): string => names.get(code) ?? "unknown error";

/** Words such as "LimitExceeded, contract error 13010". @param name as the contract's own spec has it, if it isn't one of the system's */
export const contractErrorWords = (code: number, name = contractErrorName(code)): string =>
  `${name}, contract error ${code}`;
