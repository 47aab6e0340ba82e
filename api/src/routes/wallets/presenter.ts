import type { Wallet } from "@merit/core/wallets/service.ts";

export const presentWallet = ({ address, proven_at, created_at }: Wallet) => ({
  address,
  proven: proven_at !== null,
  linked_at: (proven_at ?? created_at).toISOString(),
});
