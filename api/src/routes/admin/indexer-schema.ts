import { CONTRACT_NAME, CONTRACT_NAME_RULE } from "@merit/core/base/settings/contracts.ts";
import { StrKey } from "@stellar/stellar-sdk";
import { z } from "zod";
import { isoTime } from "../../http/fields.ts";

/** Highest ledger number: the largest signed 32-bit integer. */
const MAX_LEDGER = 2 ** 31 - 1;

const contractId = z
  .string("must be a string")
  .refine((text) => StrKey.isValidContract(text), "must be a contract's address (C...) with a valid checksum")
  .meta({ description: "address of a contract", json: { type: "string", pattern: "^C[A-Z2-7]{55}$" } });

const CONTRACT = "CADQOBYHA4DQOBYHA4DQOBYHA4DQOBYHA4DQOBYHA4DQOBYHA4DQP5KR";

export const contractParams = z.object({ id: contractId }).meta({ examples: [{ id: CONTRACT }] });

export const contractBody = z
  .strictObject({
    contract_id: contractId,
    name: z
      .string("must be a string")
      .regex(CONTRACT_NAME, CONTRACT_NAME_RULE)
      .nullish()
      .meta({ description: "name that its events show, else its address" }),
    from_ledger: z
      .int("must be a whole number from 1")
      .min(1, "must be a whole number from 1")
      .max(MAX_LEDGER, `must be at most ${MAX_LEDGER}`)
      .nullish()
      .meta({ description: "first ledger whose events are stored; the oldest that the node has if there is none" }),
  })
  .meta({ examples: [{ contract_id: CONTRACT, name: "stamps" }] });

export const contractView = z
  .strictObject({
    contract_id: z.string(),
    name: z.string(),
    source: z
      .enum(["system", "setting", "admin"])
      .meta({ description: "system: one of Merit's own; setting: from INDEXER_CONTRACTS; admin: added by a call" }),
    from_ledger: z
      .int()
      .nullable()
      .meta({ description: "first ledger whose events are stored; null until reading has begun" }),
    missing: z
      .strictObject({ from_ledger: z.int(), to_ledger: z.int() })
      .nullable()
      .meta({ description: "earlier ledgers that are still to be read" }),
    code: z.string().nullable().meta({ description: "hash of its wasm, or asset; null until the indexer has read it" }),
    event_types: z.array(z.string()).meta({ description: "types of events in the specs of its code" }),
    added_at: isoTime.nullable(),
  })
  .meta({
    id: "IndexerContract",
    examples: [
      {
        contract_id: CONTRACT,
        name: "stamps",
        source: "admin",
        from_ledger: 74,
        missing: null,
        code: "ab".repeat(32),
        event_types: ["stamp_given"],
        added_at: "2026-11-21T18:00:00.000Z",
      },
    ],
  });
