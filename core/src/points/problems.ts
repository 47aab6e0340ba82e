import { problem } from "../errors.ts";

// What goes wrong with points.

export const insufficientPoints = (available: number, needed: number) =>
  problem(
    409,
    "insufficient_points",
    "Not enough points",
    `This needs ${needed} points, and ${available} can be spent here now.`,
  );
