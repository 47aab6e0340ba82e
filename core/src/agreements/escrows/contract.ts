import { addDays } from "../../base/days.ts";
import type { ContractRecord } from "../../context/contract.ts";
import { idOf } from "../../ledger/contract-events/fields.ts";
import { record } from "./on-chain.ts";
import * as rows from "./store.ts";
import { escrowCalls } from "./wallet-calls.ts";

export const escrow = {
  create: ({ ids: { admin, state }, asset: { contract_id, issuer } }) => ({
    ...{ admin, state, asset: contract_id, issuer },
    fee: 0,
  }),
  walletCalls: escrowCalls,
  record,
  // A proposal that nobody agreed to in time is kept for another day.
  expiring: { escrow_proposals: (store, now) => rows.pruneProposals(store, addDays(now, -1)) },
  things: [{ key: ["id"], creation: "created", remove: (store, { id }) => rows.remove(store, idOf(id) ?? "") }],
} satisfies ContractRecord;
