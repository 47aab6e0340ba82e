import type { ContractRecord } from "../../context/contract.ts";
import { idOf } from "../../ledger/contract-events/fields.ts";
import { record } from "./events.ts";
import * as rows from "./store.ts";
import { vestingCalls } from "./wallet-calls.ts";

export const vesting = {
  create: ({ ids: { admin, state }, asset: { contract_id, issuer } }) => ({ admin, state, asset: contract_id, issuer }),
  walletCalls: vestingCalls,
  record,
  things: [{ key: ["id"], creation: "created", remove: (store, { id }) => rows.remove(store, idOf(id) ?? "") }],
} satisfies ContractRecord;
