import { explain } from "../api.ts";
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
  const { title, help } = walletHelp[error.fault];
  return (
    <Notice tone={error.fault === "refused" ? "warning" : "error"} title={title}>
      {help}
    </Notice>
  );
}
