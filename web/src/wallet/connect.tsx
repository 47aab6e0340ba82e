import { useQuery } from "@tanstack/react-query";
import { explain } from "../api.ts";
import { config } from "../config.ts";
import { Button, Card, Notice } from "../ui/ui.tsx";
import { useConnect } from "./connection.ts";
import { WalletError, walletHelp } from "./freighter.ts";

/** A button that connects Freighter, and what to do where that fails. */
export function Connect({ title = "Connect a wallet" }: { title?: string }) {
  const connect = useConnect();
  return (
    <Card title={title}>
      <div className="stack">
        <p className="flat">
          Freighter shows a text or a login to sign. It proves that the wallet is yours, and moves nothing.
        </p>
        {connect.error && <WalletFailure error={connect.error} />}
        <div className="actions">
          <Button look="primary" busy={connect.isPending} onClick={() => connect.mutate()}>
            Connect Freighter
          </Button>
          <a className="Link Link--primary" href="https://www.freighter.app/" rel="noreferrer" target="_blank">
            Get Freighter
          </a>
        </div>
      </div>
    </Card>
  );
}

export function WalletFailure({ error }: { error: unknown }) {
  if (!(error instanceof WalletError)) return <Notice tone="error">{explain(error)}</Notice>;
  const { fault, detail } = error;
  const { title, help } = walletHelp[fault];
  return (
    <Notice tone={fault === "refused" ? "warning" : "error"} title={title}>
      {help}
      {fault === "other_network" ? <Networks now={detail} /> : detail && <div>Freighter says: {detail}</div>}
    </Notice>
  );
}

/** Names both networks; the local one has to be added to Freighter first. */
function Networks({ now = "none" }: { now: string | undefined }) {
  const { network, network_passphrase } = useQuery(config).data ?? {};
  return (
    <div>
      Freighter is on {now}; this service is on {network}.
      {network === "local" &&
        ` Add it in Freighter's Network Settings with the passphrase "${network_passphrase}": Merit's docs/freighter.md has the other fields.`}
    </div>
  );
}
