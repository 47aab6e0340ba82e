import { accept, check } from "@merit/core/accounts/signing/submit.ts";
import type { Owner } from "@merit/core/agreements/envelopes/store.ts";
import type { Context } from "@merit/core/context/context.ts";
import type { EnvelopeKind } from "@merit/core/store/db/schema/envelopes.ts";
import type { Answer, Call } from "../../http/route.ts";
import { presentSubmission } from "./presenter.ts";

interface Submission {
  context: Context;
  owner: Owner;
  envelope: string;
  /** Accepts only envelopes of this kind. */
  kind?: EnvelopeKind;
  commit: Call<"none", unknown, unknown, unknown>["commit"];
}

/** 202 while it is on its way, 200 once it is decided. */
export async function submit({ context, owner, envelope, kind, commit }: Submission): Promise<Answer> {
  const checked = await check(context, owner, envelope, kind);
  return commit(async (store) => {
    const row = await accept(context, store, checked);
    return { status: row.status === "pending" ? 202 : 200, body: presentSubmission(row) };
  });
}

export const SUBMIT_ERRORS = {
  409: ["account_missing", "drop_claim_taken", "envelope_expired", "wallet_busy"],
  422: ["envelope_unknown", "envelope_not_signed"],
  429: ["too_many_envelopes"],
  503: ["rpc_unavailable", "fees_exhausted"],
} as const;
