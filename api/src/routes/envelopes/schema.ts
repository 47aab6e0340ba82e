import { envelopeKinds } from "@merit/core/accounts/signing/kinds.ts";
import { envelopeStatuses } from "@merit/core/store/db/schema/envelopes.ts";
import { z } from "zod";
import { rewardTx, wallet } from "../../http/examples.ts";
import { decimal, isoTime } from "../../http/fields.ts";
import { callView, exampleCall, proposalId } from "../governance/schema.ts";

/** Length of the largest transaction that the ledger takes, 132,096 bytes, in base64: 20 long schedules have nearly that. */
const MAX_ENVELOPE = 176_128;

/** Largest body with an envelope, as `maxBytes` of its route. */
export const MAX_SUBMIT_BYTES = 200 * 1024;

export const submitBody = z
  .strictObject({
    envelope: z
      .string("must be a string")
      .regex(/^[A-Za-z0-9+/]+={0,2}$/, "must be base64 XDR, as the wallet returned it")
      .max(MAX_ENVELOPE, `must have at most ${MAX_ENVELOPE} characters`)
      .meta({ description: "the signed transaction, base64 XDR" }),
  })
  .meta({ examples: [{ envelope: "AAAAAgAAAABJ6v0nXyYkUqUq1nO0y3pHnq0v8m0c5rJ1S0y2a4m8bQAAAGQAAAAAAAAABg==" }] });

export const hashParams = z
  .object({ hash: z.string() })
  .meta({ examples: [{ hash: "5f0c1c6a4d0b0f6b9ad3c2b8b7e8f1a0d9c3b5a7e6f4d2c1b0a9f8e7d6c5b4a3" }] });

const common = {
  hash: z.string().meta({ description: "hash of the transaction, hex" }),
  kind: z.enum(envelopeKinds),
  wallet_address: z.string(),
  drop_id: z.int().nullable(),
  escrow_id: z
    .string()
    .nullable()
    .meta({ description: "escrow that the transaction creates or concerns; null for other calls" }),
  expires_at: isoTime.meta({ description: "time until which it may be signed and submitted" }),
};

/** A transaction for a wallet to sign. */
export const envelopeView = z
  .strictObject({
    ...common,
    envelope: z.string().meta({ description: "base64 XDR; sign it unchanged, then submit it at POST /wallet/submit" }),
    network_passphrase: z.string(),
    reserve_xlm: decimal.meta({
      description: "additional XLM that the wallet must keep afterwards; the service pays the fees",
    }),
    proposal: z
      .strictObject({
        id: z.string().meta({ description: "the id that the proposal will have" }),
        calls: z.array(callView).meta({ description: "calls that it makes if it is won" }),
      })
      .nullable()
      .meta({ description: "proposal that `governance.propose` makes; null for other calls" }),
  })
  .meta({
    id: "Envelope",
    examples: [
      {
        hash: "5f0c1c6a4d0b0f6b9ad3c2b8b7e8f1a0d9c3b5a7e6f4d2c1b0a9f8e7d6c5b4a3",
        wallet_address: wallet,
        expires_at: "2026-11-21T18:35:00.000Z",
        kind: "trustline",
        drop_id: null,
        escrow_id: null,
        envelope: "AAAAAgAAAABJ6v0nXyYkUqUq1nO0y3pHnq0v8m0c5rJ1S0y2a4m8bQAAAGQAAAAAAAAABg==",
        network_passphrase: "Test SDF Network ; September 2015",
        reserve_xlm: "0.5",
        proposal: null,
      },
      {
        hash: "5f0c1c6a4d0b0f6b9ad3c2b8b7e8f1a0d9c3b5a7e6f4d2c1b0a9f8e7d6c5b4a3",
        wallet_address: wallet,
        expires_at: "2026-11-21T18:35:00.000Z",
        kind: "governance.propose",
        drop_id: null,
        escrow_id: null,
        envelope: "AAAAAgAAAABJ6v0nXyYkUqUq1nO0y3pHnq0v8m0c5rJ1S0y2a4m8bQAAAGQAAAAAAAAABg==",
        network_passphrase: "Test SDF Network ; September 2015",
        reserve_xlm: "0",
        proposal: { id: proposalId, calls: [exampleCall] },
      },
    ],
  });

/** The state of a transaction that was built for a wallet. */
export const submissionView = z
  .strictObject({
    ...common,
    status: z
      .enum(envelopeStatuses)
      .meta({ description: "built: not submitted yet; pending: on its way to the ledger" }),
    tx_hash: z.string().nullable().meta({
      description: "transaction that landed; null if only the ledger's state shows that it is done",
    }),
    error_message: z.string().nullable(),
    created_at: isoTime,
    updated_at: isoTime,
  })
  .meta({
    id: "WalletSubmission",
    examples: [
      {
        hash: "5f0c1c6a4d0b0f6b9ad3c2b8b7e8f1a0d9c3b5a7e6f4d2c1b0a9f8e7d6c5b4a3",
        wallet_address: wallet,
        expires_at: "2026-11-21T18:35:00.000Z",
        kind: "drop-claim",
        drop_id: 4,
        escrow_id: null,
        status: "confirmed",
        tx_hash: rewardTx,
        error_message: null,
        created_at: "2026-11-21T18:30:00.118Z",
        updated_at: "2026-11-21T18:30:46.020Z",
      },
      {
        hash: "5f0c1c6a4d0b0f6b9ad3c2b8b7e8f1a0d9c3b5a7e6f4d2c1b0a9f8e7d6c5b4a3",
        wallet_address: wallet,
        expires_at: "2026-11-21T18:35:00.000Z",
        kind: "drop-claim",
        drop_id: 4,
        escrow_id: null,
        status: "pending",
        tx_hash: null,
        error_message: null,
        created_at: "2026-11-21T18:30:00.118Z",
        updated_at: "2026-11-21T18:30:41.402Z",
      },
    ],
  });
