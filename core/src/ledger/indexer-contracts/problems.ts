import { problem } from "../../base/errors.ts";

export const contractFollowed = (id: string, name: string) =>
  problem(409, "contract_followed", "Contract already followed", `The events of ${id} are already stored, as ${name}.`);

export const nameTaken = (name: string, id: string) =>
  problem(
    409,
    "name_taken",
    "Name taken",
    `${name} is the name of ${id}, and its stored events keep it. Choose another one.`,
  );

export const tooManyContracts = (limit: number, own: number) =>
  problem(
    409,
    "too_many_contracts",
    "Too many contracts",
    `A node gives the events of ${limit} contracts at once, and ${own} of them are the system's own, so at most ${limit - own} others can be followed. Remove one of them first.`,
  );

export const contractFromSetting = (id: string) =>
  problem(
    409,
    "contract_from_setting",
    "Contract from a setting",
    `${id} is in INDEXER_CONTRACTS. Remove it there, and start the service again.`,
  );
