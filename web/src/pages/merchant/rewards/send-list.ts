import { ApiProblem, api, type BodyOf } from "../../../api.ts";
import type { Reward } from "./list-file.ts";

const BATCH = 1_000;
const RETRY_MS = 2_000;
const POLL_MS = 1_000;
const PAGE = 100;
const TIMEOUT_MS = 120_000;
const OK = 200;
const UNPROCESSABLE = 422;
const TOO_MANY = 429;
const SERVER_ERROR = 500;

/** The outcome of a row: the issuance that pays it, or why there is none. */
export type Fate = { id: number; isRepeated: boolean; refused?: undefined } | { id?: undefined; refused: string };

/** What became of a list's rows so far. Whoever stops a list goes on with it. */
export interface Sent {
  fates: Fate[];
  /** The answer to the next rows was lost: they may have been accepted. */
  isUnsure: boolean;
}

export interface Progress {
  sent: number;
  accepted: number;
  /** Issued before: not paid again. */
  repeated: number;
  refused: number;
  /** Issued, and neither paid nor failed yet; undefined while rows are sent. */
  pending?: number;
  /** Reason why it waits now. */
  trouble?: string | undefined;
}

interface Source {
  campaignId: number;
  count: number;
  rows(from: number, to: number): Promise<Reward[]>;
}

interface Checked extends Source {
  /** Rows that were issued before the list was sent, by their index; undefined if it was sent before that was known. */
  before: ReadonlySet<number> | undefined;
}

/**
 * Sends all rows, and follows them until none is pending. Each row has its key, so that whatever is sent twice is paid once: a lost
 * connection is tried again until it is back. @throws ApiProblem for what trying again doesn't mend
 */
export async function sendList(
  list: Checked,
  sent: Sent,
  { signal, report }: { signal: AbortSignal; report(progress: Progress): void },
): Promise<void> {
  const { campaignId, count, rows } = list;
  const { fates } = sent;
  while (fates.length < count) {
    const batch = await rows(fates.length, fates.length + BATCH);
    const onTrouble = (trouble: string | undefined) => report({ ...progressOf(fates), trouble });
    fates.push(...(await sendBatch(batch, list, sent, signal, onTrouble)));
    sent.isUnsure = false;
    report(progressOf(fates));
  }
  const progress = progressOf(fates);
  const ids = new Set(fates.flatMap(({ id }) => id ?? []));
  for (;;) {
    const pending = await patiently(signal, () => readIssuances(campaignId, ids, signal, "pending"));
    report({ ...progress, pending: pending.size });
    if (pending.size === 0) return;
    await pause(POLL_MS + pending.size, signal);
  }
}

function progressOf(fates: readonly Fate[]): Progress {
  const refused = fates.filter(({ refused }) => refused !== undefined).length;
  const repeated = fates.filter((fate) => fate.refused === undefined && fate.isRepeated).length;
  return { sent: fates.length, accepted: fates.length - refused - repeated, repeated, refused };
}

type Answered = BodyOf<"POST /rewards/issue/batch">["data"][number];

const isRepeated = ({ status_code, mismatch }: Answered) => status_code === OK && !mismatch;

/** Rows that were issued before, and so would not be paid again, by their index. */
export async function findRepeated({ campaignId, count, rows }: Source, signal: AbortSignal): Promise<Set<number>> {
  const repeated = new Set<number>();
  for (let from = 0; from < count; from += BATCH) {
    const rewards = (await rows(from, from + BATCH)).map(({ line: _, ...reward }) => {
      return { ...reward, campaign_id: campaignId };
    });
    const request = { body: { rewards, dry_run: true }, signal, timeoutMs: TIMEOUT_MS };
    const answer = await patiently(signal, () => api.merchant.call("POST /rewards/issue/batch", request));
    for (const [index, row] of answer.body.data.entries()) if (isRepeated(row)) repeated.add(from + index);
  }
  return repeated;
}

