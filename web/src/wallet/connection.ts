import { type Link, linkMessage } from "@merit/client/signing/message.ts";
import { NotAsked } from "@merit/client/signing/not-asked.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, useCall } from "../api.ts";
import { useConfig } from "../config.ts";
import { logInWallet, useRefreshAll, useUser } from "../session/session.ts";
import { connectWallet, signEnvelope, signText } from "./freighter.ts";

/** Wallets of the account that is logged in, whose keys have signed for them. */
export function useProvenWallets() {
  const { self } = useUser();
  const { data, error, refetch } = useCall("user", "GET /wallet", undefined, { enabled: Boolean(self) });
  const proven = data?.data.filter(({ proven }) => proven).map(({ wallet_address }) => wallet_address);
  return { data: proven, error, refetch };
}

/**
 * Connects Freighter, and returns its address. Without a login the wallet logs in (SEP-10), which makes an account for a new wallet; to
 * somebody who is logged in, it is linked (SEP-53). Both ask for a signature that moves nothing.
 * @param stays the page shows nothing of whoever was logged in before: what it shows stays until it is read again
 */
export function useConnect({ stays = false } = {}) {
  const { network, network_passphrase: passphrase } = useConfig();
  const { self } = useUser();
  const queries = useQueryClient();
  const refresh = useRefreshAll();
  return useMutation({
    mutationFn: async () => {
      const address = await connectWallet(passphrase);
      if (self) await link({ wallet: address, account: self.id, network, host: location.host }, passphrase);
      else await logIn(address, passphrase);
      return address;
    },
    onSuccess: async () => {
      if (self || stays) await queries.invalidateQueries();
      else await refresh();
    },
  });
}

async function logIn(wallet: string, passphrase: string): Promise<void> {
  const { body } = await api.nobody.call("GET /auth/wallet", { query: { account: wallet } });
  // Loads the SDK.
  const { checkLogin } = await import("@merit/client/signing/login.ts");
  orNothing(() => checkLogin(body.transaction, { wallet, passphrase, host: location.host }));
  await logInWallet(await signEnvelope(body.transaction, { passphrase, address: wallet }));
}

async function link(link: Link, passphrase: string): Promise<void> {
  const { wallet: address } = link;
  const { body } = await api.user.call("GET /wallet");
  if (body.data.some((wallet) => wallet.wallet_address === address && wallet.proven)) return;
  const challenge = await api.user.call("POST /wallet/link", { body: { wallet_address: address } });
  const message = orNothing(() => linkMessage(challenge.status === 200 ? challenge.body.message : "", link));
  const signature = await signText(message, { passphrase, address });
  await api.user.call("POST /wallet/link", { body: { wallet_address: address, message, signature } });
}

/** @throws Error for the person who looks */
function orNothing<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof NotAsked)) throw error;
    throw new Error(`The service sent something else than it was asked for: ${error.message}. Nothing was signed.`);
  }
}
