import { appendFileSync, readFileSync, statSync } from "node:fs";
import { UsageError } from "./errors.ts";
import type { WalletLine } from "./wallets-file.ts";

// The accepted lines of a list stand in a file beside it, so that a later run of the list finds them: lines of JSON, of which a run that is
// killed loses the last one at most.

/** A payment of the whole list; undefined: its first one. */
type Round = string | undefined;

export interface AcceptedLine extends WalletLine {
  idempotency_key: string;
  issuance_id: number;
}

export interface PastRound {
  round: Round;
  begun_at: string;
  /** All lines that the list had then are accepted. */
  isFinished: boolean;
  /** Accepted lines by their keys. */
  accepted: Map<string, AcceptedLine>;
}

type Entry = { server: string; campaign_id: number; round: string | null; at: string } & (
  | { event: "begun" | "finished" }
  | ({ event: "accepted" } & AcceptedLine)
);

export class ListRecord {
  readonly path: string;
  /** Rounds of this server and campaign; the last one was issued last. */
  rounds: PastRound[] = [];
  readonly #of: Pick<Entry, "server" | "campaign_id">;

  private constructor(path: string, of: Pick<Entry, "server" | "campaign_id">) {
    this.path = path;
    this.#of = of;
  }

  /** Undefined for a pipe or standard input, which have no folder. @throws UsageError if the record can't be written */
  static open(list: string, of: { server: string; campaign_id: number }): ListRecord | undefined {
    if (/^\/dev\/(stdin$|fd\/)/.test(list) || !statSync(list).isFile()) return undefined;
    const record = new ListRecord(`${list}.issued.jsonl`, of);
    try {
      // Fails here rather than after the first payment.
      appendFileSync(record.path, "", { mode: 0o600 });
      for (const line of readFileSync(record.path, "utf8").split("\n")) record.#read(line);
    } catch (error) {
      const message = `${record.path}, which is to say what was accepted, can't be written: ${(error as Error).message}`;
      throw new UsageError(message, "Copy the list to a folder that you can write.");
    }
    return record;
  }

  find = (round: Round): PastRound | undefined => this.rounds.find((each) => each.round === round);

  begin(round: Round): void {
    this.#add(round, [{ event: "begun" }]);
  }

  accept(round: Round, lines: readonly AcceptedLine[]): void {
    this.#add(
      round,
      lines.map((line) => ({ event: "accepted", ...line })),
    );
  }

  finish(round: Round): void {
    this.#add(round, [{ event: "finished" }]);
  }

  #add(round: Round, events: ({ event: "begun" | "finished" } | ({ event: "accepted" } & AcceptedLine))[]): void {
    if (events.length === 0) return;
    const common = { ...this.#of, round: round ?? null, at: new Date().toISOString() };
    const lines = events.map((event) => JSON.stringify({ ...common, ...event }));
    // An earlier run may have been killed within a line.
    appendFileSync(this.path, `\n${lines.join("\n")}\n`);
    for (const line of lines) this.#read(line);
  }

  #read(line: string): void {
    const entry = parse(line);
    if (entry?.server !== this.#of.server || entry.campaign_id !== this.#of.campaign_id) return;
    const round = entry.round ?? undefined;
    const found = this.find(round) ?? { round, begun_at: entry.at, isFinished: false, accepted: new Map() };
    this.rounds = [...this.rounds.filter((each) => each !== found), found];
    found.isFinished = entry.event === "finished";
    if (entry.event === "accepted") found.accepted.set(entry.idempotency_key, entry);
  }
}

function parse(line: string): Entry | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
