import type { Context } from "@merit/core/context/context.ts";
import { followed } from "@merit/core/ledger/indexer-contracts/service.ts";
import { Codes } from "./codes.ts";
import { watched } from "./contracts.ts";
import { decoder } from "./decode.ts";
import { Earlier } from "./earlier.ts";
import { Follower, type StepResult } from "./follow.ts";
import { requireSameLedger } from "./maintain.ts";
import { type EventSource, rpcSource } from "./source.ts";
import { readPosition } from "./store.ts";

/** Follows the system's contracts and those that were added, also ones that are added or removed meanwhile. */
export class Reader {
  readonly #context: Context;
  #contracts = "";
  #follower: Follower | undefined;
  #earlier: Earlier | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  /** @throws as Follower.step */
  async step(): Promise<StepResult> {
    const added = await this.#context.db.read(followed);
    const contracts = JSON.stringify(added.map(({ contract_id, name, added_at }) => [contract_id, name, added_at]));
    if (!this.#follower || contracts !== this.#contracts) await this.#open();
    this.#contracts = contracts;
    if ((await this.#follower?.step()) === "more") return "more";
    return (await this.#earlier?.step()) ?? "head";
  }

  async #open(): Promise<void> {
    const { chain, db, clock, log, settings, metrics } = this.#context;
    const { named, ids, own } = await db.read((store) => watched(store, chain.manifest));
    const sourceOf = (ids: string[]): EventSource => rpcSource(chain.rpc, ids);
    const source = sourceOf(ids);
    // The code on another ledger says nothing about these contracts.
    await requireSameLedger(db, source);
    const codes = await Codes.open(db, log);
    const { pageSize } = settings.indexer;
    const startLedger = chain.manifest.start_ledger;
    const shared = { decode: decoder(named, codes), codes, db, clock, log, settings, own, pageSize, startLedger };
    const earlier = new Earlier({ ...shared, sourceOf });
    await earlier.begin((await db.read(followed)).filter(({ contract_id }) => ids.includes(contract_id)));
    const position = await db.read(readPosition);
    const isKnown = (id: string) => codes.knows(id);
    const [known, others] = [ids.filter(isKnown), ids.filter((id) => !isKnown(id))];
    // Events that were stored before the code was known can then be decoded anew.
    if (others.length > 0) await codes.scan(sourceOf(others), 0);
    if (known.length > 0) await codes.scan(sourceOf(known), (position?.ledger ?? startLedger - 1) + 1);
    this.#follower = new Follower({ ...shared, source, moved: metrics.indexerMoved });
    this.#earlier = earlier;
  }
}
