import { rewardTx, wallet } from "../../http/examples.ts";

const common = {
  hash: "5f0c1c6a4d0b0f6b9ad3c2b8b7e8f1a0d9c3b5a7e6f4d2c1b0a9f8e7d6c5b4a3",
  wallet_address: wallet,
  expires_at: "2026-11-21T18:35:00.000Z",
};
const xdr = "AAAAAgAAAABJ6v0nXyYkUqUq1nO0y3pHnq0v8m0c5rJ1S0y2a4m8bQAAAGQAAAAAAAAABg==";
const network_passphrase = "Test SDF Network ; September 2015";

const claim = { ...common, kind: "drop-claim" as const, drop_id: 4 };
const trustline = { ...common, kind: "trustline" as const, drop_id: null };

export const claimEnvelope = { ...claim, envelope: xdr, network_passphrase, reserve_xlm: "0" };
export const trustlineEnvelope = { ...trustline, envelope: xdr, network_passphrase, reserve_xlm: "0.5" };

export const callEnvelope = {
  ...common,
  kind: "redemption.redeem" as const,
  drop_id: null,
  envelope: xdr,
  network_passphrase,
  reserve_xlm: "0",
};

const pending = {
  ...claim,
  status: "pending" as const,
  tx_hash: null,
  error_message: null,
  created_at: "2026-11-21T18:30:00.118Z",
  updated_at: "2026-11-21T18:30:41.402Z",
};
export const confirmed = {
  ...pending,
  status: "confirmed" as const,
  tx_hash: rewardTx,
  updated_at: "2026-11-21T18:30:46.020Z",
};

export const submit = { body: { envelope: xdr }, answers: { 202: pending, 200: confirmed } };
export const show = { params: { hash: common.hash }, answers: { 200: confirmed } };
