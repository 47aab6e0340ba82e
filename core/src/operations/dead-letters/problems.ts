import { problem } from "../../base/errors.ts";

export const alreadyRedriven = (id: number, at: Date) =>
  problem(
    409,
    "already_redriven",
    "Already redriven",
    `Dead letter ${id} was already redriven at ${at.toISOString()}.`,
  );

export const deadLetterFinal = (id: number, instead: string) =>
  problem(
    409,
    "dead_letter_final",
    "Can't be redriven",
    `Dead letter ${id} can't be redriven, because its owner was told that it failed. Instead, ${instead}.`,
  );
