import type { ContractEvent } from "@merit/core/contract-events/service.ts";
import { isoTime } from "@merit/core/days.ts";

export const presentEvent = (event: ContractEvent) => ({
  id: event.id,
  contract_id: event.contract_id,
  contract: event.contract,
  type: event.type,
  ledger: event.ledger,
  ledger_closed_at: isoTime(event.ledger_closed_at),
  tx_hash: event.tx_hash,
  data: event.data,
});
