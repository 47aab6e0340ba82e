// Records of the API beside those that `client.ts` has had from the start. Amounts are decimal strings in tokens.

export interface ApiKey {
  id: number;
  name: string;
  scopes: string[];
  last4: string;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  revoked_at: string | null;
}

/** The secret comes once; null in the answer to a repeated Idempotency-Key. */
export type NewApiKey = ApiKey & { api_key: string | null };

/** A wallet and what it is to get. */
export interface Share {
  wallet_address: string;
  amount: string;
}

interface Sum {
  count: number;
  amount: string;
}

export interface DryRun {
  campaign_id: number;
  payable: Sum;
  waiting: Sum;
  failing: Sum;
  fees: { transactions: number; xlm: string };
  rewards: (Share & { outcome: "paid" | "waits" | "fails"; reason: string | null })[];
}
