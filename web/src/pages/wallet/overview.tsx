import { askedClaim, askedTrustline } from "@merit/client/signing/asked.ts";
import { api, LIVE, useCall } from "../../api.ts";
import { useConfig } from "../../config.ts";
import { amount, count, date, short } from "../../ui/format.ts";
import { List } from "../../ui/list.tsx";
import { Card, Copyable, Facts, Notice, Shown, Time } from "../../ui/ui.tsx";
import { Connect } from "../../wallet/connect.tsx";
import { SignButton } from "../../wallet/signing.tsx";
import { WalletPage } from "./page.tsx";

export function Overview() {
  return (
    <WalletPage title="Your wallet">
      {(wallets) => (
        <>
          <div className="grid">
            {wallets.map((address) => (
              <Wallet key={address} address={address} />
            ))}
            <Points />
          </div>
          {wallets.length === 0 && <Connect title="Connect a wallet to receive rewards" />}
          <Drops />
          {wallets.map((address) => (
            <History key={address} address={address} />
          ))}
        </>
      )}
    </WalletPage>
  );
}

function Wallet({ address }: { address: string }) {
  const { asset } = useConfig();
  const line = useCall("nobody", "POST /trustline/verify", { body: { wallet_address: address } }, LIVE);
  return (
    <Card title={<Copyable value={address} label="the wallet's address" />}>
      <Shown of={line}>
        {(held) =>
          held.exists ? (
            <p className="big flat">{amount(held.balance, asset.code)}</p>
          ) : (
            <div className="stack">
              <Notice tone="warning" title={`This wallet can't hold ${asset.code} yet`}>
                It needs a trustline, and 0.5 XLM for it in the account. This service pays the fee, and may keep the 0.5
                XLM for a wallet that has too little.
              </Notice>
              <SignButton
                title={`Let it hold ${asset.code}`}
                build={async () => {
                  const body = { wallet_address: address, call: "trustline" } as const;
                  const { body: envelope } = await api.user.call("POST /wallet/envelope", { body });
                  return { envelope, asked: askedTrustline(address) };
                }}
              />
            </div>
          )
        }
      </Shown>
    </Card>
  );
}

function Points() {
  const points = useCall("user", "GET /points", undefined, LIVE);
  return (
    <Card title="Points">
      <Shown of={points}>
        {({ available, pending, accounts }) => (
          <div className="stack">
            <p className="big flat">{count(available)}</p>
            {pending > 0 && <p className="flat">{count(pending)} more become available later.</p>}
            <Facts
              of={accounts.map(({ merchant_name, available, tier, next_tier, expiring: [next] }) => [
                merchant_name ?? "This service",
                <>
                  {count(available)}
                  {tier && `, ${tier.name}`}
                  {next_tier && `, ${count(next_tier.points_needed)} to ${next_tier.name}`}
                  {next && `; ${count(next.points)} expire on ${date(next.expires_at)}`}
                </>,
              ])}
            />
          </div>
        )}
      </Shown>
    </Card>
  );
}

function Drops() {
  const { asset } = useConfig();
  return (
    <Card title="Drops">
      <List
        as="user"
        endpoint="GET /drops/eligible"
        isLive
        caption="Drops with a share for your wallets"
        keyOf={({ drop_id, wallet_address }) => `${drop_id} ${wallet_address}`}
        empty="No drop has a share for your wallets now. When a merchant makes one, it appears here."
        columns={[
          { title: "Drop", cell: ({ name }) => <bdi>{name}</bdi> },
          { title: "Amount", isNumber: true, cell: (share) => amount(share.amount, asset.code) },
          { title: "Until", cell: ({ ends_at }) => <Time at={ends_at} /> },
          {
            title: "Claim",
            cell: ({ drop_id, wallet_address, amount, claimable, claim_status }) =>
              claimable ? (
                <SignButton
                  title="Claim"
                  build={async () => {
                    const body = { wallet_address, call: "drop-claim", drop: drop_id } as const;
                    const { body: envelope } = await api.user.call("POST /wallet/envelope", { body });
                    return { envelope, asked: askedClaim(wallet_address, amount) };
                  }}
                />
              ) : (
                (claim_status ?? "not open yet")
              ),
          },
        ]}
      />
    </Card>
  );
}

function History({ address }: { address: string }) {
  const { asset } = useConfig();
  return (
    <Card title={`Payments of ${short(address)}`}>
      <List
        as="user"
        endpoint="GET /wallet/:wallet_address/history"
        request={{ params: { wallet_address: address } }}
        isLive
        caption={`Payments of ${short(address)}`}
        keyOf={({ id }) => id}
        empty="Nothing has been paid to or from this wallet yet."
        columns={[
          { title: "Time", cell: ({ ledger_closed_at }) => <Time at={ledger_closed_at} /> },
          { title: "What for", cell: ({ cause, type }) => cause?.kind ?? type },
          {
            title: "Amount",
            isNumber: true,
            cell: (row) => `${row.direction === "in" ? "+" : "−"}${amount(row.amount, asset.code)}`,
          },
          {
            title: "Transaction",
            cell: ({ tx_hash }) => <Copyable value={tx_hash} label="the transaction's hash" />,
          },
        ]}
      />
    </Card>
  );
}
