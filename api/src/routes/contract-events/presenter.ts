import { isoTime } from "@merit/core/base/days.ts";
import type { ContractEvent, EventXdr } from "@merit/core/ledger/contract-events/service.ts";

/** @param xdr that of the events, if it is to be shown */
export const presentEvent = (event: ContractEvent, xdr?: ReadonlyMap<string, EventXdr>) => ({
  id: event.id,
  contract_id: event.contract_id,
  contract: event.contract,
  type: event.type,
  ledger: event.ledger,
  ledger_closed_at: isoTime(event.ledger_closed_at),
  tx_hash: event.tx_hash,
  data: event.data,
  ...(xdr && presentXdr(xdr.get(event.id))),
});

const presentXdr = (xdr: EventXdr | undefined) => ({
  topics_xdr: xdr?.topics ?? null,
  value_xdr: xdr?.value ?? null,
});
