import { z } from "zod";
import { rewardTx } from "../../http/examples.ts";
import { isoTime, line, wholeNumber } from "../../http/fields.ts";
import { limit } from "../../http/list.ts";

const once = z.string("must be given once");

export const listQuery = z
  .strictObject({
    contract: once.pipe(line(64)).optional(),
    type: once.pipe(line(64)).optional(),
    tx_hash: once
      .regex(/^[0-9a-fA-F]{64}$/, "must be 64 hex digits")
      .toLowerCase()
      .optional(),
    from_ledger: wholeNumber(1).optional(),
    to_ledger: wholeNumber(1).optional(),
    cursor: once
      .regex(/^\d{19}-\d{10}$/, "must be the next_cursor of an earlier answer or an event's id")
      .optional()
      .meta({ description: "id of the last event seen: the answer continues after it" }),
    limit,
  })
  .meta({ examples: [{ type: "reward", limit: "20" }] });

export const eventView = z
  .strictObject({
    id: z.string(),
    contract_id: z.string(),
    contract: z.string(),
    type: z.string(),
    ledger: z.int(),
    ledger_closed_at: isoTime,
    tx_hash: z.string(),
    data: z.unknown().meta({ description: "decoded event; integers are raw (amounts in stroops), as strings" }),
  })
  .meta({
    id: "ContractEvent",
    examples: [
      {
        id: "0000000317827584000-0000000001",
        contract_id: "CADQOBYHA4DQOBYHA4DQOBYHA4DQOBYHA4DQOBYHA4DQOBYHA4DQP5KR",
        contract: "campaign",
        type: "reward",
        ledger: 74,
        ledger_closed_at: "2026-11-21T17:55:05.000Z",
        tx_hash: rewardTx,
        data: { campaign: "2", merchant: "1", seq: "2", paid: "125000000" },
      },
    ],
  });
