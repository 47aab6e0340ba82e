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

/** What became of each reward of a batch, in the order sent. */
export interface BatchAnswer {
  accepted: number;
  repeated: number;
  refused: number;
  data: {
    idempotency_key: string;
    status_code: number;
    id: number | null;
    status: string | null;
    mismatch: boolean;
    error: { code: string; detail: string } | null;
  }[];
}

export interface Transaction {
  id: number;
  type: string;
  campaign_id: number;
  campaign_name: string;
  wallet_address: string;
  user_id: number | null;
  amount: string;
  tx_hash: string | null;
  created_at: string;
  updated_at: string;
}

export interface Totals {
  merchant_id: number;
  campaign_id: number | null;
  transactions: number;
  amount: string;
  wallets: number;
  pending: Sum;
  failed: Sum;
}

export interface DropRequest {
  name: string;
  opens_at?: string;
  expires_at: string;
  shares: Share[];
}

export interface Drop {
  id: number;
  merchant_id: number;
  name: string;
  status: "pending" | "active" | "sweeping" | "swept" | "failed";
  total: string;
  wallets: number;
  root: string;
  reference: string;
  opens_at: string;
  expires_at: string;
  contract_drop_id: number | null;
  tx_hash: string | null;
  sweep_tx_hash: string | null;
  remainder: string | null;
  error_message: string | null;
  created_at: string;
  updated_at: string;
}
