import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, useCall } from "../api.ts";
import { useConfig } from "../config.ts";
import { logInWallet, useRefreshAll, useUser } from "../session/session.ts";
import { canNeverRun } from "./explain.ts";
import { connectWallet, signEnvelope, signText } from "./freighter.ts";

/** Wallets of the account that is logged in, whose keys have signed for them. */
export function useProvenWallets(): string[] {
  const { self } = useUser();
  const wallets = useCall("user", "GET /wallet", undefined, { enabled: Boolean(self) });
  return wallets.data?.data.filter(({ proven }) => proven).map(({ address }) => address) ?? [];
}

/**
 * Connects Freighter. Without a login the wallet logs in (SEP-10), which makes an account for a new wallet; to somebody who is
 * logged in, it is linked (SEP-53). Both ask for a signature that moves nothing.
 */
export function useConnect() {
  const { network_passphrase: passphrase } = useConfig();
  const { self } = useUser();
  const queries = useQueryClient();
  const refresh = useRefreshAll();
  return useMutation({
    mutationFn: async () => {
      const address = await connectWallet(passphrase);
      if (self) await link(address, passphrase);
      else await logIn(address, passphrase);
    },
    onSuccess: async () => {
      if (self) await queries.invalidateQueries();
      else await refresh();
    },
  });
}

async function logIn(address: string, passphrase: string): Promise<void> {
  const { body } = await api.nobody.call("GET /auth/wallet", { query: { account: address } });
  if (!(await canNeverRun(body.transaction, passphrase))) {
    throw new Error("The service asked for another signature than a login. Nothing was signed.");
  }
  await logInWallet(await signEnvelope(body.transaction, { passphrase, address }));
}

async function link(address: string, passphrase: string): Promise<void> {
  const { body } = await api.user.call("GET /wallet");
  if (body.data.some((wallet) => wallet.address === address && wallet.proven)) return;
  const challenge = await api.user.call("POST /wallet/challenge", { body: { wallet_address: address } });
  const { message } = challenge.body;
  const signature = await signText(message, { passphrase, address });
  await api.user.call("POST /wallet/link", { body: { wallet_address: address, message, signature } });
}
