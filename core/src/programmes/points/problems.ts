import { problem } from "../../base/errors.ts";

/** `unusable`: points of the platform that the item doesn't accept. */
export const insufficientPoints = (available: number, needed: number, unusable = 0) =>
  problem(
    409,
    "insufficient_points",
    "Not enough points",
    `This costs ${needed} points, and only ${available} can be spent on it now.${
      unusable > 0 ? ` The other ${unusable} are the platform's, which this merchant doesn't accept for it.` : ""
    }`,
  );

export const referenceReused = (reference: string) =>
  problem(
    409,
    "reference_reused",
    "Reference reused",
    `The reference ${reference} was used for another request. Use a new reference, or repeat that request unchanged.`,
  );

export const tooManyRules = (limit: number) =>
  problem(
    409,
    "too_many_rules",
    "Too many rules",
    `A campaign has at most ${limit} active rules. End one of them first.`,
  );

export const ruleEnded = (id: number) =>
  problem(409, "rule_ended", "Rule has ended", `Rule ${id} has ended. Create a new one.`);