async function sendBatch(
  rows: Reward[],
  { campaignId: campaign_id, before }: Checked,
  sent: Sent,
  signal: AbortSignal,
  onTrouble: (trouble: string | undefined) => void,
): Promise<Fate[]> {
  /** Rows that the service doesn't take as they are, by their place. */
  const wrong = new Map<number, string>();
  const paid = new Set(sent.fates.map(({ id }) => id));
  for (;;) {
    const places = rows.map((_, place) => place).filter((place) => !wrong.has(place));
    const rewards = places.flatMap((place) => {
      const { line: _, ...reward } = rows[place] as Reward;
      return { ...reward, campaign_id };
    });
    const fates: Fate[] = rows.map((_, place) => ({ refused: wrong.get(place) ?? "" }));
    if (rewards.length === 0) return fates;
    try {
      const request = { body: { rewards }, signal, timeoutMs: TIMEOUT_MS };
      const call = async () => {
        try {
          return (await api.merchant.call("POST /rewards/issue/batch", request)).body;
        } catch (error) {
          sent.isUnsure ||= !(error instanceof ApiProblem) || error.problem.status >= SERVER_ERROR;
          throw error;
        }
      };
      const answer = await patiently(signal, call, onTrouble);
      for (const [index, row] of answer.data.entries()) {
        const { id, mismatch, error } = row;
        const place = places[index] ?? -1;
        // What this list sent itself is new though its answer was lost, but not if the same key stands in it again.
        const wasBefore = before ? before.has(sent.fates.length + place) || paid.has(id ?? undefined) : !sent.isUnsure;
        fates[place] =
          id === null || mismatch
            ? { refused: error?.detail ?? `Its key was used for another reward, issuance ${id}.` }
            : { id, isRepeated: isRepeated(row) && wasBefore };
      }
      return fates;
    } catch (error) {
      const named = namedRows(error);
      if (named.length === 0) throw error;
      for (const { index, message } of named) wrong.set(places[index] ?? -1, message);
    }
  }
}

/** Rewards of a batch that a problem names, such as `rewards.7.amount`. */
function namedRows(error: unknown): { index: number; message: string }[] {
  if (!(error instanceof ApiProblem) || error.problem.status !== UNPROCESSABLE) return [];
  return (error.problem.errors ?? []).flatMap(({ field, message }) => {
    const [, index, name] = /^rewards\.(\d+)\.?(.*)$/.exec(field) ?? [];
    return index === undefined ? [] : [{ index: Number(index), message: `${name} ${message}` }];
  });
}

/** Tries again for as long as that can help: without a connection, beyond a limit, and while the service is busy. */
async function patiently<Answer>(
  signal: AbortSignal,
  call: () => Promise<Answer>,
  onTrouble: (trouble: string | undefined) => void = () => {},
): Promise<Answer> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      const isProblem = error instanceof ApiProblem;
      const { status } = isProblem ? error.problem : { status: SERVER_ERROR };
      if (status !== TOO_MANY && status < SERVER_ERROR) throw error;
      onTrouble(isProblem ? error.message : "The connection was lost. It goes on as soon as it is back.");
      await pause(isProblem && error.retryAfter ? error.retryAfter * 1_000 : RETRY_MS, signal);
    }
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

export type Issuance = BodyOf<"GET /rewards/issuances/:id">;

/** The issuances with these ids, all or those with a status; by id. */
export async function readIssuances(
  campaign_id: number,
  ids: ReadonlySet<number>,
  signal: AbortSignal,
  status?: Issuance["status"],
): Promise<Map<number, Issuance>> {
  const oldest = ids.size === 0 ? Number.POSITIVE_INFINITY : [...ids].reduce((least, id) => Math.min(least, id));
  const found = new Map<number, Issuance>();
  let cursor: string | undefined;
  do {
    const query = { campaign_id, status, limit: PAGE, cursor };
    const { body } = await api.merchant.call("GET /rewards/issuances", { query, signal });
    for (const row of body.data) if (ids.has(row.id)) found.set(row.id, row);
    // Newest first: what follows is older than the list.
    cursor = (body.data.at(-1)?.id ?? 0) > oldest ? (body.next_cursor ?? undefined) : undefined;
  } while (cursor !== undefined);
  return found;
}
