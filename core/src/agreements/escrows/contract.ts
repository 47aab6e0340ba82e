import type { ContractRecord } from "../../context/contract.ts";
import { idOf } from "../../ledger/contract-events/fields.ts";
import { record } from "./on-chain.ts";
import * as rows from "./store.ts";
import { escrowCalls } from "./wallet-calls.ts";

export const escrow = {
  create: ({ ids: { admin, state }, asset: { contract_id, issuer }, terms }) => ({
    ...{ admin, state, asset: contract_id, issuer },
    fee: terms.escrowFee,
  }),
  walletCalls: escrowCalls,
  record,
  things: [{ key: ["id"], creation: "created", remove: (store, { id }) => rows.remove(store, idOf(id) ?? "") }],
} satisfies ContractRecord;
