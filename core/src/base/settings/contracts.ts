import { StrKey } from "@stellar/stellar-sdk";
import { z } from "zod";

export interface NamedContract {
  id: string;
  name: string | null;
}

/** A contract's name as events show it, beside the names of the system's contracts. */
export const CONTRACT_NAME = /^[a-z][a-z0-9_-]{0,31}$/;
export const CONTRACT_NAME_RULE =
  "must begin with a small letter, and have at most 32 small letters, digits, hyphens and underscores";

const SHAPE = 'must be contract addresses (C...) separated by commas, each alone or with a name: "stamps=C..."';

/** Contracts by their addresses, with names for some. */
export const namedContracts = z.string().transform((text, issue): NamedContract[] => {
  const contracts = text.split(",").map((entry): NamedContract => {
    const [id = "", name = null] = entry.trim().split("=").reverse();
    return { id, name };
  });
  const hasTwice = (values: (string | null)[]) => new Set(values).size < values.length;
  if (contracts.some(({ id }) => !StrKey.isValidContract(id)) || text.split("=").length - 1 > contracts.length) {
    issue.addIssue(SHAPE);
  } else if (contracts.some(({ name }) => name !== null && !CONTRACT_NAME.test(name))) {
    issue.addIssue(`has a name that can't be used: it ${CONTRACT_NAME_RULE}`);
  } else if (hasTwice(contracts.map(({ id }) => id)) || hasTwice(contracts.flatMap(({ name }) => name ?? []))) {
    issue.addIssue("names a contract, or gives a name, twice");
  }
  return contracts;
});
