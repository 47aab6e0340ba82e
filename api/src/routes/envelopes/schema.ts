import { envelopeKinds, envelopeStatuses } from "@merit/core/db/schema.ts";
import { z } from "zod";
import { decimal, isoTime } from "../../http/fields.ts";

/** Largest transaction of ours: a claim with its proof and footprint has about 3 kB. */
const MAX_ENVELOPE = 20_000;

export const submitBody = z.strictObject({
  envelope: z
    .string("must be a string")
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, "must be base64 XDR, as the wallet returned it")
    .max(MAX_ENVELOPE, `must have at most ${MAX_ENVELOPE} characters`)
    .meta({ description: "the signed transaction, base64 XDR" }),
});

export const hashParams = z.object({ hash: z.string() });

const common = {
  hash: z.string().meta({ description: "of the transaction, hex" }),
  kind: z.enum(envelopeKinds),
  wallet_address: z.string(),
  drop_id: z.int().nullable(),
  expires_at: isoTime.meta({ description: "until when it may be signed and submitted" }),
};

/** What a wallet is to sign. */
export const envelopeView = z
  .strictObject({
    ...common,
    envelope: z.string().meta({ description: "base64 XDR; sign it as it is, then submit it" }),
    network_passphrase: z.string(),
    reserve_xlm: decimal.meta({
      description: "XLM that the wallet has to keep more from then on; fees are paid by the service",
    }),
  })
  .meta({ id: "Envelope" });

/** What became of it. */
export const submissionView = z
  .strictObject({
    ...common,
    status: z
      .enum(envelopeStatuses)
      .meta({ description: "built: not submitted yet; pending: on its way to the ledger" }),
    tx_hash: z.string().nullable().meta({
      description: "transaction that landed; null where only the ledger's state tells that it is done",
    }),
    error_message: z.string().nullable(),
    created_at: isoTime,
    updated_at: isoTime,
  })
  .meta({ id: "WalletSubmission" });
