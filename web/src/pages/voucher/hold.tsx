import { askedTrustline } from "@merit/client/signing/asked.ts";
import { api } from "../../api.ts";
import { useConfig } from "../../config.ts";
import { useConnect } from "../../wallet/connection.ts";
import { WalletError } from "../../wallet/freighter.ts";
import { SignButton } from "../../wallet/signing.tsx";

/** Lets the wallet that Freighter has here hold the reward asset. @param wallet the one that is meant, if it is known */
export default function Hold({ wallet }: { wallet: string | undefined }) {
  const { asset } = useConfig();
  const connect = useConnect({ stays: true });
  return (
    <SignButton
      title={`Let my Freighter wallet hold ${asset.code}`}
      build={async () => {
        const address = await connect.mutateAsync();
        if (wallet !== undefined && address !== wallet) throw new WalletError("other_account");
        const body = { wallet_address: address, call: "trustline" } as const;
        const { body: envelope } = await api.user.call("POST /wallet/envelope", { body });
        return { envelope, asked: askedTrustline(address) };
      }}
    />
  );
}
