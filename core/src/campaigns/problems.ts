import { problem } from "../errors.ts";

export const draftNotDroppable = (id: number, status: string) =>
  problem(
    409,
    "draft_not_droppable",
    "Not a draft",
    `Campaign ${id} is ${status}; only a draft can be dropped, and a campaign that pays is ended instead.`,
  );
