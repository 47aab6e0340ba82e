import { problem } from "../errors.ts";

export const alreadyRedriven = (id: number, at: Date) =>
  problem(409, "already_redriven", "Redriven already", `Dead letter ${id} was redriven at ${at.toISOString()}.`);

export const deadLetterFinal = (id: number, way: string) =>
  problem(409, "dead_letter_final", "Can't be redriven", `Dead letter ${id} is told to its owner as failed: ${way}.`);
