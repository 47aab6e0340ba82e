import { problem } from "../errors.ts";

// What goes wrong with points.

export const insufficientPoints = (available: number, needed: number) =>
  problem(
    409,
    "insufficient_points",
    "Not enough points",
    `This needs ${needed} points, and ${available} can be spent here now.`,
  );

export const referenceReused = (reference: string) =>
  problem(
    409,
    "reference_reused",
    "Reference reused",
    `The reference ${reference} stands for something else already: take another one, or send the same again.`,
  );

export const tooManyRules = (limit: number) =>
  problem(
    409,
    "too_many_rules",
    "Too many rules",
    `A campaign has at most ${limit} rules at a time: end one of them first.`,
  );

export const ruleEnded = (id: number) =>
  problem(409, "rule_ended", "Rule has ended", `Rule ${id} has ended: create another one.`);
