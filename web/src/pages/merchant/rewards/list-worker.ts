import { ListEncodingError } from "@merit/client/list-file.ts";
import { type ListFile, readList } from "./list-file.ts";

// Reads a file beside the page, which goes on answering. The rows stay here, and the page asks for those that it needs.

export type Question = { id: number } & (
  | { ask: "open"; file: File; campaignId: number; round: string | undefined }
  | { ask: "rows"; from: number; to: number }
);
export type Preview = Omit<ListFile, "rewards"> & { count: number };

let list: ListFile = { rewards: [], errors: [], total: "0", wallets: 0 };

async function answer(question: Question): Promise<Preview | ListFile["rewards"]> {
  if (question.ask === "rows") return list.rewards.slice(question.from, question.to);
  const { file, campaignId, round } = question;
  list = readList(new Uint8Array(await file.arrayBuffer()), campaignId, round);
  const { rewards, ...rest } = list;
  return { ...rest, count: rewards.length };
}

function reasonOf(error: unknown): string {
  if (error instanceof ListEncodingError) return error.message;
  if (error instanceof DOMException) return "was changed, moved or deleted after you chose it: choose it again";
  return `can't be read: ${error}`;
}

addEventListener("message", async ({ data }: MessageEvent<Question>) => {
  try {
    postMessage({ id: data.id, answer: await answer(data) });
  } catch (error) {
    postMessage({ id: data.id, error: reasonOf(error) });
  }
});
