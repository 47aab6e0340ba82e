import { isoTime } from "@merit/core/base/days.ts";
import { validationFailed } from "@merit/core/base/errors.ts";
import type { Context } from "@merit/core/context/context.ts";
import { orLedgerUnreadable } from "@merit/core/ledger/chain/problems.ts";
import * as contracts from "@merit/core/ledger/indexer-contracts/service.ts";
import { actorOf } from "@merit/core/store/audit/audit.ts";
import { nothing } from "../../http/fields.ts";
import { listOf } from "../../http/list.ts";
import { defineRoute } from "../../http/route.ts";
import * as T from "./indexer-schema.ts";
import { onlyPage } from "./presenter.ts";

const present = ({ id, fromLedger, missing, types, addedAt, ...contract }: contracts.FollowedContract) => ({
  contract_id: id,
  name: contract.name,
  source: contract.source,
  from_ledger: fromLedger,
  missing: missing && { from_ledger: missing.from, to_ledger: missing.to },
  code: contract.code,
  event_types: types,
  added_at: isoTime(addedAt),
});

/** A request to the node. @throws Problem 422, RpcUnavailable */
async function requireOnLedger({ chain }: Context, id: string, fromLedger: number | null | undefined): Promise<void> {
  const latest = (await chain.latestLedger()).sequence;
  const errors = [
    ...((await chain.codes([id])).has(id)
      ? []
      : [{ field: "contract_id", message: `is not a contract on the ledger of ${chain.network}` }]),
    ...(fromLedger && fromLedger > latest
      ? [{ field: "from_ledger", message: `must not be above the latest ledger, ${latest}` }]
      : []),
  ];
  if (errors.length > 0) throw validationFailed(errors);
}

export const listContracts = defineRoute({
  method: "get",
  path: "/admin/indexer/contracts",
  auth: "admin",
  summary: "The contracts whose events are stored",
  description: "`missing` says which ledgers of one are still to be read.",
  request: {},
  responses: { 200: listOf(T.contractView) },
  errors: {},
  handler: async ({ context }) => ({
    status: 200,
    body: onlyPage((await context.db.read((store) => contracts.list(context, store))).map(present)),
  }),
});

export const addContract = defineRoute({
  method: "post",
  path: "/admin/indexer/contracts",
  location: "/admin/indexer/contracts",
  auth: "admin",
  summary: "Stores the events of one more contract",
  description:
    "The indexer begins at once, and reads the earlier ledgers that the node has. Events are decoded by the spec in the wasm that emitted them.",
  request: { body: T.contractBody },
  responses: { 201: T.contractView },
  errors: { 409: ["contract_followed", "name_taken", "too_many_contracts"], 503: ["rpc_unavailable"] },
  async handler({ context, session, body: { contract_id: id, name = null, from_ledger = null }, commit }) {
    await requireOnLedger(context, id, from_ledger).catch(orLedgerUnreadable(context.log));
    const added = { id, name, fromLedger: from_ledger, source: "admin" as const, actor: actorOf(session) };
    return commit(async (store) => {
      const contract = await contracts.add(context, store, added);
      return { status: 201, body: present(await contracts.show(store, contract)) };
    });
  },
});

export const removeContract = defineRoute({
  method: "delete",
  path: "/admin/indexer/contracts/:id",
  auth: "admin",
  summary: "Stores no further events of a contract; those that are stored stay",
  description: "It is for contracts that a call added; others are named by the setting INDEXER_CONTRACTS.",
  request: { params: T.contractParams },
  responses: { 204: nothing },
  errors: { 409: ["contract_from_setting"] },
  handler: ({ context, session, params: { id }, commit }) =>
    commit(async (store) => {
      await contracts.remove(context, store, id, actorOf(session));
      return { status: 204, body: null };
    }),
});
