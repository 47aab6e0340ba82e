import { problem } from "../errors.ts";

export const insufficientPoints = (available: number, needed: number) =>
  problem(
    409,
    "insufficient_points",
    "Not enough points",
    `This costs ${needed} points, and only ${available} can be spent here now.`,
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
